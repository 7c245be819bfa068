// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm

extension HeardMoment {
    /// The onset of a beat in four quarters.
    init(bar: Int64, beat: Int64, bell: Bool = false, angle: Double = 0) {
        self.init(
            position: BeatPosition(whole: 4 * (bar - 1) + beat - 1), bpm: 137.3, grid: BarGrid(beatsPerBar: 4),
            ringsBell: bell, isPlaying: true, angle: angle)
        beatLength = .one
    }
}
