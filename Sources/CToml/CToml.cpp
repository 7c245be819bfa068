// SPDX-License-Identifier: Apache-2.0

#include "CToml.h"

namespace {

/// What toml++ takes for impossible: some texts reach it, of which the process would end.
struct Impossible {};

[[noreturn]] void refuse_impossible() { throw Impossible{}; }

} // namespace

// Not left to NDEBUG, with which the compiler would build on what is asserted.
#undef NDEBUG
#define TOML_ASSERT(expr) (static_cast<bool>(expr) ? static_cast<void>(0) : refuse_impossible())
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// A value that JSON cannot hold.
struct Unsayable {
    const char *message;
    toml::source_position place;
};

/// Writes every value with the line and the column of its key, or of itself where it has none; a text that is in one line
/// as it is read, without escapes, also with the column of its first character. The name of its member says what it is, so that
/// a reader need not try.
class Writer {
  public:
    std::string json;

    void node(const toml::node &node, toml::source_position place) {
        json += "{\"line\":" + std::to_string(place.line) + ",\"column\":" + std::to_string(place.column);
        if (auto *text = node.as_string()) begin(text->get(), node.source(), place.line);
        value(node);
        json += '}';
    }

  private:
    void begin(std::string_view text, const toml::source_region &source, toml::source_index line) {
        size_t letters = 0;
        for (const char character : text) letters += (static_cast<unsigned char>(character) & 0xC0) != 0x80;
        const bool is_plain = source.begin.line == line && source.end.line == line &&
                              source.end.column - source.begin.column == letters + 2;
        if (is_plain) json += ",\"begin\":" + std::to_string(source.begin.column + 1);
    }

    void value(const toml::node &node) {
        if (auto *table = node.as_table()) {
            json += ",\"table\":";
            object(*table);
        } else if (auto *array = node.as_array()) {
            json += ",\"array\":";
            this->array(*array);
        } else if (auto *text = node.as_string()) {
            json += ",\"string\":";
            string(text->get());
        } else if (auto *integer = node.as_integer()) {
            json += ",\"number\":" + std::to_string(integer->get());
        } else if (auto *number = node.as_floating_point()) {
            json += ",\"number\":";
            real(number->get(), node.source().begin);
        } else if (auto *boolean = node.as_boolean()) {
            json += boolean->get() ? ",\"bool\":true" : ",\"bool\":false";
        } else {
            throw Unsayable{"a date or time is not used here", node.source().begin};
        }
    }

    void object(const toml::table &table) {
        const char *separator = "{";
        if (table.empty()) json += '{';
        for (auto &&[key, node] : table) {
            json += separator;
            separator = ",";
            string(key.str());
            json += ':';
            this->node(node, key.source().begin);
        }
        json += '}';
    }

    void array(const toml::array &array) {
        const char *separator = "[";
        if (array.empty()) json += '[';
        for (auto &&node : array) {
            json += separator;
            separator = ",";
            this->node(node, node.source().begin);
        }
        json += ']';
    }

    void real(double number, toml::source_position place) {
        if (!std::isfinite(number)) throw Unsayable{"inf and nan are not numbers that can be used here", place};
        char digits[40];
        auto [end, failure] = std::to_chars(digits, digits + sizeof digits, number);
        const std::string_view text(digits, static_cast<size_t>(end - digits));
        json += text;
        if (text.find_first_of(".e") == std::string_view::npos) json += ".0";
    }

    void string(std::string_view text) {
        constexpr char digits[] = "0123456789abcdef";
        json += '"';
        for (const char character : text) {
            const auto byte = static_cast<unsigned char>(character);
            if (byte == '"' || byte == '\\') {
                json += '\\';
                json += character;
            } else if (byte < 0x20) {
                json += "\\u00";
                json += digits[byte >> 4];
                json += digits[byte & 15];
            } else {
                json += character;
            }
        }
        json += '"';
    }
};

/// Refuses what nests deeper than the stack can follow, keys of many parts, and lists and tables in one another; and what has more
/// values than may be read, for each of them takes hundreds of bytes.
///
/// Follows the text up to its first mistake, which the parser finds: texts and comments hold what they like, and a line break
/// ends a value where no bracket is open.
class Extent {
  public:
    Extent(std::string_view text, size_t most) : text(text), most(most) {}

    void check() {
        while (at < text.size()) step();
    }

  private:
    static constexpr size_t limit = 240;

    /// A bracket that is not closed.
    struct Bracket {
        size_t levels;
        bool is_list;
    };

    const std::string_view text;
    const size_t most;
    size_t at = 0;
    /// Values so far: the tables of a header, those of a key with its value, and the elements of lists.
    size_t values = 0;
    unsigned line = 1, column = 1;
    /// Parts of the name in brackets that the line belongs to.
    size_t header = 0;
    /// Dots since the last separator: those of a key, up to its equals sign.
    size_t dots = 0;
    /// Dots of the key whose value is read.
    size_t key = 0;
    bool is_at_begin = true, is_header = false;
    std::vector<Bracket> open;
    size_t outer = 0;

    bool begins(std::string_view word) const { return text.substr(at).substr(0, word.size()) == word; }

    void advance(size_t count = 1) {
        for (; count > 0 && at < text.size(); --count, ++at) {
            if (text[at] == '\n') {
                ++line;
                column = 1;
            } else if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80) {
                ++column;
            }
        }
    }

    void step() {
        const char character = text[at];
        switch (character) {
        case '#':
            while (at < text.size() && text[at] != '\n') advance();
            return;
        case '"':
        case '\'': return skip_text(character);
        case '\n':
            if (open.empty()) {
                if (is_header) values += header = dots + 1;
                is_header = false;
                is_at_begin = true;
                key = 0;
            }
            dots = 0;
            break;
        case '=':
            values += key = dots + 1;
            dots = 0;
            break;
        case ',':
            if (!open.empty() && open.back().is_list) ++values;
            key = dots = 0;
            break;
        case '[':
            if (open.empty() && (is_at_begin || is_header)) {
                is_header = true;
                is_at_begin = false;
                header = 0;
                break;
            }
            [[fallthrough]];
        case '{':
            open.push_back({key + 1, character == '['});
            if (character == '[') ++values;
            outer += key + 1;
            key = dots = 0;
            break;
        case ']':
        case '}':
            if (!open.empty()) {
                outer -= open.back().levels;
                open.pop_back();
            }
            break;
        case '.': ++dots; break;
        default: break;
        }
        if (character != '\n' && character != ' ' && character != '\t' && character != '\r') is_at_begin = false;
        if (header + outer + key + dots > limit) throw Unsayable{"nested more than 240 levels deep", {line, column}};
        if (values > most) throw Unsayable{"there are too many values", {line, column}};
        advance();
    }

    void skip_text(char quote) {
        is_at_begin = false;
        const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
        const bool is_long = begins(three);
        advance(is_long ? 3 : 1);
        while (at < text.size()) {
            if (quote == '"' && text[at] == '\\') {
                advance(2);
            } else if (is_long ? begins(three) : text[at] == quote) {
                advance(is_long ? 3 : 1);
                // Up to two of them may stand before the three that end the text.
                for (int more = 0; is_long && more < 2 && at < text.size() && text[at] == quote; ++more) advance();
                return;
            } else if (!is_long && text[at] == '\n') {
                return;
            } else {
                advance();
            }
        }
    }
};

/// Where the name of a table begins with what no key does, of which toml++ does not tell the place.
toml::source_position place_of_nameless_table(std::string_view text) {
    toml::source_position place{0, 0};
    for (size_t begin = 0; begin < text.size(); ++begin) {
        ++place.line;
        const size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        const size_t bracket = line.find_first_not_of(" \t");
        if (bracket != line.npos && line[bracket] == '[') {
            const size_t name = line.find_first_not_of("[ \t", bracket);
            const unsigned char first = name == line.npos ? '\n' : line[name];
            if (!std::isalnum(first) && first < 0x80 && first != '-' && first != '_' && first != '"' && first != '\'')
                return {place.line, static_cast<toml::source_index>(std::min(name, line.size()) + 1)};
        }
        begin = end;
    }
    return {0, 0};
}

} // namespace

extern "C" int ctoml_to_json(const char *text, size_t length, size_t most_values, char **json, char **message,
                             unsigned *line, unsigned *column) {
    *json = nullptr;
    *message = nullptr;
    *line = 0;
    *column = 0;
    const auto fail = [&](const char *reason, toml::source_position place) {
        *message = strdup(reason);
        *line = place.line;
        *column = place.column;
        return -1;
    };
    try {
        Extent({text, length}, most_values).check();
        const toml::table root = toml::parse(std::string_view(text, length));
        Writer writer;
        writer.node(root, {1, 1});
        *json = strdup(writer.json.c_str());
        return *json ? 0 : -1;
    } catch (const toml::parse_error &error) {
        return fail(error.what(), error.source().begin);
    } catch (const Unsayable &error) {
        return fail(error.message, error.place);
    } catch (const Impossible &) {
        const auto place = place_of_nameless_table({text, length});
        return fail(place.line > 0 ? "the name of a table is missing: write such as [audio], with letters, digits, - and _ or in "
                                     "quotation marks"
                                   : "it is no TOML",
                    place);
    } catch (...) {
        return -1;
    }
}
