// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

extension Settings {
    /// Whether a lane is counted in seconds, and not by the wall clock: at another tempo it goes on from a beat.
    package var hasLanesInSeconds: Bool {
        lanes.facts.hasSchedules
            && lanes.lanes.contains { lane in
                lane.pattern.map { $0.dependsOnTempo && $0.schedule?.wallClockSeconds == nil } ?? false
            }
    }

    /// The most onsets in a second of the named lanes together, at the tempo that is set: half of what can be played, for on the
    /// way to another phase the tempo may be twice as fast.
    static let mostLaneOnsets = 4_500.0

    /// Every choice of sounds that is played.
    package var soundChoices: [SoundChoice] {
        [sounds.unspoken, subdivisionSounds] + sounds.ofBeats
            + lanes.facts.sounds.map { SoundChoice(lane: $0 ?? namelessSound) }
            // Ready also while nothing is counted in: a count-in that waits is played with them.
            + (countInSounds?.ofEachBeat ?? [])
    }

    /// The most output channels that the lanes ask for, before and after an edit.
    package func mostChannels(with edit: Edit) -> Int {
        guard case .lanes(let changes)? = edit.values["lanes"] else { return lanes.channels }
        // All others are as they were.
        if edit.values.count == 1, changes.count == 1, case .set(let change) = changes[0], let lane = lanes[change.name]
        {
            return max(lanes.channels, ((try? change.applied(to: lane)) ?? lane).channel + 1)
        }
        return max(lanes.channels, ((try? edit.appliedUnchecked(to: self)) ?? self).lanes.channels)
    }

    /// Whether all that decides whether the lanes can be played is as in other settings.
    func playsLanes(as other: Settings) -> Bool {
        lanes == other.lanes && countedMeter.beats == other.countedMeter.beats && tempo == other.tempo
            && practice.fastest == other.practice.fastest
    }

    /// Derives what the lanes play. Throws where a lane does not fit the bar, or where there are more onsets than can be played.
    mutating func deriveLanes() throws(SettingError) {
        do throws(LaneMisfit) { try lanes.derive(beatsPerBar: countedMeter.beats, tempo: tempo) } catch {
            throw SettingError(
                .invalid, "lane \(error.name) cannot be played in bars of \(meter): \(error.error.message)")
        }
        // A trainer may lead to a faster tempo than the one that is set.
        let fastest = max(tempo.beatsPerMinute, practice.fastest)
        let perSecond = lanes.onsetsPerBeat * fastest / 60
        guard perSecond <= Self.mostLaneOnsets else {
            throw SettingError(
                .outOfRange,
                "\(PlainValue.text(perSecond.rounded())) onsets a second are too many for all lanes together: at most "
                    + PlainValue.text(Self.mostLaneOnsets),
                minimum: 0, maximum: Self.mostLaneOnsets)
        }
    }
}

extension PlainValue {
    /// A lane, as clients are told it.
    package init(_ lane: WrittenLane) {
        self = .table([
            "name": .string(lane.name), "pattern": lane.pattern.map { .string($0.description) } ?? .null,
            "sound": lane.soundName.map { .string($0) } ?? .null, "gain": .number(lane.gain.value),
            "pan": .number(lane.pan.value),
            "mute": .bool(lane.isMuted), "solo": .bool(lane.isSolo), "channel": .integer(Int64(lane.channel)),
            "from": lane.anchor.map { .string($0.rawValue) } ?? .null,
        ])
    }
}
