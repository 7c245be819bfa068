// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// How the beats are led to the clock that is followed.
extension Performance {
    /// How many seconds lie between two looks at the clock that is followed, at least.
    private static let looks = 0.2

    /// Whether the clock that is followed is known now, so that beats are moved to it.
    var isKnown: Bool {
        switch leader.follower?.reference {
        case .line: isFollowing
        case .time: true
        case nil: false
        }
    }

    /// Decides which clock is followed.
    private mutating func chooseClock(_ run: HeardRun) {
        if let source = leader.source, isFollowing {
            if case .line = leader.follower?.reference {
            } else {
                leader.follower = TempoFollower(.line(source.estimate))
            }
            leader.follower?.reference = .line(source.estimate)
        } else if leader.source != nil, notFollowed == nil, case .line = leader.follower?.reference {
            // Until it is there again the beats go on as they do.
        } else if settings.clock == .system {
            if case .time = leader.follower?.reference { return }
            // From the first beat that is not heard yet: it stays where it was told.
            let beat = max(0, run.beat(at: now) + 1)
            leader.follower = TempoFollower(.time(of: Position(whole: beat), run.time(ofBeat: beat)))
        } else {
            leader.follower = nil
        }
    }

    /// The device has another offset: by CLOCK_MONOTONIC the beats go on from where they are heard now.
    mutating func anchorClock() {
        guard case .time = leader.follower?.reference, let run = heardRun else { return }
        leader.follower = nil
        chooseClock(run)
    }

    /// The beat with which a bar of the followed clock begins, where no bar begins here.
    func followedBar(nextBeat: Int64) -> Int64? {
        guard sent.isEmpty, isKnown, let run = heardRun else { return nil }
        return leader.follower?.bar(in: run, nextBeat: nextBeat)
    }

    /// Adds to a plan what leads its beats to the clock that is followed.
    func followClock(
        in music: inout PlannedMusic, after former: PlannedMusic, _ step: inout PlannedMusic.Step, nextBeat: Int64
    ) {
        // What is on its way may move the beats: they are led once it is known.
        guard sent.isEmpty, step.bridge == nil, let run = heardRun else { return }
        guard leader.follower != nil else {
            guard music.corrections.contains(where: { $0.factor != 1 }) else { return }
            music.endCorrection(fromBeat: nextBeat)
            step.correctedBeat = nextBeat
            return
        }
        guard isKnown, music.tempo(ofBeat: nextBeat) == former.tempo(ofBeat: nextBeat) else { return }
        switch leader.follower?.step(
            in: run, nextBeat: nextBeat, fromFrame: firstFrame, steadyBeat: music.steadyBeat)
        {
        case .keep, nil: break
        case .slew(let beat, let factor, let then):
            music.correct(fromBeat: beat, by: factor, then: then)
            step.correctedBeat = beat
        case .splice(let target, let frame):
            guard let bridge = PhaseBridge(to: target, of: run, fromFrame: frame, tempo: settings.tempo) else { break }
            music.add(bridge.corrected(by: run.record), after: former)
            step.bridge = bridge
        }
    }

    /// Looks where the clock is that is followed, sends a plan where the beats are to be moved, and sets the timer for the
    /// next look.
    mutating func followSync() {
        defer { tellSync() }
        wakes[.sync] = nil
        if leader.proposed != nil, let reason = notFollowed { refuse(reason) }
        if leader.source?.isStale(at: now) ?? true, pending.keepProposals(), transport.isStarted { plan() }
        takeTempo()
        guard let run = heardRun, transport.isStarted else { return }
        let wasFollowing = leader.follower != nil
        chooseClock(run)
        guard leader.follower != nil else {
            if wasFollowing, sent.isEmpty { plan() }
            return
        }
        let now = moment.now
        let present = run.beat(at: now)
        leader.follower?.advance(to: present, in: run)
        if isKnown {
            leader.follower?.look(at: run, now: now)
            moveBeats(run)
        }
        var next = max(0, present) + 1
        while run.time(ofBeat: next).seconds(since: now) < Self.looks { next += 1 }
        wakes[.sync] = run.time(ofBeat: next)
    }

    private mutating func moveBeats(_ run: HeardRun) {
        let beat = nextBeat
        guard sent.isEmpty, let follower = leader.follower,
            follower.step(
                in: run, nextBeat: beat, fromFrame: firstFrame, steadyBeat: musicInForce?.steadyBeat ?? 0) != .keep
                || follower.bar(in: run, nextBeat: beat) != nil,
            leader.mayStep(beat)
        else { return }
        plan()
    }

    /// The run is over.
    mutating func endSync() {
        wakes[.sync] = nil
        leader.endRun()
        tellSync()
    }

    // MARK: starts

    /// How far ahead a start may be, in seconds.
    private static let farthestStart = 60.0
    /// How long before its first beat a start in the midst of a song is planned, in seconds.
    private static let startLead = 0.1

    /// Begins a run at a place of the clock that is followed, or at a time. The entry of a set list that is being read comes first.
    mutating func start(at place: StartPlace, _ ask: Ask) throws(TurnEnd) {
        if let refusal = refusal(of: place) { throw .refused(refusal) }
        // What begins now is not the run whose end is written.
        if isEndDecided || strikesEnd { endMusic() }
        if endEntryEarly() { return inbox.again(ask) }
        try awaitEntry()
        start(as: Transport.Start(at: place), PendingAnswer(ask))
    }

    /// Why a place is none to begin at; nil where it is one.
    private func refusal(of place: StartPlace) -> ControlError? {
        switch place {
        case .now, .beat, .bar: return nil
        case .time(let ns):
            let seconds = ClockTime(nanoseconds: ns).seconds(since: now)
            guard seconds > Self.farthestStart else { return nil }
            let reason =
                "time_ns is \((seconds * 10).rounded() / 10) s ahead: at most \(Int(clamping: Self.farthestStart)) s are possible"
            return ControlError(.outOfRange, reason, param: "time_ns")
        case .song(let quarters, let ns):
            guard let song else { return Self.noSong }
            let seconds = ClockTime(nanoseconds: ns).seconds(since: now)
            guard abs(seconds) <= Self.farthestStart else {
                let reason =
                    "time_ns is \((abs(seconds) * 10).rounded() / 10) s from now: at most \(Int(clamping: Self.farthestStart)) s are possible"
                return ControlError(.outOfRange, reason, param: "time_ns")
            }
            guard SongEntry(song, quarters: quarters, atNs: ns, notBefore: now) == nil else { return nil }
            let reason = "the song is over by then: it has \(song.course.map.length) quarter notes"
            return ControlError(.outOfRange, reason, param: "quarters")
        }
    }

    /// The song that a start plays, from where it is to begin.
    func song(of beginning: Beginning?) -> LoadedSong? {
        guard var starting = song else { return nil }
        if let entry = beginning?.songEntry {
            (starting.start, starting.countsIn) = (entry.beat, false)
        } else {
            starting.start = starting.begin
        }
        return starting
    }

    /// The first beat of the song that a start can still play in step with a place; nil where none was named.
    func songEntry(of start: Transport.Start) -> SongEntry? {
        guard case .song(let quarters, let ns) = start.place, let song else { return nil }
        return SongEntry(
            song, quarters: quarters, atNs: ns, notBefore: now.advanced(bySeconds: Self.startLead))
    }

    /// When the first beat of a run is to leave the device; nil where the run begins as soon as it can.
    func time(of beginning: Beginning) -> (time: ClockTime, periodS: Double)? {
        var target: (time: ClockTime, periodNs: Double)?
        if let resumption = beginning.start.resumption, let entry = beginning.entry {
            target = (entry.time, resumption.beatNs * Double(resumption.beatsPerBar))
        }
        switch beginning.start.place {
        case _ where target != nil: break
        case .now: break
        case .beat: if isFollowing { target = leader.source?.grid(ofBars: false, after: now) }
        case .bar: if isFollowing { target = leader.source?.grid(ofBars: true, after: now) }
        case .time(let ns): target = (ClockTime(nanoseconds: ns), 0)
        case .song: target = beginning.songEntry.map { ($0.time, 0) }
        }
        return target.map { ($0.time.advanced(bySeconds: -offsetMs / 1000), $0.periodNs / 1e9) }
    }
}
