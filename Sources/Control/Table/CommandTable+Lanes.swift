// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession

extension CommandTable {
    private static let notation = """
        A pattern is steps that share a bar, of `X`, `A`, `x`, `o` and `.` as in `accents`; behind a step `%30` is its chance in \
        percent, `(x..)*4` repeats; `over 2 bars`, `over 5 beats`, `4 per beat` or `16 per bar` behind them say how long they \
        last. `3 per beat` and `5 per bar` are strokes at even distances, `3:2` is both in one bar. `every 2 beats`, `cycle 0.2 0.2 0.4 s 3 \
        times`, `moments 0 1.5 s` and `every minute` are schedules. Behind it may stand `sound=`, `gain=`, `pan=`, `channel=`, \
        `from=`, `mute` and `solo`, and other steps by their numbers: `3=A`.
        """

    /// The methods of the lanes that have names.
    static let lanes: [Command] = [
        Command(
            "lane.remove", for: .control, words: ["lane remove <name>"].withCue, "Take a lane out",
            parameters: [laneName, .at], result: "\(Command.changeResult); `lanes`: all there are then",
            examples: [.init("lane remove kick")], reasons: [.songPlays]
        ) { arguments throws(ControlError) in
            .change(.lanes([.remove(arguments["name"]?.string ?? "")]), at: try arguments.cue())
        },
        Command(
            "lane.set", for: .control, words: ["lane <name> at <at> <pattern…>", "lane <name> <pattern…>"],
            "Add a rhythm beside the beats, or change it",
            discussion: notation + """
                 A lane that is there keeps what is not said, and `gain=+10%` is a step from its gain. `beat` and `subdivision` are the metronome's own: they take a mix and \
                no pattern.
                """,
            parameters: [
                laneName,
                Parameter(
                    name: "pattern", forms: [.text("a pattern such as \"x...x...\", \"3 per beat\" or \"mute\"")],
                    isRequired: true, summary: "What it plays, and how it is mixed.", longest: 4096),
                .at, .gesture,
            ],
            result: "\(Command.changeResult); `lanes`: all there are then",
            examples: [
                .init("lane kick x...x..."), .init("lane hat xxxxxxxx gain=50% pan=0.3"),
                .init("lane hat x%30xx%30x", "some strokes by chance"),
                .init("lane hat 3=A", "the third step, and all others as they are"),
                .init("lane three 3 per bar sound=rim", "against the beats of the bar"),
                .init("lane five (x.)*2x 4 per beat", "a cycle of its own length"),
                .init("lane click cycle 0.2 0.2 0.4 s 3 times", "in seconds"),
                .init("lane beat mute", "only the lanes are heard"), .init("lane kick solo"),
                .init("lane kick gain=-10%", "softer"),
            ],
            reasons: [.notFound, .unusableSound, .outOfRange, .songPlays], make: lane),
        Command(
            "lanes.set", for: .control, words: ["lanes at <at> <lanes…>", "lanes <lanes…>"], "Choose all lanes at once",
            discussion:
                "Lanes stand behind each other with `|` between them. A polyrhythm is a lane for each of its numbers. The metronome's own, `beat` and `subdivision`, stay mixed as they are; `off` has them heard again where they were muted.",
            parameters: [
                Parameter(
                    name: "lanes", forms: [.text("lanes such as \"kick x...x... | hat x.x.x.x.\", or \"off\"")],
                    isRequired: true, summary: "All lanes; `off` for none.", longest: 16384), .at,
            ],
            result: "\(Command.changeResult); `lanes`",
            examples: [
                .init("lanes kick x...x... | snare ..x...x. | hat xxxxxxxx"), .init("lanes 5:4:3", "a polyrhythm"),
                .init("lanes off"),
            ],
            reasons: [.notFound, .unusableSound, .outOfRange, .songPlays]
        ) { arguments throws(ControlError) in
            let (text, cue) = try arguments.textAndCue("lanes")
            if text == "off" { return .change(.lanes([.rhythm([])]), at: cue) }
            do throws(RhythmError) {
                let lanes = try WrittenLane.lanes(parsing: text)
                for lane in lanes { try arguments.checkSound(of: lane.sound) }
                return .change(.lanes([.rhythm(lanes)]), at: cue)
            } catch { throw ControlError(error, param: "lanes") }
        },
        Command(
            "groove.save", for: .control, words: ["groove save <name>"], "Keep the lanes that are set as a groove",
            discussion: """
                The lanes and the meter as they are in force. The file, `metronomed/grooves/NAME.toml` in `$XDG_DATA_HOME`, has the \
                form of the configuration. One of the same name is replaced.
                """,
            parameters: [grooveName],
            result: "`name`, `path`: the file; `replaced`: whether one of that name was there",
            returns: LibraryFile.record.form, examples: [.init("groove save mine")],
            reasons: [.notFound, .unusableFile, .songPlays]
        ) { arguments throws(ControlError) in .groove(.save(try ownGroove(arguments))) },
        Command(
            "groove.remove", for: .control, words: ["groove remove <name>"], "Delete a groove that was saved",
            parameters: [grooveName],
            result: "`name`, `path`: the file that is gone", returns: LibraryFile.record.form,
            examples: [.init("groove remove mine")], reasons: [.notFound, .unusableFile]
        ) { arguments throws(ControlError) in .groove(.remove(try ownGroove(arguments))) },
        Command(
            "groove.set", for: .control, words: ["groove <groove>", "groove <groove> <bpm>"].withCue,
            "Play a rhythm that has a name",
            discussion:
                "Its lanes take the place of all others, and its meter that of the present one, which comes back with `off`.",
            parameters: [
                Parameter(
                    name: "groove", forms: [.text("the name of a groove, or `off`")], isRequired: true,
                    summary: "Its name, as `groove.list` tells it; `off` for no lanes."),
                Parameter(
                    name: "bpm", forms: SettingForm.tempo.parameterForms, isRequired: false,
                    summary: "The tempo, as `tempo.set` takes it; as it is unless given.", spoken: "tempo"),
                .at,
            ],
            result: "\(Command.changeResult); `lanes`, `meter`; `bpm` where it was given",
            examples: [.init("groove rock"), .init("groove bossa 130", "at that tempo")],
            reasons: [.notFound, .unusableFile, .unusableSound, .outOfRange, .songPlays, .clockFollowed]
        ) { arguments throws(ControlError) in
            let (text, cue) = (arguments["groove"]?.string ?? "", try arguments.cue())
            let tempo = try tempo(arguments)
            if text.lowercased() == "off" { return .groove(.play(nil, tempo: tempo, at: cue)) }
            if let groove = Groove.named(text) { return .groove(.play(groove, tempo: tempo, at: cue)) }
            return .groove(.playSaved(try arguments.libraryName("groove"), tempo: tempo, at: cue))
        },
        Command(
            "groove.list", for: .watch, words: ["groove"], "List the rhythms that have names",
            result:
                "`grooves`: for each its `name`, `summary`, `meter`, `lanes` and `source`; saved grooves come first",
            returns: GrooveList.record.form,
            examples: [.init("groove")], reasons: [.unusableFile]
        ) { _ throws(ControlError) in .groove(.list) },
    ]

    /// The tempo that a groove is to have; nil where none is asked for.
    @Sendable private static func tempo(_ arguments: Arguments) throws(ControlError) -> TempoChange? {
        guard let value = arguments["bpm"] else { return nil }
        do throws(SettingError) {
            guard case .tempo(let change) = try SettingForm.tempo.value(of: value) else { return nil }
            return change
        } catch { throw ControlError(error, param: "bpm") }
    }

    private static let grooveName = Parameter(
        name: "name", forms: [.text(LibraryName.allowed)], isRequired: true, summary: "The name of the groove.")

    /// The name of a groove of the user. Throws where a groove of the table has it.
    @Sendable private static func ownGroove(_ arguments: Arguments) throws(ControlError) -> LibraryName {
        let name = try arguments.libraryName()
        guard name.text.lowercased() != "off", Groove.named(name.text) == nil else {
            throw ControlError(
                .invalid, "\(name.text) is a groove of metronomed's own: choose another name", param: "name")
        }
        return name
    }

    private static let laneName = Parameter(
        name: "name", forms: [.text("1 to 32 letters, digits, -, _, +, . or '")], isRequired: true,
        summary: "The lane's name.")
}

@Sendable private func lane(_ arguments: Arguments) throws(ControlError) -> Call {
    let (text, cue) = try arguments.textAndCue("pattern")
    var edit: LaneEdit
    do throws(RhythmError) { edit = try LaneEdit(name: arguments["name"]?.string ?? "") } catch {
        throw ControlError(error, param: "name")
    }
    do throws(RhythmError) {
        try edit.read(text)
        try arguments.checkSound(of: edit.sound)
    } catch { throw ControlError(error, param: "pattern") }
    return .change(.lanes([.set(edit)]), at: cue, gesture: arguments.gesture)
}

extension Arguments {
    /// A text that takes all words up to the end of a line, in which a place may follow: `x...x... at bar`.
    func textAndCue(_ name: String) throws(ControlError) -> (text: String, cue: Cue) {
        let text = self[name]?.string ?? ""
        let words = text.split(separator: " ")
        guard self["at"] == nil, words.count > 1, words[words.count - 2] == "at",
            let cue = Cue(parsing: String(words[words.count - 1]))
        else { return (text, try cue()) }
        // As it is written, for the blanks of a sound.
        let said = words.dropLast(2).last.map { text[..<$0.endIndex] } ?? ""
        return (String(said), cue)
    }

    /// Throws where one of lanes has a sound that is no name.
    func checkSounds(ofLanes name: String) throws(ControlError) {
        do throws(RhythmError) {
            for lane in (try? WrittenLane.lanes(parsing: self[name]?.string ?? "")) ?? [] {
                try checkSound(of: lane.sound)
            }
        } catch { throw ControlError(error, param: name) }
    }

    /// Throws where a sound is no name: a client cannot have any file of the machine opened.
    fileprivate func checkSound(of name: String?) throws(RhythmError) {
        guard let name, name.contains("/") || name.first == "." || name.utf8.count > 64 else { return }
        throw .invalid("\(RhythmError.quote(name)) is no sound: write a name without a slash, of at most 64 bytes")
    }
}
