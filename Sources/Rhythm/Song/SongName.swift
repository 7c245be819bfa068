// SPDX-License-Identifier: Apache-2.0

extension Song {
    /// How many characters the name of a song or a section has.
    public static let nameLength = 1...64
    /// How many bytes of UTF-8 these may be: a character may be made of any number of them.
    public static let longestName = 256

    /// Whether a text is a name: of 1 to 64 characters and at most 256 bytes, in one line.
    public static func isName(_ text: String) -> Bool {
        text.utf8.count <= longestName && nameLength ~= text.count && !text.unicodeScalars.contains(where: \.breaksLine)
    }

    /// A text as a name, as other programs write any: in place of what breaks a line there is a blank, and what is too long is cut off.
    /// Nil where nothing is left.
    public static func name(_ text: String) -> (name: String, isCut: Bool)? {
        var plain = String.UnicodeScalarView()
        var (bytes, isCut) = (0, false)
        for scalar in text.unicodeScalars {
            let scalar = scalar.breaksLine ? " " : scalar
            if plain.isEmpty, scalar == " " { continue }
            bytes += UTF8.width(scalar)
            guard bytes <= longestName else {
                isCut = true
                break
            }
            plain.append(scalar)
        }
        let name = String(plain)
        let short = String(name.prefix(nameLength.upperBound)).trimmed
        return short.isEmpty ? nil : (short, isCut || name.trimmed != short)
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character or ends a line or a paragraph.
    fileprivate var breaksLine: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
