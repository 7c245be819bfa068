// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

extension UserLibrary {
    /// Changes the entries of a set list, which is made where entries are added and there is none.
    func edit(_ name: LibraryName, _ edit: SetListEdit) throws(ControlError) -> SetList {
        var file = SetListFile([])
        if case .add = edit, !setLists.contains(name) {} else { file = try setListFile(name) }
        var origins = file.entries.indices.map(Optional.some)
        switch edit {
        case .add(let texts, let place, let bars, let note):
            let entries = try texts.map { text throws(ControlError) in try entry(text, bars, note) }
            let index = min(place.map { $0 - 1 } ?? .max, file.entries.count)
            file.entries.insert(contentsOf: entries, at: index)
            origins.insert(contentsOf: entries.map { _ in nil }, at: index)
        case .remove(let text):
            let index = try place(of: text, in: file, name)
            guard file.entries.count > 1 else {
                throw ControlError(
                    .outOfRange,
                    "\(name) cannot lose entry \(text): it has one entry only: metroctl setlist remove \(name) deletes it",
                    param: "entry")
            }
            file.entries.remove(at: index)
            origins.remove(at: index)
        case .change(let text, let bars, let note):
            let index = try place(of: text, in: file, name)
            var entry = file.entries[index]
            if let bars { entry.bars = bars == 0 ? nil : bars }
            if let note { entry.note = note.isEmpty ? nil : note }
            try check(entry)
            file.entries[index] = entry
        case .move(let text, let to):
            let index = try place(of: text, in: file, name)
            let (entry, origin) = (file.entries.remove(at: index), origins.remove(at: index))
            let new = min(to - 1, file.entries.count)
            file.entries.insert(entry, at: new)
            origins.insert(origin, at: new)
        }
        guard file.entries.count <= SetList.mostEntries else {
            throw ControlError(.outOfRange, "a set list has at most \(SetList.mostEntries) entries", param: "entries")
        }
        _ = try setLists.write(file.toml, to: name)
        var list = try setList(name)
        list.origins = origins
        return list
    }

    /// A new entry. Throws where it could not be played.
    private func entry(_ text: String, _ bars: Int?, _ note: String?) throws(ControlError) -> SetList.Entry {
        var entry: SetList.Entry
        // A name is that of a preset, or else of a song.
        let isPreset = LibraryName(text).map(presets.contains) ?? false
        let song = isPreset || text.contains("/") ? nil : songs.path(of: text)
        do throws(SettingError) {
            entry = try SetListFile.entry(.string(song ?? text), from: SettingForm.Source(folder: "/", home: nil))
        } catch { throw ControlError(.invalid, error.message, param: "entries") }
        // A name that was mistyped is told now, and not on the stage.
        if case .preset(let preset) = entry.source, !presets.contains(preset) {
            throw SongFormat(path: preset.text) == nil
                ? unknownEntry(preset.text) : songs.unknown(preset.text, param: "entries")
        }
        var songs = ReadSongs()
        if case .song = entry.source, let trouble = looked(at: entry.source, among: &songs).trouble {
            throw ControlError(.unusableSong, trouble, param: "entries")
        }
        (entry.bars, entry.note) = (bars, note)
        try check(entry)
        return entry
    }

    /// The error for a name that neither a preset nor a song has.
    private func unknownEntry(_ name: String) -> ControlError {
        if let shared = songs.shared(name, param: "entries") { return shared }
        let known = ((try? presets.names()) ?? []).map(\.text) + songs.names()
        let near = Suggestion.word(for: name, among: known)
        let hint =
            near.map { "did you mean \($0)?" }
            ?? "metroctl preset list and metroctl song list tell what there is, and a song may be a path"
        return ControlError(
            .notFound, "there is no preset or song \(PlainValue.string(name)): \(hint)", param: "entries",
            allowed: known.isEmpty ? nil : known)
    }

    /// Throws where what is said of an entry does not fit it.
    private func check(_ entry: SetList.Entry) throws(ControlError) {
        if entry.bars != nil {
            // A preset may hold a song.
            let isOfSong =
                switch entry.source {
                case .song: true
                case .preset: (try? read(entry.source))?.scene.song != nil
                }
            do throws(SettingError) { try SetListFile.check(entry.bars, isOfSong: isOfSong) } catch {
                throw ControlError(.invalid, error.message, param: "bars")
            }
        }
        if let note = entry.note, !SetListFile.isNote(note) {
            throw ControlError(
                .invalid, "a note has 1 to \(SetList.Entry.longestNote) characters in one line", param: "note")
        }
    }

    /// The place of an entry by its number, from 1, or by its name.
    private func place(of text: String, in file: SetListFile, _ name: LibraryName) throws(ControlError) -> Int {
        guard let index = SetList(name, entries: file.entries, place: -1).place(of: text) else {
            let names = file.entries.map(\.name)
            throw ControlError(
                Int(text) == nil ? .notFound : .outOfRange,
                "\(name) has no entry \(text): there are 1 to \(names.count), "
                    + names.prefix(20).joined(separator: ", "),
                param: "entry", allowed: names)
        }
        return index
    }
}
