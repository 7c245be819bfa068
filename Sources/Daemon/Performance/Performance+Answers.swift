// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// What clients are answered: what holds after the turn, in the player's words.
extension Performance {
    /// Answers what became of a request to the transport.
    mutating func finish(_ reply: PendingAnswer, _ outcome: Transport.Outcome) {
        switch reply.form {
        case .nothing: answer(reply, to: outcome, [:])
        case .place(let values): answer(reply, to: outcome, values)
        case .edit(let edit, let values, let changed, let isNewTempo):
            if !changed.isEmpty { sendState(changed: changed) }
            if outcome == .notPlaying, isNewTempo {
                follow(settings.tempo.beatsPerMinute)
                resumeFrames()
            }
            answer(reply, to: outcome, values, edit)
        case .pending(let id, var values, let changed):
            if case .unplayable = outcome {
                _ = pending.cancel(id)
                return answer(reply, to: outcome, [:])
            }
            sendState(changed: ["pending"])
            followPending()
            let beat = music?.beat(ofChange: id)
            if let changed {
                let state = songState(changed.song, at: changed.isElsewhere ? nil : now, from: (music, beat))
                values["song"] = .wire(state)
            }
            let without = music?.takenBack(with: [id]).sorted() ?? []
            if !without.isEmpty { values["takes_back"] = .array(without.map { .integer(Int64($0)) }) }
            guard let record, let beat else { return answer(reply, change(values)) }
            answer(reply, change(atBeat: beat, in: record, values))
        case .cancelled(let ids):
            if !ids.isEmpty { sendState(changed: ["pending"]) }
            followPending()
            if let ask = reply.ask {
                let waiting = pendingStates()
                answer(ask, .success(Cancellation { ($0.cancelled, $0.pending) = (ids, waiting) }))
            }
        case .bar:
            guard case .changed(let place) = outcome, let record, music?.isDecided(fromBeat: place.nextBeat) == false
            else { return answer(reply, to: outcome, [:]) }
            sendState(changed: ["position"])
            answer(reply, change(atBeat: place.nextBeat, in: record, [:]))
        case .setList:
            sendState(changed: ["pending"])
            followPending()
            answer(reply, change(setList.map { ["setlist": .wire(SetListState($0))] } ?? [:]))
        case .musicOver(let isEntry, let list): if isEntry { entryIsOver(waiting: list) }
        }
    }

    /// Answers with where a change holds: an edit is placed where the last of its keys takes effect.
    private mutating func answer(
        _ reply: PendingAnswer, to outcome: Transport.Outcome, _ values: [String: JSONValue], _ edit: Edit = Edit()
    ) {
        guard let ask = reply.ask else { return }
        switch outcome {
        case .stoppedBeforeStart:
            answer(ask, .failure(ControlError(.busy, "it was stopped before it could start")))
        case .outputRefused(let reason): answer(ask, .failure(ControlError(.audioUnavailable, reason)))
        case .unplayable(let reason): answer(ask, .failure(ControlError(.outOfRange, reason)))
        default: answer(reply, change(of: outcome, values, edit))
        }
    }

    /// Answers with a change, and what is said besides.
    mutating func answer(_ reply: PendingAnswer, _ change: Change) {
        guard let ask = reply.ask else { return }
        var change = change
        change.values.merge(reply.more) { value, _ in value }
        guard reply.isOfPhase else { return answer(ask, .success(change)) }
        phaseChange.answers.append(PendingAnswer.PhaseAnswer(ask: ask, change: change))
        // A plan that was made while another one was on its way has no bridge: a later plan has it.
        if phaseChange.bridge != nil || phaseChange.wanted == nil || !transport.isPlaying { answerPhase() }
    }

    /// Answers what has waited for the way to another phase.
    mutating func answerPhase() {
        for waiting in phaseChange.answers {
            var change = waiting.change
            if let bridge = phaseChange.bridge, let record {
                change = self.change(atBeat: bridge.toBeat, in: record, change.values)
            }
            answer(waiting.ask, .success(change))
        }
        phaseChange.answers = []
    }

    // MARK: changes

    /// What an outcome says of where a change holds.
    func change(of outcome: Transport.Outcome, _ values: [String: JSONValue], _ edit: Edit = Edit()) -> Change {
        let effects = Set(edit.keys.map(\.effect))
        let isOfVolume = !edit.values.isEmpty && edit.values.keys.allSatisfy(["volume", "muted"].contains)
        let change: Change?
        switch outcome {
        case .started:
            change = record.map { record in
                // A trainer or a song may begin with another tempo than that which is set.
                var values = values
                values["bpm"] = JSONValue(record.bpm(ofBeat: 0))
                return self.change(atBeat: 0, in: record, values)
            }
        case .alreadyPlaying: change = record.map { self.change(at: heard.writtenFrame, in: $0, values) }
        case .stopped(let frame):
            change = ended.map { record in
                var values = values
                values["played_s"] = .number(played?.seconds ?? 0)
                values["played_bars"] = .integer(Int64(played?.bars ?? 0))
                return self.change(at: frame, in: record, values)
            }
        // The music is over before any of it is heard.
        case .changed(let place) where music?.isDecided(fromBeat: place.nextBeat) ?? false && !isOfVolume: change = nil
        case .changed(let place) where !effects.isDisjoint(with: [.planFromNextBeat, .sound]):
            change = record.map { self.change(atBeat: place.nextBeat, in: $0, values) }
        case .changed(let place):
            let frame = effects.contains(.tempo) ? place.tempoFrame : place.frame
            change = record.map { self.change(at: frame, in: $0, values) }
        case .notPlaying, .stoppedBeforeStart, .outputRefused, .unplayable: change = nil
        }
        return change ?? self.change(values)
    }

    /// A change that holds for the next start, or at no place of its own.
    func change(_ values: [String: JSONValue]) -> Change { Change { ($0.run, $0.values) = (run, values) } }

    /// A change that holds from a beat.
    func change(atBeat beat: Int64, in record: RunRecord, _ values: [String: JSONValue]) -> Change {
        Change {
            $0.run = record.number
            $0.atBeat = Double(beat)
            ($0.atBar, $0.atBarBeat, $0.atNs) = told(beat, in: record)
            $0.values = values
        }
    }

    /// The bar of a beat, which of its beats that is, and when that is heard, as far as it is planned.
    func told(_ beat: Int64, in record: RunRecord) -> (bar: Int, beat: Int, ns: Int64?) {
        if let music, !music.isPlanned(beat) {
            let place = music.place(ofBeat: beat)
            return (place.bar, place.beat, nil)
        }
        // A plan that is on its way may have other bars than the record, which counts on where the music ends.
        let isRecorded = sent.isEmpty && beat != music?.endBeat
        let place = (isRecorded ? nil : music?.place(ofBeat: beat)) ?? record.place(ofBeat: beat)
        return (place.bar, place.beat, HeardRun(record, heard).time(ofBeat: beat).nanoseconds)
    }

    /// A change that holds from a frame.
    func change(at frame: Int64, in record: RunRecord, _ values: [String: JSONValue]) -> Change {
        Change {
            let beats = max(0, record.timeline.position(atFrame: frame).beats)
            $0.run = record.number
            $0.atBeat = beats
            $0.atNs = heard.time(ofFrame: Double(frame)).nanoseconds
            ($0.atBar, $0.atBarBeat) = record.place(ofBeat: Int64(clamping: beats.rounded(.down)))
            $0.values = values
        }
    }

    // MARK: values

    /// The values that an answer to an edit tells, as they are in some settings: the values of its keys, of the keys that depend
    /// on them, and of all others that have changed since `before`.
    func values(
        of edit: Edit, in settings: Settings, since before: Settings? = nil, lanes: JSONValue? = nil
    ) -> [String: JSONValue] {
        let related = edit.keys.flatMap(\.related).compactMap(Key.named)
        let changed = before.map { Key.changed(from: $0, to: settings) } ?? []
        func told(_ key: Key) -> JSONValue { JSONValue(key.told(in: settings)) }
        var values: [String: JSONValue] = [:]
        for key in edit.keys + related + changed {
            if key.form == .offsets {
                values["offset_ms"] = .number(offsetMs)
                values["device"] = .string(deviceInUse)
            } else if let name = key.command?.parameter ?? key.statusName {
                values.set(key.form == .lanes ? lanes ?? told(key) : told(key), at: name)
            }
        }
        return values
    }

    /// The members of the status that tell what is another value in other settings, each once.
    static func statusNames(of settings: Settings, unlike other: Settings) -> [String] {
        let changed = Set(Key.changed(from: other, to: settings))
        // What is told of the bell follows from the meter, too.
        return Key.all.filter { key in
            (changed.contains(key) || key.form == .bell || key.form == .bellBeat)
                && key.told(in: settings) != key.told(in: other)
        }
        .compactMap { $0.statusName?.split(separator: ".").first.map(String.init) }.uniqued
    }
}

extension [String] {
    /// Each once, in the order in which they come first.
    var uniqued: [String] {
        reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
    }
}

extension [String: JSONValue] {
    /// Sets a value at a name, or in the object that the part of the name before a dot stands for.
    fileprivate mutating func set(_ value: JSONValue, at name: String) {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            self[name] = value
            return
        }
        var inner = self[parts[0]]?.object ?? [:]
        inner[parts[1]] = value
        self[parts[0]] = .object(inner)
    }
}

extension JSONValue {
    /// A value of the wire as a member of an answer.
    static func wire(_ value: some Encodable) -> JSONValue {
        (try? JSONLine.parse(Array(JSONLine.encode(value).dropLast()))) ?? .null
    }
}
