// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import MetronomeSession
import Programs

/// `metroctl setlist add`: what is a file is a song, and the rest are names of presets.
struct SetlistAddVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "setlist.add", name: "add",
        more: [
            ("setlist add friday evening.toml", "a song in this folder"),
            ("setlist add friday waltz 16 rock 32", "each ends after these bars"),
        ])
    @Argument(help: "The name of the set list.", completion: .setLists) var name: String
    @Argument(
        help: "Presets by their names, and songs by their names or paths; behind a preset its bars.",
        completion: .presets)
    var words: [String]
    @Option(help: ArgumentHelp("The number that the first of them gets; at the end unless given.", valueName: "n"))
    var place: Int?
    @Option(help: ArgumentHelp("After how many bars the music ends; for one preset.", valueName: "n")) var bars: Int?
    @Option(help: ArgumentHelp("What the player wants to read then; for one entry.", valueName: "text"))
    var note: String?
    @OptionGroup var options: Options

    /// The entries with the bars that follow them: `waltz 16 rock`.
    private var asked: [(name: String, bars: Int64?)] {
        words.reduce(into: []) { entries, word in
            if let bars = Int64(word), let last = entries.last, last.bars == nil {
                entries[entries.count - 1].bars = bars
            } else {
                entries.append((word, nil))
            }
        }
    }

    func validate() throws {
        guard words.count > 1, bars != nil || note != nil else { return }
        throw ValidationError("--bars and --note are for one entry: add the others by commands of their own.")
    }

    func run() throws {
        let asked = asked
        for bars in asked.compactMap(\.bars) where !SetList.Entry.lengths.contains(Int(clamping: bars)) {
            throw ProgramFailure.failed(
                "an entry ends after 1 to 10000 bars, not \(bars)", reason: "out_of_range")
        }
        let client = try options.connect()
        let presets = try options.ask(client, "preset.list", as: PresetList.self).presets.map(\.name)
        // A song in this folder may be named without its ending.
        let entries = try asked.map { entry -> JSONValue in
            .string(presets.contains(entry.name) ? entry.name : try SongPath.told(entry.name))
        }
        var params: [String: JSONValue] = ["name": .string(name), "entries": .array(entries)]
        params["place"] = place.map { .integer(Int64($0)) }
        params["bars"] = bars.map { .integer(Int64($0)) }
        params["note"] = note.map(JSONValue.string)
        let report = { (page: SetListPage) in page.text }
        guard asked.contains(where: { $0.bars != nil }) else {
            return try options.perform("setlist.add", params, report: report)
        }
        // All of it is known to be possible before any of it is done.
        if let other = asked.first(where: { $0.bars != nil && !presets.contains($0.name) }) {
            throw ProgramFailure.failed(
                "only a preset ends after some bars, and \(JSONValue.string(other.name).text) is none: metroctl presets lists them",
                reason: "not_found")
        }
        for name in asked.filter({ $0.bars != nil }).map(\.name) {
            let page = try options.ask(client, "preset.show", ["name": .string(name)], as: PresetPage.self)
            guard page.song == nil else {
                let reason =
                    "\(JSONValue.string(name).text) plays a song, which ends where it is written to: leave its bars out"
                throw ProgramFailure.failed(reason, reason: ErrorReason.invalid.rawValue)
            }
        }
        let count = try options.ask(client, "setlist.add", params, as: SetListPage.self).entries.count
        let first = min(place ?? .max, count - asked.count + 1)
        var changes: [[String: JSONValue]] = []
        for (index, entry) in asked.enumerated() {
            guard let bars = entry.bars else { continue }
            changes.append(["name": .string(name), "entry": .integer(Int64(first + index)), "bars": .integer(bars)])
        }
        for change in changes.dropLast() {
            _ = try options.ask(client, "setlist.change", change, as: SetListPage.self)
        }
        if let last = changes.last { try options.perform("setlist.change", last, report: report) }
    }
}
