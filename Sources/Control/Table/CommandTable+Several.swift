// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

extension CommandTable {
    private static let leftOut =
        "`left_out`, where there are any: the settings that are left as they are, for their former values no longer fit, such as "
        + "accents of a bar of another length. A change of which nothing fits is passed over; `after_song`, where a song is loaded: "
        + "`true`, for they hold once it is unloaded"

    /// The method that sets several keys of the music at once, and those that go back and forth in its changes.
    static let several: [Command] = [
        Command(
            "settings.set", for: .control, words: ["set <name=value…>"], "Set several settings of the music at once",
            discussion: """
                All of them, or none if one is refused. They reach the beat together, in one plan: tempo and volume hold from the \
                next frame, meter, bell and sounds from the next beat whose sound has not begun, and the answer tells the last \
                of these. With `at` all of them hold from that place. Subscribers get one `event.state`.
                """,
            parameters: Key.all.compactMap { key in
                guard let name = key.settingName else { return nil }
                let summary =
                    key.form == .sound
                    ? "A sound, by a name that `sound.list` gives." : key.command?.summary ?? key.summary
                return Parameter(
                    name: name, forms: key.form.parameterForms, isRequired: false, summary: summary,
                    longest: key.form.longestText)
            } + [.at],
            result: "\(Command.changeResult); the value of each, as the method that sets it alone tells it",
            examples: [
                .init("set bpm=96 meter=7/8"), .init("set bpm=+5 volume=80%"),
                .init("set meter=5/4 bell=4 on 2", "the words on 2 belong to the bell"),
                .init("set sounds.beat=rim sounds.bell=cowbell"),
                .init("set bpm=96 meter=7/8 at=bar", "both of them from the next bar on"),
            ],
            reasons: [.missingParam, .outOfRange, .notFound, .unusableSound, .songPlays, .clockFollowed],
            make: severalSettings),
        Command(
            "reset", for: .control, words: ["reset"].withCue, "Make it a plain metronome again",
            discussion: """
                Four quarters with a bell on the first, nothing between the beats, no lanes, no trainers, no timer, no count-in, and \
                not muted. The tempo, the sounds, the volume, and that of bell and parts stay. `undo` takes all of it back at once.
                """,
            parameters: [.at], result: "\(Command.changeResult); what was changed", examples: [.init("reset")],
            reasons: [.songPlays]
        ) { arguments throws(ControlError) in .change(.plain, at: try arguments.cue()) },
        Command(
            "undo", for: .control, words: ["undo"].withCue, "Undo the last change of the music",
            discussion: """
                Of the last \(History.limit) changes of tempo, meter, bell, volume and sounds that were asked for, whoever asked, since the \
                daemon was started. A preset or an entry of a set list that was asked for last, and still waits, is taken back. Start and \
                stop are not among them, nor are other changes that wait, which `cancel` takes back, nor files such as presets and set lists.
                """,
            parameters: [.at],
            result: "\(Command.changeResult); the values that are restored, as the methods that set them tell them; "
                + "\(leftOut); `taken_back`: what waited, as in `pending`",
            examples: [.init("undo")], reasons: [.nothingToRestore, .notFound, .unusableSound, .clockFollowed]
        ) { arguments throws(ControlError) in .restore(.undo, at: try arguments.cue()) },
        Command(
            "redo", for: .control, words: ["redo"].withCue, "Make the change again that was undone last",
            discussion: "A new change of the music ends that: what was undone before it cannot be redone.",
            parameters: [.at],
            result: "\(Command.changeResult); the values that are restored; \(leftOut)", examples: [.init("redo")],
            reasons: [.nothingToRestore, .notFound, .unusableSound, .clockFollowed]
        ) { arguments throws(ControlError) in .restore(.redo, at: try arguments.cue()) },
        Command(
            "cancel", for: .control, words: ["cancel", "cancel <pending>"],
            "Take back changes that wait for their place",
            parameters: [
                Parameter(
                    name: "pending", forms: [.integer(1...1_000_000_000)], isRequired: false,
                    summary:
                        "Which one, by the number that `status` lists as `pending`; all of them unless given, but for a song that is read anew."
                )
            ],
            result: "`cancelled`: the ids of those taken back; `pending`: those that still wait, as in `status`",
            returns: Cancellation.record.form,
            examples: [.init("cancel"), .init("cancel 3")], reasons: [.outOfRange, .notFound]
        ) { arguments throws(ControlError) in .cancel(id: arguments["pending"]?.integer) },
    ]
}

@Sendable private func severalSettings(_ arguments: Arguments) throws(ControlError) -> Call {
    var edit = Edit()
    for key in Key.all {
        guard let name = key.settingName, let value = arguments[name] else { continue }
        if key.form == .sound { try arguments.checkSoundName(name) }
        if key.form == .lanes { try arguments.checkSounds(ofLanes: name) }
        do throws(SettingError) {
            edit[key] = try key.form.value(of: value)
        } catch {
            throw ControlError(error, param: name)
        }
    }
    guard !edit.isEmpty else {
        let names = arguments.command.parameters.map(\.name).filter { $0 != Parameter.at.name }
        throw ControlError(
            .missingParam, "settings.set needs at least one of " + names.joined(separator: ", "), param: names.first,
            allowed: names)
    }
    return .set(edit, at: try arguments.cue())
}
