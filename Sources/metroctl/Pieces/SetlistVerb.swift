// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import Glibc
import MetronomeControl
import MetronomeLinux
import MetronomeRhythm
import MetronomeSession

struct SetlistVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setlist", abstract: "Play presets and songs one after the other",
        discussion: """
            A set list is a file of names of presets and paths of songs that you can write and edit too. While it plays, the next \
            entry begins at the next bar without a gap.

            Examples:
              metroctl setlist add friday waltz shuffle evening.toml
              metroctl setlist add friday ballad --place 2 --bars 32 --note 'capo 2'
              metroctl setlist load friday --count-in 1 && metroctl start
              metroctl setlist advance
              metroctl setlist next
            """,
        subcommands: [
            SetlistShowVerb.self, SetlistLoadVerb.self, PlainVerb<SetlistNextName>.self,
            PlainVerb<SetlistAdvanceName>.self, PlainVerb<SetlistPreviousName>.self,
            SetlistGoVerb.self, SetlistListVerb.self, SetlistAddVerb.self, SetlistNoteVerb.self, SetlistBarsVerb.self,
            SetlistMoveVerb.self,
            SetlistRemoveVerb.self,
            SetlistCloseVerb.self,
        ],
        defaultSubcommand: SetlistShowVerb.self)
}

struct SetlistLoadVerb: ParsableCommand {
    /// Says that a set list counts in.
    static let countInHint = "\n(each piece of it is counted in)"

    static let configuration = CommandConfiguration.verb("setlist.load", name: "load")
    @Argument(help: "The name of the set list.", completion: .setLists) var name: String
    @Option(
        help: ArgumentHelp(
            "Bars to count in before each entry; a song may have a count-in of its own.", valueName: "n"))
    var countIn: Int?
    @OptionGroup var options: ChangeOptions

    func run() throws {
        var params: [String: JSONValue] = ["name": .string(name)]
        params["count_in"] = countIn.map { .integer(Int64($0)) }
        try options.options.change("setlist.load", params, at: options.at) { sentence, change in
            sentence + (countIn ?? 0 > 0 ? Self.countInHint : "")
        }
    }
}

struct SetlistGoVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("setlist.go", name: "go")
    @Argument(help: "The number of the entry, from 1, or its name.") var entry: String
    @OptionGroup var options: ChangeOptions

    func run() throws {
        try options.options.change("setlist.go", ["entry": Self.value(entry)], at: options.at)
    }

    /// An entry by its number or its name.
    static func value(_ entry: String) -> JSONValue { Int64(entry).map(JSONValue.integer) ?? .string(entry) }
}

struct SetlistListVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("setlist.list", name: "list")
    // For completions, which ask no daemon.
    @Flag(help: .hidden) var known = false
    @OptionGroup var options: Options

    func run() throws {
        if known { return try Output.line(PieceFiles.names(in: "setlists").joined(separator: "\n")) }
        try options.perform("setlist.list") { (list: SetLists) in
            if list.setlists.isEmpty {
                return "there is no set list yet: metroctl setlist add NAME ENTRY makes one"
            }
            return PieceTable.text(
                list.setlists.map { entry in
                    let count = entry.count == 1 ? "1 entry" : "\(entry.count) entries"
                    return (
                        entry.name, entry.trouble ?? [count, entry.title].compactMap { $0 }.joined(separator: ", ")
                    )
                })
        }
    }
}

/// `metroctl setlist show`: the entries of the set list that is loaded, or of another.
struct SetlistShowVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("setlist.show", name: "show")
    @Argument(help: "The name of the set list; that which is loaded unless given.", completion: .setLists)
    var name: String?
    @Argument(help: .hidden) var others: [String] = []
    @OptionGroup var options: Options

    func validate() throws {
        guard let name, let other = others.first else { return }
        throw ValidationError("Unexpected argument '\(other)': \(Self.hint([name] + others)).")
    }

    /// What is probably meant by words that are more than the name of a set list.
    static func hint(_ words: [String], lists: [String] = PieceFiles.names(in: "setlists")) -> String {
        let rest = words.dropFirst().joined(separator: " ")
        let list = lists.first ?? "NAME"
        // The entry is first, as in `ballad bars 16`, or behind a list.
        if let place = words.firstIndex(where: { ["bars", "note", "end", "ends"].contains($0) }) {
            let verb = words[place] == "note" ? "note" : "bars"
            let small: Set = ["edit", "change", "stop", "after", "bars"]
            let said =
                (words[..<place].filter { verb == "note" || !small.contains($0) })
                + words.dropFirst(place + 1).filter { !small.contains($0) }
            let isNamed = said.first.map(lists.contains) ?? false
            let all = (isNamed ? [] : [list]) + said
            let example = all.count > 2 ? all.joined(separator: " ") : "\(list) 1 " + (verb == "note" ? "capo 2" : "16")
            return "metroctl setlist \(verb) \(example)"
                + (verb == "note" ? " says what to read at an entry" : " ends an entry")
        }
        switch words[0] {
        case "create", "new", "make", "save": return "metroctl setlist add \(rest) makes a set list, or adds to it"
        case "rename", "copy", "edit": return "a set list is a file: metroctl setlist add \(rest) makes one"
        case _ where lists.contains(words[0]):
            return
                "metroctl setlist add \(words.joined(separator: " ")) adds to it, metroctl start setlist \(words[0]) plays it"
        default:
            return
                "metroctl setlist add \(words.joined(separator: " ")) makes a set list, metroctl setlist --help has the rest"
        }
    }

    func run() throws {
        var params: [String: JSONValue] = [:]
        params["name"] = name.map(JSONValue.string)
        do {
            try options.perform("setlist.show", params) { (page: SetListPage) in
                guard page.place != nil else { return page.text }
                let end = try? options.ask(options.connect(), "status", as: Status.self).endText
                return page.text + (end.map { "\nends \($0)" } ?? "")
            }
        } catch {
            guard let failure = error as? Failure, failure.reason == "no_setlist" else { throw error }
            let lists = PieceFiles.names(in: "setlists")
            guard let first = lists.first else { throw error }
            throw Failure(
                Failure.refused,
                "no set list is loaded, \(lists.joined(separator: ", ")) \(lists.count == 1 ? "is" : "are") saved: metroctl setlist load \(first) loads \(lists.count == 1 ? "it" : "one")",
                reason: failure.reason)
        }
    }
}

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
            throw Failure(
                Failure.refused, "an entry ends after 1 to 10000 bars, not \(bars)", reason: "out_of_range")
        }
        let client = try options.connect()
        let presets = try options.ask(client, "preset.list", as: PresetList.self).presets.map(\.name)
        // A song in this folder may be named without its ending.
        let entries = asked.map { entry -> JSONValue in
            .string(presets.contains(entry.name) ? entry.name : SongPath.told(entry.name))
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
            throw Failure(
                Failure.refused,
                "only a preset ends after some bars, and \(JSONValue.string(other.name).text) is none: metroctl presets lists them",
                reason: "not_found")
        }
        let count = try options.ask(client, "setlist.add", params, as: SetListPage.self).entries.count
        let first = place ?? count - asked.count + 1
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

struct SetlistMoveVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("setlist.move", name: "move")
    @Argument(help: "The name of the set list.", completion: .setLists) var name: String
    @Argument(help: "The number of an entry, from 1, or its name.") var entry: String
    @Argument(help: "The number that it gets.") var to: Int
    @OptionGroup var options: Options

    func run() throws {
        let params: [String: JSONValue] = [
            "name": .string(name), "entry": SetlistGoVerb.value(entry), "to": .integer(Int64(to)),
        ]
        try options.perform("setlist.move", params) { (page: SetListPage) in page.text }
    }
}

struct SetlistRemoveVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("setlist.remove", name: "remove")
    @Argument(help: "The name of the set list.", completion: .setLists) var name: String
    @Argument(help: "The number of an entry, from 1, or its name; all of the set list unless given.")
    var entry: String?
    @OptionGroup var options: Options

    func run() throws {
        var params: [String: JSONValue] = ["name": .string(name)]
        params["entry"] = entry.map(SetlistGoVerb.value)
        if entry == nil { try ask() }
        try options.perform("setlist.remove", params) { (file: PieceFile) in
            if entry == nil { return "removed set list \(name)" + (options.verbose ? ": \(file.path)" : "") }
            let left = ["name": JSONValue.string(name)]
            return try options.ask(try options.connect(), "setlist.show", left, as: SetListPage.self).text
        }
    }
}

extension SetlistRemoveVerb {
    /// Asks a person at a terminal whether all of the set list is to go. Throws where it is not.
    private func ask() throws {
        guard !options.json, !options.quiet, isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else { return }
        let params = ["name": JSONValue.string(name)]
        let page = try? options.ask(try options.connect(), "setlist.show", params, as: SetListPage.self)
        let entries = page.map { $0.entries.count == 1 ? " of 1 entry" : " of \($0.entries.count) entries" } ?? ""
        try Output.line("remove the set list \(name)\(entries)? y or n".printable)
        guard ["y", "yes"].contains(readLine()?.trimmingPrefix(" ").lowercased()) else {
            throw Failure(Failure.refused, "the set list \(name) stays", reason: "invalid")
        }
    }
}

struct SetlistCloseVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("setlist.close", name: "close")
    @OptionGroup var options: Options

    func run() throws {
        try options.perform("setlist.close") { (change: Change) in
            let status = try options.ask(try options.connect(), "status", as: Status.self)
            let song = status.pending.contains { $0.changes["song"] == .null } ? nil : status.song?.name
            return "set list closed"
                + (change.values["timer"] == nil || !status.playing
                    ? "" : "; what plays does not stop by itself any more")
                + (song.map { "\n(the song \($0) stays loaded; metroctl song off ends that)" } ?? "")
        }
    }
}
