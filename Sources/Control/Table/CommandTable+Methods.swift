// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

private let change = "`at_beat` and `at_ns`: from when it holds"

extension CommandTable {
    static let transport: [Command] = [
        Command(
            "start", words: ["start"], "Start playing, from beat 0",
            discussion: "Does nothing if it plays already.",
            result: "\(change); `playing`", examples: [.init("start")],
            reasons: [.audioUnavailable]
        ) { _ throws(ControlError) in .start },
        Command(
            "stop", words: ["stop"], "Stop playing",
            discussion: "Does nothing if it is stopped already.",
            result: "\(change); `playing`", examples: [.init("stop")]
        ) { _ throws(ControlError) in .stop },
        Command(
            "toggle", words: ["toggle"], "Start if stopped, stop if playing",
            result: "\(change); `playing`", examples: [.init("toggle", "for one key or one button")],
            reasons: [.audioUnavailable]
        ) { _ throws(ControlError) in .toggle },
    ]

    static let settings: [Command] = [
        Command(
            "tempo.set", words: ["tempo <bpm>"], "Set the tempo, or change it",
            discussion: "The phase is kept: a change in mid-beat moves the next beat, not the present one.",
            parameters: [
                Parameter(
                    name: "bpm",
                    forms: [
                        .number(Double(Tempo.range.lowerBound)...Double(Tempo.range.upperBound)),
                        .text("a text such as \"+5\", \"-10%\", \"x2\", \"/2\" or \"Allegro\""),
                    ],
                    isRequired: true,
                    summary: "Beats per minute; as a text also a change (`+5`, `-2.5`, `+10%`, `x2`, `/2`) or a name.")
            ],
            result: "\(change); `bpm`",
            examples: [
                .init("tempo 120"), .init("tempo 137.3"), .init("tempo +5", "five bpm faster"),
                .init("tempo -10%", "a tenth slower"), .init("tempo x2", "double time"),
                .init("tempo Allegro", "by name, in any letter case"),
            ],
            reasons: [.outOfRange], make: tempo),
        Command(
            "meter.set", words: ["meter <meter>"], "Set how many beats make a bar",
            discussion:
                "It holds from the next beat, which begins a new bar; groups of the bell are counted from there.",
            parameters: [
                Parameter(
                    name: "meter", forms: [.text("a text such as \"3/4\" or \"7/8\"")], isRequired: true,
                    summary: "Beats in a bar (1...64), a slash, the note value of a beat (1, 2, 4, 8, 16, 32 or 64).")
            ],
            result: "\(change); `meter`", examples: [.init("meter 3/4"), .init("meter 7/8")],
            reasons: [.outOfRange], make: meter),
        Command(
            "bell.set", words: ["bell <every>", "bell <every> on <on>"], "Set on which beats the bell rings",
            discussion: "Groups of beats are counted from the last change of the meter.",
            parameters: [
                Parameter(
                    name: "every", forms: [.integer(BellPattern.range), .choice(["bar", "off"])], isRequired: true,
                    summary: "Beats in a group; `bar` for as many as the bar has, `off` for no bell."),
                Parameter(
                    name: "on", forms: [.integer(BellPattern.range)], isRequired: false,
                    summary: "The beat of the group that rings, 1...`every`; 1 unless given."),
            ],
            result: "\(change); `bell`",
            examples: [
                .init("bell 4", "on every fourth beat"), .init("bell 4 on 4", "on the last beat of every four"),
                .init("bell bar", "on the first beat of every bar"), .init("bell off"),
            ],
            reasons: [.outOfRange], make: bell),
        Command(
            "volume.set", words: ["volume <volume>"], "Set how loud it plays",
            parameters: [
                Parameter(
                    name: "volume", forms: [.number(0...1)], isRequired: true,
                    summary: "A gain from 0 (silent) to 1 (full); in words also in percent, such as `80%`.")
            ],
            result: "\(change); `volume`", examples: [.init("volume 0.8"), .init("volume 80%")],
            reasons: [.outOfRange]
        ) { arguments throws(ControlError) in .volumeSet(arguments["volume"]?.number ?? 0) },
    ]

    static let sounds: [Command] = [
        Command(
            "sound.set", words: ["sound beat <beat>", "sound bell <bell>"], "Choose the sound of the beat or the bell",
            parameters: [
                Parameter(
                    name: "beat", forms: [.text(soundName)], isRequired: false,
                    summary: "The sound of a beat, by a name that `sound.list` gives."),
                Parameter(
                    name: "bell", forms: [.text(soundName)], isRequired: false,
                    summary: "The sound of the bell, likewise. At least one of the two is needed."),
            ],
            result: "\(change); `sounds`",
            examples: [.init("sound beat rim"), .init("sound bell cowbell")],
            reasons: [.missingParam, .notFound, .unusableSound], make: sound),
        Command(
            "sound.list", words: ["sound list"], "List the sounds there are",
            result: "`sounds`: for each its `name`, `path` (`null` if built in) and `source`",
            examples: [.init("sound list")]
        ) { _ throws(ControlError) in .soundList },
    ]

    static let output: [Command] = [
        Command(
            "offset.set", words: ["offset <ms>", "offset by <by>"], "Set how late the device in use is heard",
            discussion: """
                For latency that a device does not report: of Bluetooth, a television, a speaker across the hall. It is part of \
                every published time, and remembered by the device's name. A sign does not make it a change: `offset +40` \
                and `offset 40` are the same; `offset by 5` adds to it.
                """,
            parameters: [
                Parameter(
                    name: "ms", forms: [.number(OffsetChange.range)], isRequired: false,
                    summary: "Milliseconds from the time that the device reports to the time that is heard; + is later."
                ),
                Parameter(
                    name: "by", forms: [.number(-3000...3000)], isRequired: false,
                    summary: "Milliseconds to add to the offset in force. One of the two is needed."),
            ],
            result: "\(change); `offset_ms`, and the `device` it is remembered for",
            examples: [
                .init("offset +40", "heard 40 ms later than the device says"), .init("offset -5"),
                .init("offset by 5", "five more than now"), .init("offset 0"),
            ],
            reasons: [.missingParam, .outOfRange], make: offset),
        Command(
            "offset.get", words: ["offset"], "Tell how late the device in use is heard",
            result: "`offset_ms`, and the `device` it is for", examples: [.init("offset")]
        ) { _ throws(ControlError) in .offsetGet },
        Command(
            "latency.set", words: ["latency <latency>"], "Choose between prompt answers and few wake-ups",
            discussion: """
                `low` writes 10 ms of sound ahead, `normal` 30 ms, `quiet` 250 ms; in `quiet` that is 30 ms too for 10 s after \
                every change, so that the next one is heard soon. It is remembered.
                """,
            parameters: [
                Parameter(
                    name: "latency", forms: [.choice(LatencyProfile.allCases.map(\.rawValue))], isRequired: true,
                    summary: "The profile, in place of a fill that was configured in milliseconds.")
            ],
            result: "\(change); `latency`",
            examples: [.init("latency low"), .init("latency quiet", "for hours on a battery")]
        ) { arguments throws(ControlError) in
            .latencySet(arguments["latency"]?.string.flatMap(LatencyProfile.init) ?? .normal)
        },
    ]

    static let service: [Command] = [
        Command(
            "version", words: ["version"], "Tell the versions of protocol and daemon",
            result: "`protocol` (`major`, `minor`), `daemon` and `features`", examples: [.init("version")]
        ) { _ throws(ControlError) in .version },
        Command(
            "describe", words: ["describe"], "Describe every method, event and error",
            result: "`protocol`, `methods`, `events` and `errors`", examples: [.init("describe")]
        ) { _ throws(ControlError) in .describe },
        Command(
            "ping", words: ["ping"], "Answer at once",
            result: "`now_ns`: the daemon's CLOCK_MONOTONIC", examples: [.init("ping")]
        ) { _ throws(ControlError) in .ping },
        Command(
            "shutdown", words: ["shutdown"], "Fade out and end the daemon",
            result: "an empty object, before the connection is closed", examples: [.init("shutdown")]
        ) { _ throws(ControlError) in .shutdown },
    ]

    private static let soundName = "a name without a slash, of at most 64 bytes"
}

// MARK: From parameters to calls

@Sendable private func tempo(_ arguments: Arguments) throws(ControlError) -> Call {
    guard let value = arguments["bpm"] else { return .status() }
    do {
        if let text = value.string { return .tempoSet(try TempoChange(parsing: text)) }
        return .tempoSet(.to(try Tempo(beatsPerMinute: value.number ?? .nan)))
    } catch {
        throw ControlError(error, param: "bpm")
    }
}

@Sendable private func meter(_ arguments: Arguments) throws(ControlError) -> Call {
    do {
        return .meterSet(try Meter(parsing: arguments["meter"]?.string ?? ""))
    } catch {
        throw ControlError(error, param: "meter")
    }
}

@Sendable private func bell(_ arguments: Arguments) throws(ControlError) -> Call {
    let on = arguments["on"]?.integer
    guard let every = arguments["every"]?.integer else {
        guard on == nil else {
            throw arguments.invalid("on", "on goes with a number of beats only, such as \"bell 4 on 2\"")
        }
        return .bellSet(arguments["every"]?.string == "off" ? .off : .bar)
    }
    do {
        return .bellSet(.every(try BellPattern(every: every, on: on ?? 1)))
    } catch {
        throw ControlError(error, param: "on")
    }
}

@Sendable private func sound(_ arguments: Arguments) throws(ControlError) -> Call {
    for name in ["beat", "bell"] {
        guard let value = arguments[name], let text = value.string, let parameter = arguments.parameter(name) else {
            continue
        }
        let isName =
            (1...64).contains(text.utf8.count) && text.first != "." && !text.contains("/")
            && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        guard isName else { throw parameter.invalid(value) }
    }
    let (beat, bell) = (arguments["beat"]?.string, arguments["bell"]?.string)
    guard beat != nil || bell != nil else {
        throw ControlError(.missingParam, "sound.set needs beat or bell: the name of a sound", param: "beat")
    }
    return .soundSet(beat: beat, bell: bell)
}

@Sendable private func offset(_ arguments: Arguments) throws(ControlError) -> Call {
    switch (arguments["ms"]?.number, arguments["by"]?.number) {
    case (let ms?, nil): return .offsetSet(.to(ms))
    case (nil, let step?): return .offsetSet(.by(step))
    case (nil, nil): throw ControlError(.missingParam, "offset.set needs ms or by, in milliseconds", param: "ms")
    default: throw arguments.invalid("by", "ms and by exclude each other: say the offset, or the change of it")
    }
}
