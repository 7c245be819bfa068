// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

extension CommandTable {
    /// The methods of presets.
    static let presets: [Command] = [
        Command(
            "preset.save", for: .control, words: ["preset save <name>"], "Keep what is set as a preset",
            discussion: """
                Tempo, meter, beat, accents, subdivision, swing, bell, lanes, sounds, their volumes beside each other, count-in, \
                trainers and timer as they are in force; `volume` itself is left out. Where a song is loaded, the path of its file, \
                where it begins and its scale stand for what it says. The file, `metronomed/presets/NAME.toml` in \
                `$XDG_DATA_HOME`, has the form of the configuration. One of the same name is replaced.
                """,
            parameters: [libraryName("preset")],
            result: "`name`, `path`: the file; `replaced`: whether one of that name was there",
            returns: LibraryFile.record.form, examples: [.init("preset save waltz")], reasons: [.unusableFile]
        ) { arguments throws(ControlError) in .preset(.save(try arguments.libraryName())) },
        Command(
            "preset.load", for: .control, words: ["preset load <name>"].withCue, "Play what was kept as a preset",
            discussion: """
                All of it as one change, whose settings `undo` takes back; while it plays, from the next beat unless `at` says otherwise. What a \
                preset leaves out stays as it is. A song that is loaded is unloaded, unless the preset names one.
                """,
            parameters: [libraryName("preset"), .at],
            result: "\(Command.changeResult); `preset`: its name; the values that it brings, and `song`",
            examples: [.init("preset load waltz"), .init("preset load waltz at bar", "gapless")],
            reasons: [.notFound, .unusableFile, .unusableSong, .unusableSound, .outOfRange]
        ) { arguments throws(ControlError) in
            .preset(.load(try arguments.libraryName(), at: try arguments.cue()))
        },
        Command(
            "preset.list", for: .watch, words: ["preset list", "preset"], "List the presets",
            result: "`presets`: for each its `name` and `summary`, and `trouble` where its file has a mistake",
            returns: PresetList.record.form,
            examples: [.init("preset list")], reasons: [.unusableFile]
        ) { _ throws(ControlError) in .preset(.list) },
        Command(
            "preset.show", for: .watch, words: ["preset show <name>", "preset show"], "Tell what a preset says",
            discussion: "Without a name what is set, as `preset save` would keep it.",
            parameters: [libraryName("preset", isRequired: false)],
            result: "`name`, `path`, `text`: what stands in its file; `troubles`: what is wrong with that",
            returns: PresetPage.record.form, examples: [.init("preset show waltz")],
            reasons: [.notFound, .unusableFile]
        ) { arguments throws(ControlError) in
            .preset(.show(arguments["name"] == nil ? nil : try arguments.libraryName()))
        },
        Command(
            "preset.remove", for: .control, words: ["preset remove <name>"], "Delete a preset",
            parameters: [libraryName("preset")],
            result: "`name`, `path`: the file that is gone", returns: LibraryFile.record.form,
            examples: [.init("preset remove waltz")],
            reasons: [.notFound, .unusableFile]
        ) { arguments throws(ControlError) in .preset(.remove(try arguments.libraryName())) },
    ]

    /// The methods of set lists.
    static let setLists: [Command] = [
        Command(
            "setlist.load", for: .control,
            words: ["setlist load <name>", "setlist load <name> count-in <count_in>"].withCue,
            "Load a set list, at the first entry that can be played",
            discussion: """
                A set list is a file `metronomed/setlists/NAME.toml` in `$XDG_DATA_HOME`: `entries = ["waltz", "/home/me/a.toml"]`, \
                presets by their names and songs by their paths, a `title`, and `count_in`. All entries are looked at, and what is wrong with one is \
                told. Where the music of an entry ends by itself, it stops, and the next start plays the next entry.
                """,
            parameters: [libraryName("set list"), countIn("; as its file says unless given"), .at],
            result: setListResult,
            examples: [.init("setlist load friday"), .init("setlist load friday at bar")],
            reasons: [.noSetList] + entryReasons
        ) { arguments throws(ControlError) in
            .setList(
                .load(
                    try arguments.libraryName(), countIn: arguments["count_in"]?.integer, at: try arguments.cue()))
        },
        Command(
            "setlist.next", for: .control, words: ["setlist next"].withCue, "Go to the next entry of the set list",
            discussion:
                "While it plays, at the next bar unless `at` says otherwise, without a gap but for a count-in; else at once.",
            parameters: [.at], result: setListResult,
            examples: [.init("setlist next"), .init("setlist next at section")],
            reasons: [.noSetList] + entryReasons
        ) { arguments throws(ControlError) in .setList(.step(1, at: try arguments.cue(unlessGiven: .bar))) },
        Command(
            "setlist.advance", for: .control, words: ["setlist advance"].withCue,
            "Start the entry that is ready, or play the next",
            discussion: """
                What one foot needs: while nothing plays it starts, and an entry plays on to the next at the next bar, unless `at` \
                says otherwise; the last one stops there. Entries that cannot be played are passed over.
                """,
            parameters: [.at], result: Command.changeResult, examples: [.init("setlist advance")],
            reasons: [.noSetList, .audioUnavailable] + entryReasons
        ) { arguments throws(ControlError) in .setList(.advance(at: try arguments.cue(unlessGiven: .bar))) },
        Command(
            "setlist.previous", for: .control, words: ["setlist previous"].withCue, "Go to the entry before",
            discussion: "At the next bar, as `setlist next`.",
            parameters: [.at], result: setListResult, examples: [.init("setlist previous")],
            reasons: [.noSetList] + entryReasons
        ) { arguments throws(ControlError) in .setList(.step(-1, at: try arguments.cue(unlessGiven: .bar))) },
        Command(
            "setlist.go", for: .control, words: ["setlist go <entry>"].withCue, "Go to any entry of the set list",
            discussion: "At the next bar, as `setlist next`.",
            parameters: [
                Parameter(
                    name: "entry", forms: [.integer(1...SetList.mostEntries), .text("the name of an entry")],
                    isRequired: true, summary: "Its number, from 1, or its name."), .at,
            ], result: setListResult, examples: [.init("setlist go 3"), .init("setlist go waltz")],
            reasons: [.noSetList] + entryReasons
        ) { arguments throws(ControlError) in
            let entry = arguments["entry"]
            return .setList(
                .go(entry?.string ?? entry?.integer.map { "\($0)" } ?? "", at: try arguments.cue(unlessGiven: .bar)))
        },
        Command(
            "setlist.list", for: .watch, words: ["setlist list"], "List the set lists",
            result: "`setlists`: for each its `name`, `title` and `count`, and `trouble` where its file has a mistake",
            returns: SetLists.record.form,
            examples: [.init("setlist list")], reasons: [.unusableFile]
        ) { _ throws(ControlError) in .setList(.list) },
        Command(
            "setlist.show", for: .watch, words: ["setlist show", "setlist show <name>", "setlist"],
            "Tell the entries of a set list",
            parameters: [libraryName("set list", isRequired: false)],
            result: "`name`, `title`, `place`: of the entry that plays; `entries`", returns: SetListPage.record.form,
            examples: [.init("setlist show"), .init("setlist show friday")],
            reasons: [.notFound, .unusableFile, .noSetList]
        ) { arguments throws(ControlError) in
            .setList(.show(arguments["name"] == nil ? nil : try arguments.libraryName()))
        },
        Command(
            "setlist.add", for: .control, words: ["setlist add <name=value…>", "setlist add <name> <entries…>"],
            "Add entries to a set list, or make one",
            discussion: """
                The file is written anew, without comments that it had. A name is that of a preset, or else of a song as `song list` \
                tells it; a page may name no paths.
                """,
            parameters: [
                libraryName("set list"),
                Parameter(
                    name: "entries", forms: [.texts("the name of a preset or a song, or the absolute path of a song")],
                    isRequired: true, summary: "Presets by their names, and songs by their names or paths.",
                    longest: 4096,
                    namesFiles: true),
                Parameter(
                    name: "place", forms: [.integer(1...SetList.mostEntries)], isRequired: false,
                    summary: "The number that the first of them gets; at the end unless given."),
                Parameter(
                    name: "bars", forms: [.integer(SetList.Entry.lengths)], isRequired: false,
                    summary: "After how many bars the music ends; for presets."),
                Parameter(
                    name: "note", forms: [.text("one line")], isRequired: false,
                    summary: "What the player wants to read then, at most 80 characters."),
            ],
            result: "`name`, `title`, `place`, `entries`: all there are then", returns: SetListPage.record.form,
            examples: [
                .init("setlist add friday waltz evening.toml"), .init("setlist add friday /home/me/evening.toml"),
            ], reasons: [.notFound, .unusableFile, .unusableSong, .outOfRange]
        ) { arguments throws(ControlError) in
            .setList(
                .edit(
                    try arguments.libraryName(),
                    .add(
                        arguments["entries"]?.array?.compactMap(\.string) ?? [], place: arguments["place"]?.integer,
                        bars: arguments["bars"]?.integer, note: arguments["note"]?.string)))
        },
        Command(
            "setlist.change", for: .control,
            words: ["setlist note <name> <entry> <note…>", "setlist bars <name> <entry> <bars>"],
            "Say what is to be read at an entry, or how long it is",
            parameters: [
                libraryName("set list"), anyEntry(isRequired: true),
                Parameter(
                    name: "note", forms: [.text("one line, or off")], isRequired: false,
                    summary: "What the player wants to read then, at most 80 characters; `off` for nothing."),
                Parameter(
                    name: "bars", forms: [.integer(SetList.Entry.lengths), .choice(["off"])], isRequired: false,
                    summary: "After how many bars the music of a preset ends; `off`: not by itself."),
            ],
            result: "`name`, `title`, `place`, `entries`: all there are then", returns: SetListPage.record.form,
            examples: [
                .init("setlist note friday 1 capo 2"), .init("setlist bars friday waltz 32", "it ends after 32 bars"),
            ],
            reasons: [.missingParam, .notFound, .unusableFile, .outOfRange]
        ) { arguments throws(ControlError) in
            let (note, bars) = (arguments["note"]?.string, arguments["bars"])
            guard note != nil || bars != nil else {
                throw ControlError(.missingParam, "setlist.change needs a note or bars", param: "note")
            }
            return .setList(
                .edit(
                    try arguments.libraryName(),
                    .change(
                        arguments.place("entry") ?? "", bars: bars.map { $0.integer ?? 0 },
                        note: note == "off" ? "" : note)))
        },
        Command(
            "setlist.move", for: .control, words: ["setlist move <name> <entry> <to>"], "Put an entry at another place",
            parameters: [
                libraryName("set list"), anyEntry(isRequired: true),
                Parameter(
                    name: "to", forms: [.integer(1...SetList.mostEntries)], isRequired: true,
                    summary: "The number that it gets."),
            ],
            result: "`name`, `title`, `place`, `entries`: all there are then", returns: SetListPage.record.form,
            examples: [.init("setlist move friday waltz 1", "the waltz comes first")],
            reasons: [.notFound, .unusableFile, .outOfRange]
        ) { arguments throws(ControlError) in
            .setList(
                .edit(
                    try arguments.libraryName(),
                    .move(arguments.place("entry") ?? "", to: arguments["to"]?.integer ?? 1)))
        },
        Command(
            "setlist.remove", for: .control, words: ["setlist remove <name>", "setlist remove <name> <entry>"],
            "Take an entry out of a set list, or delete it",
            discussion: "Without an entry all of the set list.",
            parameters: [libraryName("set list"), anyEntry(isRequired: false)],
            result: "`name`, `path`: the file that was written, or is gone", returns: LibraryFile.record.form,
            examples: [
                .init("setlist remove friday 2", "the second entry"),
                .init("setlist remove friday waltz"), .init("setlist remove friday"),
            ],
            reasons: [.notFound, .unusableFile, .outOfRange]
        ) { arguments throws(ControlError) in
            let name = try arguments.libraryName()
            return .setList(arguments.place("entry").map { .edit(name, .remove($0)) } ?? .remove(name))
        },
        Command(
            "setlist.close", for: .control, words: ["setlist close"], "Have no set list loaded; what plays goes on",
            result: "\(Command.changeResult); `setlist`: `null`", examples: [.init("setlist close")],
            reasons: [.noSetList]
        ) { _ throws(ControlError) in .setList(.close) },
    ]

    private static let setListResult =
        "\(Command.changeResult); `setlist`; the values that the entry brings, and `song`"

    private static let entryReasons: [ErrorReason] = [
        .notFound, .unusableFile, .unusableSong, .unusableSound, .outOfRange,
    ]

    private static func countIn(_ more: String) -> Parameter {
        Parameter(
            name: "count_in", forms: [.integer(SetList.countIns)], isRequired: false,
            summary:
                "Bars to count in before each entry, also while it plays, in place of the count-in of a preset; a song may have its own\(more).",
            spoken: "count-in")
    }

    private static func anyEntry(isRequired: Bool) -> Parameter {
        Parameter(
            name: "entry", forms: [.integer(1...SetList.mostEntries), .text("the name of an entry")],
            isRequired: isRequired, summary: "Its number, from 1, or its name.")
    }

    private static func libraryName(_ noun: String, isRequired: Bool = true) -> Parameter {
        Parameter(
            name: "name", forms: [.text(LibraryName.allowed)], isRequired: isRequired,
            summary: "The name of the \(noun)."
        )
    }
}

extension Arguments {
    /// The name of a preset, a set list or a groove. Throws where it would be no name of a file.
    func libraryName(_ parameter: String = "name") throws(ControlError) -> LibraryName {
        let text = self[parameter]?.string ?? ""
        guard let name = LibraryName(text) else {
            throw invalid(parameter, "\(JSONValue.string(text).shortened) is no name: write \(LibraryName.allowed)")
        }
        return name
    }
}
