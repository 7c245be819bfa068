// SPDX-License-Identifier: Apache-2.0

/// A key that was pressed.
enum Key: Sendable, Hashable {
    case up, down, left, right, escape
    /// A letter or sign, as one byte of ASCII.
    case sign(Character)
}

/// What a key asks for.
enum Wish: Sendable, Hashable {
    case toggle
    /// Beats per minute more, or fewer if negative.
    case tempo(Int)
    case bell
    /// Faces forward, or back if negative.
    case face(Int)
    case theme
    case help
    case quit

    /// Nil for a key that means nothing.
    init?(_ key: Key) {
        switch key {
        case .sign(" "): self = .toggle
        case .up, .sign("+"), .sign("="): self = .tempo(1)
        case .down, .sign("-"), .sign("_"): self = .tempo(-1)
        case .right, .sign("]"): self = .tempo(5)
        case .left, .sign("["): self = .tempo(-5)
        case .sign("b"): self = .bell
        case .sign("n"): self = .face(1)
        case .sign("p"): self = .face(-1)
        case .sign("t"): self = .theme
        case .sign("?"), .sign("h"): self = .help
        case .sign("q"), .sign("\u{3}"), .escape: self = .quit
        case .sign: return nil
        }
    }

    /// The keys and what they do, as the help shows them.
    static let meanings = [
        ("space", "start, stop"), ("up, down, + -", "tempo ±1"), ("left, right, [ ]", "tempo ±5"),
        ("b", "bell on each bar, off"), ("n  p", "next face, previous face"), ("t", "theme"), ("?", "this help"),
        ("q, Esc, Ctrl-C", "quit"),
    ]
}

/// Makes keys of a terminal's bytes. An arrow is several of them, which may come apart.
struct KeyReader: Sendable {
    private static let escape: UInt8 = 0x1B

    /// The begin of a sequence that is not complete.
    private var begun: [UInt8] = []

    /// Whether more must come, or time pass, before it is known what was pressed.
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
                // Alt and a key, or the Escape key and another one.
                begun = []
                keys.append(.escape)
                if byte == Self.escape { begun = [byte] } else { sign(byte).map { keys.append($0) } }
            default:
                // Numbers and signs, then a letter, as in ECMA-48.
                begun.append(byte)
                guard (0x40...0x7E).contains(byte) || byte < 0x20 || begun.count > 32 else { continue }
                if begun.count == 3 { arrow(byte).map { keys.append($0) } }
                begun = []
            }
        }
        return keys
    }

    /// What was pressed if nothing more comes: the Escape key, if anything.
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
