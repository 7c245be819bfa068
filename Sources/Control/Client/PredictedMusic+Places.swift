// SPDX-License-Identifier: Apache-2.0

extension PredictedMusic {
    /// The first beat of an index or a later one with which a bar begins; nil as for ``beat(_:)``.
    func barLine(from index: Int) -> Beat? {
        var index = index
        while let beat = beat(index) {
            if beat.beat == 1 { return beat }
            index += 1
        }
        return nil
    }

    /// The first beat that is not before a beat of a bar, both from 1: that beat, or in a bar without it the next one; nil as
    /// for ``beat(_:)``.
    func beat(ofBar bar: Int, _ beat: Int) -> Beat? {
        guard let bars = timeline?.bars else { return nil }
        var index = 0
        for (part, next) in zip(bars, bars.dropFirst().map(\.fromBeat) + [Int.max]) {
            // Beats before the first entry are counted as it has them.
            let from = index == 0 ? 0 : max(part.fromBeat, 0)
            let (distance, isTooFar) = (bar - part.origin.bar).multipliedReportingOverflow(by: part.beats)
            guard !isTooFar, abs(distance) < 1 << 60 else { return nil }
            index = max(from, part.origin.beat + distance + min(beat - 1, part.beats))
            if index < next { return self.beat(index) }
        }
        return nil
    }
}
