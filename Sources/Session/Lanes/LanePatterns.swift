// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

/// The patterns of the named lanes of a run, each derived once from what it follows from.
struct LanePatterns: Sendable {
    /// What a pattern follows from.
    private struct Source: Hashable {
        var pattern: WrittenPattern
        var anchor: WrittenLane.Anchor?
        var beatsPerBar: Int
        /// Nil where it does not matter.
        var tempo: Tempo?
    }

    private var known: [Source: WrittenPattern.Played?] = [:]
    private var used: [Source: WrittenPattern.Played?] = [:]
    /// How often a pattern was derived.
    private(set) var derivations = 0

    /// Begins with those parts that follow: what none of them uses is forgotten with ``end()``.
    mutating func begin() { used = [:] }

    /// Forgets what was not asked for since ``begin()``.
    mutating func end() {
        known = used
        used = [:]
    }

    /// What a lane plays at a tempo in bars of `beatsPerBar` beats; nil where it cannot be played. `stretch` is what is played of
    /// it, in beats from the begin of its schedule; nil for all of it.
    mutating func played(
        _ pattern: WrittenPattern, _ anchor: WrittenLane.Anchor?, beatsPerBar: Int, tempo: Tempo,
        within stretch: ClosedRange<Double>?
    ) -> WrittenPattern.Played? {
        func derive(_ stretch: ClosedRange<Double>?) -> WrittenPattern.Played? {
            derivations += 1
            let bar = Array(repeating: Ratio.one, count: beatsPerBar)
            return try? pattern.played(inBarsOf: bar, tempo: tempo, anchor: anchor, within: stretch)
        }
        let dependsOnTempo = pattern.dependsOnTempo
        // A tempo that holds for one beat is not met again: of a long schedule only that beat is looked at.
        if dependsOnTempo, let stretch { return derive(stretch) }
        let source = Source(
            pattern: pattern, anchor: anchor, beatsPerBar: beatsPerBar, tempo: dependsOnTempo ? tempo : nil)
        if let found = used[source] { return found }
        let found = known[source] ?? derive(nil)
        used[source] = .some(found)
        return found
    }
}

extension LanePatterns: Hashable {
    /// The patterns follow from the rest of a value, so any two are equal.
    static func == (one: LanePatterns, other: LanePatterns) -> Bool { true }

    /// Nothing.
    func hash(into hasher: inout Hasher) {}
}

/// What the named lanes of a part play, by their numbers.
struct DerivedLanes: Sendable, Hashable {
    private var lanes: [Int: WrittenPattern.Played] = [:]

    /// No patterns.
    init() {}

    subscript(id: Int) -> WrittenPattern.Played? {
        get { lanes[id] }
        set { lanes[id] = newValue }
    }

    /// The lanes follow from the rest of a part, so any two are equal.
    static func == (one: DerivedLanes, other: DerivedLanes) -> Bool { true }

    /// Nothing.
    func hash(into hasher: inout Hasher) {}
}

extension PlannedMusic {
    /// Derives what the named lanes of the parts play.
    mutating func deriveLanes() {
        patterns.begin()
        for index in parts.indices where parts[index].song == nil && parts[index].role == .music {
            let end = index + 1 < parts.count ? parts[index + 1].fromBeat : nil
            parts[index].deriveLanes(until: end, by: &patterns)
        }
        patterns.end()
    }
}

extension PlannedMusic.Part {
    /// Derives what the named lanes play up to a beat, where the settings have not derived it: for other bars, or another tempo.
    fileprivate mutating func deriveLanes(until end: Int64?, by patterns: inout LanePatterns) {
        derived = DerivedLanes()
        for entry in lanes.entries where entry.played(beatsPerBar: grid.beatsPerBar, tempo: tempo) == nil {
            guard let written = entry.lane.pattern else { continue }
            var stretch: ClosedRange<Double>?
            if let schedule = written.schedule, schedule.wallClockSeconds == nil, let end,
                let origin = origins[entry.lane.name]?.value
            {
                // A beat more on either side, for what is rounded.
                stretch = Double(fromBeat) - origin - 1...Double(max(fromBeat, end)) - origin + 1
            }
            derived[entry.id] = patterns.played(
                written, entry.lane.anchor, beatsPerBar: grid.beatsPerBar, tempo: tempo, within: stretch)
        }
    }
}
