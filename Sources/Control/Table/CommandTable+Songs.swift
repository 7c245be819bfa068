// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession

extension CommandTable {
    /// The methods of songs.
    static let songs: [Command] = [
        Command(
            "song.load", for: .control,
            words: [
                "song load <path>", "song load <path> from <from>", "song load <path> format <format>",
                "song load <path> from <from> format <format>",
            ].withCue,
            "Have a song played, or the next start play it",
            discussion: """
                The daemon reads the file: one of `metronomed/songs` in `$XDG_DATA_HOME` by its name, as `song list` tells it, any \
                other by its path, which pages may not name. While it plays, the song begins at once with its count-in, at the next beat or where `at` \
                says; else with the next start. Where the song ends, the run ends. As long as a song is loaded, it says tempo, meter \
                and accents; volume and sounds are those that are set. The file is read again when it is saved: the song goes on at \
                the same place at the next bar, and where there is a mistake in it the former one does, which `status` tells.
                """,
            parameters: [
                Parameter(
                    name: "path", forms: [.text("the name of a song"), .text("the absolute path of a file")],
                    isRequired: true, summary: "A song file: \(SongFormat.summaries).", namesFiles: true),
                Parameter(
                    name: "from", forms: Parameter.placeForms, isRequired: false,
                    summary: "Where it begins: a label, or the number of a bar. At its start unless given."),
                Parameter(
                    name: "format", forms: [.choice(SongFormat.names)], isRequired: false,
                    summary: "What the file is, where its name does not say so."),
                .at,
            ],
            result: "\(Command.changeResult); `song`",
            examples: [
                .init("song load evening.toml", "of the songs that are known by name"),
                .init("song load /home/me/evening.toml"),
                .init("song load /home/me/evening.toml from verse at bar", "from the next bar on"),
            ],
            reasons: [.notFound, .unusableSong]
        ) { arguments throws(ControlError) in
            let path = arguments["path"]?.string ?? ""
            guard path.hasPrefix("/") ? !path.utf8.contains(0) : LibraryName.isName(path, longest: 255) else {
                throw arguments.invalid(
                    "path",
                    "path must be the name of a song, as metroctl song list tells it, or the absolute path of a file")
            }
            return .songLoad(
                path: path, format: arguments["format"]?.string, from: arguments.place("from"), at: try arguments.cue())
        },
        Command(
            "song.list", for: .watch, words: ["song list"], "List the songs that are known by name",
            discussion:
                "The files of `metronomed/songs` in `$XDG_DATA_HOME` whose ending is that of a song; none is read.",
            result: "`songs`: for each its `name`", returns: SongList.record.form, examples: [.init("song list")]
        ) { _ throws(ControlError) in .songList },
        Command(
            "song.show", for: .watch, words: ["song show"], "Tell the sections of the song",
            result: "`song` as in `status`; `sections`, at most 400, and how many `more` there are",
            returns: SongPage.record.form, examples: [.init("song show")], reasons: [.noSong]
        ) { _ throws(ControlError) in .songShow },
        Command(
            "song.unload", for: .control, words: ["song unload"].withCue, "Go back to the metronome as it is set",
            parameters: [.at], result: "\(Command.changeResult); `song`: `null`", examples: [.init("song unload")],
            reasons: [.noSong]
        ) { arguments throws(ControlError) in .song(.unload, at: try arguments.cue()) },
        Command(
            "song.scale", for: .control, words: ["song scale <scale>"].withCue,
            "Play the song faster or slower than it is written",
            parameters: [
                Parameter(
                    name: "scale",
                    forms: [.number(0.1...4), .text("percent such as `90%`, or a step such as `+5%` or `x1.1`")],
                    isRequired: true,
                    summary:
                        "How many times as fast; as a text in percent, or a step, which is counted from its scale."),
                .at,
            ],
            result: "\(Command.changeResult); `song`",
            examples: [
                .init("song scale 90%", "a tenth slower"), .init("song scale 1 at section"),
                .init("song scale +5%"),
            ],
            reasons: [.noSong]
        ) { arguments throws(ControlError) in
            if case .times(let factor)? = try? TempoChange(parsing: arguments["scale"]?.string ?? "") {
                return .scaleSong(by: factor, at: try arguments.cue())
            }
            return .song(
                .scale(try scale(arguments, or: ", or a step such as +5%, -5% or x1.1")), at: try arguments.cue())
        },
        Command(
            "seek", for: .control, words: ["seek <place>"].withCue, "Go to another place of the song",
            discussion: """
                While it plays, at the next beat or where `at` says, and a place behind what is repeated ends the repeat. The next \
                start begins there, too, unless what is repeated comes behind it. While stopped, only to a place that is repeated.
                """,
            parameters: [
                Parameter(
                    name: "place", forms: Parameter.placeForms, isRequired: true,
                    summary: "A label, or the number of a bar as it is written."),
                .at,
            ],
            result: "\(Command.changeResult); `song`",
            examples: [.init("seek verse"), .init("seek 17 at bar", "bar 17 follows the present one")],
            reasons: [.noSong, .notFound]
        ) { arguments throws(ControlError) in
            .seek(arguments.place("place") ?? "", at: try arguments.cue())
        },
        Command(
            "loop.off", for: .control, words: ["loop off"].withCue, "Go on after what was repeated",
            discussion: "At once it cancels loops and practices of the song that wait for a place, too.",
            parameters: [.at],
            result: "\(Command.changeResult); `song`; `cancelled`, the numbers of changes that waited, if any",
            examples: [.init("loop off")],
            reasons: [.noSong]
        ) { arguments throws(ControlError) in .song(.loop(nil), at: try arguments.cue()) },
        Command(
            "loop.set", for: .control, words: ["loop <from>", "loop <from> <to>"].withCue, "Repeat a part of the song",
            discussion: """
                From the start of the first place to the end of the last: a label is all passes of its section, a number is a bar. What \
                is heard goes on to the end of that part if it lies in it, and else goes to its start.
                """,
            parameters: passage + [.at],
            result: "\(Command.changeResult); `song`",
            examples: [.init("loop verse"), .init("loop 9 12 at bar", "four bars")],
            reasons: [.noSong, .notFound]
        ) { arguments throws(ControlError) in
            let from = arguments.place("from") ?? ""
            return .loop(from: from, to: arguments.place("to") ?? from, at: try arguments.cue())
        },
        practise,
    ]

    /// Where a part of a song begins and ends.
    static let passage = [
        Parameter(
            name: "from", forms: Parameter.placeForms, isRequired: true,
            summary: "A label, or the number of a bar as it is written."),
        Parameter(
            name: "to", forms: Parameter.placeForms, isRequired: false,
            summary: "A label, or the number of a bar; as `from` unless given."),
    ]

    /// A factor, or percent, exactly as it is written; `others` is what may be written besides.
    static func scale(
        _ arguments: Arguments, _ name: String = "scale", or others: String = ""
    ) throws(ControlError) -> Ratio {
        let value = arguments[name]
        let text = value?.string ?? value?.number.map { "\($0)" } ?? ""
        guard let scale = LoadedSong.scale(parsing: text)
        else { throw arguments.invalid(name, "\(name) must be a number such as 0.9, or percent such as 90%\(others)") }
        guard LoadedSong.scales.contains(scale.value) else { throw .scaleOutOfRange(text, name) }
        return scale
    }
}

extension ControlError {
    /// The error for a scale that no song is played at.
    package static func scaleOutOfRange(_ text: String, _ name: String = "scale") -> ControlError {
        ControlError(
            .outOfRange, "a scale of \(text) is out of range: 10% to 400%", param: name, min: 0.1, max: 4)
    }
}

extension Parameter {
    /// A place of a song.
    static let placeForms: [Form] = [.integer(1...10_000_000), .text("a label")]
}

extension Arguments {
    /// A place of a song, or an entry of a set list, as it would be written.
    func place(_ name: String) -> String? {
        self[name].flatMap { value in value.string ?? value.integer.map { "\($0)" } }
    }
}
