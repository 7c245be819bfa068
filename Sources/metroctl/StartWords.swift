// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import FoundationEssentials
import Rhythm
import Songs

/// What `metroctl start` is to play: a tempo, a meter, and the name of a piece, each at most once and in any order.
struct StartWords {
    /// Tempo and meter, by the names of `settings.set`.
    private(set) var settings: [String: JSONValue] = [:]
    /// A preset, a set list, or a song.
    private(set) var name: String?

    /// Throws for two words of a kind.
    init(_ words: [String]) throws(ValidationError) {
        for word in words {
            let isNew: Bool
            if Meter.isWritten(in: word) {
                isNew = settings.updateValue(.string(word), forKey: "meter") == nil
            } else if word.first?.isNumber ?? false || (try? TempoChange(parsing: word)) != nil {
                isNew = settings.updateValue(.string(word), forKey: "bpm") == nil
            } else {
                isNew = name == nil
                name = word
            }
            guard isNew else {
                throw ValidationError(
                    "\(JSONValue.string(word).text) is one too many: there is room for one tempo, one meter and one name."
                )
            }
        }
    }

    /// Loads what has the name: a preset, else a set list, else a song file. Throws where there is none of these.
    func load(_ name: String, over client: ControlClient, _ options: Options) throws -> Change {
        if SongPath.isFile(name) {
            return try options.ask(client, "song.load", ["path": .string(SongPath.told(name))], as: Change.self)
        }
        // No piece can have the name, or none has it. A piece with a mistake in its file is told.
        let absent = [ErrorReason.notFound, .invalid].map(\.rawValue)
        for method in ["preset.load", "setlist.load"] {
            let answer: Result<Change, ControlError>
            do {
                answer = try client.call(
                    method, params: ["name": .string(name)], as: Change.self, timeout: options.timeout.duration)
            } catch {
                throw Failure(error)
            }
            switch answer {
            case .success(let change): return change
            case .failure(let error) where absent.contains(error.reason): continue
            case .failure(let error): throw Failure(error)
            }
        }
        let presets = try options.ask(client, "preset.list", as: PresetList.self).presets.map(\.name)
        let lists = try options.ask(client, "setlist.list", as: SetLists.self).setlists.map(\.name)
        let there = (presets + lists).joined(separator: ", ")
        let known = there.isEmpty ? "there is none yet: metroctl preset save NAME makes a preset" : "saved: \(there)"
        throw Failure(
            Failure.refused,
            "there is no preset, set list or song file \(JSONValue.string(name).text), and it is no tempo or meter: \(known)",
            reason: "not_found")
    }
}
