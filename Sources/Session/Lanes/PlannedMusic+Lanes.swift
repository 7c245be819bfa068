// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

extension PlannedMusic.Part {
    /// The named lanes as they are played. `kits` lists the sounds of each kit.
    func namedLanes(kits: [SoundChoice]) -> [Lane] {
        if let known = derived.named, known.kits == kits { return known.lanes }
        let barLine = Ratio(grid.originBeat) ?? .zero
        return lanes.entries.compactMap { entry in
            // What cannot be played was refused.
            guard let written = entry.lane.pattern,
                let played = derived[entry.id] ?? entry.played(beatsPerBar: grid.beatsPerBar, tempo: tempo)
            else { return nil }
            let anchor: Lane.Anchor
            switch played.anchor {
            case .bar, .passage: anchor = .position(barLine)
            case .run: anchor = .run
            case nil:
                // One on the wall clock is not played before it is known when the run is heard.
                let isOfBars = written.schedule?.isOfBars ?? false
                guard let origin = isOfBars ? barLine : origins[entry.lane.name] else { return nil }
                anchor = .position(origin)
            }
            let kit = kits.isEmpty ? 0 : kits.firstIndex(of: sounds(of: entry.lane)) ?? 0
            return Lane(id: entry.id, pattern: played.pattern, kit: kit, anchor: anchor, onsets: played.onsets)
        }
    }

    /// How the lanes of the metronome are mixed, by their numbers; a song says that itself.
    var ownMixes: [Int: LaneMix] { song == nil ? heard(lanes.mixes) : [:] }

    /// How all lanes are mixed, by their numbers.
    package var mixes: [Int: LaneMix] { song == nil ? heard(lanes.facts.allMixes) : LaneFacts.ofNone.allMixes }

    /// A count-in, and the end of a timer, are heard also where the beats are not.
    private func heard(_ mixes: [Int: LaneMix]) -> [Int: LaneMix] {
        guard role == .count || role == .end, mixes[0]?.isMuted ?? false else { return mixes }
        var heard = mixes
        heard[0]?.isMuted = false
        return heard
    }

    /// Has schedules that were there before go on, and new ones begin on a beat. One in seconds goes on as if the tempo had
    /// changed on that beat.
    mutating func continueSchedules(of former: PlannedMusic.Part?, fromBeat beat: Int64) {
        origins = [:]
        guard lanes.facts.hasSchedules else { return }
        for lane in lanes.lanes {
            guard let schedule = lane.pattern?.schedule, !schedule.isOfBars else { continue }
            let place = Ratio(beat) ?? .zero
            guard let former, former.lanes[lane.name]?.pattern == lane.pattern,
                let origin = former.origins[lane.name]
            else {
                if schedule.wallClockSeconds == nil { origins[lane.name] = place }
                continue
            }
            origins[lane.name] =
                former.tempo == tempo || !schedule.isInSeconds
                ? origin : Self.origin(origin, at: place, former.tempo, tempo) ?? place
        }
    }

    /// Where the beginning of a schedule in seconds lies at another tempo, so that a place is as many seconds after it as before.
    static func origin(_ origin: Ratio, at place: Ratio, _ former: Tempo, _ tempo: Tempo) -> Ratio? {
        guard let distance = place.subtracting(origin) else { return nil }
        let factor = Ratio(tempo.numerator, over: tempo.denominator)
        let exact = distance.multiplied(by: factor)?
            .multiplied(by: Ratio(former.denominator, over: former.numerator))
        // Where the fraction does not fit, to the nearest millionth of a beat.
        let beats =
            exact
            ?? Ratio(
                Int64(clamping: (distance.value * tempo.beatsPerMinute / former.beatsPerMinute * 1e6).rounded()),
                over: 1_000_000)
        return beats.flatMap { place.subtracting($0) }
    }
}

extension PlannedMusic {
    /// The seconds between the chimes of the lanes that follow the wall clock; empty where none does.
    package var wallClockSeconds: Set<Int64> {
        Set(
            parts.filter(\.lanes.facts.hasSchedules)
                .flatMap { $0.lanes.lanes.compactMap { $0.pattern?.schedule?.wallClockSeconds } })
    }

    /// Whether a lane of the present part follows the wall clock and has not been aimed at it.
    package var awaitsWallClock: Bool {
        parts[0].lanes.facts.hasSchedules
            && parts[0].lanes.lanes.contains { lane in
                lane.pattern?.schedule?.wallClockSeconds != nil && parts[0].origins[lane.name] == nil
            }
    }

    /// Aims the lanes that follow the wall clock. `place` is given the seconds of a minute or an hour, and says where, by the
    /// tempo of the first part, the next one begins.
    package mutating func aimWallClock(_ place: (Int64) -> Ratio?) {
        let wallClockSeconds = wallClockSeconds
        guard !wallClockSeconds.isEmpty else { return }
        var places: [Int64: Ratio] = [:]
        for seconds in wallClockSeconds { places[seconds] = place(seconds) }
        for index in parts.indices {
            if index > 0, parts[index].tempo != parts[index - 1].tempo {
                let former = parts[index - 1].tempo
                places = places.compactMapValues {
                    Part.origin($0, at: Ratio(whole: parts[index].fromBeat), former, parts[index].tempo)
                }
            }
            for lane in parts[index].lanes.lanes {
                guard let seconds = lane.pattern?.schedule?.wallClockSeconds else { continue }
                parts[index].origins[lane.name] = places[seconds]
            }
        }
    }

    /// Lets the schedules of the part that plays go on, and each later part go on from the one before; new schedules begin on a
    /// beat.
    mutating func continueSchedules(of played: Part?, fromBeat beat: Int64) {
        var former = played
        for index in parts.indices {
            parts[index].continueSchedules(of: former, fromBeat: index == 0 ? beat : parts[index].fromBeat)
            former = parts[index]
        }
    }
}
