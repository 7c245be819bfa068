// SPDX-License-Identifier: GPL-3.0-or-later

/// What is listened to, as far as it matters for finding its onsets.
public enum Instrument: String, CaseIterable, Sendable {
    case drums, guitar, piano, voice, claps

    /// Whether its attacks are sharp; otherwise they may be soft.
    var isSharp: Bool { self == .drums || self == .claps }

    /// Whether a stroke rings on through those that follow.
    var rings: Bool { self == .guitar || self == .piano }

    /// How far two of its strokes lie apart at least, in seconds: what follows sooner belongs to the first.
    var apart: Double {
        switch self {
        case .drums: 0.03
        case .guitar, .piano: 0.05
        case .claps: 0.06
        case .voice: 0.1
        }
    }
}
