// SPDX-License-Identifier: Apache-2.0

/// What a key does.
enum KeyAction: Sendable, Hashable {
    case toggle
    /// Changes the tempo by a number of beats per minute.
    case tempo(Int)
    case bell
    /// Goes forward by a number of faces, or back where the number is negative.
    case face(Int)
    case theme
    case help
    case quit

    /// Nil for a key that does nothing.
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
    static let meanings: [(keys: String, meaning: String)] = [
        ("space", "start, stop"), ("up, down, + -", "tempo ±1"), ("left, right, [ ]", "tempo ±5"),
        ("b", "bell on each bar, off"), ("n  p", "next face, previous face"), ("t", "theme"), ("?", "this help"),
        ("q, Esc, Ctrl-C", "quit"),
    ]
}
