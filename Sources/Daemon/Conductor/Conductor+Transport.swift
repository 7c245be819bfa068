// SPDX-License-Identifier: Apache-2.0

internal import Bounds
internal import Control
internal import Logging
internal import NIOCore
internal import Playback
internal import Rhythm
internal import Session
internal import Sound

extension Conductor {
    /// A plan that was sent.
    struct SentPlan {
        var music: PlannedMusic
        var step: PlannedMusic.Step
        /// What was done by hand before it.
        var gestures: PlannedMusic.Gestures
        /// How the run begins that it begins; nil where it begins none.
        var start: Transport.Start?
        /// The beat that it begins with of the run that is resumed; nil for none.
        var entry: SavedRun.Entry?
    }

    /// A plan that has taken hold, and where.
    struct Adopted {
        var adoption: Adoption
        var plan: SentPlan
    }

    /// Begins a run; while one plays, only answers where it is.
    func start(as start: Transport.Start = Transport.Start(), _ answer: @escaping (Answer) -> Void) {
        ask({ .start($0, start) }, plays: true, answer)
    }

    /// Fades out; the next start begins a new run.
    func stop(_ answer: @escaping (Answer) -> Void) { ask(Transport.Event.stop, plays: false, answer) }

    /// Hands a request for playing or stopping to the transport. The answer tells what this request led to, whatever was
    /// asked for after it.
    private func ask(
        _ event: (Transport.Request) -> Transport.Event, plays: Bool, _ answer: @escaping (Answer) -> Void
    ) {
        ask(event) { [weak self] outcome in
            guard let self else { return }
            answer(self.answer(to: outcome, values: ["playing": .bool(plays)]))
        }
    }

    /// Hands an event to the transport, whose outcome is handed to `finish`.
    func ask(_ event: (Transport.Request) -> Transport.Event, finish: @escaping (Transport.Outcome) -> Void) {
        requests += 1
        waiting[requests] = finish
        handle(event(requests))
    }

    /// What a client is answered: an edit is placed where the last of its keys takes effect.
    func answer(to outcome: Transport.Outcome, values: [String: JSONValue], edit: Edit = Edit()) -> Answer {
        let effects = Set(edit.keys.map(\.effect))
        let clock = heard
        let change: Change?
        switch outcome {
        case .started:
            change = record.map { record in
                // A trainer or a song may begin with another tempo than that which is set.
                var values = values
                values["bpm"] = JSONValue(record.beat(0).bpm)
                return self.change(atBeat: 0, in: record, clock, values)
            }
        case .alreadyPlaying: change = record.map { self.change(at: clock.writtenFrame, in: $0, clock, values) }
        case .stopped(let frame): change = ended.map { self.change(at: frame, in: $0, clock, values) }
        case .changed(let hold) where !effects.isDisjoint(with: [.planFromNextBeat, .sound]):
            change = record.map { self.change(atBeat: hold.nextBeat, in: $0, clock, values) }
        case .changed(let hold):
            let frame = effects.contains(.tempo) ? hold.tempoFrame : hold.frame
            change = record.map { self.change(at: frame, in: $0, clock, values) }
        case .notPlaying: change = nil
        case .stoppedBeforeStart: return .failure(ControlError(.busy, "it was stopped before it could start"))
        case .outputRefused(let reason): return .failure(ControlError(.audioUnavailable, reason))
        case .unplayable(let reason): return .failure(ControlError(.outOfRange, reason))
        }
        return .success(change ?? Change(run: run, atBeat: nil, atNs: nil, values: values))
    }

    // MARK: events and actions

    /// Hands an event to the transport and performs what it says. An event that comes meanwhile is handed in after that.
    func handle(_ event: Transport.Event, _ adopted: Adopted? = nil) {
        events.append((event, adopted))
        guard events.count == 1 else { return }
        while let (event, adopted) = events.first {
            for action in transport.take(event) { perform(action, adopted) }
            events.removeFirst()
        }
    }

    private func perform(_ action: Transport.Action, _ adopted: Adopted?) {
        switch action {
        case .openOutput(let run):
            output.open { [weak self] error in
                self?.handle(error.map { .outputRefused(run: run, reason: "\($0)") } ?? .outputOpened(run: run))
            }
        case .closeOutput:
            relax()
            // Nothing plays that a tap or a tempo by hand was meant for.
            (wantedPhase, gestures) = (nil, [])
            output.close()
        case .send(let revision, let run): send(revision: revision, run: run)
        case .stopWaiting: engine.stopWaiting()
        case .beginRun: if let adopted { begin(adopted) }
        case .continueRun: if let adopted { confirm(adopted.adoption) }
        case .endRun: if let adopted { end(adopted.adoption) }
        case .tellPlaying: sendState(changed: ["playing"] + (record == nil ? [] : ["run"]) + ["position", "pendulum"])
        case .answer(let request, let outcome): waiting.removeValue(forKey: request)?(outcome)
        }
    }

    /// Compiles the settings, and the changes that wait, into a plan and sends it.
    private func send(revision: UInt64, run: UInt64?) {
        var step = PlannedMusic.Step()
        var (start, entry): (Transport.Start?, SavedRun.Entry?)
        var wanted: PlannedMusic
        if let run, let record, record.run == run, let present = music {
            let nextBeat = nextBeat
            applyPending(before: nextBeat)
            followTempo(before: nextBeat)
            wanted = present
            wanted.timedEnd = timedEnd
            step = wanted.change(
                to: settings, pending: pending.list, nextBeat: nextBeat, gestures: gestures,
                barBeat: followedBar(nextBeat: nextBeat))
            bridgePhase(in: &wanted, after: present, &step)
            followClock(in: &wanted, after: present, &step, nextBeat: nextBeat)
        } else {
            start = run.flatMap(transport.start(ofRun:))
            entry = start?.resumption.flatMap(entry(of:))
            let grid = entry.flatMap { start?.resumption?.grid(from: $0) }
            // Silence needs no other music than there is.
            let present = run == nil ? music : nil
            wanted =
                present ?? PlannedMusic(settings, song: song(of: start), pending: pending.list, grid: grid)
        }
        aimWallClock(in: &wanted)
        let choices = wanted.parts.flatMap(\.choices).reduce(into: [SoundChoice]()) { choices, choice in
            if !choices.contains(choice) { choices.append(choice) }
        }
        do {
            guard let kits = samples.kits(choices) else {
                return refuse(revision, "there is no sound to play")
            }
            let compiled = try compile(wanted.arrangement(kits: choices))
            var plan = Plan(
                revision: revision, run: run, cue: step.position, volume: 1, music: compiled, kits: kits)
            for (lane, mix) in wanted.parts[0].mixes { plan[mixOf: lane] = mix }
            if let start { aim(&plan, at: start, entry) }
            music = wanted
            sent[revision] = SentPlan(music: wanted, step: step, gestures: gestures, start: start, entry: entry)
            unsafe engine.send(.adopt(plans.place(plan, music: compiled, kits: kits, samples: samples)))
        } catch {
            refuse(revision, "this cannot be played: \(error)")
        }
    }

    /// A plan could not be made, whatever was checked before.
    private func refuse(_ revision: UInt64, _ reason: String) {
        log.error("\(reason)")
        handle(.unplayable(revision: revision, reason: reason))
    }

    /// The music compiled; that of the plan before where only its mix, sounds or volume are others.
    private func compile(_ arrangement: Arrangement) throws(RhythmError) -> CompiledArrangement {
        if let compiled, compiled.arrangement == arrangement { return compiled }
        let new = try CompiledArrangement(arrangement)
        compiled = new
        return new
    }

    /// A run begins where its first plan took hold.
    private func begin(_ adopted: Adopted) {
        settleResumption(adopted)
        let adoption = adopted.adoption
        let rule = musicInForce?.rule(ofBeat: 0)
        let grid = rule?.grid ?? BarGrid(beatsPerBar: settings.countedMeter.beats)
        var begun = RunRecord(
            PlanConfirmation(adoption, grid: grid, nextBeat: 0), accents: rule?.accents ?? settings.beatAccents,
            rules: musicInForce?.rules ?? [], tempi: musicInForce?.tempi ?? [],
            lanes: musicInForce?.laneRules ?? [], endBeat: musicInForce?.endBeat)
        approach(&begun, heard)
        record = begun
        gestures = []
        wantedPhase = adopted.plan.start?.phase ?? wantedPhase
        followTempo(before: 1)
        score = Score()
        journalNotes = JournalNotes(HeardRun(begun, heard), grid)
        announcer.reset()
        rememberRun()
    }

    /// The run goes on by a plan: what it brings holds from the next beat on, and what waits from its own.
    private func confirm(_ adoption: Adoption) {
        guard let music = musicInForce else { return }
        let next = adoption.position.nextWhole
        let present = music.rule(ofBeat: next)
        record?.confirm(
            PlanConfirmation(adoption, grid: present.grid, nextBeat: next), accents: present.accents,
            rules: music.rules, tempi: music.tempi, corrections: music.corrections, lanes: music.laneRules,
            endBeat: music.endBeat)
        rememberRun()
        // What is played differs where the beats are moved to another phase.
        if let record { journalNotes?.note(song == nil ? settings.tempo.beatsPerMinute : record.beat(next).bpm) }
    }

    /// The run ends where a plan of silence took hold.
    private func end(_ adoption: Adoption) {
        guard var over = record else { return }
        applyPending(before: over.timeline.beat(atFrame: adoption.frame - 1) + 1)
        if let entry = journalEntry(of: over, endedAtFrame: adoption.frame) { addToJournal(entry) }
        journalNotes = nil
        over.end(atFrame: adoption.frame, bpm: restingBpm)
        ended = over
        record = nil
        dropPending()
        endPractice()
        wakes[.wallClock] = nil
        endSections()
        endSync()
        wantedPhase = nil
        announcer.reset()
        announceRest()
        rememberRun()
    }

    // MARK: reports of the real-time thread

    /// Reports that are taken before others on the loop get their turn.
    private static let reportsInTurn = 64

    /// Takes what the real-time thread has reported, some at a time: an answer can lead to the next plan and so to the next
    /// report, without end. Called when the thread signals.
    func takeReports() {
        var left = Self.reportsInTurn
        while left > 0, let report = engine.receive() {
            left -= 1
            switch report {
            case .adopted(let adoption): take(adoption)
            case .retired(let plan): unsafe plans.take(plan)
            case .running, .halted, .released, .xrun: output.take(report)
            }
        }
        record?.forget(beforeFrame: Int64(clamping: heard.frame(at: .now - Self.past)))
        sendAudio()
        followPending()
        followPractice()
        followWallClock()
        followSync()
        announce()
        guard left == 0, !isTakingReports else { return }
        isTakingReports = true
        loop.assumeIsolated().execute { [weak self] in
            self?.isTakingReports = false
            self?.takeReports()
        }
    }

    private func take(_ adoption: Adoption) {
        guard let plan = sent.removeValue(forKey: adoption.revision) else { return }
        guard !adoption.isLate else {
            // The beat of its new meter was begun before it came: it is aimed at a later one.
            music = musicInForce
            aim.missed()
            gestures.formUnion(plan.gestures)
            return handle(.late(revision: adoption.revision, run: adoption.run))
        }
        musicInForce = plan.music
        aim.met()
        gestures.subtract(plan.gestures)
        let hold = Transport.Hold(
            frame: adoption.frame, tempoFrame: adoption.segmentFrame,
            nextBeat: plan.step.meterBeat ?? adoption.position.nextWhole)
        if let step = plan.step.bridge { bridge = step }
        handle(
            .adopted(revision: adoption.revision, run: adoption.run, hold), Adopted(adoption: adoption, plan: plan))
        settlePhase(after: plan.step)
        settleTimer()
    }

    // MARK: answers

    /// The answer to a change that holds from a beat.
    func change(atBeat beat: Int64, in record: RunRecord, _ clock: HeardClock, _ values: [String: JSONValue]) -> Change
    {
        Change(
            run: record.number, atBeat: Double(beat), atNs: HeardRun(record, clock).time(ofBeat: beat).nanoseconds,
            values: values)
    }

    /// The answer to a change that holds from a frame.
    func change(at frame: Int64, in record: RunRecord, _ clock: HeardClock, _ values: [String: JSONValue]) -> Change {
        Change(
            run: record.number, atBeat: max(0, record.timeline.position(atFrame: frame).beats),
            atNs: clock.time(ofFrame: Double(frame)).nanoseconds, values: values)
    }
}
