// SPDX-License-Identifier: Apache-2.0

internal import Bounds
internal import Control
internal import Playback
internal import Rhythm
internal import Session
internal import Sound

extension Conductor {
    /// What an edit came by.
    enum EditSource: Equatable {
        /// A client asks for new values.
        case request
        /// A player does, by a gesture of several edits, which are undone together.
        case gesture(Int)
        /// A client asks to undo or to redo.
        case history(History.Direction)
        /// The configuration was read again, or a device has another offset.
        case other
    }

    /// Takes an edit into force, all or nothing, or has it wait for its place; answers from when it holds.
    ///
    /// Sounds are decoded first, off the loop; until then, and on any error, everything stays as it is. The beats are led to
    /// a phase with it. `parameter` is the
    /// parameter by which the request names a key, for an error.
    func apply(
        _ edit: Edit, at cue: Cue = .now, by source: EditSource = .other, phase: PhaseBridge.Target? = nil,
        parameter: @escaping (Key) -> String? = { $0.command?.parameter ?? "by" },
        _ answer: @escaping (Answer) -> Void
    ) {
        // What is undone while a song is loaded holds when that is over.
        let isAsked = if case .history = source { false } else { source != .other }
        if isAsked, song != nil, let key = edit.keys.first(where: \.effect.isOfSong) {
            let name = (key.settingName ?? key.name).replacing(".", with: " ").replacing("_", with: " ")
            return answer(.failure(Self.songSays(name)))
        }
        if source != .other, let tempo = tempoToPropose(by: edit) {
            return propose(Proposal(edit, tempo, by: source, parameter, answer), at: cue)
        }
        prepare(edit, answer) { conductor in
            guard conductor.waits(cue) || phase == nil && conductor.waitsForBeat(edit, by: source) else {
                return conductor.put(edit, by: source, phase: phase, parameter, answer)
            }
            let direction: History.Direction? = if case .history(let direction) = source { direction } else { nil }
            let isTapped = if case .gesture = source { true } else { false }
            conductor.wait(.edit(edit, direction: direction), cue, isTapped: isTapped, parameter, answer)
        }
    }

    /// Whether an edit at once waits for the next beat: a new tempo, while a lane in seconds plays. At an unknown place in mid-beat
    /// the plan could not say what that lane has played.
    private func waitsForBeat(_ edit: Edit, by source: EditSource) -> Bool {
        guard source != .other, transport.isStarted, song == nil, settings.hasLanesInSeconds else { return false }
        return (try? edit.appliedUnchecked(to: settings)).map { $0.tempo != settings.tempo } ?? false
    }

    /// Undoes or redoes the last change of the music.
    func restore(_ direction: History.Direction, at cue: Cue = .now, _ answer: @escaping (Answer) -> Void) {
        applyPending(before: nextBeat)
        // The next tap begins a new series, without those that were taken back.
        taps.reset()
        guard let restoration = history.restoration(direction, in: settings) else {
            return answer(.failure(Self.nothing(to: direction, of: history)))
        }
        let edit = restoration.edit
        let isBesideSong = song != nil && edit.keys.contains(where: \.effect.isOfSong)
        let answer: (Answer) -> Void = { result in
            guard case .success(var change as Change) = result else { return answer(result) }
            if !restoration.leftOut.isEmpty {
                change.values["left_out"] = .array(restoration.leftOut.map { .string($0.settingName ?? $0.name) })
            }
            if isBesideSong { change.values["after_song"] = true }
            answer(.success(change))
        }
        let waits = waitsForBeat(edit, by: .history(direction))
        guard cue == .now, song == nil, tempoToPropose(by: edit) == nil, !waits else {
            return apply(edit, at: cue, by: .history(direction), parameter: { $0.settingName }, answer)
        }
        prepare(edit, answer) { conductor in
            guard conductor.history.restoration(direction, in: conductor.settings)?.edit == edit else {
                // Another client has changed something while the sounds were decoded, which may not be those in force now.
                return conductor.load(Edit()) { _ in conductor.restore(direction, answer) }
            }
            conductor.put(edit, by: .history(direction), { $0.settingName }, answer)
        }
    }

    /// The error where no step is left that can be gone.
    private static func nothing(to direction: History.Direction, of history: History) -> ControlError {
        let left = history.count(direction)
        let reason =
            switch (direction, left) {
            case (.undo, 0): "there is nothing to undo: no change of what is set of the music is left to take back"
            case (.redo, 0): "there is nothing to redo: nothing was undone since the last change of the music"
            default:
                "there is nothing to \(direction.rawValue) that still fits: \(left) changes of the music are of other bars or lanes"
            }
        return ControlError(.nothingToRestore, reason)
    }

    /// Calls `then` once the sounds of an edit, and of a song, are ready; `answer` where they cannot be used.
    func prepare(
        _ edit: Edit, song: SongCourse? = nil, _ answer: @escaping (Answer) -> Void,
        then: @escaping (Conductor) -> Void
    ) {
        let effects = Set(edit.keys.map(\.effect))
        // The lanes of an edit are mostly played with sounds that are there.
        let names = ((try? edit.applied(to: settings)) ?? settings).soundChoices.flatMap { [$0.beat, $0.bell] }
        let isComplete =
            (!effects.contains(.lanes) || samples.names.isSuperset(of: names))
            && samples.names.isSuperset(of: song?.map.lanes.sounds ?? [])
        guard effects.contains(.sound) || !isComplete else { return then(self) }
        load(edit, song: song) { [weak self] result in
            switch result {
            case .success: if let self { then(self) }
            case .failure(let error): answer(.failure(error))
            }
        }
    }

    /// Puts the settings of an edit whose sounds are ready into force.
    func put(
        _ edit: Edit, by source: EditSource, phase: PhaseBridge.Target? = nil, _ parameter: (Key) -> String?,
        _ answer: @escaping (Answer) -> Void
    ) {
        applyPending(before: nextBeat)
        followTempo(before: nextBeat)
        let (before, former) = (settings, history)
        let historyBefore = HistoryState(history)
        let offsetBefore = offsetMs
        do throws(SettingError) {
            settings = try edit.applied(to: before)
        } catch {
            return answer(.failure(ControlError(error, param: error.key.flatMap(parameter) ?? "")))
        }
        switch source {
        case .request: history.record(from: before, to: settings)
        case .gesture(let gesture): history.record(from: before, to: settings, gesture: gesture)
        case .history(let direction):
            history.step(direction, skipping: history.restoration(direction, in: before)?.skipped ?? 0)
        case .other: break
        }
        if settings.tempo != before.tempo { gestures.insert(.tempo) }
        if phase != nil || settings.tempo != before.tempo { wantedPhase = phase }
        if Edit(remembering: settings) != Edit(remembering: before) { remember(settings, .request) }
        let effects = Set(Key.all.filter { $0.value(in: before) != $0.value(in: settings) }.map(\.effect))
        if effects.contains(.output) { changeOutput() }
        if settings.clock != before.clock { followSync() }
        changeChannels()
        setFill()
        if offsetMs != offsetBefore {
            anchorClock()
            sendState(changed: ["position", "pendulum"])
            announce()
        }
        if edit.keys.contains(where: \.effect.isAudible) {
            let isNewHistory = HistoryState(history) != historyBefore
            play(edit, from: before, former, alsoChanged: isNewHistory ? ["history"] : [], answer)
        } else {
            answer(.success(change(atPresent: edit, since: before)))
        }
        sendAudio()
    }

    /// Has the real-time thread play by the settings, and answers where it does, with the values that this edit led to.
    private func play(
        _ edit: Edit, from before: Settings, _ former: History, alsoChanged others: [String],
        _ answer: @escaping (Answer) -> Void
    ) {
        let changed = Self.statusNames { $0.told(in: before) != $0.told(in: self.settings) } + others
        let isNewTempo = settings.tempo != before.tempo && song == nil
        // Another edit may be put in force before this one takes hold.
        let (values, after) = (values(of: edit, in: settings, since: before), settings)
        ask(Transport.Event.edit) { [weak self] outcome in
            guard let self else { return }
            // What cannot be played is not in force.
            if case .unplayable = outcome, settings == after { (settings, history) = (before, former) }
            if !changed.isEmpty { sendState(changed: changed) }
            if outcome == .notPlaying, isNewTempo {
                follow(settings.tempo.beatsPerMinute)
                resumeFrames()
            }
            answer(self.answer(to: outcome, values: values, edit: edit))
        }
    }

    /// The answer to a change that moves no beat: an offset holds from what is heard now, a fill from what is written next.
    private func change(atPresent edit: Edit, since before: Settings) -> Change {
        let values = values(of: edit, in: settings, since: before)
        guard let record else { return Change(run: run, atBeat: nil, atNs: nil, values: values) }
        let clock = heard
        let isOfOffset = edit.keys.contains { $0.effect == .offset }
        let now = Int64(clamping: clock.frame(at: .now).rounded())
        return change(at: isOfOffset ? now : clock.writtenFrame, in: record, clock, values)
    }

    /// The output channels that the lanes ask for, those of changes that wait included. While it plays none is given up, for
    /// the device would have to be opened again.
    private var wantedChannels: Int {
        let waiting = pending.list.compactMap(\.edit).map { (try? $0.appliedUnchecked(to: settings)) ?? settings }
        let wanted = (([settings] + waiting).map(\.lanes.channels) + courses.map(\.map.lanes.channels)).max() ?? 2
        return transport.isStarted ? max(wanted, output.channels) : wanted
    }

    /// Opens the output with as many channels as the lanes ask for.
    func changeChannels() {
        if wantedChannels != output.channels { changeOutput() }
    }

    /// Plays elsewhere, by the settings.
    private func changeOutput() {
        output.prerollMs = settings.prerollMs.map { Int(clamping: $0) }
        output.change(
            mode: settings.output, device: settings.device, fallbackDevice: settings.fallbackDevice,
            channels: wantedChannels)
        // While it plays, the next device to be attached decides.
        if !transport.isStarted || output.mode == .clock { deviceInUse = output.name }
    }

    // MARK: sounds

    /// Decodes the sounds of an edit, or of a song, on the worker, and takes them into use.
    func load(_ edit: Edit, song: SongCourse? = nil, then: @escaping (Result<Void, ControlError>) -> Void) {
        func choices() -> [SoundChoice] {
            let songs = (courses + [song].compactMap { $0 }).flatMap(\.map.lanes.soundChoices)
            let edits = [edit] + pending.list.compactMap(\.edit)
            return edits.reduce(into: settings.soundChoices + songs) { choices, edit in
                choices += ((try? edit.appliedUnchecked(to: settings)) ?? settings).soundChoices
            }
        }
        let rate = samples.sampleRate
        let wanted = choices()
        files.run({ [library] in
            let sounds = try SoundSet(wanted, from: library)
            return (sounds, try sounds.samples(at: rate))
        }) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success((let loaded, let ready)):
                // Meanwhile the device may have changed its rate, and another client one of the sounds.
                guard samples.sampleRate == rate, choices() == wanted else {
                    return load(edit, song: song, then: then)
                }
                sounds = loaded
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

    // MARK: answers

    /// The values that an answer to an edit tells, as they are in some settings: those of its keys, and of those that depend
    /// on them; and all others that have changed since.
    func values(of edit: Edit, in settings: Settings, since before: Settings? = nil) -> [String: JSONValue] {
        let related = edit.keys.flatMap(\.related).compactMap(Key.named)
        let changed = before.map { before in Key.all.filter { $0.value(in: before) != $0.value(in: settings) } } ?? []
        var values: [String: JSONValue] = [:]
        for key in edit.keys + related + changed {
            if key.form == .offsets {
                values["offset_ms"] = .number(offsetMs)
                values["device"] = .string(deviceInUse)
            } else if let name = key.command?.parameter ?? key.statusName {
                values.put(JSONValue(key.told(in: settings)), at: name)
            }
        }
        return values
    }

    /// The members of the status that tell some keys, each once.
    static func statusNames(where isWanted: (Key) -> Bool) -> [String] {
        Key.all.filter(isWanted).compactMap { $0.statusName?.split(separator: ".").first.map(String.init) }
            .reduce(into: []) { names, name in
                if !names.contains(name) { names.append(name) }
            }
    }
}

extension [String: JSONValue] {
    /// Puts a value at a name, or into the object that the part of the name before a dot stands for.
    fileprivate mutating func put(_ value: JSONValue, at name: String) {
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

extension ControlError {
    /// Why a sound could not be used, as a parameter's error.
    fileprivate init(sound error: any Error) {
        switch error {
        case SoundError.unknown(_, let known):
            self.init(.notFound, "\(error)", allowed: known)
        default: self.init(.unusableSound, "\(error)")
        }
    }
}
