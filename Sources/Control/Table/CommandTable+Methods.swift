// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

@Sendable private func start(_ arguments: Arguments) throws(ControlError) -> Call {
    if let time = arguments["time_ns"]?.integer {
        guard arguments["at"] == nil else { throw arguments.invalid("at", "at and time_ns exclude each other") }
        guard let quarters = arguments["quarters"]?.number else { return .startAt(.time(ns: Int64(time))) }
        return .startAt(.song(quarters: quarters, ns: Int64(time)))
    }
    guard arguments["quarters"] == nil else { throw arguments.invalid("quarters", "quarters needs time_ns") }
    return switch arguments["at"]?.string {
    case "now": .startAt(.now)
    case "beat": .startAt(.beat)
    case "bar": .startAt(.bar)
    default: .start
    }
}

extension CommandTable {
    static let transport: [Command] = [
        Command(
            "start", for: .control,
            words: ["start", "start at <at>", "start time <time_ns>", "start song <quarters> time <time_ns>"],
            "Start playing, from beat 0",
            discussion: """
                Does nothing if it plays already. While an outside clock is followed (`follow`), beat 0 is heard where one of \
                its bars begins, unless `at` or `time_ns` says otherwise.
                """,
            parameters: [
                Parameter(
                    name: "at", forms: [.choice(["now", "beat", "bar"])], isRequired: false,
                    summary:
                        "With the next `beat` of the clock that is followed, or its next `bar`; `now` is as soon as can be."
                ),
                Parameter(
                    name: "time_ns", forms: [.integer(Int.min...Int.max)], isRequired: false,
                    summary: "When beat 0 is heard, CLOCK_MONOTONIC, at most 60 s from now; at once if that is over."),
                Parameter(
                    name: "quarters", forms: [.number(0...1e9)], isRequired: false,
                    summary:
                        """
                        Where the song that is loaded is at `time_ns`, in quarter notes from its beginning, as `song_begin` counts: it \
                        begins in step with that, with its first beat that can still be heard in time, without its count-in.
                        """),
            ],
            result: "\(Command.changeResult); `playing`; `bpm` where it begins to",
            examples: [.init("start"), .init("start at beat", "with the next beat of the clock that is followed")],
            reasons: [.audioUnavailable, .outOfRange, .noSong], make: start),
        Command(
            "stop", for: .control, words: ["stop"].withCue, "Stop playing",
            discussion: "Does nothing if it is stopped already. With `at` the music is over with that place.",
            parameters: [.atWhilePlaying],
            result: "\(Command.changeResult); `playing`",
            examples: [.init("stop"), .init("stop at bar", "when the bar is over")]
        ) { arguments throws(ControlError) in .stop(at: try arguments.cue()) },
        Command(
            "toggle", for: .control, words: ["toggle"], "Start if stopped, stop if playing",
            result: "\(Command.changeResult); `playing`; `bpm` where it begins to",
            examples: [.init("toggle", "for one key or one button")],
            reasons: [.audioUnavailable]
        ) { _ throws(ControlError) in .toggle },
    ]

    static let service: [Command] = [
        Command(
            "version", for: .watch, words: ["version"], "Tell the versions of protocol and daemon",
            result: "`protocol` (`major`, `minor`), `daemon` and `features`",
            returns: Version.record.form, examples: [.init("version")]
        ) { _ throws(ControlError) in .version },
        Command(
            "describe", for: .watch, words: ["describe"], "Describe every method, event and error",
            result:
                "`protocol`, `methods`, `events`, `errors`, and `types`: the JSON Schemas that those of results and events refer to",
            returns: .object([
                .init("protocol", .type("protocol"), "That the daemon speaks."),
                .init("methods", .list(.map(.any)), "Every method."),
                .init("events", .list(.map(.any)), "Every event."),
                .init("errors", .list(.map(.any)), "Every reason for a refusal."),
                .init("types", .map(.map(.any)), "A JSON Schema for each object that has a name."),
            ]), examples: [.init("describe")]
        ) { _ throws(ControlError) in .describe },
        Command(
            "ping", for: .watch, words: ["ping"], "Answer at once",
            result: "`now_ns`: the daemon's CLOCK_MONOTONIC",
            returns: Pong.record.form, examples: [.init("ping")]
        ) { _ throws(ControlError) in .ping },
        Command(
            "shutdown", for: .owner, words: ["shutdown"], "Fade out and end the daemon",
            discussion: """
                Where systemd's socket listens, the next client starts it again, such as a bridge or a status bar that waits: \
                `systemctl --user stop metronomed.socket` ends the daemon and the socket.
                """,
            result: "an empty object, before the connection is closed", returns: .object([]),
            examples: [.init("shutdown")]
        ) { _ throws(ControlError) in .shutdown },
    ]
}
