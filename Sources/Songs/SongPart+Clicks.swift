// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

extension SongPart {
    /// A bell on the first beat of a bar, and normal beats.
    static func usualAccents(_ beats: Int) -> [Accent] { [.bell] + Array(repeating: .normal, count: max(0, beats - 1)) }

    /// The lane of the beats, with one accent for each beat of a bar or of several.
    static func beatLane(_ accents: [Accent], inBarsOf bar: [Ratio]) throws(RhythmError) -> Lane {
        Lane(id: 0, pattern: try Pattern(accents: accents, inBarsOf: bar))
    }
}
