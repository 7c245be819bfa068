// SPDX-License-Identifier: Apache-2.0

import MetronomeSession

/// Counts ``bars`` whole bars, from the first beginning of a bar that it is given.
///
/// The numbers of the bars may begin anew meanwhile, as with an entry of a set list, or go on elsewhere, as in a song.
struct BarLimit {
    /// Where a beat is.
    enum Place { case before, inside, after }

    /// How many bars; nil for no limit.
    let bars: Int?
    private var last: HeardBeat?
    /// How many bars have begun.
    private var begun: Int64 = 0

    init(bars: Int?) { self.bars = bars }

    /// Where this beat is. A beat of a new run begins the count again.
    mutating func place(of beat: HeardBeat) -> Place {
        guard let bars else { return .inside }
        if let last, beat.index >= last.index {
            if beat.bar != last.bar || beat.beat <= last.beat {
                // Where beats were left out, there may be whole bars among them.
                begun += min(max(1, beat.bar - last.bar), beat.index - last.index)
            }
        } else if beat.beat == 1 {
            begun = 1
        } else {
            last = nil
            return .before
        }
        last = beat
        return begun <= bars ? .inside : .after
    }
}
