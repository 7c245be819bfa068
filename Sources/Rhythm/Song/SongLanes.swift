// SPDX-License-Identifier: Apache-2.0

/// The named lanes of a song: which number and which kit each has in all of its sections.
public struct SongLanes: Sendable, Hashable {
    /// In the order of their numbers, which begin behind those of the metronome's own lanes.
    public let names: [String]
    /// The sounds of the kits, by their names or paths, from kit 1 on. Kit 0 is that of the beats.
    public let sounds: [String]
    /// The output channels that they ask for, at least two.
    public let channels: Int

    /// How many names the lanes of a song may have, and how many sounds.
    private static let (mostNames, mostSounds) = (Lane.most - WrittenLane.own.count, 256)

    /// No lanes, for a song with the beats alone.
    public static let none = SongLanes()

    private init() { (names, sounds, channels) = ([], [], 2) }

    /// The lanes of all sections and endings. Throws where there are too many.
    init(_ song: Song) throws(RhythmError) {
        var (names, sounds, channel) = ([String](), [String](), 1)
        for part in song.sections.lazy.flatMap({ [$0.part] + $0.endings.map(\.part) }) {
            for lane in part.named {
                if !names.contains(lane.name) { names.append(lane.name) }
                if let sound = lane.soundName, !sounds.contains(sound) { sounds.append(sound) }
                channel = max(channel, lane.channel)
                try Self.check(names: names.count, sounds: sounds.count)
            }
        }
        (self.names, self.sounds, channels) = (names, sounds, channel + 1)
    }

    /// Throws where a song would have more than it may.
    static func check(names: Int, sounds: Int) throws(RhythmError) {
        guard names <= mostNames, sounds <= mostSounds else {
            throw .outOfRange(
                "the lanes of a song have at most \(mostNames) names and \(mostSounds) sounds, and there are more",
                0...mostNames)
        }
    }

    /// By which a lane of a number is known; nil for the metronome's own.
    public func name(ofLane id: Int) -> String? {
        let index = id - WrittenLane.own.count
        return names.indices.contains(index) ? names[index] : nil
    }

    /// Adds the lanes of a part to what it plays. Throws where one does not fit its bars.
    func add(_ part: SongPart, to passage: inout Passage) throws(RhythmError) {
        for written in part.named {
            guard let index = names.firstIndex(of: written.name) else { continue }
            let id = WrittenLane.own.count + index
            let kit = written.soundName.flatMap(sounds.firstIndex(of:)).map { $0 + 1 } ?? 0
            passage.lanes.append(try written.songLane(id: id, kit: kit, inBarsOf: part.bar))
            passage.mixes[id] = written.mix
        }
    }
}

extension WrittenLane {
    /// As a song plays it. Throws where it does not fit the bars, and for what a song has no place for.
    public func songLane(id: Int, kit: Int = 0, inBarsOf bar: [Ratio]) throws(RhythmError) -> Lane {
        func wrong(_ reason: String) -> RhythmError { .invalid("lane \(name): \(reason)") }
        guard let pattern else { throw wrong("the keys pattern and volume say how the beats of a song are played") }
        guard !isSolo else { throw wrong("solo has no place in a song: mute the others") }
        guard anchor != .run else { throw wrong("a lane of a song is counted from bar or passage") }
        if pattern.schedule?.holdsSeconds ?? false {
            throw wrong("a song is counted in beats and bars, not in seconds or by the wall clock")
        }
        do throws(RhythmError) {
            if let schedule = pattern.schedule {
                let plan = try schedule.plan(inBarsOf: bar, tempo: Tempo(), beat: bar.first ?? .one)
                return Lane(id: id, pattern: plan.pattern, kit: kit, anchor: .passage, onsets: plan.onsets)
            }
            let steps = try pattern.pattern(inBarsOf: bar)
            return anchor == .bar
                ? Lane(id: id, pattern: try steps.cut(to: bar), kit: kit) : Lane(id: id, pattern: steps, kit: kit)
        } catch {
            throw wrong(error.message)
        }
    }
}
