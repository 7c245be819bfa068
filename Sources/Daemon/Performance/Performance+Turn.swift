// SPDX-License-Identifier: Apache-2.0

internal import Logging
internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession
internal import Sound

extension Performance {
    /// Takes an event and says what to do.
    mutating func take(_ event: Event, at moment: Moment) -> [Action] {
        self.moment = moment
        let comparedStrokes = comparesStrokes
        take(event)
        repeat {
            while let ask = inbox.takeNext() { begin(ask) }
        } while settleOwnAsks()
        if comparedStrokes, !comparesStrokes { score.pause() }
        defer { actions.list = [] }
        return actions.list
    }

    private mutating func take(_ event: Event) {
        switch event {
        case .asked(let id, let call, let client): begin(Ask(id: id, client: client, wish: .call(call)))
        case .left(let client): leave(client)
        case .configured(let id, let edit): begin(Ask(id: id, wish: .configuration(edit)))
        case .begun(let id, let run): begin(Ask(id: id, wish: run.map(Ask.Wish.resumption) ?? .call(.start)))
        case .given(let id, let song, let cue): begin(Ask(id: id, wish: .call(.song(.load(song), at: cue))))
        case .loaded(let id, let result): loaded(id, result)
        case .songSaved: if let song { inbox.askAgain(.songFile(SongSource(song))) }
        case .setListSaved: if let setList { inbox.askAgain(.setListFile(setList.name)) }
        case .adopted(let adoption): take(adoption)
        case .reported: lookAround()
        case .outputOpened(let run): handle(.outputOpened(run: run))
        case .outputRefused(let run, let reason): handle(.outputRefused(run: run, reason: reason))
        case .attached(let device, let fresh): attached(device, fresh)
        case .outputChanged: sendAudio()
        case .ending(let id): end(id)
        case .woke(let time): wake(dueAt: time)
        }
    }

    // MARK: asks

    /// A turn is a transaction: one that is refused, or waits for a file, leaves everything as it was.
    ///
    /// Sounds that were read for it are in use only where it takes place.
    private mutating func begin(_ ask: Ask, with read: (sounds: SoundSet, samples: SampleSet)? = nil) {
        if isEnding {
            return answer(ask.id, .failure(ControlError(.shuttingDown, "the daemon is about to end")))
        }
        if case .call(let call) = ask.wish, let known = tell(call) { return answer(ask.id, .success(known)) }
        var turn = self
        if let read { (turn.sounds, turn.samples) = read }
        do throws(TurnEnd) {
            try turn.perform(ask)
            if let error = turn.refusal(of: ask.id) { throw .refused(error) }
            // While it is stopped no timer is armed.
            if !turn.transport.isStarted { turn.relax() }
            turn.inbox.unpark(ask.id)
            self = turn
        } catch {
            switch error {
            case .refused(let error):
                inbox.unpark(ask.id)
                if passOver(ask, for: error) { return }
                forgetRun(of: ask)
                answer(ask.id, .failure(ask.wish.told(error)))
            case .needs(var load, let wish):
                // A turn that is dropped may have taken in a change that waits: the sounds in use until then are read with it.
                if case .sounds(let choices, let kept, let samples) = load {
                    load = .sounds(choices + self.choices(with: Edit()), kept: kept, samples)
                }
                var ask = ask
                ask.wish = wish ?? ask.wish
                ask.loaded.hasSounds = false
                inbox.park(ask)
                actions.append(.load(ask.id, load))
            }
        }
    }

    /// Why what is asked for was refused in this turn; nil where it was not.
    private func refusal(of id: Ask.ID) -> ControlError? {
        for case .answer(id, .failure(let error)) in actions.list { return error }
        return nil
    }

    mutating func answer(_ id: Ask.ID, _ answer: Answer) { actions.append(.answer(id, answer)) }

    mutating func answer(_ ask: Ask, _ result: any Encodable & Sendable) { answer(ask.id, .success(result)) }

    /// Takes the answers to what the daemon itself has asked. Returns whether there were any.
    private mutating func settleOwnAsks() -> Bool {
        guard inbox.awaitsAnswers else { return false }
        let answers = actions.list.compactMap { action -> (id: Ask.ID, answer: Answer)? in
            if case .answer(let id, let answer) = action, id < 0 { (id, answer) } else { nil }
        }
        actions.list.removeAll { if case .answer(let id, _) = $0 { id < 0 } else { false } }
        for (id, answer) in answers { inbox.settle(id).map { settle($0, answer) } }
        return !answers.isEmpty
    }

    private mutating func settle(_ wish: Ask.Wish, _ answer: Answer) {
        let error: ControlError? = if case .failure(let error) = answer { error } else { nil }
        switch wish {
        case .songFile(let source): if song?.path == source.path { tell(trouble: error.map { "\($0)" }) }
        case .setListFile: if let error { log(.warning, "the set list stays as it was: \(error)") }
        case .entry: if let error { log(.warning, "the set list stays where it is: \(error)") }
        case .call, .configuration, .resumption, .taken, .sounds: break
        }
    }

    mutating func log(_ level: Logger.Level, _ text: String) { actions.append(.log(level, text)) }

    // MARK: files

    private mutating func loaded(_ id: Ask.ID, _ result: Result<Load.Content, ControlError>) {
        guard var ask = inbox.waiting(id) else { return }
        var read: (sounds: SoundSet, samples: SampleSet)?
        switch result {
        case .failure(let error):
            inbox.unpark(id)
            if passOver(ask, for: error) { return }
            forgetRun(of: ask)
            return answer(id, .failure(ask.wish.told(told(error, to: ask))))
        case .success(.sounds(let sounds, let samples)):
            // Meanwhile the device may have changed its rate, and another client one of the sounds: then they are read again.
            if samples.sampleRate == self.samples.sampleRate, samples.names.isSuperset(of: soundsInUse),
                !sounds.isBehind(self.sounds)
            {
                read = (sounds, samples)
                ask.loaded.hasSounds = true
            }
        case .success(.song(let song, let notes, let path)):
            (ask.loaded.song, ask.loaded.path) = (song, path)
            for note in notes { log(.info, note) }
        case .success(.scene(let reading)):
            ask.loaded.scene = reading
            for note in reading.notes { log(.info, note) }
        case .success(.groove(let groove)): ask.loaded.groove = groove
        case .success(.setList(let list, let path)): (ask.loaded.setList, ask.loaded.path) = (list, path)
        case .success(.found(let found)):
            inbox.unpark(id)
            namePreset(after: ask.wish)
            return answer(id, .success(found))
        }
        begin(ask, with: read)
    }

    /// Why what was asked for cannot be read, as whoever asked for it is told.
    private func told(_ error: ControlError, to ask: Ask) -> ControlError {
        if let reading = ask.loaded.scene { return told(error, of: reading) }
        guard case .resumption = ask.wish else {
            return ask.loaded.song == nil
                ? error : ControlError(.unusableSong, "a lane cannot be played: \(error)", param: "path")
        }
        return ControlError(.unusableSong, "the song cannot go on: \(error.message)")
    }

    // MARK: what happens besides

    /// How long the end of the daemon waits for the fade, and for what is written before it at most.
    private static let (fade, mostWrittenNs) = (Duration.milliseconds(60), Int64(600_000_000))

    private mutating func leave(_ client: Client) {
        feed(client, nil)
        audience.leave(client)
        history.endGestures(of: client)
        if leader.source?.owner == client { ownerLeft() }
        announce()
    }

    private mutating func end(_ id: Ask.ID) {
        endedRun = isShutDown ? nil : runToSave
        let now = moment.now
        endedRun?.ended = now
        isEnding = true
        // The device is to have played what is written, and the fade after it.
        let writtenNs = moment.device.time(ofFrame: Double(moment.device.writtenFrame)).nanoseconds(since: now)
        let fade = transport.isStarted ? Self.fade + .nanoseconds(min(max(writtenNs, 0), Self.mostWrittenNs)) : .zero
        wakes[.ending(id)] = now + fade
        stop(PendingAnswer())
    }

    /// Lets go of the output at the end of the daemon.
    mutating func releaseOutput(_ id: Ask.ID) {
        actions.append(.closeOutput(atOnce: true))
        answer(id, .success([String: JSONValue]()))
    }

    private mutating func attached(_ device: String, _ fresh: SampleSet?) {
        if let fresh { samples = fresh }
        let offsetBefore = offsetMs
        deviceInUse = device
        if offsetMs != offsetBefore { anchorClock() }
        // A plan with samples at the device's rate follows it, if anything plays; else it is that of the next start.
        handle(.outputAttached)
        // The sounds may have been changed while the device was being opened.
        if samples.readings != sounds.readings { inbox.ask(.sounds) }
    }

    /// Does what follows from the course of time and from what the real-time thread has reported.
    private mutating func lookAround() {
        let past = Int64(clamping: heard.frame(at: now - Self.past))
        record?.forget(beforeFrame: past)
        sendAudio()
        followPending()
        followPractice()
        followWallClock()
        followSync()
        announce()
    }
}
