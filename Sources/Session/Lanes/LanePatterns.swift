// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

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

    /// What a change that waits makes of the named lanes, with the lanes before it.
    struct Step {
        var from: LaneRoster
        var change: SettingValue
        var to: LaneRoster
    }

    /// What each change that waits has led to last, by its id.
    var steps: [Int: Step] = [:]
    /// What was derived last of each roster, for the parts that have it.
    private var named: [ObjectIdentifier: NamedLanes] = [:]

    /// What the named lanes of some parts play, made anew only where a part has not had the same lanes before.
    mutating func derive(_ parts: inout [PlannedMusic.Part]) {
        let kits = parts.reduce(into: [SoundChoice]()) { kits, part in
            for choice in part.choices where !kits.contains(choice) { kits.append(choice) }
        }
        var used: [ObjectIdentifier: NamedLanes] = [:]
        for index in parts.indices {
            let part = parts[index]
            // Where schedules begin may be known later.
            guard part.song == nil, part.role == .music, !part.lanes.entries.isEmpty, !part.lanes.facts.hasSchedules
            else { continue }
            let id = ObjectIdentifier(part.lanes.facts)
            let known = (used[id] ?? named[id]).flatMap { $0.follow(from: part, kits: kits) ? $0 : nil }
            let lanes = known ?? NamedLanes(of: part, kits: kits)
            used[id] = lanes
            parts[index].derived.named = lanes
        }
        named = used
    }

    /// Begins with those parts that follow: what none of them uses is forgotten with ``end()``.
    mutating func begin() { used = [:] }

    /// Forgets what was not asked for since ``begin()``.
    mutating func end() {
        known = used
        used = [:]
    }

    /// What a lane plays at a tempo in bars of `beatsPerBar` beats; nil where it cannot be played. `stretch` is what is played of
    /// it, in beats from the beginning of its schedule; nil for all of it.
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
    /// All lanes, which parts with equal lanes share; nil where they are made when they are asked for.
    var named: NamedLanes?

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

/// The named lanes of a part as they are played and as they are told, and what they follow from.
final class NamedLanes: Sendable {
    private let facts: LaneFacts
    private let grid: BarGrid
    private let namelessSound: String
    /// The sounds of each kit.
    let kits: [SoundChoice]
    let lanes: [Lane]
    let entries: [LaneRule.Entry]

    fileprivate init(of part: PlannedMusic.Part, kits: [SoundChoice]) {
        (facts, grid, namelessSound, self.kits) = (part.lanes.facts, part.grid, part.namelessSound, kits)
        entries = part.namedEntries
        let numbers = part.lanes.entries.reduce(into: [Int: Int]()) { numbers, entry in
            numbers[entry.id] = kits.firstIndex(of: part.sounds(of: entry.lane)) ?? 0
        }
        lanes = entries.map { entry in
            var lane = entry.lane
            lane.kit = numbers[lane.id] ?? 0
            return lane
        }
    }

    /// Whether a part has the lanes, bars and sounds from which they were made.
    fileprivate func follow(from part: PlannedMusic.Part, kits: [SoundChoice]) -> Bool {
        facts === part.lanes.facts && grid.originBeat == part.grid.originBeat
            && grid.beatsPerBar == part.grid.beatsPerBar && namelessSound == part.namelessSound && self.kits == kits
    }
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
        patterns.derive(&parts)
    }

    /// The settings after a change that waits for its place; those before it, where it cannot be made. Of the lanes what is known
    /// of the change is taken.
    package func settings(after edit: Edit, ofChange id: Int, from settings: Settings) -> Settings {
        var known: LaneRoster?
        if let change = edit.values["lanes"], let step = patterns.steps[id], step.from.facts === settings.lanes.facts,
            step.change == change
        {
            var lanes = step.to
            // What was derived of them last may be for other bars.
            if let fit = settings.lanes.fit, !lanes.fits(beatsPerBar: fit.beatsPerBar, tempo: settings.tempo) {
                lanes.takeDerived(from: settings.lanes)
            }
            known = lanes
        }
        return (try? edit.applied(to: settings, lanes: known)) ?? settings
    }
}

extension PlannedMusic.Part {
    /// Derives what the named lanes play up to a beat, where the settings have not derived it: for other bars, or another tempo.
    fileprivate mutating func deriveLanes(until end: Int64?, by patterns: inout LanePatterns) {
        derived = DerivedLanes()
        if lanes.fits(beatsPerBar: grid.beatsPerBar, tempo: tempo) { return }
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
