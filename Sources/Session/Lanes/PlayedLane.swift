// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

extension LaneRoster {
    /// Derives what each lane plays in bars of `beatsPerBar` beats at a tempo, unless it was derived for them before. Throws
    /// where a lane does not fit the bar, with its name.
    mutating func derive(beatsPerBar: Int, tempo: Tempo) throws(LaneMisfit) {
        if fits(beatsPerBar: beatsPerBar, tempo: tempo) { return }
        fit = nil
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
        fit = LaneFit(
            beatsPerBar: beatsPerBar, tempo: facts.hasSchedules ? tempo : nil,
            onsetsPerBeat: entries.reduce(0) { $0 + ($1.derived?.played.pattern.onsetsPerQuarter ?? 0) })
    }

    /// Takes over what was derived of the lanes that another roster has, too.
    mutating func takeDerived(from other: LaneRoster) {
        for (index, former) in zip(entries.indices, other.entries) {
            let (lane, same) = (entries[index].lane, former.lane)
            guard former.id == entries[index].id, lane.pattern == same.pattern, lane.anchor == same.anchor else {
                continue
            }
            entries[index].derived = former.derived
        }
        fit = nil
    }

    /// Whether what all of them play in bars of `beatsPerBar` beats at a tempo is derived.
    func fits(beatsPerBar: Int, tempo: Tempo) -> Bool {
        fit.map { $0.beatsPerBar == beatsPerBar && $0.tempo ?? tempo == tempo } ?? entries.isEmpty
    }

    /// The onsets of all of them in a beat, by what was derived.
    var onsetsPerBeat: Double { fit?.onsetsPerBeat ?? 0 }
}

/// In which bars and at which tempo all lanes were derived.
struct LaneFit: Sendable {
    var beatsPerBar: Int
    /// Nil where all of them play the same at every tempo.
    var tempo: Tempo?
    /// The onsets of all of them in a beat.
    var onsetsPerBeat: Double
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
