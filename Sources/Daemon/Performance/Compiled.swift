// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import Sound

/// The music that was compiled last.
struct Compiled: Equatable {
    private var last: CompiledArrangement?

    /// Compiled music follows from its arrangement, so arrangements are compared.
    static func == (one: Compiled, other: Compiled) -> Bool { one.last?.arrangement == other.last?.arrangement }

    /// The compiled music; the last one again where a plan has another mix, other sounds or another volume only.
    mutating func music(of arrangement: Arrangement) throws(RhythmError) -> CompiledArrangement {
        if let last, last.arrangement == arrangement { return last }
        let new = try CompiledArrangement(arrangement)
        last = new
        return new
    }
}
