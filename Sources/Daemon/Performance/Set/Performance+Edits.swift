// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// Takes an edit into force, all or nothing, or has it wait for its place.
    ///
    /// The beats are led to a phase with it.
    mutating func apply(
        _ edit: Edit, at cue: Cue = .now, by source: EditSource = .other, phase: PhaseBridge.Target? = nil,
        _ naming: Naming = .command, for ask: Ask, _ reply: PendingAnswer? = nil
    ) throws(TurnEnd) {
        applyPending(before: nextBeat)
        let (edit, reply) = (edit.seeded(by: moment.chance), reply ?? PendingAnswer(ask))
        // An edit that is undone while a song is loaded holds when the song is over.
        let isAsked = if case .history = source { false } else { source != .other }
        let key = song == nil || !isAsked ? nil : edit.keys.first(where: \.effect.isOfSong)
        if let key, try songPlays(at: cue) {
            if edit == .plain { throw .refused(Self.songIsInTheWay(of: "reset")) }
            let name = (key.settingName ?? key.name).replacing(".", with: " ").replacing("_", with: " ")
            throw .refused(Self.songSays(name))
        }
        try need(edit, for: ask)
        if source != .other, isFollowing, edit.setsTempo {
            if let tempo = tempoToPropose(by: edit) {
                let proposal = Proposal(edit: edit, tempo: tempo, source: source, ask: ask, more: reply.more)
                return try propose(proposal, at: cue, for: ask)
            }
            if cue == .now { endProposal() }
        }
        try putReady(edit, at: cue, by: source, phase: phase, isAfterSong: key != nil, naming, reply)
    }

    /// Takes an edit whose sounds are ready into force, or has it wait for its place.
    mutating func putReady(
        _ edit: Edit, at cue: Cue = .now, by source: EditSource, phase: PhaseBridge.Target? = nil,
        isAfterSong: Bool = false, _ naming: Naming, _ reply: PendingAnswer
    ) throws(TurnEnd) {
        guard waits(cue) || isAfterSong || phase == nil && waitsForBeat(edit) else {
            return try set(edit, by: source, phase: phase, naming, reply)
        }
        let direction: History.Direction? = if case .history(let direction, _) = source { direction } else { nil }
        try wait(
            .edit(edit, direction: direction), cue, gesture: source.gesture, isStep: source != .other, naming, reply)
    }

    /// Whether an edit at once waits for the next beat: a new tempo, while a lane in seconds plays. At an unknown place in mid-beat
    /// the plan could not say what that lane has played. One after it waits behind it.
    private func waitsForBeat(_ edit: Edit) -> Bool {
        guard transport.isStarted, song == nil else { return false }
        if edit.setsTempo, pending.list.contains(where: { $0.isImmediate && $0.edit?.setsTempo ?? false }) {
            return true
        }
        guard settings.hasLanesInSeconds else { return false }
        return (try? edit.appliedUnchecked(to: settings)).map { $0.tempo != settings.tempo } ?? false
    }

    /// Undoes or redoes the last change of the music.
    mutating func restore(_ direction: History.Direction, at cue: Cue = .now, _ ask: Ask) throws(TurnEnd) {
        applyPending(before: nextBeat)
        // The next tap begins a new series, without those that were taken back.
        taps.reset()
        if direction == .undo, cue == .now, let last = pending.list.last, last.historyPlace == history.place {
            switch last.action {
            case .scene: return takeBack(last, ask)
            // It is no step of the history before its beat.
            case .edit(_, direction: nil) where last.isImmediate && last.isStep: return takeBack(last, ask)
            case .edit, .song, .stop: break
            }
        }
        let (history, settings) = restored(at: cue)
        guard let restoration = history.restoration(direction, in: settings) else {
            throw .refused(Self.nothing(to: direction, of: history))
        }
        let edit = restoration.edit
        var reply = PendingAnswer(ask)
        if !restoration.leftOut.isEmpty {
            reply.more["left_out"] = .array(restoration.leftOut.map { .string($0.settingName ?? $0.name) })
        }
        if song != nil, edit.keys.contains(where: \.effect.isOfSong) { reply.more["after_song"] = true }
        try apply(edit, at: cue, by: .history(direction, edit), .setting, for: ask, reply)
    }

    /// The history and the settings after the steps that wait to be undone or redone at a place.
    private func restored(at cue: Cue) -> (History, Settings) {
        var (history, settings) = (history, settings)
        for change in pending.list where change.cue == cue || change.isImmediate && cue == .now {
            guard case .edit(let edit, let direction?) = change.action else { continue }
            let before = settings
            settings = (try? edit.applied(to: before)) ?? before
            _ = history.go(direction, by: edit, from: before, to: settings)
        }
        return (history, settings)
    }

    /// Undoes what was asked for last before it holds: a preset, an entry of a set list, or an edit that waits for the next beat.
    private mutating func takeBack(_ change: PendingChange, _ ask: Ask) {
        let told = pendingStates().first { $0.pending == change.id }
        let before = HistoryState(history)
        _ = pending.cancel(change.id)
        if case .scene = change.action { history.forgetRedo(behind: change.id) }
        if case .edit(let edit, direction: nil) = change.action, !change.isTap {
            let base = pending.settings(after: settings)
            let after = (try? edit.applied(to: base)) ?? base
            let place = history.place
            history.record(from: base, to: after, keepsRedo: true)
            // One that changes nothing is no step.
            if history.place > place, let step = history.restoration(.undo, in: after) {
                _ = history.go(.undo, by: step.edit, from: after, to: base)
                history.nameUndone(change.id)
            }
            pending.keepRedo()
        }
        if HistoryState(history) != before { sendState(changed: ["history"]) }
        changeChannels()
        var reply = PendingAnswer(ask, more: ["taken_back": told.map { .wire($0) } ?? .null])
        reply.form = .setList
        plan(reply)
    }

    /// The error where no step is left that can be gone.
    private static func nothing(to direction: History.Direction, of history: History) -> ControlError {
        let left = history.count(direction)
        let reason =
            switch (direction, left) {
            case (.undo, 0): "there is nothing to undo: no change of what is set of the music is left to take back"
            case (.redo, 0): "there is nothing to redo: nothing has been undone since the last change of the music"
            default:
                "there is nothing to \(direction.rawValue) that still fits: \(left) changes of the music are of other bars or lanes"
            }
        return ControlError(.nothingToRestore, reason)
    }

    /// Puts the settings of an edit whose sounds are ready into force.
    mutating func set(
        _ edit: Edit, by source: EditSource, phase: PhaseBridge.Target? = nil, _ naming: Naming, _ reply: PendingAnswer
    ) throws(TurnEnd) {
        applyPending(before: nextBeat)
        followTempo(before: nextBeat)
        let before = settings
        let historyBefore = HistoryState(history)
        let pendingBefore = pending.list
        let offsetBefore = offsetMs
        var reply = reply
        do throws(SettingError) {
            settings = try edit.applied(to: before)
        } catch {
            throw .refused(ControlError(error, param: naming.parameter(error.key)))
        }
        switch source {
        case .request:
            history.record(from: before, to: settings, gesture: source.gesture)
            gestures.formUnion(edit.trainers.map { .trainer($0) })
            reply.tell(cancelled: pending.removeTrainers(endedBy: edit))
        case .gesture:
            pending.removeTaps()
            pending.removeTempi()
            history.record(from: before, to: settings, gesture: source.gesture)
        case .history(let direction, let step):
            returnToEntry(history.go(direction, by: step, from: before, to: settings, in: setList))
        case .other: history.adopt(edit.keys, of: settings)
        }
        if record != nil, song == nil, settings.countedMeter.beats != before.countedMeter.beats {
            pending.removeFromBars(edit)
        }
        if settings.tempo != before.tempo { gestures.insert(.tempo) }
        if phase != nil || settings.tempo != before.tempo { phaseChange.replace(by: phase) }
        let changed = Key.changed(from: before, to: settings)
        saveAny(of: changed)
        if settings.resumes != before.resumes { rememberRun(begins: true) }
        let effects = Set(changed.map(\.effect))
        if effects.contains(.output) { changeOutput() }
        if settings.clock != before.clock { followSync() }
        changeChannels()
        setFill()
        let offset = offsetMs
        if offset != offsetBefore {
            journalNotes?.shift(byMs: offset - offsetBefore)
            anchorClock()
            sendState(changed: ["position", "pendulum"])
            announce()
            // What waits is heard sooner or later than its wakes say.
            for wake in [Wake.pending, .practice, .heard] { wakes[wake] = now }
        }
        if edit.keys.contains(where: \.effect.isAudible) {
            // Another edit may be set before this one is adopted.
            reply.form = .edit(
                edit, values(of: edit, in: settings, since: before),
                changed: Self.statusNames(of: settings, unlike: before)
                    + (HistoryState(history) == historyBefore ? [] : ["history"])
                    + (pending.list == pendingBefore ? [] : ["pending"])
                    // A trainer that is set as it was begins again.
                    + (record != nil && edit.keys.contains(where: \.isTrainer) ? ["practice"] : []),
                isNewTempo: settings.tempo != before.tempo && song == nil)
            plan(reply)
        } else {
            answer(reply, change(atPresent: edit, since: before))
        }
        sendAudio()
    }

    /// The answer to a change that moves no beat: an offset holds from what is heard now, a fill from what is written next.
    private func change(atPresent edit: Edit, since before: Settings) -> Change {
        let values = values(of: edit, in: settings, since: before)
        guard let record else { return change(values) }
        let isOfOffset = edit.keys.contains { $0.effect == .offset }
        let present = Int64(clamping: heard.frame(at: now).rounded())
        return change(at: isOfOffset ? present : heard.writtenFrame, in: record, values)
    }

    /// Has the settings saved where any of the keys that have changed is remembered.
    mutating func saveAny(of changed: [Key]) { if changed.contains(where: { $0.savedName != nil }) { save(.request) } }

    mutating func save(_ cause: StateSaver.Cause) { actions.append(.save(settings, cause)) }

    // MARK: the output

    /// The output channels that the lanes ask for, with the lanes of changes that wait. While music plays no channel is given up,
    /// for the device would have to be opened again.
    private var wantedChannels: Int {
        let waiting = pending.list.compactMap(\.edit).map { settings.mostChannels(with: $0) }
        let wanted = ([settings.lanes.channels] + waiting + courses.map(\.map.lanes.channels)).max() ?? 2
        return transport.isStarted ? max(wanted, order.channels) : wanted
    }

    /// Opens the output with as many channels as the lanes ask for.
    mutating func changeChannels() {
        if wantedChannels != order.channels { changeOutput() }
    }

    /// Plays elsewhere, by the settings.
    private mutating func changeOutput() {
        order = OutputOrder(settings, channels: wantedChannels)
        actions.append(.changeOutput(order))
        // While it plays, the next device to be attached decides.
        if !transport.isStarted || order.mode == .clock { deviceInUse = order.name }
    }

    // MARK: sounds

    /// Goes on only where the sounds of an edit, and of a song, are ready.
    func need(_ edit: Edit, song: SongCourse? = nil, for ask: Ask) throws(TurnEnd) {
        let effects = Set(edit.keys.map(\.effect))
        // The lanes of an edit are mostly played with sounds that are there.
        let isComplete =
            (effects.isDisjoint(with: [.lanes, .sound]) || samples.names.isSuperset(of: soundNames(with: edit)))
            && samples.names.isSuperset(of: song?.map.lanes.sounds ?? [])
        // A sound that is set may be another than it was when it was read.
        guard !isComplete || effects.contains(.sound) && !ask.loaded.hasSounds else { return }
        // A sound whose file has gone can be left for another, but not be chosen.
        let wanted = settings(with: edit)
        let chosen = edit.keys.flatMap { key in key.sound(in: wanted).map { [$0] } ?? key.loadedSounds(in: wanted) }
        throw .needs(.sounds(choices(with: edit, song: song), kept: sounds.without(chosen), samples))
    }

    /// The names of the sounds that are played with an edit.
    private func soundNames(with edit: Edit) -> [String] { settings(with: edit).soundChoices.flatMap(\.names) }

    private func settings(with edit: Edit) -> Settings { (try? edit.applied(to: settings)) ?? settings }

    /// The sounds that must be ready for an edit, and a song, beside the sounds in use.
    func choices(with edit: Edit, song: SongCourse? = nil) -> [SoundChoice] {
        let songs = (courses + [song].compactMap { $0 }).flatMap(\.map.lanes.soundChoices)
        let edits = [edit] + pending.list.compactMap(\.edit)
        return edits.reduce(into: settings.soundChoices + songs) { choices, edit in
            choices += ((try? edit.appliedUnchecked(to: settings)) ?? settings).soundChoices
        }
    }

    /// The names of the sounds in use, and of those that wait.
    var soundsInUse: Set<String> { Set(choices(with: Edit()).flatMap(\.names)) }
}
