// SPDX-License-Identifier: Apache-2.0

import Control

/// Counts so many bars from the first beat that it is given.
struct BarLimit {
    /// How many bars; nil for no limit.
    let bars: Int?
    private var first: BeatEvent?

    init(bars: Int?) { self.bars = bars }

    /// Whether this beat is the first one after those bars. A beat of a new run begins the count again.
    mutating func isReached(by beat: BeatEvent) -> Bool {
        guard let bars else { return false }
        guard let first, first.beatIndex < beat.beatIndex else {
            first = beat
            return false
        }
        let passed = beat.bar - first.bar
        return passed > bars || (passed == bars && beat.beat >= first.beat)
    }
}
