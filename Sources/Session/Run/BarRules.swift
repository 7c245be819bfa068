// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

/// Which bars and accents hold from which beat on: one rule for each change, in the order of their beats.
package struct BarRules: Sendable, Hashable {
    /// Bars and accents from a beat on.
    package struct Rule: Sendable, Hashable {
        /// The first beat that the rule holds for.
        package var fromBeat: Int64
        /// The bars.
        package var grid: BarGrid
        /// How strongly the beats are played.
        package var accents: BeatAccents
        /// The section of a song that they belong to; nil without a song.
        package var section: SectionPlace?
        /// How long a beat is, in quarter notes.
        package var beatLength: Ratio
        /// Where the beat from which bars are counted lies in a song that is played straight through, in quarter notes from
        /// its beginning; nil without a song, and in its count-in.
        package var songBegin: Ratio?
        /// How loud the section of a song is: linear, 0...1; 1 without a song.
        package var volume: Double

        /// All of its parts.
        package init(
            fromBeat: Int64, grid: BarGrid, accents: BeatAccents, section: SectionPlace? = nil,
            beatLength: Ratio = .one, songBegin: Ratio? = nil, volume: Double = 1
        ) {
            self.volume = volume
            self.beatLength = beatLength
            self.songBegin = songBegin
            self.fromBeat = fromBeat
            self.grid = grid
            self.accents = accents
            self.section = section
        }

        /// Whether a song is counted in by it.
        var isCountIn: Bool { section.map { $0.index == nil } ?? false }

        /// How strongly a beat is played.
        package func accent(ofBeat index: Int64) -> Accent { accents.accent(ofBeat: index, in: grid) }

        /// Whether the bell rings on a beat.
        package func rings(onBeat index: Int64) -> Bool { accent(ofBeat: index) == .bell }

        /// Quarter notes from the beginning of a song that is played straight through to a place in beats; nil without a song, and in
        /// its count-in.
        package func songQuarters(ofBeats beats: Double) -> Double? {
            songBegin.map { $0.value + (beats - Double(grid.originBeat)) * beatLength.value }
        }

        /// How many of its bars begin before a beat, the count-in apart.
        fileprivate func bars(before end: Int64) -> Int64 {
            let first = grid.firstBar(fromBeat: max(fromBeat, grid.beat(ofBar: 1, 1)))
            return end <= first ? 0 : (end - 1 - first).quotient(by: Int64(grid.beatsPerBar)) + 1
        }

        /// Whether a section of a song begins with it.
        package var beginsSection: Bool { section?.fromBeat == fromBeat }
    }

    /// Never empty.
    private var rules: [Rule]
    /// How many bars the rules had begun that are forgotten, their count-in apart.
    private var forgottenBars: Int64 = 0

    /// One rule, which also answers for the beats before it.
    package init(_ first: Rule) { rules = [first] }

    /// How many rules are kept.
    package var count: Int { rules.count }

    /// The rule that holds for a beat.
    package func rule(ofBeat index: Int64) -> Rule { rules.rule(ofBeat: index) }

    /// The rules that hold from a beat on, in the order of their beats.
    package func rules(fromBeat index: Int64) -> [Rule] {
        Array(rules.suffix(from: rules.lastIndex { $0.fromBeat <= index } ?? 0))
    }

    /// The first beat that is not counted in.
    package var firstBeat: Int64 {
        let ends = rules.dropFirst().map(\.fromBeat) + [.max]
        return zip(rules, ends).lazy.map { rule, end in (max(rule.fromBeat, rule.grid.beat(ofBar: 1, 1)), end) }
            .first { $0 < $1 }?.0 ?? 0
    }

    /// Puts rules in force, from the beat of the first one on. Returns whether anything changes.
    package mutating func replace(with new: [Rule]) -> Bool {
        let before = rules
        if let first = new.first { rules.removeAll { $0.fromBeat >= first.fromBeat } }
        for rule in new {
            var same = rule
            same.fromBeat = rules.last?.fromBeat ?? rule.fromBeat
            if rules.last != same { rules.append(rule) }
        }
        return rules != before
    }

    /// Drops the rules that hold for no beat from this one on.
    package mutating func forget(beforeBeat index: Int64) {
        while rules.count > 1, rules[1].fromBeat <= index {
            forgottenBars += rules[0].bars(before: rules[1].fromBeat)
            rules.removeFirst()
        }
    }

    /// How many bars have begun up to a beat, which is included, since the run began; the count-in apart. A bar that is cut counts,
    /// and so does one that is played again.
    package func bars(throughBeat index: Int64) -> Int {
        let ends = rules.dropFirst().map(\.fromBeat) + [.max]
        let bars = zip(rules, ends).reduce(forgottenBars) { count, stretch in
            count + stretch.0.bars(before: min(stretch.1, index + 1))
        }
        return Int(clamping: bars)
    }
}

extension [BarRules.Rule] {
    /// The rule that holds for a beat, of at least one; the first also for the beats before it.
    func rule(ofBeat index: Int64) -> BarRules.Rule { last { $0.fromBeat <= index } ?? self[0] }
}
