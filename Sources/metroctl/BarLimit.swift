// SPDX-License-Identifier: Apache-2.0

import MetronomeSession

/// Counts ``bars`` whole bars, from the first beginning of a bar that it is given.
struct BarLimit {
    /// Where a beat is.
    enum Place { case before, inside, after }

    /// How many bars; nil for no limit.
    let bars: Int?
    private var first: HeardBeat?

    init(bars: Int?) { self.bars = bars }

    /// Where this beat is. A beat of a new run begins the count again.
    mutating func place(of beat: HeardBeat) -> Place {
        guard let bars else { return .inside }
        if let first, beat.index > first.index { return beat.bar - first.bar < Int64(bars) ? .inside : .after }
        first = beat.beat == 1 ? beat : nil
        return first == nil ? .before : .inside
    }
}
