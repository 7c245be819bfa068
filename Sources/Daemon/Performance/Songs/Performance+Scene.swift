// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    // MARK: presets

    /// Does what a request asks of the presets.
    mutating func perform(_ call: PresetCall, _ ask: Ask) throws(TurnEnd) {
        switch call {
        case .save(let name): throw .needs(.save(presetInForce, name, among: .presets))
        case .load(let name, let cue):
            let reading = try scene(.preset(name), ask)
            try play(reading, at: cue, ask, PendingAnswer(ask))
        case .list: throw .needs(.presets)
        case .show(let name):
            if let name { throw .needs(.preset(name)) }
            let file = presetInForce
            answer(ask, PresetPage { $0.tell(file.toml, file.song) })
        case .remove(let name): throw .needs(.remove(name, from: .presets))
        }
    }

    /// What is set is the preset that was kept, and none that was removed.
    mutating func namePreset(after wish: Ask.Wish) {
        let before = settings
        switch wish {
        case .call(.preset(.save(let name))): settings.preset = name
        case .call(.preset(.remove(let name))):
            pending.removePreset(name)
            if settings.preset == name { settings.preset = nil }
        default: return
        }
        let changed = Key.changed(from: before, to: settings)
        if changed.isEmpty { return }
        history.record(from: before, to: settings)
        saveAny(of: changed)
        sendState(changed: Self.statusNames(of: settings, unlike: before))
    }

    /// What is in force, as a preset: without what the set list has set for its entry.
    private var presetInForce: PresetFile {
        let own = (try? playedEntry.ending(in: settings).applied(to: settings)) ?? settings
        return PresetFile(
            Edit(presetOf: own, besideSong: song != nil),
            song: song.map { song in
                PresetFile.Song(
                    source: SongSource(song),
                    from: song.start > 0 ? "\(song.course.bar(ofBeat: song.start))" : nil, scale: song.usualScale)
            })
    }

    // MARK: playing

    /// A preset, or an entry of a set list, once its files were read.
    func scene(_ source: SetList.Source, _ ask: Ask, for wish: Ask.Wish? = nil) throws(TurnEnd) -> UserLibrary.Reading {
        guard let reading = ask.loaded.scene else { throw .needs(.scene(source), for: wish) }
        return reading
    }

    /// Has a scene played whose files were read: at once while nothing plays, else from its place on.
    mutating func play(_ reading: UserLibrary.Reading, at cue: Cue, _ ask: Ask, _ reply: PendingAnswer) throws(TurnEnd)
    {
        var scene = proposingTempo(of: reading.scene)
        scene.edit = scene.edit.seeded(by: moment.chance)
        do throws(SettingError) { _ = try scene.edit.applied(to: settings) } catch {
            throw .refused(ControlError(.unusableFile, UserLibrary.text(error, reading.places), param: "name"))
        }
        if let song = scene.song, let error = limits(of: song) { throw .refused(error) }
        try need(scene.edit, song: scene.song?.course, for: ask)
        guard transport.isStarted || waits(cue) else { return rest(with: scene, reply) }
        try wait(.scene(scene), cue, .word("name"), reply)
    }

    /// Why the sounds of a scene cannot be used, with the place in its file.
    func told(_ error: ControlError, of reading: UserLibrary.Reading) -> ControlError {
        let edit = reading.scene.edit
        let wanted = (try? edit.applied(to: settings)) ?? settings
        var told = error
        if let place = edit.placeOfSound(that: error.message, in: wanted, reading.places) {
            told.message = place + ": " + error.message
        }
        return told
    }

    /// Has a scene played by the next start.
    private mutating func rest(with scene: Scene, _ reply: PendingAnswer) {
        let before = (settings: settings, history: HistoryState(history), pending: pending.list.count)
        // Of several orders the last one counts.
        if scene.setList != nil { pending.removeEntries() }
        let members = hold(scene) + (pending.list.count == before.pending ? [] : ["pending"])
        saveAny(of: Key.changed(from: before.settings, to: settings))
        changeChannels()
        let changed = Self.statusNames(of: settings, unlike: before.settings) + members
        sendState(changed: (changed + (HistoryState(history) == before.history ? [] : ["history"])).uniqued)
        follow(restingBpm)
        resumeFrames()
        answer(reply, change(values(of: scene, in: settings)))
    }

    /// Makes a scene what is in force. Returns the members of the status that a song and a set list change.
    mutating func hold(_ scene: Scene, keepsRedo: Bool = false) -> [String] {
        let before = settings
        let hadSong = song != nil
        settings = (try? scene.edit.applied(to: before)) ?? before
        let usual = usual(of: scene, after: before)
        let entries = History.Entries(
            from: playedEntry.preset, to: scene.setList, usual: (playedEntry.usualOfPreset, usual))
        // What is proposed belongs to the same step. No series of taps has a number below 0.
        let gesture = scene.proposal.map { _ in -1 - history.place }
        history.record(
            from: before, to: settings, gesture: gesture.map { History.Gesture($0) }, entries: entries,
            keepsRedo: keepsRedo)
        song = scene.songChange.applied(to: song)
        if hadSong || song != nil { songChanged() }
        if let tempo = scene.proposal, let gesture { propose(tempo, gesture: gesture) }
        if let list = scene.setList {
            setList = list
            playedEntry.begin(list, usual: usual)
            watchSetList()
        }
        return (hadSong || song != nil ? songMembers : []) + (scene.setList == nil ? [] : ["setlist"])
    }

    /// The timer and the count-in that an entry would have without its set list. Where it says no count-in itself, the count-in
    /// of what was before stays.
    private func usual(of scene: Scene, after settings: Settings) -> Edit {
        var usual = scene.usual
        if let key = Key.named("count_in"), usual[key] == nil {
            let former = playedEntry.countIn == settings.countIn ? playedEntry.usual[key] : nil
            usual[key] = former ?? key.value(in: settings)
        }
        return usual
    }

    /// What a scene brings, as clients are told it.
    func values(of scene: Scene, in settings: Settings) -> [String: JSONValue] {
        var values = values(of: scene.edit, in: settings)
        if scene.song != nil || song != nil { values["song"] = .wire(songState(scene.song)) }
        if let list = scene.setList { values["setlist"] = .wire(SetListState(list)) }
        return values
    }
}

extension Edit {
    /// Where a file names the sound that an error is about; `settings` are those with the edit.
    func placeOfSound(that message: String, in settings: Settings, _ places: [String: String]) -> String? {
        func isNamed(_ sound: String?) -> Bool { sound.map { message.contains("'\($0)'") } ?? false }
        if let key = keys.first(where: { isNamed($0.sound(in: settings)) }) { return places[key.name] }
        return settings.lanes.lanes.contains { isNamed($0.soundName) } ? places["lanes"] : nil
    }
}
