// SPDX-License-Identifier: Apache-2.0

/// A word of a text, as it is written, and the characters before it.
struct Word {
    var text: String
    var column: Int

    /// What stands between blanks. Blanks within quotes, as in `sound="a b"`, are part of a word.
    static func words(of text: String) -> [Word] {
        var words: [Word] = []
        var isInside = false
        var quotes = Quotes()
        for (column, character) in text.enumerated() {
            let isQuoted = quotes.take(character)
            if character.isWhitespace, !isQuoted {
                isInside = false
            } else if isInside {
                words[words.count - 1].text.append(character)
            } else {
                words.append(Word(text: String(character), column: column))
                isInside = true
            }
        }
        return words
    }
}

/// Which characters of a text stand within quotes: these begin behind an equals sign and end with the next quote that has no
/// backslash in front.
struct Quotes {
    private var former: Character?
    private var (isInside, isEscaped) = (false, false)

    /// Whether the next character of the text is part of something in quotes.
    mutating func take(_ character: Character) -> Bool {
        defer { former = character }
        guard isInside else {
            isInside = character == "\"" && former == "="
            return isInside
        }
        if isEscaped {
            isEscaped = false
        } else if character == "\\" {
            isEscaped = true
        } else if character == "\"" {
            isInside = false
        }
        return true
    }

    /// A value as it is written: in quotes where it would be read otherwise without.
    static func writing(_ value: String) -> String {
        guard value.contains(where: { $0.isWhitespace || "|;\"".contains($0) }) else { return value }
        var written = "\""
        for character in value {
            if character == "\"" || character == "\\" { written.append("\\") }
            written.append(character)
        }
        return written + "\""
    }

    /// The value that is written; nil for quotes that are not closed, or not at the end.
    static func reading(_ written: String) -> String? {
        guard written.first == "\"" else { return written }
        var (value, isEscaped, isClosed) = ("", false, false)
        for character in written.dropFirst() {
            if isClosed { return nil }
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else if !isEscaped, character == "\"" {
                isClosed = true
            } else {
                value.append(character)
                isEscaped = false
            }
        }
        return isClosed ? value : nil
    }
}
