// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// Counts what is to be written of a song, before it is.
struct RowTally {
    private var rows: Int64 = 0

    /// Adds bars. Throws where there is too much of it.
    mutating func add(bars: Int) throws(RhythmError) { try add(Int64(bars)) }

    /// Adds the onsets of lanes in a length in quarter notes, played `times` times.
    mutating func add(onsetsOf lanes: [Lane], in length: Ratio, times: Int = 1) throws(RhythmError) {
        for lane in lanes where !lane.pattern.onsets.isEmpty {
            let cycle = Ratio(Int64(lane.pattern.cycle), over: Int64(lane.pattern.denominator)) ?? .one
            let cycles = Int128(length.quotient(by: cycle)) + 1
            try add(Int64(clamping: cycles * Int128(lane.pattern.onsets.count) * Int128(times)))
        }
    }

    private mutating func add(_ count: Int64) throws(RhythmError) {
        guard count <= Int64(SongExport.mostRows) - rows else { throw SongExport.tooLarge }
        rows += count
    }
}
