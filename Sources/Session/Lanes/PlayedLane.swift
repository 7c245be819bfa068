// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

extension LaneRoster {
    /// Derives what each lane plays in bars of `beatsPerBar` beats at a tempo, unless it was derived for them before. Throws
    /// where a lane does not fit the bar, with its name.
    mutating func derive(beatsPerBar: Int, tempo: Tempo) throws(LaneMisfit) {
        let bar = Array(repeating: Ratio.one, count: beatsPerBar)
        for index in entries.indices {
            let lane = entries[index].lane
            guard let written = lane.pattern,
                entries[index].played(beatsPerBar: beatsPerBar, tempo: tempo) == nil
            else { continue }
            do throws(RhythmError) {
                let played = try written.played(inBarsOf: bar, tempo: tempo, anchor: lane.anchor)
                entries[index].derived = PlayedLane(
                    beatsPerBar: beatsPerBar, tempo: written.dependsOnTempo ? tempo : nil, played: played)
            } catch {
                throw LaneMisfit(name: lane.name, error: error)
            }
        }
    }

    /// The onsets of all of them in a beat, by what was derived.
    var onsetsPerBeat: Double { entries.reduce(0) { $0 + ($1.derived?.played.pattern.onsetsPerQuarter ?? 0) } }
}

/// A lane that does not fit the bar.
struct LaneMisfit: Error {
    let name: String
    let error: RhythmError
}

/// What a lane plays in bars of `beatsPerBar` beats.
struct PlayedLane: Sendable {
    var beatsPerBar: Int
    /// The tempo that it was derived for; nil for a pattern that plays the same at every tempo.
    var tempo: Tempo?
    var played: WrittenPattern.Played
}

extension LaneRoster.Entry {
    /// What the lane plays in bars of `beatsPerBar` beats at a tempo; nil where it has not been derived for them.
    func played(beatsPerBar: Int, tempo: Tempo) -> WrittenPattern.Played? {
        guard let derived, derived.beatsPerBar == beatsPerBar, derived.tempo ?? tempo == tempo else { return nil }
        return derived.played
    }

    /// Two entries are equal if they have the same number and the same lane; what was derived from the lane does not count.
    public static func == (one: Self, other: Self) -> Bool { one.id == other.id && one.lane == other.lane }

    /// Hashes number and lane.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(lane)
    }
}
