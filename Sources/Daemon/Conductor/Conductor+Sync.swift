// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Logging
internal import NIOCore
internal import Rhythm
internal import Session
internal import Sound

extension Conductor {
    /// Between two looks at the clock that is followed lie so many seconds at least.
    private static let looks = 0.2
    /// The most plans for one beat: its decision, and one that comes after another change.
    private static let mostPlans = 2
    /// How far ahead a start may be, in seconds.
    private static let farthestStart = 60.0

    // MARK: requests of the owner

    /// Takes a line of an outside clock.
    func follow(_ request: FollowRequest, from client: any Subscriber, _ answer: @escaping (Answer) -> Void) {
        let (now, key) = (ClockTime.now, ObjectIdentifier(client))
        if let source, !source.accepts(key, at: now) {
            let reason = "\(source.name) is followed already, and another client owns it: end that one first"
            return answer(.failure(ControlError(.led, reason, param: "source")))
        }
        let line: OutsideLine
        do throws(OutsideLine.Fault) {
            line = try OutsideLine(
                beat: request.beat, at: ClockTime(nanoseconds: request.timeNs), bpm: request.bpm,
                quantum: request.quantum, cameAt: now)
        } catch { return answer(.failure(ControlError(error))) }
        let before = source.map { (name: $0.name, isStale: $0.isStale(at: now), owner: $0.owner) }
        if source == nil { source = SyncSource(request.source, owner: key, line, cameAt: now) }
        source?.take(line, named: request.source, from: key, cameAt: now)
        if before?.name != request.source || before?.owner != key {
            log.info("following \(request.source)")
        } else if before?.isStale == true {
            log.info("\(request.source) is there again")
        }
        staleTimer?.cancel()
        staleTimer = source.map { wake(at: $0.deadline) { $0.followSync() } }
        takeTempo()
        followSync()
        answer(.success(SyncAnswer(sync: syncState(at: now))))
    }

    /// Goes on without the outside clock, at the last tempo.
    func unfollow(_ answer: (Answer) -> Void) {
        guard isOfOwner else { return answer(.failure(notOwner)) }
        log.info("\(source?.name ?? "") is followed no more")
        refuse("the clock is followed no more")
        source = nil
        staleTimer?.cancel()
        staleTimer = nil
        followSync()
        answer(.success(SyncAnswer(sync: syncState(at: .now))))
    }

    /// The client that owns the clock has gone: the beats go on as they do.
    func ownerLeft() {
        log.warning("\(source?.name ?? "the clock that is followed") has gone: the beats go on at the last tempo")
        refuse("\(source?.name ?? "its owner") has gone")
        source?.leave()
        if record == nil { source = nil }
        staleTimer?.cancel()
        staleTimer = nil
        followSync()
    }

    private var notOwner: ControlError {
        let reason =
            source.map { "\($0.name) belongs to another client: only that one may do this" } ?? "no clock is followed"
        return ControlError(.led, reason)
    }

    // MARK: the tempo

    /// Why the outside clock is not followed though it is there; nil where it is.
    private var held: String? {
        if song != nil { return "the song has its own tempo" }
        if settings.practice.speed != nil { return "the speed trainer leads the tempo" }
        return nil
    }

    /// Whether an outside clock says where the beats are.
    var isLed: Bool { source.map { !$0.isStale(at: .now) } ?? false && held == nil }

    /// Why something cannot be changed here.
    func leads(_ what: String) -> ControlError {
        ControlError(.led, "\(source?.name ?? "another clock") says \(what): change it there")
    }

    /// The tempo that an edit asks for and that the owner of the clock has to take; nil where there is none.
    func tempoToPropose(by edit: Edit) -> Tempo? {
        guard isLed, edit.keys.contains(where: { $0.form == .tempo }),
            let tempo = (try? edit.applied(to: settings))?.tempo, tempo != settings.tempo
        else { return nil }
        return tempo
    }

    /// A piece as it can be played: its tempo is proposed to the owner of the clock, if one leads, and not waited for.
    func led(_ piece: Piece) -> Piece {
        var piece = piece
        guard piece.song == nil, let tempo = tempoToPropose(by: piece.edit) else { return piece }
        let edit = Edit.tempo(.to(tempo))
        for key in edit.keys { piece.edit[key] = nil }
        propose(Proposal(edit, tempo, by: .other, { _ in nil }, { _ in }, isLoaded: true), at: .now)
        return piece
    }

    /// Tells the owner of the clock what tempo was asked for, and waits for its next line.
    func propose(_ proposal: Proposal, at cue: Cue) {
        guard !isOfOwner else {
            return proposal.answer(.failure(ControlError(.led, "send a line with that tempo: the clock is yours")))
        }
        guard cue == .now else {
            return proposal.answer(
                .failure(ControlError(.led, leads("the tempo").message + ", or ask for it without at", param: "at")))
        }
        refuse("another tempo was asked for meanwhile")
        var proposal = proposal
        proposal.timer = wake(at: .now.advanced(bySeconds: SyncSource.patience)) { conductor in
            conductor.refuse("\(conductor.source?.name ?? "") did not take it within 2 s")
        }
        proposed = proposal
        source?.proposal = proposal.tempo
        tellSync()
    }

    /// The owner does not take the tempo.
    func refuseProposal(_ answer: (Answer) -> Void) {
        guard isOfOwner else { return answer(.failure(notOwner)) }
        refuse("\(source?.name ?? "") refused it")
        answer(.success(SyncAnswer(sync: syncState(at: .now))))
    }

    /// Answers what was proposed, if anything was.
    private func refuse(_ reason: String) {
        guard let proposal = proposed else { return }
        proposal.timer?.cancel()
        proposed = nil
        source?.proposal = nil
        tellSync()
        proposal.answer(
            .failure(ControlError(.led, "the tempo stays at \(settings.tempo) bpm: \(reason)")))
    }

    /// Makes the tempo of the line that of the settings; what was proposed is taken with it.
    private func takeTempo() {
        guard held == nil, let source else { return }
        if let proposal = proposed, source.hasTakenProposal {
            proposal.timer?.cancel()
            proposed = nil
            self.source?.proposal = nil
            let edit = proposal.taken(with: source.tempo(inPlaceOf: settings.tempo) ?? proposal.tempo)
            return prepare(edit, proposal.answer) { conductor in
                conductor.put(edit, by: proposal.source, proposal.parameter, proposal.answer)
            }
        }
        if let tempo = source.tempo(inPlaceOf: settings.tempo) { apply(.tempo(.to(tempo))) { _ in } }
    }

    // MARK: the beats

    /// Whether the clock that is followed is known now, so that beats are moved to it.
    private var isKnown: Bool {
        switch follower?.reference {
        case .line: isLed
        case .time: true
        case nil: false
        }
    }

    /// Decides which clock is followed.
    private func chooseClock(_ run: HeardRun) {
        if let source, isLed {
            if case .line = follower?.reference {} else { follower = Follower(.line(source.estimate)) }
            follower?.reference = .line(source.estimate)
        } else if source != nil, held == nil, case .line = follower?.reference {
            // Until it is there again the beats go on as they do.
        } else if settings.clock == .system {
            if case .time = follower?.reference { return }
            // From the first beat that is not heard yet: it stays where it was told.
            let beat = max(0, run.beat(at: .now) + 1)
            follower = Follower(.time(of: Position(whole: beat), run.time(ofBeat: beat)))
        } else {
            follower = nil
        }
    }

    /// The device has another offset: by CLOCK_MONOTONIC the beats go on from where they are heard now.
    func anchorClock() {
        guard case .time = follower?.reference, let run = heardRun else { return }
        follower = nil
        chooseClock(run)
    }

    /// The beat with which a bar of the followed clock begins, where that is none here.
    func followedBar(nextBeat: Int64) -> Int64? {
        guard sent.isEmpty, isKnown, let run = heardRun else { return nil }
        return follower?.bar(in: run, nextBeat: nextBeat)
    }

    /// Adds to a plan what leads its beats to the clock that is followed.
    func followClock(
        in music: inout PlannedMusic, after former: PlannedMusic, _ step: inout PlannedMusic.Step, nextBeat: Int64
    ) {
        // What is on its way may move the beats: they are led once it is known.
        guard sent.isEmpty, step.bridge == nil, let run = heardRun else { return }
        guard follower != nil else {
            guard music.corrections.contains(where: { $0.factor != 1 }) else { return }
            music.endCorrection(fromBeat: nextBeat)
            step.correctedBeat = nextBeat
            return
        }
        guard isKnown, music.tempo(ofBeat: nextBeat) == former.tempo(ofBeat: nextBeat) else { return }
        switch follower?.step(in: run, nextBeat: nextBeat, fromFrame: firstFrame) {
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
    func followSync() {
        defer { tellSync() }
        syncTimer?.cancel()
        syncTimer = nil
        guard let run = heardRun, transport.isStarted else { return }
        let wasFollowing = follower != nil
        chooseClock(run)
        guard follower != nil else {
            if wasFollowing, sent.isEmpty { ask(Transport.Event.edit) { _ in } }
            return
        }
        let now = ClockTime.now
        let present = run.beat(at: now)
        follower?.advance(to: present, in: run)
        if isKnown {
            follower?.look(at: run, now: now)
            moveBeats(run)
        }
        var next = max(0, present) + 1
        while run.time(ofBeat: next).seconds(since: now) < Self.looks { next += 1 }
        syncTimer = wake(at: run.time(ofBeat: next)) { $0.followSync() }
    }

    private func moveBeats(_ run: HeardRun) {
        let beat = nextBeat
        guard sent.isEmpty, stepped.beat != beat || stepped.plans < Self.mostPlans, let follower,
            follower.step(in: run, nextBeat: beat, fromFrame: firstFrame) != .keep
                || follower.bar(in: run, nextBeat: beat) != nil
        else { return }
        stepped = (beat, stepped.beat == beat ? stepped.plans + 1 : 1)
        ask(Transport.Event.edit) { _ in }
    }

    /// The run is over. A clock whose owner has gone is none any more.
    func endSync() {
        syncTimer?.cancel()
        syncTimer = nil
        follower = nil
        stepped = (0, 0)
        if source?.owner == nil { source = nil }
        tellSync()
    }

    // MARK: starts

    /// Begins a run at a place of the clock that is followed, or at a time.
    func start(at place: StartPlace, _ answer: @escaping (Answer) -> Void) {
        if case .time(let ns) = place {
            let seconds = ClockTime(nanoseconds: ns).seconds(since: .now)
            guard seconds <= Self.farthestStart else {
                let reason = "time_ns is \((seconds * 10).rounded() / 10) s ahead: at most 60 s are possible"
                return answer(.failure(ControlError(.outOfRange, reason, param: "time_ns")))
            }
        }
        if !transport.isStarted { startPlace = place }
        start(answer)
    }

    /// Says when the first beat of a plan is to leave the device, where that is to be at a time.
    func aimStart(of plan: inout Plan) {
        let now = ClockTime.now
        var aim: (time: ClockTime, periodNs: Double)?
        switch startPlace ?? .bar {
        case .now: break
        case .beat: if isLed { aim = source?.grid(ofBars: false, after: now) }
        case .bar: if isLed { aim = source?.grid(ofBars: true, after: now) }
        case .time(let ns): aim = (ClockTime(nanoseconds: ns), 0)
        }
        guard let aim else { return }
        plan.startTime = aim.time.advanced(bySeconds: -offsetMs / 1000)
        plan.startPeriod = aim.periodNs / 1e9
    }

    // MARK: what is told

    /// The clock that is followed, as clients are told it.
    func syncState(at now: ClockTime) -> SyncState? {
        var state: SyncState
        if let source {
            let line = source.estimate.line
            state = SyncState(
                source: source.name, bpm: (line.bpm * 1000).rounded() / 1000,
                quantum: line.quantum > 1 ? line.quantum : nil,
                stale: source.isStale(at: now), held: held, proposal: source.proposal?.beatsPerMinute,
                loaded: proposed?.isLoaded == true ? true : nil,
                peers: source.owner.flatMap { bridges[$0]?.peers })
        } else if settings.clock == .system {
            state = SyncState(source: "system")
        } else {
            return nil
        }
        guard let run = heardRun, let follower else { return state }
        let beat = max(0, run.beat(at: now))
        func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }
        if isKnown {
            state.errorUs = rounded(follower.error(ofBeat: beat, in: run) * 1e6)
            state.slewPpm = rounded(follower.slew(ofBeat: beat, in: run) * 1e6)
        }
        state.p99Us = follower.tally.p99.map { rounded($0 * 1e6) }
        return state
    }

    /// Tells subscribers what has changed of the clock that is followed, but for the figures.
    func tellSync() {
        let state = syncState(at: .now)?.lasting
        guard state != toldSync else { return }
        if let state, state.stale, toldSync?.stale == false, source?.owner != nil {
            log.warning("nothing has come from \(state.source) for 2 s: the beats go on at the last tempo")
        }
        toldSync = state
        sendState(changed: ["sync"])
    }
}

extension ControlError {
    /// Why a line cannot be followed.
    fileprivate init(_ fault: OutsideLine.Fault) {
        switch fault {
        case .beat: self.init(.outOfRange, "beat must be a number from -1e9 to 1e9", param: "beat")
        case .bpm: self.init(.outOfRange, "bpm must lie between 1 and 1000", param: "bpm")
        case .quantum: self.init(.outOfRange, "quantum must lie between 1 and 64", param: "quantum")
        case .time(let seconds):
            let distance = "\((abs(seconds) * 10).rounded() / 10) s \(seconds < 0 ? "ago" : "ahead")"
            self.init(
                .invalid, "time_ns is \(distance): it must be CLOCK_MONOTONIC, not more than 2 s from now",
                param: "time_ns")
        }
    }
}
