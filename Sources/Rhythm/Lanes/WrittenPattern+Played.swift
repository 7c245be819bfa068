// SPDX-License-Identifier: Apache-2.0

extension WrittenPattern {
    /// What a lane plays in bars of some beats, and what its onsets are counted from.
    package struct Played: Sendable, Hashable {
        /// The onsets.
        package var pattern: Pattern
        /// Which of its onsets are played; nil: all.
        package var onsets: Range<Int64>?
        /// From where they are counted; nil for a schedule, which begins where it was set.
        package var anchor: WrittenLane.Anchor?
    }

    /// What is played in bars of these beats, each of which is counted as 1 where the tempo is one of theirs. Throws where it is
    /// too fine, or has too many onsets. Of a schedule only a stretch may be wanted, in quarter notes from its beginning.
    package func played(
        inBarsOf bar: [Ratio], tempo: Tempo, anchor: WrittenLane.Anchor?, within stretch: ClosedRange<Double>? = nil
    ) throws(RhythmError) -> Played {
        if let schedule {
            let plan = try schedule.plan(inBarsOf: bar, tempo: tempo, beat: .one, within: stretch)
            return Played(pattern: plan.pattern, onsets: plan.onsets)
        }
        let pattern = try pattern(inBarsOf: bar)
        let anchor = anchor ?? usualAnchor(of: pattern, inBarsOf: bar)
        return Played(pattern: anchor == .bar ? try pattern.cut(to: bar) : pattern, anchor: anchor)
    }

    /// Whether what is played depends on the tempo.
    package var dependsOnTempo: Bool { schedule?.holdsSeconds ?? false }
}

extension Pattern {
    /// How many onsets there are in a quarter note.
    package var onsetsPerQuarter: Double { Double(onsets.count) * Double(denominator) / Double(cycle) }
}
