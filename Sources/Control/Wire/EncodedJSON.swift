// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A part of a value that was encoded before, so that what is large is encoded once and sent many times: its bytes are put where
/// it stands.
public struct EncodedJSON: Sendable, Hashable, Encodable {
    /// The bytes, shared by all copies.
    let bytes: [UInt8]

    /// Encodes a value; nil where JSON cannot represent it.
    public init?(_ value: some Encodable) {
        guard let bytes = JSONLine.bytes(of: value) else { return nil }
        self.bytes = bytes
    }

    /// How many bytes it has.
    public var count: Int { bytes.count }

    /// Leaves a mark, in whose place ``JSONLine`` puts the bytes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        guard let key = Parts.key, let parts = encoder.userInfo[key] as? Parts else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "no place for it"))
        }
        try container.encode(parts.add(self))
    }

    /// What was encoded before, of one line.
    final class Parts: Sendable {
        static let key = CodingUserInfoKey(rawValue: "metronomed.parts")

        /// What no text of a client has in it: chosen by chance when the program starts.
        private static let secret = String(UInt64.random(in: .min ... .max), radix: 36)

        private let parts = Mutex<[EncodedJSON]>([])

        /// Keeps a part, and returns its mark.
        fileprivate func add(_ part: EncodedJSON) -> String {
            parts.withLock { parts in
                parts.append(part)
                return Self.mark(parts.count - 1)
            }
        }

        private static func mark(_ number: Int) -> String { "\(secret)-\(number)-" }

        /// What a mark begins with on the line.
        private static let begin = Array("\"\(secret)-".utf8)

        /// The line with the parts in place of their marks, which need not come in the order in which they were left: keys are
        /// sorted.
        func fill(_ line: [UInt8]) -> [UInt8] {
            let parts = parts.withLock { $0 }
            guard !parts.isEmpty else { return line }
            var filled: [UInt8] = []
            filled.reserveCapacity(line.count + parts.reduce(0) { $0 + $1.count })
            var rest = line[...]
            while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
                filled += rest[..<quote]
                rest = rest[quote...]
                if rest.starts(with: Self.begin),
                    let (part, end) = part(markedAt: rest.dropFirst(Self.begin.count), of: parts)
                {
                    filled += part.bytes
                    rest = rest[end...]
                } else {
                    filled.append(rest.removeFirst())
                }
            }
            return filled + rest
        }

        /// The part that a mark stands for, and where the mark ends, from its number on.
        private func part(markedAt rest: ArraySlice<UInt8>, of parts: [EncodedJSON]) -> (part: EncodedJSON, end: Int)? {
            let digits = rest.prefix { $0 != UInt8(ascii: "-") }
            guard let number = Int(String(decoding: digits, as: UTF8.self)), parts.indices.contains(number) else {
                return nil
            }
            let end = rest.dropFirst(digits.count)
            return end.starts(with: "-\"".utf8) ? (parts[number], end.startIndex + 2) : nil
        }
    }
}
