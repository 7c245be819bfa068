// SPDX-License-Identifier: Apache-2.0

import Control
import Rhythm

extension PredictedMusic.Beat {
    /// A beat at 120 bpm of a run that began at second 2, with a bell on the first beat of each bar.
    static func sample(index: Int, beatsPerBar: Int = 4) -> PredictedMusic.Beat {
        PredictedMusic.Beat(
            index: index, bar: index / beatsPerBar + 1, beat: index % beatsPerBar + 1,
            accent: index % beatsPerBar == 0 ? .bell : .normal, bpm: 120,
            atNs: 2_000_000_000 + Int64(index) * 500_000_000)
    }
}
