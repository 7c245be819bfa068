// SPDX-License-Identifier: Apache-2.0

/// What somebody said, and who it was.
struct Quotation: Sendable, Hashable {
    let text: String
    let author: String?

    /// The longest line of a file, in characters; a letter's accents that are written apart count, too.
    static let longest = 400

    /// A line of a file: what is said, and after a dash between spaces, `—` or `--`, who said it.
    init(line: String) {
        for dash in [" — ", " -- "] {
            let parts = line.split(separator: dash, omittingEmptySubsequences: true)
            guard parts.count > 1, let author = parts.last else { continue }
            self.text = parts.dropLast().joined(separator: dash)
            self.author = String(author)
            return
        }
        text = line
        author = nil
    }

    /// The quotations in a text file in UTF-8, one on each line; empty lines, and lines that begin with #, do not count.
    static func all(in file: [UInt8]) throws(PictureError) -> [Quotation] {
        guard let text = String(validating: file, as: UTF8.self) else {
            throw PictureError("this is not a text file in UTF-8: write one quotation on each line")
        }
        var quotes: [Quotation] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            // The byte order mark that some editors write is not part of the words.
            let words = line.drop { $0 == "\u{FEFF}" }.split(whereSeparator: \.isWhitespace)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            let whole = words.joined(separator: " ")
            guard whole.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
                throw PictureError("line \(index + 1) holds a control character: this is not a text file")
            }
            guard whole.unicodeScalars.count <= longest else {
                throw PictureError(
                    "line \(index + 1) has \(whole.unicodeScalars.count) characters: a quotation may have \(longest), "
                        + "write one on each line")
            }
            quotes.append(Quotation(line: whole))
        }
        guard !quotes.isEmpty else {
            throw PictureError("there is no quotation in it: write one on each line, and after a dash who said it")
        }
        return quotes
    }

    /// What is shown without a file. Translations where none is named are ours.
    static let builtIn = [
        // Act V, scene 5.
        "How sour sweet music is, when time is broke and no proportion kept! — William Shakespeare, Richard II",
        // 17 April 1712: "Musica est exercitium arithmeticae occultum nescientis se numerare animi."
        "Music is a hidden exercise in arithmetic of a soul that does not know it counts. — Leibniz to Goldbach, 1712",
        // Book XI, 14; translated by Pusey.
        "What then is time? If no one asks me, I know: if I wish to explain it to one that asketh, I know not. "
            + "— Augustine, Confessions",
        // Book III, 401d; translated by Jowett.
        "Rhythm and harmony find their way into the inward places of the soul. — Plato, Republic",
        // The School of Giorgione.
        "All art constantly aspires towards the condition of music. — Walter Pater, The Renaissance",
        // Maxims and Arrows, 33: "Ohne Musik wäre das Leben ein Irrtum."
        "Without music, life would be a mistake. — Friedrich Nietzsche, Twilight of the Idols",
        // The last line.
        "How can we know the dancer from the dance? — W. B. Yeats, Among School Children",
        // Act I, scene 1.
        "If music be the food of love, play on. — William Shakespeare, Twelfth Night",
    ].map { Quotation(line: $0) }
}
