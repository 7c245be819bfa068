// SPDX-License-Identifier: Apache-2.0

#include "CToml.h"

#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>

namespace {

/// A value that JSON cannot hold.
struct Unsayable {
    const char *message;
    toml::source_position place;
};

/// Writes every value with the line and the column of its key, or of itself where it has none; a text that is in one line
/// as it is read, without escapes, also with the column of its first character.
class Writer {
  public:
    std::string json;

    void node(const toml::node &node, toml::source_position place) {
        json += "{\"line\":" + std::to_string(place.line) + ",\"column\":" + std::to_string(place.column);
        if (auto *text = node.as_string()) begin(text->get(), node.source(), place.line);
        json += ",\"value\":";
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
            object(*table);
        } else if (auto *array = node.as_array()) {
            this->array(*array);
        } else if (auto *text = node.as_string()) {
            string(text->get());
        } else if (auto *integer = node.as_integer()) {
            json += std::to_string(integer->get());
        } else if (auto *number = node.as_floating_point()) {
            real(number->get(), node.source().begin);
        } else if (auto *boolean = node.as_boolean()) {
            json += boolean->get() ? "true" : "false";
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

/// Refuses keys of hundreds of parts: their tables would nest deeper than the stack can follow.
void refuse_deep_keys(std::string_view text) {
    constexpr unsigned limit = 256;
    unsigned line = 1, column = 0, dots = 0;
    for (const char character : text) {
        ++column;
        if (character == '\n') {
            ++line;
            column = dots = 0;
        } else if (character == '.' && ++dots > limit) {
            throw Unsayable{"more than 256 dots in one line", {line, column}};
        }
    }
}

} // namespace

extern "C" int ctoml_to_json(const char *text, size_t length, char **json, char **message, unsigned *line,
                             unsigned *column) {
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
        refuse_deep_keys({text, length});
        const toml::table root = toml::parse(std::string_view(text, length));
        Writer writer;
        writer.node(root, {1, 1});
        *json = strdup(writer.json.c_str());
        return *json ? 0 : -1;
    } catch (const toml::parse_error &error) {
        return fail(error.what(), error.source().begin);
    } catch (const Unsayable &error) {
        return fail(error.message, error.place);
    } catch (...) {
        return -1;
    }
}
