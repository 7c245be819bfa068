// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// How much a tap may lie in the past, and in the future, by the clock of this machine.
    private static let tapRange = (past: Duration.seconds(10), future: Duration.seconds(1))
    /// How long a plan may be on its way to the real-time thread, in seconds: a phase is moved from there on.
    private static let onTheWay = 0.005

    // MARK: taps

    /// Takes a tap: sets tempo and phase by it, or compares it with the beats.
    mutating func tap(atNs stamp: Int64?, start: Int?, at cue: Cue, _ ask: Ask) throws(TurnEnd) {
        let time = try played(atNs: stamp)
        if comparesStrokes, let run = heardRun {
            return compare(Score.Hit(time, in: run, isSilent: isSilent(in: run)), ask: ask)
        }
        if try songPlays(at: cue) { throw .refused(songSays("tempo")) }
        taps.add(time)
        // The next tap of a series sets the tempo.
        attend()
        var reply = PendingAnswer(ask, more: ["tap": .wire(TapState(taps))])
        let starts = start.map { taps.count >= $0 } ?? false && !transport.isStarted
        guard let fit = taps.fit, let tempo = fit.tempo else { return answer(reply, change([:])) }
        let (edit, source, naming) = (Edit.tempo(.to(tempo)), EditSource.gesture(taps.series), Naming.word("time_ns"))
        guard cue == .now || !transport.isStarted else {
            return try apply(edit, at: cue, by: source, naming, for: ask, reply)
        }
        // Who leads the beats says where they fall.
        if isFollowing {
            if starts { return self.start(as: Transport.Start(at: .beat), reply) }
            return try apply(edit, by: source, naming, for: ask, reply)
        }
        let phase = taps.next.map { PhaseBridge.Target.beats(at: $0, periodNs: fit.periodNs) }
        guard starts else {
            // The metronome that follows on a song begins with its beat.
            reply.isOfPhase = song == nil
            return try apply(edit, by: source, phase: transport.isStarted ? phase : nil, naming, for: ask, reply)
        }
        let before = settings
        try apply(edit, by: source, naming, for: ask, PendingAnswer())
        var start = Transport.Start()
        start.phase = phase
        reply.more.merge(values(of: edit, in: settings, since: before)) { first, _ in first }
        self.start(as: start, reply)
    }

    // MARK: phase

    /// Moves the beats, by a stretch of another tempo.
    mutating func nudge(by milliseconds: Double, _ ask: Ask) throws(TurnEnd) {
        try needPlaying("beats")
        if song != nil { throw .refused(songSays("the phase")) }
        if isFollowing { throw .refused(elsewhere("where the beats fall")) }
        guard milliseconds != 0 else { return answer(PendingAnswer(ask), change(["nudge_ms": 0])) }
        let wanted = PhaseBridge.Target.shift(milliseconds: milliseconds).added(to: phaseChange.wanted)
        let isFar = (music?.steadyBeat ?? 0) > nextBeat + PhaseBridge.longest
        guard wanted.isInRange, !isFar else {
            let reason = "the beats are being moved as far as they can be: ask again when they are there"
            throw .refused(ControlError(.busy, reason, param: "nudge_ms"))
        }
        phaseChange.wanted = wanted
        var reply = PendingAnswer(ask, more: ["nudge_ms": JSONValue(milliseconds)])
        reply.isOfPhase = true
        plan(reply)
    }

    /// Has a bar begin with the next beat.
    mutating func beginBar(_ ask: Ask) throws(TurnEnd) {
        try needPlaying("bars")
        if song != nil { throw .refused(songSays("the bar")) }
        if isFollowing { throw .refused(elsewhere("where the bars begin")) }
        gestures.insert(.bar)
        var reply = PendingAnswer(ask)
        reply.form = .bar
        plan(reply)
    }

    /// Why what only the metronome has cannot be changed now, and from where it can where the song is to be unloaded.
    func songSays(_ what: String) -> ControlError {
        let songs = music?.songsAfterChanges(song, pending: pending.list) ?? [:]
        guard let change = pending.list.first(where: { songs[$0.id] == .some(nil) }), let record,
            let beat = music?.beat(ofChange: change.id)
        else { return Self.songSays(what) }
        let place = told(beat, in: record)
        return ControlError(
            .songPlays,
            "\(what) cannot be set before bar \(place.bar), beat \(place.beat), with which the song is unloaded: ask again then"
        )
    }

    /// Goes on only where anything can be moved of what plays.
    private func needPlaying(_ what: String) throws(TurnEnd) {
        guard transport.isPlaying else {
            throw .refused(ControlError(.stopped, "nothing plays: there are no \(what) to move"))
        }
        guard !isEndDecided, !strikesEnd else {
            throw .refused(ControlError(.stopped, "the music ends: there are no \(what) left to move"))
        }
    }

    /// Adds the way to the phase that is wanted to the music of a plan.
    mutating func bridgePhase(in music: inout PlannedMusic, after former: PlannedMusic, _ step: inout PlannedMusic.Step)
    {
        // What is on its way may move the beats: the phase is moved once it is known.
        guard let target = phaseChange.wanted, sent.isEmpty, let run = heardRun else { return }
        phaseChange.wanted = nil
        guard !music.isDecided(fromBeat: nextBeat) else { return }
        let bridge = PhaseBridge(
            to: target, of: run, fromFrame: firstFrame, tempo: settings.tempo, endingFrom: former.steadyBeat)
        guard let bridge else { return }
        phaseChange.sent = target
        music.add(bridge.corrected(by: run.record), after: former)
        step.bridge = bridge
    }

    /// The first frame that can still be changed by a plan that is sent now.
    var firstFrame: Int64 {
        let rate = record?.rate ?? Double(samples.sampleRate.hertz)
        return heard.writtenFrame + Int64(samples.longestLead) + Int64(clamping: Self.onTheWay * rate)
            + planLead.frames(at: rate)
    }

    /// Goes on with the phase that is wanted, after a plan was adopted.
    mutating func settlePhase(after step: PlannedMusic.Step) {
        if step.bridge != nil { phaseChange.sent = nil }
        if step.bridge != nil || record == nil || !phaseChange.isMoving { answerPhase() }
        if phaseChange.wanted != nil, sent.isEmpty, record != nil { plan() }
    }

    // MARK: score

    /// Turns scoring on or off, or begins anew, and tells the score. What was scored of the run so far is kept.
    mutating func setScore(_ request: ScoreRequest?, _ ask: Ask) {
        switch request {
        case .on:
            isScoring = true
        case .off:
            isScoring = false
        case .reset: score = Score()
        case nil: break
        }
        if request != nil { sendState(changed: ["score"]) }
        answer(ask, ScoreState(score, isOn: comparesStrokes, withBars: true))
    }

    /// Whether taps and strokes are compared: for the score, or for a trainer that follows the player.
    var comparesStrokes: Bool { isScoring || settings.practice.trainers.contains { $0.rules.passes != nil } }

    // MARK: strokes

    /// Takes a stroke that was heard: compares it with what is played.
    mutating func hear(atNs stamp: Int64, _ ask: Ask) throws(TurnEnd) {
        let time = try played(atNs: stamp)
        guard comparesStrokes, let run = heardRun else {
            return answer(
                PendingAnswer(ask), change(["score": .wire(ScoreState(score, isOn: comparesStrokes, withBars: false))])
            )
        }
        let subdivision = song == nil ? Pattern(subdivision: settings.subdivision, swing: settings.swing) : nil
        let grid = StrokeGrid(run, subdivision: subdivision)
        let (hit, missed) = grid.stroke(time, after: score.lastPlace, isSilent: isSilent(in: run))
        compare(hit, missed: missed, on: grid, ask: ask)
    }

    /// When something was played, which is now unless it is stamped; refused where that was long ago, or is to come.
    private func played(atNs stamp: Int64?) throws(TurnEnd) -> ClockTime {
        let time = stamp.map { ClockTime(nanoseconds: $0) } ?? now
        guard time > now - Self.tapRange.past, time < now + Self.tapRange.future else {
            let seconds = (time.seconds(since: now) * 10).rounded() / 10
            let reason =
                "time_ns is \(abs(seconds)) s \(seconds < 0 ? "ago" : "ahead"): it must be CLOCK_MONOTONIC of now"
            throw .refused(ControlError(.invalid, reason, param: "time_ns"))
        }
        return time
    }

    private func isSilent(in run: HeardRun) -> (Int64) -> Bool {
        { [settings] beat in settings.audibleVolume == 0 || run.beat(beat).accent == .mute }
    }

    private mutating func compare(
        _ hit: Score.Hit, missed: [Score.Missed]? = nil, on grid: StrokeGrid? = nil, ask: Ask
    ) {
        let count = score.total.count
        score.add(hit, missed: missed)
        if score.total.count > count { follow(hit, on: grid) }
        sendState(changed: ["score"])
        answer(PendingAnswer(ask), change(["score": .wire(ScoreState(score, isOn: true, withBars: false))]))
    }

    /// Has a trainer that follows the player take a stroke in, or a tap, which may come for any beat of its pass.
    private mutating func follow(_ hit: Score.Hit, on grid: StrokeGrid?) {
        guard song == nil, let record, let (begin, passes) = musicInForce?.course(atBeat: hit.beat).judging,
            let beats = passes.beats(ofPassWith: hit.bar, begin, in: record.rules.rule(ofBeat: hit.beat).grid)
        else { return }
        var (missed, left) = (0, 0)
        let last = practice.tally.last.flatMap { beats.contains($0.whole) ? $0 : nil }
        if let grid {
            missed = grid.expected(fromBeat: beats.lowerBound, after: last, before: hit.place)
            left = grid.expected(fromBeat: hit.beat, after: hit.place, before: BeatPosition(whole: beats.upperBound))
        } else {
            missed = Int(clamping: hit.beat - max(last.map { $0.whole + 1 } ?? 0, beats.lowerBound))
            left = Int(clamping: beats.upperBound - hit.beat - 1)
        }
        if practice.tally.add(hit, missed: max(0, missed), left: max(0, left), begin: begin, passes: passes) { plan() }
    }
}
