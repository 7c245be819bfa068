// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeControl
internal import MetronomeLinux
internal import MetronomeRhythm
internal import MetronomeSession

/// The presets, set lists, grooves and songs of the user: `metronomed/presets`, `setlists`, `grooves` and `songs` in the data folder; and the
/// journal, which is read here and written by `JournalWriter`.
///
/// All of it waits for the file system, so keep it off the event loop.
package struct UserLibrary: Sendable {
    /// A scene that was read, and what to say of it.
    struct Reading: Sendable, Equatable {
        var scene: Scene
        /// Where its file states each value, by the name of the key.
        var places: [String: String] = [:]
        var notes: [String] = []
    }

    let presets: NamedFiles
    let setLists: NamedFiles
    let grooves: NamedFiles
    let songs: SongFolder
    let journal: JournalFolder
    private let home: String?

    /// Finds the place by `XDG_DATA_HOME` and `HOME`.
    package init(environment: [String: String]) {
        let folders = BaseFolders(environment: environment)
        home = folders.home
        let data = folders.data.map { $0 + "/metronomed" }
        presets = NamedFiles(
            folder: data.map { $0 + "/presets" }, noun: "preset",
            making: "metroctl preset save NAME keeps what plays as one")
        setLists = NamedFiles(
            folder: data.map { $0 + "/setlists" }, noun: "set list", making: "metroctl setlist add NAME ENTRY makes one"
        )
        grooves = NamedFiles(
            folder: data.map { $0 + "/grooves" }, noun: "groove",
            making: "metroctl groove save NAME keeps the lanes as one")
        songs = SongFolder(folder: data.map { $0 + "/songs" })
        journal = JournalFolder(environment: environment)
    }

    // MARK: presets

    /// The preset of that name, with its mistakes, and its text.
    func preset(_ name: LibraryName) throws(ControlError) -> (file: PresetFile, text: [UInt8], path: String) {
        let text = try presets.read(name)
        let path = try presets.path(of: name)
        return (PresetFile(toml: text, path: path, home: home), text, path)
    }

    /// What a preset, or an entry of a set list, brings. Throws its first mistake. Whether the settings that it states fit the
    /// settings in force is not checked.
    func read(_ source: SetList.Source) throws(ControlError) -> Reading {
        var songs = ReadSongs()
        return try read(source, among: &songs)
    }

    private func read(_ source: SetList.Source, among songs: inout ReadSongs) throws(ControlError) -> Reading {
        switch source {
        case .preset(let name):
            let file = try preset(name).file
            try Self.check(file.mistakes)
            var reading = Reading(scene: Scene(file.edit.filled(from: .preset(name))), places: file.places)
            if let song = file.song { try read(song, at: file.places, into: &reading, among: &songs) }
            return reading
        case .song(let path):
            var reading = Reading(scene: Scene())
            let song = PresetFile.Song(source: SongSource(path: path, format: nil))
            try read(song, at: [:], into: &reading, among: &songs)
            return reading
        }
    }

    private func read(
        _ song: PresetFile.Song, at places: [String: String], into reading: inout Reading, among songs: inout ReadSongs
    ) throws(ControlError) {
        func reason(_ key: String, _ message: String) -> String {
            (places[key].map { "\($0): \(key): " } ?? "") + message
        }
        var loaded: LoadedSong
        do throws(SongSource.Refusal) {
            let (course, notes) = try songs.course(of: song.source)
            reading.notes = notes
            loaded = LoadedSong(
                course, path: song.source.path, format: song.source.format?.rawValue, scale: song.scale)
        } catch { throw ControlError(.unusableSong, reason("song", error.message)) }
        do throws(RhythmError) {
            if let from = song.from { loaded.start = try loaded.course.beat(ofPlace: from) }
        } catch { throw ControlError(.notFound, reason("from", error.message), param: "from") }
        reading.scene.song = loaded
    }

    // MARK: grooves

    /// The groove of the user of that name. Throws its first mistake.
    func groove(_ name: LibraryName) throws(ControlError) -> Groove {
        guard grooves.contains(name) else { throw unknownGroove(name.text) }
        let path = try grooves.path(of: name)
        let file = PresetFile(toml: try grooves.read(name), path: path, home: home)
        try Self.check(file.mistakes)
        let allowed = Edit(grooveOf: Settings()).keys
        if let other = file.edit.keys.first(where: { key in !allowed.contains { $0.name == key.name } }) {
            throw ControlError(
                .unusableFile,
                "\(file.places[other.name] ?? path): \(other.name): a groove has meter and lanes: leave it out",
                param: "groove")
        }
        guard case .lanes(let changes)? = file.edit.values["lanes"], case .all(let lanes)? = changes.first,
            !lanes.isEmpty, file.song == nil
        else {
            throw ControlError(
                .unusableFile, "\(path): lanes is missing: a groove has meter and lanes", param: "groove")
        }
        let meter: Meter? = if case .meter(let meter)? = file.edit.values["meter"] { meter } else { nil }
        return Groove(
            name: name.text, summary: "saved by you", meter: meter?.description ?? "", source: path, lanes: lanes)
    }

    /// The grooves of the user, and those of the table.
    func grooveList() throws(ControlError) -> GrooveList {
        let saved = try grooves.names().map { name in
            do throws(ControlError) { return GrooveList.Entry(try groove(name)) } catch {
                return GrooveList.Entry { ($0.name, $0.trouble) = (name.text, error.message.shortened(to: 400)) }
            }
        }
        return GrooveList { $0.grooves = saved + Groove.all.map { GrooveList.Entry($0) } }
    }

    private func unknownGroove(_ name: String) -> ControlError {
        let known = ((try? grooves.names()) ?? []).map(\.text) + Groove.all.map(\.name)
        let hint = Suggestion.word(for: name, among: known + ["off"]).map { "did you mean \($0)? " } ?? ""
        return ControlError(
            .notFound, "there is no groove \(PlainValue.string(name)): \(hint)metroctl groove lists them",
            param: "groove",
            allowed: known + ["off"])
    }

    // MARK: set lists

    /// The set list of that name, whose entries are not looked at. Throws its first mistake.
    func setListFile(_ name: LibraryName) throws(ControlError) -> SetListFile {
        let text = try setLists.read(name)
        let file = SetListFile(toml: text, path: try setLists.path(of: name), home: home)
        try Self.check(file.mistakes)
        return file
    }

    /// The set list of that name, with what is the matter with each of its entries.
    func setList(_ name: LibraryName) throws(ControlError) -> SetList {
        let file = try setListFile(name)
        var songs = ReadSongs()
        let entries = file.entries.map { entry in
            var looked = looked(at: entry.source, bars: entry.bars, among: &songs)
            (looked.bars, looked.note) = (entry.bars, entry.note)
            return looked
        }
        return SetList(name, title: file.title, statedCountIn: file.countIn, entries: entries)
    }

    /// What an entry is, and what is the matter with it. `bars` end the entry in place of the preset's timer.
    func looked(at source: SetList.Source, bars: Int? = nil, among songs: inout ReadSongs) -> SetList.Entry {
        do throws(ControlError) {
            var reading = try read(source, among: &songs)
            let settings: Settings
            do throws(SettingError) {
                settings = try reading.scene.edit.applied(to: Settings())
            } catch {
                return SetList.Entry(source, trouble: Self.text(error, reading.places))
            }
            var entry = SetList.Entry(source)
            do throws(SettingError) { try SetListFile.check(bars, isOfSong: reading.scene.song != nil) } catch {
                (entry.trouble, entry.summary) = (Self.text(error, reading.places), Self.summary(of: reading.scene))
                return entry
            }
            if bars != nil { reading.scene.edit[Trainer.Kind.timer.rules.key] = nil }
            // Where a trainer leads the tempo, or the preset leaves it open, how long it takes is not known.
            let edit = reading.scene.edit
            let isKnown = edit.setsTempo && edit.keys.contains { $0.name == "meter" }
            let isSteady = isKnown && settings.practice.leader == nil
            let seconds = bars.map { Double($0 * settings.countedMeter.beats) * 60 / settings.tempo.beatsPerMinute }
            let length = seconds.flatMap { isSteady ? PracticeTimer.text($0.rounded()) + ", " : nil } ?? ""
            entry.summary = length + Self.summary(of: reading.scene)
            return entry
        } catch { return SetList.Entry(source, trouble: error.message) }
    }

    /// What a scene is, in a few words: `96 bpm, 6/8`, and of a song `28 bars, 1:02, 120 bpm, 4/4`.
    private static func summary(of scene: Scene) -> String {
        guard let song = scene.song else { return PresetFile(scene.edit).summary }
        let course = song.course
        let begin = course.bar(ofBeat: song.begin)
        let first = course.sections(scale: song.scale.value).last { $0.bar <= begin }
        let count = max(1, course.map.writtenBars - begin + 1)
        let bars = count == 1 ? "1 bar" : "\(count) bars"
        let seconds = course.seconds(from: Ratio(song.begin) ?? .zero, to: Ratio(course.length) ?? .zero)
        let length = PracticeTimer.text((seconds / song.scale.value).rounded())
        let tempo = first.map { ["\(PlainValue.text(($0.bpm * 100).rounded() / 100)) bpm", $0.meter] } ?? []
        return ([bars, length] + tempo).joined(separator: ", ")
    }

    // MARK: mistakes

    /// Throws the first of some mistakes, and how many there are.
    private static func check(_ mistakes: [ConfigurationError]) throws(ControlError) {
        guard let first = mistakes.first else { return }
        let more = mistakes.count > 1 ? "; there are \(mistakes.count) mistakes in it" : ""
        throw ControlError(.unusableFile, "\(first)\(more)", param: "name")
    }

    /// Why values that were read cannot be used, with the place in the file.
    static func text(_ error: SettingError, _ places: [String: String]) -> String {
        let name = error.key?.name ?? ""
        return (places[name].map { $0 + ": " } ?? "") + (name.isEmpty ? "" : name + ": ") + error.message
    }
}
