// SPDX-License-Identifier: Apache-2.0

/// Reads keys from a terminal's bytes. An arrow is several bytes, which may come one by one.
struct KeyReader: Sendable {
    private static let escape: UInt8 = 0x1B

    /// The bytes of a sequence that is not complete.
    private var begun: [UInt8] = []

    /// Whether a sequence is not complete: more bytes, or that none come for a while, will decide which key it is.
    var isWaiting: Bool { !begun.isEmpty }

    /// The keys that these bytes complete.
    mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes {
            switch begun.count {
            case 0 where byte == Self.escape: begun = [byte]
            case 0: sign(byte).map { keys.append($0) }
            case 1 where byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"): begun.append(byte)
            case 1:
                // Alt with a key, or the Escape key followed by another one.
                begun = []
                keys.append(.escape)
                if byte == Self.escape { begun = [byte] } else { sign(byte).map { keys.append($0) } }
            default:
                // Parameters, then a final letter, as in ECMA-48.
                begun.append(byte)
                guard (0x40...0x7E).contains(byte) || byte < 0x20 || begun.count > 32 else { continue }
                if begun.count == 3 { arrow(byte).map { keys.append($0) } }
                begun = []
            }
        }
        return keys
    }

    /// The keys of an incomplete sequence after which nothing comes: the Escape key, or none.
    mutating func flush() -> [Key] {
        defer { begun = [] }
        return begun == [Self.escape] ? [.escape] : []
    }

    private func sign(_ byte: UInt8) -> Key? {
        byte < 0x80 ? .sign(Character(Unicode.Scalar(byte))) : nil
    }

    private func arrow(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        default: nil
        }
    }
}
