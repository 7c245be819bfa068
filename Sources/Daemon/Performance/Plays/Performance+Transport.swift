// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession
internal import Sound

extension Performance {
    /// A plan that was sent.
    struct SentPlan: Equatable {
        var music: PlannedMusic
        var step: PlannedMusic.Step
        /// What was done by hand before it.
        var gestures: Set<PlannedMusic.Gesture>
        /// The ids of the changes that were reached before it in music that was sent.
        var reached: [Int]
        /// How the run begins that it begins; nil where it begins none.
        var beginning: Beginning?
    }

    /// How a run begins, and with which beat.
    struct Beginning: Equatable {
        var start: Transport.Start
        /// The beat of the run that is resumed; nil for none.
        var entry: SavedRun.Entry?
        /// The beat of the song, in step with a place; nil where none was named.
        var songEntry: SongEntry?
    }

    /// A plan that was adopted, and where.
    struct Adopted: Equatable {
        var adoption: Adoption
        var plan: SentPlan
    }

    /// An event for the transport, and the plan that it tells of.
    struct TransportEvent: Equatable {
        var event: Transport.Event
        var adopted: Adopted?
    }

    /// Begins a run; while one plays, only answers where it is.
    mutating func start(as start: Transport.Start = Transport.Start(), _ reply: PendingAnswer) {
        if !transport.isStarted {
            settings.lanes = settings.lanes.renumbered()
            changeChannels()
        }
        var reply = reply
        reply.form = .place(["playing": true])
        ask({ .start($0, start) }, reply)
    }

    /// Fades out; the next start begins a new run.
    mutating func stop(_ reply: PendingAnswer) {
        var reply = reply
        reply.form = .place(["playing": false])
        silence(reply)
    }

    /// Has the run that plays fade out. What is asked for from now on waits for the next one.
    mutating func silence(_ reply: PendingAnswer) {
        if transport.isPlaying {
            applyPending(before: nextBeat)
            pending.endRun()
        }
        // Taps before the stop move no later run.
        phaseChange.replace(by: nil)
        ask(Transport.Event.stop, reply)
    }

    /// Has the settings, and what waits, planned anew.
    mutating func plan(_ reply: PendingAnswer = PendingAnswer()) { ask(Transport.Event.edit, reply) }

    /// Hands a request to the transport, of which somebody is told what it led to, whatever is asked for after it. Another change
    /// is expected soon from whoever has asked.
    mutating func ask(_ event: (Transport.Request) -> Transport.Event, _ reply: PendingAnswer) {
        if reply.ask != nil { attend() }
        requests += 1
        waiting[requests] = reply
        handle(event(requests))
    }

    // MARK: events and actions of the transport

    /// Hands an event to the transport and does what it says. An event that comes meanwhile is handed in after that.
    mutating func handle(_ event: Transport.Event, _ adopted: Adopted? = nil) {
        events.append(TransportEvent(event: event, adopted: adopted))
        guard events.count == 1 else { return }
        while let first = events.first {
            for action in transport.take(first.event) { perform(action, first.adopted) }
            events.removeFirst()
        }
    }

    private mutating func perform(_ action: Transport.Action, _ adopted: Adopted?) {
        switch action {
        case .openOutput(let run): actions.append(.openOutput(run: run))
        case .closeOutput:
            relax()
            // Nothing plays that a tap or a tempo by hand was meant for.
            phaseChange.replace(by: nil)
            gestures = []
            if record == nil { dropPending(isBegun: false) }
            actions.append(.closeOutput(atOnce: false))
        case .send(let revision, let run): send(revision: revision, run: run)
        case .stopWaiting: actions.append(.stopWaiting)
        case .beginRun: if let adopted { begin(adopted) }
        case .continueRun: if let adopted { adopt(adopted.adoption) }
        case .endRun: if let adopted { end(adopted.adoption) }
        case .tellPlaying: sendState(changed: ["playing"] + (record == nil ? [] : ["run"]) + ["position", "pendulum"])
        case .answer(let request, let outcome):
            if let reply = waiting.removeValue(forKey: request) { finish(reply, outcome) }
        }
    }

    /// Compiles the settings, and the changes that wait, into a plan and sends it.
    private mutating func send(revision: UInt64, run: UInt64?) {
        var step = PlannedMusic.Step()
        var beginning: Beginning?
        var wanted: PlannedMusic
        if let run, let record, record.run == run, let present = music {
            let nextBeat = nextBeat
            applyPending(before: nextBeat)
            followTempo(before: nextBeat)
            wanted = present
            wanted.timedEnd = practice.timedEnd
            if let verdict = practice.tally.verdict { wanted.judge(verdict) }
            step = wanted.change(
                to: settings, pending: pending.list, nextBeat: nextBeat, gestures: gestures,
                barBeat: followedBar(nextBeat: nextBeat))
            bridgePhase(in: &wanted, after: present, &step)
            followClock(in: &wanted, after: present, &step, nextBeat: nextBeat)
        } else {
            beginning = run.flatMap(beginning(ofRun:))
            let grid = beginning?.entry.flatMap { beginning?.start.resumption?.grid(from: $0) }
            // Silence needs no other music than there is.
            let present = run == nil ? music : nil
            wanted =
                present ?? PlannedMusic(settings, song: song(of: beginning), pending: pending.list, grid: grid)
        }
        aimWallClock(in: &wanted)
        let choices = wanted.parts.flatMap(\.choices).reduce(into: [SoundChoice]()) { choices, choice in
            if !choices.contains(choice) { choices.append(choice) }
        }
        do {
            guard !samples.names.isEmpty else { return refuse(revision, "there is no sound to play") }
            let music = try compiled.music(of: wanted.arrangement(kits: choices))
            self.music = wanted
            sent[revision] = SentPlan(
                music: wanted, step: step, gestures: gestures, reached: pending.anticipatedIDs,
                beginning: beginning)
            actions.append(
                .play(
                    PlayOrder(
                        revision: revision, run: run, cue: step.position, music: music, choices: choices,
                        samples: samples, mixes: wanted.parts[0].mixes.map { ($0.key, $0.value) },
                        start: beginning.flatMap(time(of:)))))
        } catch {
            refuse(revision, "this cannot be played: \(error)")
        }
    }

    /// The real-time thread keeps the time of the first plan of a run, so the beat that belongs to it is chosen once.
    private func beginning(ofRun run: UInt64) -> Beginning? {
        if let first = sent.values.lazy.compactMap(\.beginning).first { return first }
        return transport.start(ofRun: run).map { start in
            Beginning(
                start: start, entry: start.resumption.flatMap(entry(of:)), songEntry: songEntry(of: start))
        }
    }

    /// A plan could not be made, whatever was checked before.
    private mutating func refuse(_ revision: UInt64, _ reason: String) {
        log(.error, reason)
        phaseChange.miss()
        answerPhase()
        handle(.unplayable(revision: revision, reason: reason))
    }

    /// A run begins where its first plan was adopted.
    private mutating func begin(_ adopted: Adopted) {
        settleResumption(adopted)
        let adoption = adopted.adoption
        let rule = musicInForce?.rule(ofBeat: 0)
        let grid = rule?.grid ?? BarGrid(beatsPerBar: settings.countedMeter.beats)
        var begun = RunRecord(
            AdoptedPlan(adoption, grid: grid, nextBeat: 0), accents: rule?.accents ?? settings.beatAccents,
            rules: musicInForce?.rules ?? [], tempi: musicInForce?.tempi ?? [],
            lanes: musicInForce?.laneRules ?? [], endBeat: musicInForce?.endBeat)
        approach(&begun)
        record = begun
        gestures = []
        // What was tapped since the start was asked for.
        phaseChange.wanted = phaseChange.wanted ?? adopted.plan.beginning?.start.phase
        followTempo(before: 1)
        score = Score()
        beginNotes(of: begun)
        audience.announcer.reset()
        rememberRun(begins: true)
    }

    /// The run goes on by a plan: what it brings holds from the next beat on, and what waits from its own.
    private mutating func adopt(_ adoption: Adoption) {
        guard let music = musicInForce else { return }
        let next = adoption.position.nextWhole
        let present = music.rule(ofBeat: next)
        record?.adopt(
            AdoptedPlan(adoption, grid: present.grid, nextBeat: next), accents: present.accents,
            rules: music.rules, tempi: music.tempi, corrections: music.corrections, lanes: music.laneRules,
            endBeat: music.endBeat)
        rememberRun()
        if let run = heardRun, run.beat(at: now) < journalNotes?.firstBeat ?? 0 { return beginNotes(of: run.record) }
        // What is played differs where the beats are moved to another phase.
        noteTempo(ofBeat: next)
    }

    /// The run ends where a plan of silence was adopted.
    private mutating func end(_ adoption: Adoption) {
        guard var over = record else { return }
        applyPending(before: over.timeline.beat(atFrame: adoption.frame - 1) + 1)
        let strokes = music?.parts.last(where: \.isEnd)?.fromBeat
        played = journalNotes.flatMap {
            PlayedLength(of: over, $0, untilFrame: adoption.frame, strokes: strokes, heard)
        }
        addToJournal(over, played)
        journalNotes = nil
        over.end(atFrame: adoption.frame, bpm: restingBpm)
        ended = over
        record = nil
        dropPending()
        endPractice()
        (wakes[.wallClock], wakes[.heard]) = (nil, nil)
        endSections()
        endSync()
        audience.announcer.reset()
        announceRest()
        rememberRun()
        settleEntry()
    }

    /// What was taken back too late holds, and whoever took it back is told so.
    private mutating func reinstate() {
        let decided = musicInForce?.parts.filter { $0.fromBeat < undecidedBeat }.flatMap(\.changes) ?? []
        let played = pending.reinstate(decided)
        guard !played.isEmpty else { return }
        for (request, reply) in waiting {
            guard case .cancelled(let ids) = reply.form else { continue }
            waiting[request]?.form = .cancelled(ids.filter { !played.contains($0) })
        }
    }

    /// What was reached in music that came too late is planned anew.
    private mutating func missAnticipated() {
        let missed = pending.missAnticipated()
        guard !missed.isEmpty else { return }
        let keys = missed.compactMap(\.edit).flatMap(\.keys)
        if keys.contains(where: { $0.effect == .tempo }) { gestures.insert(.tempo) }
        sendState(changed: ["pending"])
    }

    /// Takes what the real-time thread says of a plan.
    mutating func take(_ adoption: Adoption) {
        guard let plan = sent.removeValue(forKey: adoption.revision) else { return }
        guard !adoption.isLate else {
            // The beat of its new meter was begun before it came: it is aimed at a later one.
            music = musicInForce
            reinstate()
            planLead.missed()
            gestures.formUnion(plan.gestures)
            missAnticipated()
            if plan.step.bridge != nil { phaseChange.miss() }
            return handle(.late(revision: adoption.revision, run: adoption.run))
        }
        musicInForce = plan.music
        pending.settle(plan.music.parts.flatMap(\.changes) + plan.reached)
        planLead.adopted()
        gestures.subtract(plan.gestures)
        let place = Transport.Adoption(
            frame: adoption.frame, tempoFrame: adoption.segmentFrame,
            nextBeat: plan.step.meterBeat ?? adoption.position.nextWhole)
        phaseChange.bridge = plan.step.bridge
        handle(
            .adopted(revision: adoption.revision, run: adoption.run, place), Adopted(adoption: adoption, plan: plan))
        settlePhase(after: plan.step)
        phaseChange.bridge = nil
        settleTimer()
        announceHeard()
    }
}

extension AdoptedPlan {
    /// What a report of the real-time thread adopts of a plan, for the beats from one on.
    init(_ adoption: Adoption, grid: BarGrid, nextBeat: Int64) {
        self.init(
            frame: adoption.frame, run: adoption.run, segment: adoption.segment, grid: grid, nextBeat: nextBeat)
    }
}
