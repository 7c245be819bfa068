// SPDX-License-Identifier: Apache-2.0

extension PredictedMusic {
    /// The first beat of an index or a later one with which a bar begins; nil as for ``beat(_:)``.
    func barLine(from index: Int) -> Beat? {
        var index = index
        // From one beat that begins a bar, or an entry of other bars, to the next: never more than there are entries.
        while let beat = beat(index), let bars = timeline?.bars {
            if beat.beat == 1 { return beat }
            let part = bars.last { $0.fromBeat <= index } ?? bars[0]
            let line = index + part.beats + 1 - beat.beat
            index = min(line, bars.first { $0.fromBeat > index }?.fromBeat ?? line)
        }
        return nil
    }

    /// The first beat that is not before a beat of a bar, both from 1: that beat, or in a bar without it the next one; nil as
    /// for ``beat(_:)``. The bars of a song may come again, and not in the order of their numbers: it is the first such beat
    /// from an index on, as far as they are known.
    func beat(ofBar bar: Int, _ beat: Int, from first: Int) -> Beat? {
        guard let bars = timeline?.bars else { return nil }
        guard bars.contains(where: { $0.section != nil }) else { return self.beat(ofBar: bar, beat) }
        for (part, next) in zip(bars, bars.dropFirst().map(\.fromBeat) + [Int.max]) where beat <= part.beats {
            let (distance, isTooFar) = (bar - part.origin.bar).multipliedReportingOverflow(by: part.beats)
            guard !isTooFar, distance.magnitude < 1 << 60 else { return nil }
            let index = part.origin.beat + distance + beat - 1
            if index >= max(part.fromBeat, first), index < next { return self.beat(index) }
        }
        return nil
    }

    /// The first beat of an index or a later one with which a section of a song begins, of that label or of any; nil where
    /// none is known.
    func sectionBegin(_ label: String?, from index: Int) -> Beat? {
        let bars = timeline?.bars.first { bars in
            guard bars.fromBeat >= index, let section = bars.section, section.fromBeat == bars.fromBeat else {
                return false
            }
            return section.index != nil && (label == nil || section.label == label)
        }
        return bars.flatMap { beat($0.fromBeat) }
    }

    private func beat(ofBar bar: Int, _ beat: Int) -> Beat? {
        guard let bars = timeline?.bars else { return nil }
        var index = 0
        for (part, next) in zip(bars, bars.dropFirst().map(\.fromBeat) + [Int.max]) {
            // Beats before the first entry are counted as it has them.
            let from = index == 0 ? 0 : max(part.fromBeat, 0)
            let (distance, isTooFar) = (bar - part.origin.bar).multipliedReportingOverflow(by: part.beats)
            guard !isTooFar, distance.magnitude < 1 << 60 else { return nil }
            index = max(from, part.origin.beat + distance + min(beat - 1, part.beats))
            if index < next { return self.beat(index) }
        }
        return nil
    }
}
