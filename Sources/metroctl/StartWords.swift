// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeLinux
import MetronomeRhythm
import Programs

/// What `metroctl start` is to play: a tempo, a meter, a count-in, and the name of a piece or a groove, each at most once and in any
/// order.
struct StartWords {
    /// Tempo, meter and count-in, by the names of `settings.set`.
    private(set) var settings: [String: JSONValue] = [:]
    /// A preset, a set list, a song, or a groove.
    private(set) var name: String?
    /// Which of these it is, where that is said.
    private var kind: String?
    /// Whether the count-in is that of all entries of a set list.
    private(set) var countsEntries = false

    /// Words that only sound well.
    private static let small: Set = ["bpm", "BPM", "at", "in", "with", "and"]

    /// Throws for two words of a kind, and for a time to start at.
    init(_ words: [String]) throws(ValidationError) {
        let place = words.indices.dropLast(2).first {
            ["in", "after"].contains(words[$0]) && Double(words[$0 + 1]) != nil && Synonym.isLength(words[$0 + 2])
        }
        if let place {
            throw ValidationError(
                "start plays at once, not \(words[place...(place + 2)].joined(separator: " ")): "
                    + "metroctl start count-in 2 counts two bars in; --for 5m and --bars 8 say when it stops.")
        }
        var rest = words.filter { !Self.small.contains($0) }[...]
        while let word = rest.popFirst() {
            let isNew: Bool
            if ["count-in", "countin", "count"].contains(word), let bars = rest.first.flatMap({ Int64($0) }) {
                rest.removeFirst()
                isNew = settings.updateValue(.integer(bars), forKey: "count_in") == nil
            } else if Meter.isWritten(in: word) {
                isNew = settings.updateValue(.string(word), forKey: "meter") == nil
            } else if word.first?.isNumber ?? false || (try? TempoChange(parsing: word)) != nil {
                isNew = settings.updateValue(.string(word), forKey: "bpm") == nil
            } else {
                isNew = name == nil
                if ["preset", "setlist", "groove"].contains(word), let said = rest.popFirst() {
                    (kind, name) = (word, said)
                } else {
                    name = word
                }
            }
            guard isNew else {
                throw ValidationError(
                    "\(JSONValue.string(word).text) is one too many: there is room for one tempo, one meter and one name."
                )
            }
        }
    }

    /// Throws for a tempo, a meter or a count-in that there is not.
    func check() throws(ProgramFailure) {
        guard !settings.isEmpty else { return }
        do { _ = try CommandTable.call("settings.set", settings) } catch { throw ProgramFailure(error) }
    }

    /// From which place tempo and meter hold that are set beside a piece: a preset or a set list that is loaded while
    /// it plays begins with the next beat. Nil for at once.
    static func cue(beside piece: Change) -> String? {
        let isSet = ["preset", "setlist"].contains { piece.values[$0] ?? .null != .null }
        return isSet && piece.atBeat != nil ? "beat" : nil
    }

    /// Why there is no place to start from.
    static func noSong(in name: String? = nil) -> ProgramFailure {
        let what = name.map { "\($0.printable) is no song" } ?? "no song is loaded"
        return ProgramFailure.failed(
            "\(what), and only a song has a place to start from: song load FILE loads one",
            reason: ErrorReason.noSong.rawValue)
    }

    /// Throws where a place of a song is asked for in what has no song, or the tempo or meter of a song that has its
    /// own.
    func check(_ name: String, hasSong: Bool, from place: String?) throws(ProgramFailure) {
        if !hasSong, place != nil { throw Self.noSong(in: name) }
        guard hasSong, settings["bpm"] != nil || settings["meter"] != nil else { return }
        throw ProgramFailure.failed(
            "\(name.printable) is a song, which says tempo and meter itself: song scale plays it faster or slower",
            reason: ErrorReason.songPlays.rawValue)
    }

    /// Loads what has the name: a preset, else a set list, a song or a groove, which takes the tempo too. `place` is where a song
    /// begins, and nil afterwards; `cue` is from where it holds. Throws where nothing has the name, and then has changed nothing.
    mutating func load(
        _ name: String, from place: inout String?, at cue: String?, over client: ControlClient, _ options: Options
    ) throws -> Change {
        var params: [String: JSONValue] = [:]
        params["at"] = cue.map(JSONValue.string)
        var song = params
        song["from"] = place.map(JSONValue.string)
        if SongPath.isFile(name) {
            try check(name, hasSong: true, from: place)
            song["path"] = .string(try SongPath.told(name))
            place = nil
            return try options.ask(client, "song.load", song, as: Change.self)
        }
        params["name"] = .string(name)
        for method in ["preset.load", "setlist.load"] where kind.map(method.hasPrefix) ?? true {
            let isList = method == "setlist.load"
            if place != nil || !settings.isEmpty, let hasSong = try hasSong(name, isList, over: client, options) {
                try check(name, hasSong: hasSong, from: place)
            }
            params["count_in"] = isList ? settings["count_in"] : nil
            guard let change = try find(method, params, as: Change.self, over: client, options) else { continue }
            countsEntries = isList && settings.removeValue(forKey: "count_in") != nil
            return change
        }
        params["count_in"] = nil
        if kind == nil {
            let isThere = try settings.isEmpty || isSong(name, over: client, options)
            if isThere { try check(name, hasSong: true, from: place) }
            song["path"] = .string(try SongPath.told(name))
            if isThere, let change = try find("song.load", song, as: Change.self, over: client, options) {
                place = nil
                return change
            }
        }
        if kind == nil, try options.status(of: client).song != nil,
            try options.ask(client, "song.show", as: SongPage.self).sections.contains(where: { $0.label == name })
        {
            throw ProgramFailure.failed(
                "\(name) is a section of the song: seek \(name), then start", reason: "invalid")
        }
        if name != "off", kind ?? "groove" == "groove" {
            (params["name"], params["groove"], params["bpm"]) = (nil, .string(name), settings["bpm"])
            if place != nil, try isGroove(name, over: client, options) { throw Self.noSong(in: name) }
            if let change = try find("groove.set", params, as: Change.self, over: client, options) {
                settings["bpm"] = nil
                return change
            }
        }
        throw try unknown(name, over: client, options)
    }

    /// Whether a preset, or the first entry of a set list, is a song; nil where nothing has the name.
    private func hasSong(
        _ name: String, _ isList: Bool, over client: ControlClient, _ options: Options
    ) throws -> Bool? {
        let params = ["name": JSONValue.string(name)]
        guard isList else {
            return try find("preset.show", params, as: PresetPage.self, over: client, options).map { $0.song != nil }
        }
        let page = try find("setlist.show", params, as: SetListPage.self, over: client, options)
        guard let first = page?.entries.first else { return nil }
        return try first.song != nil || first.preset.flatMap { try hasSong($0, false, over: client, options) } ?? false
    }

    /// Whether a song has the name: a file here, or one of the daemon's.
    private func isSong(_ name: String, over client: ControlClient, _ options: Options) throws(ProgramFailure) -> Bool {
        if try SongPath.told(name).hasPrefix("/") { return true }
        let songs = try options.ask(client, "song.list", as: SongList.self).songs.map(\.name)
        return songs.contains { $0 == name || $0.hasPrefix(name + ".") }
    }

    private func isGroove(_ name: String, over client: ControlClient, _ options: Options) throws(ProgramFailure) -> Bool
    {
        try options.ask(client, "groove.list", as: GrooveList.self).grooves.contains { $0.name == name }
    }

    /// The answer of a method; nil where nothing has the name that it was given. A piece with a mistake in its file is
    /// told.
    private func find<Value: Decodable>(
        _ method: String, _ params: [String: JSONValue], as type: Value.Type, over client: ControlClient,
        _ options: Options
    ) throws -> Value? {
        let answer: Result<Value, ControlError>
        do {
            answer = try client.call(method, params: params, as: type, timeout: options.timeout(of: method))
        } catch {
            throw ProgramFailure(error)
        }
        switch answer {
        case .success(let value): return value
        // The piece is there, but the place is none of it, or never comes.
        case .failure(let error) where error.param == "from" || error.param == "at": throw ProgramFailure(error)
        case .failure(let error)
        where error.reason == ErrorReason.notFound.rawValue
            || error.reason == ErrorReason.invalid.rawValue && error.param != "bpm":
            return nil
        case .failure(let error): throw ProgramFailure(error)
        }
    }

    private func unknown(_ name: String, over client: ControlClient, _ options: Options) throws -> ProgramFailure {
        let presets = try options.ask(client, "preset.list", as: PresetList.self).presets.map(\.name)
        let lists = try options.ask(client, "setlist.list", as: SetLists.self).setlists.map(\.name)
        let grooves = try options.ask(client, "groove.list", as: GrooveList.self).grooves.map(\.name)
        let saved = presets + lists
        if let kind {
            let there = ["preset": presets, "setlist": lists, "groove": grooves][kind] ?? []
            let list = there.isEmpty ? "there is none" : "there are \(there.joined(separator: ", "))"
            let noun = kind == "setlist" ? "set list" : kind
            return ProgramFailure.failed(
                "\(JSONValue.string(name).text) is no \(noun): \(list)", reason: "not_found")
        }
        let near = CommandTable.suggestion(for: name, among: saved + grooves + Tempo.allNames.map(\.name))
        let there = saved.isEmpty ? "nothing is saved yet" : "saved: \(saved.joined(separator: ", "))"
        let hint = near.map { "did you mean \($0)?" } ?? "\(there); metroctl groove lists the grooves"
        return ProgramFailure.failed(
            "\(JSONValue.string(name).text) is no preset, set list, song, groove or tempo: \(hint)",
            reason: "not_found")
    }
}
