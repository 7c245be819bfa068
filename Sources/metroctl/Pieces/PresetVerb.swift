// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl

struct PresetVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preset", abstract: "Keep what is set by a name, and load it",
        discussion: """
            A preset keeps tempo, meter, accents, lanes, sounds, count-in and trainers, or the song that is loaded, as a file of \
            the form of the configuration that you can write and edit too.

            Examples:
              metroctl preset save waltz
              metroctl preset load waltz --at bar
            """,
        subcommands: [
            PresetListVerb.self, PresetSaveVerb.self, PresetLoadVerb.self, PresetShowVerb.self, PresetRemoveVerb.self,
        ],
        defaultSubcommand: PresetListVerb.self)
}

struct PresetSaveVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("preset.save", name: "save")
    @Argument(help: "The name of the preset.", completion: .presets) var name: String
    @OptionGroup var options: Options

    func run() throws {
        // What waits for its place is not in force, so it is not saved.
        let client = try options.connect()
        let status = try options.ask(client, "status", as: Status.self)
        let waiting = status.pending.map(\.sentence)
        // A song is saved as a whole, at its own tempo or scaled.
        let isPractised = status.song.map { $0.loop != nil || $0.practice != nil } ?? false
        try options.perform("preset.save", ["name": .string(name)]) { (file: PieceFile) in
            let presets = try options.ask(client, "preset.list", as: PresetList.self).presets
            let summary = presets.first { $0.name == file.name }.map { ": \($0.trouble ?? $0.summary)" } ?? ""
            return (file.replaced == true ? "replaced " : "saved ") + file.name + summary
                + (waiting.isEmpty ? "" : "; not in it, because it has not begun: " + waiting.joined(separator: "; "))
                + (isPractised
                    ? "; a preset does not keep which bars are practised: metroctl song unload, then save keeps what is set instead"
                    : "")
                + (options.verbose ? "\n" + file.path : "")
        }
    }
}

struct PresetLoadVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("preset.load", name: "load")
    @Argument(help: "The name of the preset.", completion: .presets) var name: String
    @OptionGroup var options: ChangeOptions

    func run() throws {
        do { try options.options.change("preset.load", ["name": .string(name)], at: options.at) } catch let failure
            as Failure
        {
            let lists = try? options.options.ask(options.options.connect(), "setlist.list", as: SetLists.self).setlists
            guard failure.reason == "not_found", lists?.contains(where: { $0.name == name }) == true else {
                throw failure
            }
            throw Failure(
                Failure.refused, "\(name) is a set list: metroctl setlist load \(name)", reason: "not_found")
        }
    }
}

struct PresetListVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("preset.list", name: "list")
    // For completions, which ask no daemon.
    @Flag(help: .hidden) var known = false
    @Argument(help: .hidden) var others: [String] = []
    @OptionGroup var options: Options

    func validate() throws {
        guard let name = others.first else { return }
        throw ValidationError(
            "there is no preset \(name): metroctl set bpm=80 meter=4/4, then metroctl save \(name) keeps that; metroctl load \(name) brings it back."
        )
    }

    func run() throws {
        if known { return try Output.line(PieceFiles.names(in: "presets").joined(separator: "\n")) }
        try options.perform("preset.list") { (list: PresetList) in
            if list.presets.isEmpty {
                return "there is no preset yet: metroctl preset save NAME keeps what is set as one"
            }
            let lists = try options.ask(options.connect(), "setlist.list", as: SetLists.self).setlists.map(\.name)
            return PieceTable.text(list.presets.map { ($0.name, $0.trouble ?? $0.summary) })
                + (lists.isEmpty ? "" : "\nset lists: \(lists.joined(separator: ", "))")
        }
    }
}

struct PresetShowVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("preset.show", name: "show")
    @Argument(help: "The name of the preset; what is set unless given.", completion: .presets) var name: String?
    @OptionGroup var options: Options

    func run() throws {
        var params: [String: JSONValue] = [:]
        params["name"] = name.map(JSONValue.string)
        try options.perform("preset.show", params) { (page: PresetPage) in
            let text = page.text.hasSuffix("\n") ? String(page.text.dropLast()) : page.text
            return ((page.path.isEmpty ? [] : ["# " + page.path]) + [text] + page.troubles.map { "# " + $0 }).joined(
                separator: "\n")
        }
    }
}

struct PresetRemoveVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb("preset.remove", name: "remove")
    @Argument(help: "The name of the preset.", completion: .presets) var name: String
    @OptionGroup var options: Options

    func run() throws {
        try options.perform("preset.remove", ["name": .string(name)]) { (file: PieceFile) in
            "removed preset \(file.name)" + (options.verbose ? ": \(file.path)" : "")
        }
    }
}
