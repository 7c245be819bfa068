// SPDX-License-Identifier: Apache-2.0

package import Rhythm

/// Which named lanes are played from a beat on.
package struct LaneRule: Sendable, Hashable {
    /// A lane with its name.
    package struct Entry: Sendable, Hashable {
        /// By which it is known.
        package var name: String
        /// What it plays.
        package var lane: Lane
        /// Whether it is not heard: muted, or not among those that are soloed.
        package var isMuted: Bool
    }

    /// The first beat that it holds for.
    package var fromBeat: Int64
    /// In the order of their numbers.
    package var entries: [Entry]

    /// What the parts of a plan play, one rule for each change. None where there are no named lanes.
    static func rules(of parts: [PlannedMusic.Part]) -> [LaneRule] {
        guard parts.contains(where: { !$0.lanes.compiled.isEmpty }) else { return [] }
        return parts.reduce(into: []) { rules, part in
            let rule = LaneRule(fromBeat: part.fromBeat, entries: part.laneEntries)
            if rules.last?.entries != rule.entries { rules.append(rule) }
        }
    }
}

extension PlannedMusic {
    /// The named lanes of its parts; none where a song plays.
    package var laneRules: [LaneRule] { LaneRule.rules(of: parts) }
}

extension PlannedMusic.Part {
    fileprivate var laneEntries: [LaneRule.Entry] {
        guard role == .music, song == nil else { return [] }
        let (names, mixes) = (lanes.entries, lanes.mixes)
        return namedLanes(kits: []).map { lane in
            LaneRule.Entry(
                name: names.first { $0.id == lane.id }?.lane.name ?? "", lane: lane,
                isMuted: mixes[lane.id]?.isMuted ?? false)
        }
    }
}
