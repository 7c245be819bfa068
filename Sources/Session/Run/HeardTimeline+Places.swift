// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// Which beat begins a bar or a section, and which is a beat of a bar.
extension HeardTimeline {
    /// The first beat of an index or a later one with which a bar begins; nil as for ``beat(_:)``.
    package func barLine(from index: Int64) -> HeardBeat? {
        var index = index
        // From one beat that begins a bar, or a rule of other bars, to the next: never more than there are rules.
        while let beat = beat(index) {
            if beat.beat == 1 { return beat }
            let line = rule(ofBeat: index).grid.firstBar(fromBeat: index)
            index = min(line, rules.first { $0.fromBeat > index }?.fromBeat ?? line)
        }
        return nil
    }

    /// The first beat of an index or a later one with which a bar of some number begins, or one that comes a multiple of some
    /// bars after it by the numbers; nil as for ``beat(_:)``.
    package func barLine(from index: Int64, fromBar first: Int64, every bars: Int64) -> HeardBeat? {
        var index = index
        while let line = barLine(from: index) {
            let (number, rest) = max(0, Int64(line.bar) - first).flooredDivision(by: bars)
            let bar = first + (number + (rest > 0 ? 1 : 0)) * bars
            guard let found = rule(ofBeat: line.index).grid.plausibleBeat(ofBar: bar, 1) else { return nil }
            // Later rules may count anew.
            guard let next = rules.first(where: { $0.fromBeat > line.index })?.fromBeat, next <= found else {
                return beat(found)
            }
            index = next
        }
        return nil
    }

    /// The first beat that is not before a beat of a bar, both from 1: that beat, or in a bar without it the next one; nil as
    /// for ``beat(_:)``. Bars of a song may come again, and those of an entry of a set list are counted anew: it is the first
    /// such beat from an index on, as far as they are known; without a song, where none is, one that is over.
    package func beat(ofBar bar: Int64, _ beat: Int, from first: Int64) -> HeardBeat? {
        for (rule, next) in zip(rules, nextBeats) where beat <= rule.grid.beatsPerBar {
            guard let index = rule.grid.plausibleBeat(ofBar: bar, beat) else { return nil }
            if index >= max(rule.fromBeat, first), index < next { return self.beat(index) }
        }
        return rules.contains { $0.section != nil } ? nil : self.beat(ofBar: bar, beat)
    }

    private func beat(ofBar bar: Int64, _ beat: Int) -> HeardBeat? {
        var index: Int64 = 0
        for (rule, next) in zip(rules, nextBeats) {
            // Beats before the first rule are counted as it has them.
            let from = index == 0 ? 0 : max(rule.fromBeat, 0)
            guard let found = rule.grid.plausibleBeat(ofBar: bar, min(beat, rule.grid.beatsPerBar + 1)) else {
                return nil
            }
            index = max(from, found)
            if index < next { return self.beat(index) }
        }
        return nil
    }

    /// The beats up to which the rules hold.
    private var nextBeats: [Int64] { rules.dropFirst().map(\.fromBeat) + [.max] }

    /// The first beat of an index or a later one with which a section of a song begins, of that label or of any; nil where
    /// none is known.
    package func sectionBegin(_ label: String?, from index: Int64) -> HeardBeat? {
        let rule = rules.first { rule in
            guard rule.fromBeat >= index, rule.beginsSection, let section = rule.section else { return false }
            return section.index != nil && (label == nil || section.label == label)
        }
        return rule.flatMap { beat($0.fromBeat) }
    }
}

extension BarGrid {
    /// The beat of a bar, from 1; nil where it is too far away to be calculated with.
    fileprivate func plausibleBeat(ofBar bar: Int64, _ beat: Int) -> Int64? {
        guard abs(Double(bar) - Double(originBar)) * Double(beatsPerBar) < 0x1p60 else { return nil }
        return self.beat(ofBar: bar, beat)
    }
}
