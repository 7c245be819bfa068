// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// Which named lanes are played from a place on.
package struct LaneRule: Sendable, Hashable {
    /// The sound of a lane, and how loud it is.
    package struct LaneVoice: Sendable, Hashable {
        /// The name or the path of the sound.
        package var sound: String
        /// The gain of an ordinary stroke: linear, apart from the volume.
        package var gain: Double
        /// How many times as loud the bell is.
        package var bellVolume: Double
        /// -1 is left, 1 is right.
        package var pan: Double

        /// All of its parts.
        package init(sound: String, gain: Double, bellVolume: Double, pan: Double) {
            (self.sound, self.gain, self.bellVolume, self.pan) = (sound, gain, bellVolume, pan)
        }
    }

    /// A lane with its name.
    package struct Entry: Sendable, Hashable {
        /// The name by which the lane is known.
        package var name: String
        /// What it plays.
        package var lane: Lane
        /// Whether it is not heard: muted, or not among those that are soloed.
        package var isMuted: Bool
        /// How a lane of a song is played; nil for one of the metronome, which is played as it is set.
        package var voice: LaneVoice?

        /// The name of the lane that has the strokes with which a timer ends; no other lane with a pattern has it.
        package static let ofBeats = WrittenLane.own[0]

        /// Whether it has the strokes with which a timer ends.
        package var isOfBeats: Bool { name == Self.ofBeats }

        /// All of its parts.
        package init(name: String, lane: Lane, isMuted: Bool, voice: LaneVoice? = nil) {
            self.voice = voice
            self.name = name
            self.lane = lane
            self.isMuted = isMuted
        }
    }

    /// Where it begins to hold: with a beat, or where a plan was adopted between two.
    package var from: Position
    /// The lanes in the order of their numbers.
    package var entries: [Entry]

    /// The lanes from a place on.
    package init(from: Position, entries: [Entry]) {
        self.from = from
        self.entries = entries
    }

    /// Adds a rule, unless the rule before has equal entries.
    fileprivate static func add(_ entries: [Entry], fromBeat beat: Int64, to rules: inout [LaneRule]) {
        if rules.last?.entries != entries { rules.append(LaneRule(from: Position(whole: beat), entries: entries)) }
    }
}

extension PlannedMusic {
    /// The named lanes of its parts, and those of a song as far as it is planned; empty where there are none.
    package var laneRules: [LaneRule] {
        var rules: [LaneRule] = []
        for interval in intervals {
            let part = parts[interval.part]
            guard let song = part.song else {
                LaneRule.add(part.laneEntries, fromBeat: interval.begin, to: &rules)
                continue
            }
            var begin = Ratio(whole: interval.begin)
            for passage in interval.passages {
                // The parts of a song that has lanes begin on beats.
                LaneRule.add(
                    song.course.map.lanes.entries(of: passage, at: begin, unnamed: part.sounds.unspoken),
                    fromBeat: begin.quotient(by: .one),
                    to: &rules)
                begin = passage.length.flatMap(begin.adding) ?? begin
            }
        }
        return rules
    }
}

extension SongLanes {
    /// The named lanes of a passage that begins on a beat, counted from where it would have begun as a whole.
    fileprivate func entries(of passage: Passage, at begin: Ratio, unnamed: SoundChoice) -> [LaneRule.Entry] {
        let kits = [unnamed] + soundChoices
        return passage.lanes.compactMap { lane in
            guard let name = name(ofLane: lane.id), let origin = begin.subtracting(passage.lead) else { return nil }
            var lane = lane
            lane.anchor = .position(origin)
            let (sounds, mix) = (kits[lane.kit], passage.mixes[lane.id] ?? LaneMix())
            let voice = LaneRule.LaneVoice(
                sound: sounds.beat, gain: Double(mix.gain) * sounds.volume, bellVolume: sounds.bellVolume,
                pan: Double(mix.pan))
            return LaneRule.Entry(name: name, lane: lane, isMuted: mix.isUnheard, voice: voice)
        }
    }
}

extension PlannedMusic.Part {
    fileprivate var laneEntries: [LaneRule.Entry] {
        if role == .end { return strokes.map { [$0] } ?? [] }
        guard role == .music else { return [] }
        return derived.named?.entries ?? namedEntries
    }

    /// The entries of the named lanes, made anew.
    var namedEntries: [LaneRule.Entry] {
        let mixes = lanes.mixes
        let names = lanes.entries.reduce(into: [:]) { $0[$1.id] = $1.lane.name }
        return namedLanes(kits: []).map { lane in
            LaneRule.Entry(name: names[lane.id] ?? "", lane: lane, isMuted: mixes[lane.id]?.isUnheard ?? false)
        }
    }
}
