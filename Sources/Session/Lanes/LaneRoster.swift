// SPDX-License-Identifier: Apache-2.0

public import Rhythm

/// The lanes that have names. Each has a number that it keeps as long as it is there.
public struct LaneRoster: Sendable, Hashable {
    /// A lane with its number.
    public struct Entry: Sendable, Hashable {
        /// That of the lane that is played: 0 and 1 are the metronome's own, others are from 2 on.
        public let id: Int
        /// What is written of it.
        public internal(set) var lane: WrittenLane
    }

    /// How many there may be beside the metronome's own.
    public static let most = Lane.most - WrittenLane.own.count

    /// In the order in which they were added.
    public private(set) var entries: [Entry] = []

    /// None.
    public init() {}

    /// All of them.
    public var lanes: [WrittenLane] { entries.map(\.lane) }

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
            for lane in lanes { try changed.put(lane) }
            changed.entries.sort { places[$0.lane.name] ?? 0 < places[$1.lane.name] ?? 0 }
        case .set(let edit): try changed.put(try edit.applied(to: self[edit.name]))
        case .remove(let name):
            guard self[name] != nil else {
                let names = lanes.map(\.name)
                throw .invalid(
                    "there is no lane \(RhythmError.quote(name)): "
                        + (names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))"))
            }
            changed.entries.removeAll { $0.lane.name == name }
        }
        self = changed
    }

    private mutating func put(_ lane: WrittenLane) throws(RhythmError) {
        if let index = entries.firstIndex(where: { $0.lane.name == lane.name }) {
            entries[index].lane = lane
            return
        }
        let own = WrittenLane.own.firstIndex(of: lane.name)
        let taken = Set(entries.map(\.id))
        guard let id = own ?? (WrittenLane.own.count..<Lane.most).first(where: { !taken.contains($0) }) else {
            throw .outOfRange("there are \(Self.most) lanes already: remove one of them", 0...Self.most)
        }
        entries.append(Entry(id: id, lane: lane))
    }

    // MARK: mix

    /// How the lanes are mixed, by their numbers. Where any is soloed, all others are muted.
    package var mixes: [Int: LaneMix] {
        let isAnySolo = entries.contains { $0.lane.isSolo }
        var mixes: [Int: LaneMix] = [:]
        for entry in entries {
            var mix = entry.lane.mix
            if isAnySolo { mix.isMuted = !entry.lane.isSolo }
            mixes[entry.id] = mix
        }
        for id in WrittenLane.own.indices where isAnySolo && mixes[id] == nil { mixes[id] = LaneMix(isMuted: true) }
        return mixes
    }

    /// The output channels that they ask for, at least two.
    package var channels: Int { (entries.map(\.lane.channel).max() ?? 1) + 1 }

    /// Without anything that a mix says: what has to be compiled.
    var compiled: [Entry] {
        entries.compactMap { entry in
            guard let pattern = entry.lane.pattern else { return nil }
            var entry = entry
            entry.lane.gain = .one
            entry.lane.pan = .zero
            (entry.lane.isMuted, entry.lane.isSolo, entry.lane.channel) = (false, false, 1)
            entry.lane.pattern = pattern
            return entry
        }
    }
}

/// A change of the lanes that have names.
public enum LaneChange: Sendable, Hashable {
    /// These are all there are.
    case all([WrittenLane])
    /// One is added, or another one of that name changed.
    case set(LaneEdit)
    /// One goes.
    case remove(String)
}
