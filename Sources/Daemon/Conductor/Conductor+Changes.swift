// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Control
internal import Motion
internal import Playback
internal import Rhythm
internal import Sound

/// A plan on its way to the real-time thread.
struct PendingPlan {
    let revision: UInt64
    /// The bells it plays, for the score.
    let bell: BellPattern?
    /// Called with where it took hold.
    let confirmed: (Adoption, ClockRecord) -> Void
}

extension Conductor {
    /// From where a change holds.
    enum Hold {
        /// From the next frame rendered.
        case here
        /// From where the tempo changes: the next frame rendered, or the one after an onset whose sound has begun.
        case tempo
        /// From the next beat that has not been started.
        case nextBeat
    }

    // MARK: transport

    /// Begins a run at beat 0; while one plays, only says where it is.
    func start(_ answer: @escaping (Answer) -> Void) {
        if let score, scoreRun == run {
            let clock = heard
            return answer(.success(change(at: clock.writtenFrame, in: score, clock, ["playing"])))
        }
        starting.append(answer)
        guard run == nil else { return }
        runs += 1
        let mine = runs
        run = mine
        output.open { [weak self] error in
            // Who stopped it meanwhile has answered for it.
            guard let self, run == mine else { return }
            if let error {
                run = nil
                relax()
                output.close()
                return started(.failure(ControlError(.audioUnavailable, "\(error)")))
            }
            send { [weak self] _, clock in
                guard let self, let score else { return }
                tell(["playing", "position", "pendulum"])
                started(.success(change(atBeat: 0, in: score, clock, ["playing"])))
            }
        }
    }

    /// Fades out; the next start begins a new run.
    func stop(_ answer: @escaping (Answer) -> Void) {
        guard run != nil else { return answer(.success(unplaced(["playing"]))) }
        run = nil
        started(.failure(ControlError(.busy, "it was stopped before it could start")))
        guard isCommitted else {
            output.close()
            return answer(.success(unplaced(["playing"])))
        }
        engine.stopWaiting()
        send { [weak self] adoption, clock in
            guard let self else { return }
            // A new run may have been asked for already.
            if run == nil { output.close() }
            tell(["playing", "position", "pendulum"])
            guard let score = ended?.score else { return answer(.success(unplaced(["playing"]))) }
            answer(.success(change(at: adoption.frame, in: score, clock, ["playing"])))
        }
    }

    /// Answers all who asked for the start that is under way.
    private func started(_ result: Answer) {
        let askers = starting
        starting = []
        for asker in askers { asker(result) }
    }

    // MARK: settings

    func set(_ change: TempoChange, _ answer: @escaping (Answer) -> Void) {
        do throws(RhythmError) {
            let tempo = try change.applied(to: settings.tempo)
            apply(["bpm"], from: .tempo, answer) { $0.tempo = tempo }
        } catch {
            answer(.failure(ControlError(error, param: "bpm")))
        }
    }

    /// Changes settings as one, and answers from where they hold.
    func apply(
        _ keys: [String], from hold: Hold, _ answer: @escaping (Answer) -> Void, edit: (inout Settings) -> Void
    ) {
        let before = (settings: settings, values: values(keys))
        edit(&settings)
        let after = values(keys)
        let changed = keys.filter { after[$0] != before.values[$0] }
        if settings != before.settings { remember(settings) }
        guard run != nil, isCommitted else {
            if !changed.isEmpty { tell(changed) }
            if changed.contains("bpm") {
                follow(settings.tempo)
                resumeFrames()
            }
            return answer(.success(unplaced(keys)))
        }
        send { [weak self] adoption, clock in
            guard let self else { return }
            if !changed.isEmpty { tell(changed) }
            guard let score = self.score else { return answer(.success(unplaced(keys))) }
            switch hold {
            case .here: answer(.success(change(at: adoption.frame, in: score, clock, keys)))
            case .tempo: answer(.success(change(at: adoption.segmentFrame, in: score, clock, keys)))
            case .nextBeat: answer(.success(change(atBeat: adoption.nextBeat, in: score, clock, keys)))
            }
        }
    }

    /// Loads sounds off the loop, then changes over to them; until then, and on any error, the old ones play.
    func set(beat: String?, bell: String?, _ answer: @escaping (Answer) -> Void) {
        load({ (beat ?? $0.beatSound, bell ?? $0.bellSound) }) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success:
                apply(["sounds"], from: .nextBeat, answer) {
                    $0.beatSound = beat ?? $0.beatSound
                    $0.bellSound = bell ?? $0.bellSound
                }
            case .failure(let error): answer(.failure(error))
            }
        }
    }

    /// Decodes the pair of sounds that is wanted in view of the settings, on the worker, and takes it into use.
    func load(
        _ wanted: @escaping (Settings) -> (beat: String, bell: String),
        then: @escaping (Result<Void, ControlError>) -> Void
    ) {
        let rate = samples.sampleRate
        let names = wanted(settings)
        files.run({ [library] in
            let pair = try SoundPair(beat: names.beat, bell: names.bell, from: library)
            return (pair, try pair.samples(at: rate))
        }) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success((let pair, let ready)):
                // Meanwhile the device may have changed its rate, and somebody else one of the sounds.
                guard samples.sampleRate == rate, wanted(settings) == names else { return load(wanted, then: then) }
                sounds = pair
                samples = ready
                then(.success(()))
            case .failure(let error): then(.failure(ControlError(sound: error)))
            }
        }
    }

    func listSounds(_ answer: @escaping (Answer) -> Void) {
        files.run({ [library] in library.entries }) { result in
            let entries = (try? result.get()) ?? []
            let sounds = entries.map { entry in
                SoundList.Entry(name: entry.name, path: entry.path, source: entry.path == nil ? "builtin" : "file")
            }
            answer(.success(SoundList(sounds: sounds)))
        }
    }

    // MARK: plans

    /// Whether the real-time thread knows of the run, or is about to.
    var isCommitted: Bool { score != nil || !pending.isEmpty }

    /// Compiles what is wanted now into a plan and sends it; `confirmed` is called where it took hold.
    func send(_ confirmed: @escaping (Adoption, ClockRecord) -> Void) {
        revision += 1
        let bell = bellPattern
        let plan = Plan(
            revision: revision, run: run, tempo: settings.tempo, beatsPerBar: settings.meter.beats, bell: bell,
            volume: Float(settings.volume), beatSound: samples.beat.view, bellSound: samples.bell.view)
        pending.append(PendingPlan(revision: revision, bell: bell, confirmed: confirmed))
        unsafe engine.send(.adopt(shelf.place(plan, samples: samples)))
    }

    /// The bells of the settings, with N filled in.
    var bellPattern: BellPattern? {
        switch settings.bell {
        case .off: nil
        case .bar: try? BellPattern(every: settings.meter.beats, on: 1)
        case .every(let pattern): pattern
        }
    }

    /// Takes in where a plan took hold and answers who asked for it.
    func confirm(_ adoption: Adoption) {
        let clock = heard
        guard let index = pending.firstIndex(where: { $0.revision == adoption.revision }) else { return }
        let plan = pending.remove(at: index)
        if let adopted = adoption.run {
            if score == nil || adopted != scoreRun {
                var begun = Score(adoption, bell: plan.bell)
                approach(&begun, heard)
                score = begun
                scoreRun = adopted
                announcer.begin()
            } else {
                score?.adopt(adoption, bell: plan.bell)
            }
        } else if let last = score {
            var over = last
            over.settle(at: Double(adoption.frame) / last.rate, bpm: settings.tempo.beatsPerMinute)
            ended = (over, last.settling(fromFrame: Double(adoption.frame)))
            score = nil
            announcer.begin()
            tellRest()
        }
        score?.forget(beforeFrame: Int64(clock.frame(atNanoseconds: linux_monotonic_ns() - 2_000_000_000)))
        plan.confirmed(adoption, clock)
    }

    /// The answer to a change while nothing plays.
    func unplaced(_ keys: [String]) -> Change {
        Change(atBeat: nil, atNs: nil, values: values(keys))
    }

    /// The answer to a change that holds from a beat.
    func change(atBeat beat: Int64, in score: Score, _ clock: ClockRecord, _ keys: [String]) -> Change {
        let frame = score.timeline.frame(ofBeat: beat)
        return Change(
            atBeat: Double(beat), atNs: clock.nanoseconds(ofFrame: Double(frame)), values: values(keys))
    }

    /// The answer to a change that holds from a frame.
    func change(at frame: Int64, in score: Score, _ clock: ClockRecord, _ keys: [String]) -> Change {
        Change(
            atBeat: max(0, score.timeline.position(atFrame: frame).beats),
            atNs: clock.nanoseconds(ofFrame: Double(frame)), values: values(keys))
    }
}

extension ControlError {
    /// Why a sound could not be used, as a parameter's error.
    init(sound error: any Error) {
        switch error {
        case SoundError.unknown(_, let known):
            self.init(.notFound, "\(error)", allowed: known)
        default: self.init(.unusableSound, "\(error)")
        }
    }
}
