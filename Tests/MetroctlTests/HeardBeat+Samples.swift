// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import MetronomeSession

extension HeardBeat {
    /// A beat at 120 bpm of run 3, which began at second 2, with a bell on the first beat of each bar.
    static func sample(index: Int64, beatsPerBar: Int64 = 4) -> HeardBeat {
        HeardBeat(
            run: 3, index: index, bar: index / beatsPerBar + 1, beat: Int(index % beatsPerBar) + 1,
            accent: index % beatsPerBar == 0 ? .bell : .normal, bpm: 120,
            time: ClockTime(nanoseconds: 2_000_000_000 + index * 500_000_000))
    }
}
