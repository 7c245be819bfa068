// SPDX-License-Identifier: Apache-2.0

/// The name of a preset or of a set list, which is that of its file too.
public struct LibraryName: Sendable, Hashable {
    /// The most bytes of a name, as UTF-8.
    public static let longest = 64

    /// What is allowed, for people.
    public static let allowed = "1 to 64 bytes without a slash, a dot before them, or anything that is not seen"

    /// The text.
    public let text: String

    /// A name; nil for a text that is none: it would be another path, a hidden file, or unreadable in a terminal.
    public init?(_ text: String) {
        guard Self.isName(text, longest: Self.longest) else { return nil }
        self.text = text
    }

    /// Whether a text names a file of one folder, and is read as it is: no path, not hidden, at most `longest` bytes.
    package static func isName(_ text: String, longest: Int) -> Bool {
        let scalars = text.unicodeScalars
        guard (1...longest).contains(text.utf8.count), let first = scalars.first, let last = scalars.last else {
            return false
        }
        return first != "." && !first.properties.isWhitespace && !last.properties.isWhitespace
            && scalars.allSatisfy { $0 != "/" && $0.isOfName }
    }
}

extension LibraryName: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

extension Unicode.Scalar {
    /// Whether it is seen, and does nothing else.
    fileprivate var isOfName: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: false
        // It stands for bytes that are no text.
        default: value != 0xFFFD
        }
    }
}
