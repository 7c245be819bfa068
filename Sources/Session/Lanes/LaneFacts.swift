// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// What follows from the named lanes alone: made when they change, and shared by all who have the same lanes.
package final class LaneFacts: Sendable {
    /// How the lanes are mixed, by their numbers. Where any is soloed, all others are muted.
    let mixes: [Int: LaneMix]
    /// How all lanes are mixed that there may be.
    let allMixes: [Int: LaneMix]
    /// The output channels that they ask for, at least two.
    let channels: Int
    /// Whether any of them is a schedule.
    let hasSchedules: Bool
    /// The names of their sounds, each once; nil for lanes that name none.
    let sounds: [String?]

    static let ofNone = LaneFacts([])

    /// What follows from lanes. What is as it was is shared with the lanes before.
    init(_ entries: [LaneRoster.Entry], after former: LaneFacts? = nil) {
        let isAnySolo = entries.contains { $0.lane.isSolo }
        var mixes: [Int: LaneMix] = [:]
        var sounds: [String?] = []
        for entry in entries {
            var mix = entry.lane.mix
            if isAnySolo { mix.isMuted = !entry.lane.isSolo }
            mixes[entry.id] = mix
            if entry.lane.pattern != nil, !sounds.contains(entry.lane.soundName) { sounds.append(entry.lane.soundName) }
        }
        for id in WrittenLane.own.indices where isAnySolo && mixes[id] == nil { mixes[id] = LaneMix(isMuted: true) }
        if let former, former.mixes == mixes {
            (self.mixes, allMixes) = (former.mixes, former.allMixes)
        } else {
            self.mixes = mixes
            allMixes = (0..<Lane.most).reduce(into: [:]) { $0[$1] = mixes[$1] ?? LaneMix() }
        }
        self.sounds = sounds
        channels = (entries.map(\.lane.channel).max() ?? 1) + 1
        hasSchedules = entries.contains { $0.lane.pattern?.schedule != nil }
    }
}
