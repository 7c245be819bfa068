// SPDX-License-Identifier: Apache-2.0

/// A secret word by which a page is let in: 22 letters, digits, `-` and `_`, 132 random bits.
///
/// Printed or logged it shows nothing; ``text`` is the word.
package struct Token: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// Its length in bytes.
    package static let length = 22
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private let bytes: [UInt8]

    /// A new one, by the system's random numbers.
    package static func random() -> Token {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// A new one, by other random numbers.
    static func random(using generator: inout some RandomNumberGenerator) -> Token {
        Token(bytes: (0..<length).map { _ in letters.randomElement(using: &generator) ?? letters[0] })
    }

    /// The token of a text; nil where it is none.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == Self.length, bytes.allSatisfy(Self.letters.contains) else { return nil }
        self.bytes = bytes
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// The word itself.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether a text is this token. How long that takes depends on the length of the text alone.
    package func matches(_ other: [UInt8]) -> Bool {
        guard other.count == bytes.count else { return false }
        return zip(other, bytes).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    package var description: String { "(secret)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
