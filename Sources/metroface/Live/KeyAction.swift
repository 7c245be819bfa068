// SPDX-License-Identifier: Apache-2.0

/// What a key does.
enum KeyAction: Sendable, Hashable {
    case toggle
    /// A tap of the tempo.
    case tap
    case mute
    /// Louder or quieter, in percent of full volume.
    case volume(Int)
    /// A number of beats in a bar.
    case meter(Int)
    /// The next division of a beat.
    case subdivision
    case undo, redo
    /// The next entry of the set list, or the one before.
    case entry(isNext: Bool)
    /// Changes the tempo by a number of beats per minute.
    case tempo(Int)
    case bell
    /// Goes forward by a number of faces, or back where the number is negative.
    case face(Int)
    case theme
    case help
    case quit

    /// Nil for a key that does nothing. Esc closes the help where that is shown.
    init?(_ key: Key, showsHelp: Bool = false) {
        switch key {
        case .escape where showsHelp: self = .help
        case .sign(" "): self = .toggle
        case .up, .sign("+"), .sign("="): self = .tempo(1)
        case .down, .sign("-"), .sign("_"): self = .tempo(-1)
        case .right, .sign("]"): self = .tempo(5)
        case .left, .sign("["): self = .tempo(-5)
        case .sign("b"): self = .bell
        case .sign("n"): self = .face(1)
        case .sign("p"): self = .face(-1)
        case .sign("t"), .sign("\n"), .sign("\r"): self = .tap
        case .sign("m"): self = .mute
        case .sign("."): self = .volume(5)
        case .sign(","): self = .volume(-5)
        case .sign(let digit) where ("2"..."9").contains(digit): self = .meter(digit.wholeNumberValue ?? 4)
        case .sign("s"): self = .subdivision
        case .sign("u"): self = .undo
        case .sign("r"): self = .redo
        case .sign(">"): self = .entry(isNext: true)
        case .sign("<"): self = .entry(isNext: false)
        case .sign("c"): self = .theme
        case .sign("?"), .sign("h"): self = .help
        case .sign("q"), .sign("\u{3}"), .escape: self = .quit
        case .sign: return nil
        }
    }

    /// The keys and what they do, as the help shows them.
    static let meanings: [(keys: String, meaning: String)] = [
        ("space", "start, stop"), ("t, Enter", "tap the tempo"), ("+ - [ ]", "tempo ±1, ±5"),
        ("arrows", "up ±1, right ±5"), (", .", "quieter, louder"), ("m", "mute"), ("2 ... 9", "beats in a bar"),
        ("s", "parts of a beat"), ("b", "bell on each bar"), ("< >", "set list"), ("u r", "undo, redo"),
        ("n p c", "faces, colours"), ("? q Esc", "help, quit"),
    ]
}
