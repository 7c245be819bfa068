// SPDX-License-Identifier: Apache-2.0

internal import Bounds
internal import Control
internal import Rhythm
internal import Session

extension Conductor {
    /// How much a tap may lie in the past, and in the future, by the clock of this machine.
    private static let tapRange = (past: Duration.seconds(10), future: Duration.seconds(1))
    /// How long a plan may be on its way to the real-time thread, in seconds: a phase is moved from there on.
    private static let onTheWay = 0.005

    // MARK: taps

    /// Takes a tap: sets tempo and phase by it, or compares it with the beats.
    func tap(atNs stamp: Int64?, start: Int?, at cue: Cue, _ answer: @escaping (Answer) -> Void) {
        let now = ClockTime.now
        let time = stamp.map { ClockTime(nanoseconds: $0) } ?? now
        guard time > now - Self.tapRange.past, time < now + Self.tapRange.future else {
            let seconds = (time.seconds(since: now) * 10).rounded() / 10
            let reason =
                "time_ns is \(abs(seconds)) s \(seconds < 0 ? "ago" : "ahead"): it must be CLOCK_MONOTONIC of now"
            return answer(.failure(ControlError(.invalid, reason, param: "time_ns")))
        }
        if isScoring, let run = heardRun { return compare(time, with: run, answer) }
        if song != nil { return answer(.failure(Self.songSays("tempo"))) }
        taps.add(time)
        let tap = TapState(taps)
        let starts = start.map { taps.count >= $0 } ?? false && !transport.isStarted
        guard let fit = taps.fit, let tempo = fit.tempo else {
            return answer(.success(Change(run: run, atBeat: nil, atNs: nil, values: ["tap": .wire(tap)])))
        }
        let answer: (Answer) -> Void = { result in
            guard case .success(var change as Change) = result else { return answer(result) }
            change.values["tap"] = .wire(tap)
            answer(.success(change))
        }
        let edit = Edit.tempo(.to(tempo))
        guard cue == .now || !transport.isStarted else {
            return apply(edit, at: cue, by: .gesture(taps.series), parameter: { _ in "time_ns" }, answer)
        }
        // Who leads the beats says where they fall.
        if isLed { return apply(edit, by: .gesture(taps.series), parameter: { _ in "time_ns" }, answer) }
        let phase = taps.next.map { PhaseBridge.Target.beats(at: $0, periodNs: fit.periodNs) }
        guard starts else {
            return move(edit, to: transport.isStarted ? phase : nil, by: .gesture(taps.series), answer)
        }
        apply(edit, by: .gesture(taps.series)) { [weak self] result in
            guard let self, case .success(let change as Change) = result else { return answer(result) }
            var start = Transport.Start()
            start.phase = phase
            self.start(as: start) { result in
                guard case .success(var begun as Change) = result else { return answer(result) }
                begun.values.merge(change.values) { first, _ in first }
                answer(.success(begun))
            }
        }
    }

    // MARK: phase

    /// Moves the beats, by a stretch of another tempo.
    func nudge(by milliseconds: Double, _ answer: @escaping (Answer) -> Void) {
        guard record != nil, transport.isStarted else {
            return answer(.failure(ControlError(.stopped, "nothing plays: there are no beats to move")))
        }
        if song != nil { return answer(.failure(Self.songSays("the phase"))) }
        if isLed { return answer(.failure(leads("where the beats fall"))) }
        guard milliseconds != 0 else {
            return answer(.success(Change(run: run, atBeat: nil, atNs: nil, values: ["nudge_ms": 0])))
        }
        move(Edit(), to: .shift(milliseconds: milliseconds), by: .other) { result in
            guard case .success(var change as Change) = result else { return answer(result) }
            change.values["nudge_ms"] = JSONValue(milliseconds)
            answer(.success(change))
        }
    }

    /// Has a bar begin with the next beat.
    func beginBar(_ answer: @escaping (Answer) -> Void) {
        guard record != nil, transport.isStarted else {
            return answer(.failure(ControlError(.stopped, "nothing plays: there are no bars to move")))
        }
        if song != nil { return answer(.failure(Self.songSays("the bar"))) }
        if isLed { return answer(.failure(leads("where the bars begin"))) }
        gestures.insert(.bar)
        ask(Transport.Event.edit) { [weak self] outcome in
            guard let self else { return }
            guard case .changed(let hold) = outcome, let record else {
                return answer(self.answer(to: outcome, values: [:]))
            }
            sendState(changed: ["position"])
            answer(.success(change(atBeat: hold.nextBeat, in: record, heard, [:])))
        }
    }

    /// Takes an edit of the tempo into force, and leads the beats to a phase. The answer tells the first beat in its new place.
    private func move(
        _ edit: Edit, to phase: PhaseBridge.Target?, by source: EditSource, _ answer: @escaping (Answer) -> Void
    ) {
        bridge = nil
        let answer: (Answer) -> Void = { [weak self] result in
            guard let self, let bridge, let record, case .success(let change as Change) = result else {
                return answer(result)
            }
            answer(.success(self.change(atBeat: bridge.toBeat, in: record, heard, change.values)))
        }
        guard edit.isEmpty else { return apply(edit, by: source, phase: phase, answer) }
        wantedPhase = phase
        ask(Transport.Event.edit) { [weak self] outcome in
            if let self { answer(self.answer(to: outcome, values: [:])) }
        }
    }

    /// Adds the way to the phase that is wanted to the music of a plan.
    func bridgePhase(in music: inout PlannedMusic, after former: PlannedMusic, _ step: inout PlannedMusic.Step) {
        // What is on its way may move the beats: the phase is moved once it is known.
        guard let target = wantedPhase, sent.isEmpty, let run = heardRun else { return }
        guard let bridge = PhaseBridge(to: target, of: run, fromFrame: firstFrame, tempo: settings.tempo) else {
            wantedPhase = nil
            return
        }
        music.add(bridge.corrected(by: run.record), after: former)
        step.bridge = bridge
    }

    /// The first frame that can still be changed by a plan that is sent now.
    var firstFrame: Int64 {
        let rate = record?.rate ?? Double(samples.sampleRate.hertz)
        return heard.writtenFrame + Int64(samples.longestLead) + Int64(clamping: Self.onTheWay * rate)
            + aim.frames(at: rate)
    }

    /// Goes on with the phase that is wanted, after a plan took hold.
    func settlePhase(after step: PlannedMusic.Step) {
        guard wantedPhase != nil else { return }
        if let bridge = step.bridge {
            self.bridge = bridge
            wantedPhase = nil
        } else if sent.isEmpty, record != nil {
            ask(Transport.Event.edit) { _ in }
        }
    }

    // MARK: score

    /// Turns scoring on or off, or begins anew, and tells the score.
    func setScore(_ request: ScoreRequest?, _ answer: (Answer) -> Void) {
        switch request {
        case .on where !isScoring: (isScoring, score) = (true, Score())
        case .off: isScoring = false
        case .reset: score = Score()
        case .on, nil: break
        }
        if request != nil { sendState(changed: ["score"]) }
        answer(.success(ScoreState(score, isOn: isScoring, withBars: true)))
    }

    private func compare(_ time: ClockTime, with run: HeardRun, _ answer: (Answer) -> Void) {
        score.add(
            Score.Hit(time, in: run) { [settings] beat in
                settings.audibleVolume == 0 || run.record.beat(beat).accent == .mute
            })
        sendState(changed: ["score"])
        let state = ScoreState(score, isOn: true, withBars: false)
        answer(.success(Change(run: self.run, atBeat: nil, atNs: nil, values: ["score": .wire(state)])))
    }
}

extension JSONValue {
    /// A value of the wire as a member of an answer.
    static func wire(_ value: some Encodable) -> JSONValue {
        (try? JSONLine.parse(Array(JSONLine.encode(value).dropLast()))) ?? .null
    }
}
