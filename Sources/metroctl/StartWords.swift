// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import MetronomeControl
import MetronomeRhythm
import Songs

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

    /// Throws for two words of a kind.
    init(_ words: [String]) throws(ValidationError) {
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

    /// Loads what has the name: a preset, else a set list, a song or a groove, which takes the tempo too. `place` is where a song
    /// begins, and nil after that. Throws where there is none of these.
    mutating func load(
        _ name: String, from place: inout String?, over client: ControlClient, _ options: Options
    ) throws -> Change {
        var song = ["path": JSONValue.string(SongPath.told(name))]
        song["from"] = place.map(JSONValue.string)
        if SongPath.isFile(name) {
            place = nil
            return try options.ask(client, "song.load", song, as: Change.self)
        }
        for method in ["preset.load", "setlist.load"] where kind.map(method.hasPrefix) ?? true {
            var params: [String: JSONValue] = ["name": .string(name)]
            let isList = method == "setlist.load"
            if isList { params["count_in"] = settings["count_in"] }
            guard let change = try find(method, params, over: client, options) else { continue }
            countsEntries = isList && settings.removeValue(forKey: "count_in") != nil
            return change
        }
        if kind == nil, let change = try find("song.load", song, over: client, options) {
            place = nil
            return change
        }
        if kind == nil, try options.ask(client, "status", as: Status.self).song != nil,
            try options.ask(client, "song.show", as: SongPage.self).sections.contains(where: { $0.label == name })
        {
            throw Failure(
                Failure.refused, "\(name) is a section of the song: seek \(name), then start", reason: "invalid")
        }
        if name != "off", kind ?? "groove" == "groove" {
            var params: [String: JSONValue] = ["groove": .string(name)]
            params["bpm"] = settings["bpm"]
            if let change = try find("groove.set", params, over: client, options) {
                settings["bpm"] = nil
                return change
            }
        }
        throw try unknown(name, over: client, options)
    }

    /// The change that a method makes; nil where nothing has the name that it was given. A piece with a mistake in its file is told.
    private func find(
        _ method: String, _ params: [String: JSONValue], over client: ControlClient, _ options: Options
    ) throws -> Change? {
        let answer: Result<Change, ControlError>
        do {
            answer = try client.call(method, params: params, as: Change.self, timeout: options.timeout.duration)
        } catch {
            throw Failure(error)
        }
        switch answer {
        case .success(let change): return change
        // The piece is there, but the place is none of it.
        case .failure(let error) where error.param == "from": throw Failure(error)
        case .failure(let error)
        where error.reason == ErrorReason.notFound.rawValue
            || error.reason == ErrorReason.invalid.rawValue && error.param != "bpm":
            return nil
        case .failure(let error): throw Failure(error)
        }
    }

    private func unknown(_ name: String, over client: ControlClient, _ options: Options) throws -> Failure {
        let presets = try options.ask(client, "preset.list", as: PresetList.self).presets.map(\.name)
        let lists = try options.ask(client, "setlist.list", as: SetLists.self).setlists.map(\.name)
        let grooves = try options.ask(client, "groove.list", as: GrooveList.self).grooves.map(\.name)
        let saved = presets + lists
        if let kind {
            let there = ["preset": presets, "setlist": lists, "groove": grooves][kind] ?? []
            let list = there.isEmpty ? "there is none" : "there are \(there.joined(separator: ", "))"
            let noun = kind == "setlist" ? "set list" : kind
            return Failure(
                Failure.refused, "\(JSONValue.string(name).text) is no \(noun): \(list)", reason: "not_found")
        }
        let near = CommandTable.suggestion(for: name, among: saved + grooves + Tempo.allNames.map(\.name))
        let there = saved.isEmpty ? "nothing is saved yet" : "saved: \(saved.joined(separator: ", "))"
        let hint = near.map { "did you mean \($0)?" } ?? "\(there); metroctl groove lists the grooves"
        return Failure(
            Failure.refused, "\(JSONValue.string(name).text) is no preset, set list, song, groove or tempo: \(hint)",
            reason: "not_found")
    }
}
