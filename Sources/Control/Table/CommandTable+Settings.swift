// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession

extension CommandTable {
    /// The methods that set the music: one for each key that has one, in the order of the keys, and the bell, which takes
    /// two parameters.
    static let settings: [Command] =
        Key.all.filter(\.effect.isAudible).compactMap { key in
            key.name == "bell.every" ? bellSet : key.command.map { Command(setting: key, by: $0) }
        } + [trainersOff, mute(true), mute(false)]

    private static let ended = Trainer.Kind.endedByOff.map { "`\($0.member)`" }
    private static let trainersOff = Command(
        "trainers.off", for: .control, words: ["trainer off"].withCue, "End every trainer",
        discussion: """
            The tempo that the speed trainer has led to stays. At once it cancels trainers that wait for a place, too, as `off` of one kind does for that kind.
            """, parameters: [.at],
        result: "\(Command.changeResult); " + ended.dropLast().joined(separator: ", ")
            + " and \(ended.last ?? ""); `cancelled`, the numbers of changes that waited, if any",
        examples: [.init("trainer off")], reasons: [.songPlays]
    ) { arguments throws(ControlError) in .change(.trainersOff, at: try arguments.cue()) }

    /// Keeps the volume, so that it is the same again afterwards.
    private static func mute(_ isMuted: Bool) -> Command {
        let verb = isMuted ? "mute" : "unmute"
        return Command(
            verb, for: .control, words: [WordPattern(stringLiteral: verb)].withCue,
            isMuted ? "Play on without being heard" : "Be heard again",
            discussion: isMuted
                ? "Beats and events go on. The volume is kept for `unmute`." : "At the volume of before.",
            parameters: [.at, .gesture],
            result: "\(Command.changeResult); `muted`", examples: [.init(verb)]
        ) { arguments throws(ControlError) in
            .change(.muted(isMuted), at: try arguments.cue(), gesture: arguments.gesture)
        }
    }

    private static let bellSet = Command(
        "bell.set", for: .control, words: ["bell <every>", "bell <every> on <on>"].withCue,
        "Set on which beats the bell rings",
        discussion: """
            Groups of beats are counted from the last change of the meter. Where `accents` were set they are changed with it, or are \
            `auto` again where they cannot say it.
            """,
        parameters: [
            Parameter(
                name: "every", forms: [.integer(BellPattern.range), .choice(["bar", "off"])], isRequired: true,
                summary: "Beats in a group; `bar` for as many as the bar has, `off` for no bell.", spoken: "bell"),
            Parameter(
                name: "on", forms: [.integer(BellPattern.range)], isRequired: false,
                summary: "The beat of the group that rings, 1...`every`; 1 unless given."),
            .at,
        ],
        result: "\(Command.changeResult); `bell`; `accents` where they are changed",
        examples: [
            .init("bell 4", "on every fourth beat"), .init("bell 4 on 4", "on the last beat of every four"),
            .init("bell bar", "on the first beat of every bar"), .init("bell off"),
        ],
        reasons: [.outOfRange, .songPlays], make: bell)

    static let sounds: [Command] = [
        Command(
            "sound.set", for: .control,
            words: Key.sounding.map { WordPattern(stringLiteral: "sound \($0) <\($0)>") }.withCue,
            "Choose what beat, bell, accents, ghosts and parts sound like",
            parameters: [
                (
                    "beat",
                    "The sound of a beat, by a name that `sound.list` gives; or `voice`, which counts the beats of the bar aloud."
                ),
                ("bell", "The sound of the bell, likewise. At least one of the five is needed."),
                ("accent", "The sound of an accent, `A`, likewise; or `auto`, that of the beat."),
                ("ghost", "The sound of a ghost, `o`, likewise; or `auto`, that of the beat."),
                ("subdivision", "The sound of the parts of a beat, likewise; or `auto`, that of the beat."),
            ].map { name, summary in
                Parameter(
                    name: name, forms: SettingForm.sound.parameterForms, isRequired: false, summary: summary)
            } + [.at],
            result: "\(Command.changeResult); `sounds`",
            examples: [
                .init("sound beat rim"), .init("sound bell cowbell"), .init("sound accent clave"),
                .init("sound bell voice"),
            ],
            reasons: [.missingParam, .notFound, .unusableSound], make: sound),
        Command(
            "sound.list", for: .watch, words: ["sound list"], "List the sounds there are",
            result: "`sounds`: for each its `name`, `path` (`null` if built in) and `source`",
            returns: SoundList.record.form,
            examples: [.init("sound list")]
        ) { _ throws(ControlError) in .soundList },
    ]

    /// The methods that set what is not the music: those of the offset, and one for each other key that has one.
    static let output: [Command] =
        offsets
        + Key.all.filter { !$0.effect.isAudible }.compactMap { key in
            key.command.map { Command(setting: key, by: $0) }
        }

    private static let offsets: [Command] = [
        Command(
            "offset.set", for: .control, words: ["offset <offset_ms>", "offset by <by_ms>"],
            "Set how late the device in use is heard",
            discussion: """
                For latency that a device does not report: of Bluetooth, a television, a speaker across the hall. It is part of \
                every published time, and remembered by the device's name. A sign does not make it a change: `offset +40` \
                and `offset 40` are the same; `offset by 5` adds to it.
                """,
            parameters: [
                Parameter(
                    name: "offset_ms", forms: [.number(OffsetChange.range)], isRequired: false,
                    summary:
                        "Milliseconds from the time that the device reports to the time that is heard; + is later.",
                    spoken: "the offset in ms"),
                Parameter(
                    name: "by_ms", forms: [.number(-3000...3000)], isRequired: false,
                    summary: "Milliseconds to add to the offset in force. One of the two is needed.",
                    spoken: "the change in ms"),
            ],
            result: "\(Command.changeResult); `offset_ms`, and the `device` it is remembered for",
            examples: [
                .init("offset +40", "heard 40 ms later than the device reports"), .init("offset -5"),
                .init("offset by 5", "five more than now"), .init("offset 0"),
            ],
            reasons: [.missingParam, .outOfRange, .invalid], make: offset),
        Command(
            "offset.get", for: .watch, words: ["offset"], "Tell how late the device in use is heard",
            result: "`offset_ms`, and the `device` it is for",
            returns: Offset.record.form, examples: [.init("offset")]
        ) { _ throws(ControlError) in .offsetGet },
    ]
}

// MARK: From parameters to calls

@Sendable private func bell(_ arguments: Arguments) throws(ControlError) -> Call {
    let on = arguments["on"]?.integer
    guard let every = arguments["every"]?.integer else {
        guard on == nil else {
            throw arguments.invalid("on", "on goes with a number of beats only, such as \"bell 4 on 2\"")
        }
        return .change(.bell(arguments["every"]?.string == "off" ? .off : .bar), at: try arguments.cue())
    }
    let pattern: BellPattern
    do {
        pattern = try BellPattern(every: every, on: on ?? 1)
    } catch {
        throw ControlError(error, param: "on")
    }
    return .change(.bell(.every(pattern)), at: try arguments.cue())
}

@Sendable private func sound(_ arguments: Arguments) throws(ControlError) -> Call {
    var names: [String: String] = [:]
    for name in Key.sounding {
        try arguments.checkSoundName(name)
        names[name] = arguments[name]?.string
    }
    guard !names.isEmpty else {
        throw ControlError(
            .missingParam,
            "sound.set needs one of \(Key.sounding.joined(separator: ", ")): the name of a sound", param: "beat")
    }
    return .change(.sounds(names), at: try arguments.cue())
}

@Sendable private func offset(_ arguments: Arguments) throws(ControlError) -> Call {
    switch (arguments["offset_ms"]?.number, arguments["by_ms"]?.number) {
    case (let ms?, nil): return .offsetSet(.to(ms))
    case (nil, let step?): return .offsetSet(.by(step))
    case (nil, nil):
        throw ControlError(.missingParam, "offset.set needs offset_ms or by_ms, in milliseconds", param: "offset_ms")
    default:
        throw arguments.invalid(
            "by_ms", "offset_ms and by_ms exclude each other: say the offset, or the change of it")
    }
}
