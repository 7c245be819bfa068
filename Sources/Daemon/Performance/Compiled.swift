// SPDX-License-Identifier: Apache-2.0

internal import Rhythm
internal import Sound

/// The music that was compiled last.
struct Compiled: Equatable {
    private var last: CompiledArrangement?

    /// What is compiled follows from the music.
    static func == (one: Compiled, other: Compiled) -> Bool { one.last?.arrangement == other.last?.arrangement }

    /// The music compiled; that of the plan before where only its mix, sounds or volume are others.
    mutating func music(of arrangement: Arrangement) throws(RhythmError) -> CompiledArrangement {
        if let last, last.arrangement == arrangement { return last }
        let new = try CompiledArrangement(arrangement)
        last = new
        return new
    }
}
