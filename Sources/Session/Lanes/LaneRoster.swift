// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// The lanes that have names. Each has a number that it keeps as long as a run plays it.
public struct LaneRoster: Sendable, Hashable {
    /// A lane with its number.
    public struct Entry: Sendable, Hashable {
        /// The number of the lane that is played: 0 and 1 are the metronome's own lanes, named lanes have numbers from 2 on.
        public let id: Int
        /// The lane as it is written.
        public internal(set) var lane: WrittenLane
        /// What the lane plays, as it was derived last; nil before the first derivation.
        var derived: PlayedLane?
    }

    /// The most named lanes, beside the metronome's own.
    public static let most = Lane.most - WrittenLane.own.count

    /// The lanes with their numbers, in the order in which they were added.
    public internal(set) var entries: [Entry] = []
    /// What follows from them.
    package private(set) var facts = LaneFacts.ofNone
    /// The bars that the lanes' patterns were last derived for; nil before the first time.
    var fit: LaneFit?

    /// No lanes.
    public init() {}

    /// All lanes.
    public var lanes: [WrittenLane] { entries.map(\.lane) }

    /// All lanes but the metronome's own.
    package var ofPlayer: [WrittenLane] { lanes.filter { !WrittenLane.own.contains($0.name) } }

    /// The lane of that name; nil where there is none.
    public subscript(name: String) -> WrittenLane? { entries.first { $0.lane.name == name }?.lane }

    /// Makes a change. Throws where it cannot be made, and then makes nothing of it.
    mutating func apply(_ change: LaneChange) throws(RhythmError) {
        var changed = self
        switch change {
        case .all(let lanes):
            let places = Dictionary(lanes.enumerated().map { ($1.name, $0) }) { first, _ in first }
            changed.entries.removeAll { places[$0.lane.name] == nil }
            // It throws with the first lane that is too many.
            for lane in lanes { try changed.set(lane) }
            changed.entries.sort { places[$0.lane.name] ?? 0 < places[$1.lane.name] ?? 0 }
        case .rhythm(let lanes):
            let named = Set(lanes.map(\.name))
            var own = self.lanes.filter { WrittenLane.own.contains($0.name) && !named.contains($0.name) }
            // Without any other lane the beat is heard.
            if lanes.isEmpty {
                for index in own.indices { (own[index].isMuted, own[index].isSolo) = (false, false) }
                own.removeAll { lane in lane == (try? WrittenLane(name: lane.name, pattern: nil)) }
            }
            return try apply(.all(own + lanes))
        case .set(let edit):
            let names = lanes.map(\.name).filter { !WrittenLane.own.contains($0) }
            try changed.set(try edit.applied(to: self[edit.name], among: names))
        case .remove(let name):
            guard self[name] != nil else {
                let names = lanes.map(\.name)
                throw .invalid(
                    "there is no lane \(RhythmError.quote(name)): "
                        + (names.isEmpty ? "none is set" : "set: \(names.joined(separator: ", "))"))
            }
            changed.entries.removeAll { $0.lane.name == name }
        }
        (changed.facts, changed.fit) = (LaneFacts(changed.entries, after: facts), nil)
        self = changed
    }

    /// The same lanes with the numbers that they have where they are added one after the other: of a run that begins, so that its
    /// chances are the same whatever lanes there were before.
    package func renumbered() -> LaneRoster {
        var (changed, next) = (self, WrittenLane.own.count)
        changed.entries = entries.map { entry in
            let own = WrittenLane.own.firstIndex(of: entry.lane.name)
            let id = own ?? next
            if own == nil { next += 1 }
            return id == entry.id ? entry : Entry(id: id, lane: entry.lane)
        }
        guard changed.entries != entries else { return self }
        (changed.facts, changed.fit) = (LaneFacts(changed.entries, after: facts), nil)
        return changed
    }

    private mutating func set(_ lane: WrittenLane) throws(RhythmError) {
        if let index = entries.firstIndex(where: { $0.lane.name == lane.name }) {
            let former = entries[index].lane
            entries[index].lane = lane
            if former.pattern != lane.pattern || former.anchor != lane.anchor { entries[index].derived = nil }
            return
        }
        let own = WrittenLane.own.firstIndex(of: lane.name)
        let taken = Set(entries.map(\.id))
        guard let id = own ?? (WrittenLane.own.count..<Lane.most).first(where: { !taken.contains($0) }) else {
            throw .outOfRange("there are \(Self.most) lanes already: remove one of them", 0...Self.most)
        }
        entries.append(Entry(id: id, lane: lane))
    }

    /// How they are mixed, by their numbers. Where any is soloed, all others are muted.
    package var mixes: [Int: LaneMix] { facts.mixes }

    /// The output channels that they ask for, at least two.
    package var channels: Int { facts.channels }

    /// Rosters are equal if they have the same lanes under the same numbers.
    public static func == (one: Self, other: Self) -> Bool {
        one.facts === other.facts || one.entries == other.entries
    }

    /// Hashes the lanes.
    public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

/// A change of the lanes that have names.
public enum LaneChange: Sendable, Hashable {
    /// These lanes take the place of all others.
    case all([WrittenLane])
    /// These lanes take the place of all others but the metronome's own, which stay mixed as they are; without any, what was muted
    /// or alone of these is so no more.
    case rhythm([WrittenLane])
    /// A lane is added, or the lane of that name is changed.
    case set(LaneEdit)
    /// The lane of a name is removed.
    case remove(String)

    /// The same change, with the values of the lanes that followed in place of steps.
    func settled(in lanes: LaneRoster) -> LaneChange {
        if case .set(let edit) = self { .set(edit.settled(as: lanes[edit.name])) } else { self }
    }
}
