// SPDX-License-Identifier: Apache-2.0

internal import Motion
internal import Session

extension ValueType {
    /// Every object that has a name, in the order of the document.
    public static let all: [ValueType] =
        [change, status] + parts + practice + playing + songs + [timeline, timelineSegment, bars] + timelineLanes
        + timings + service

    private static let run = ValueMember(
        "run", .integer, "Which start: 1 for the daemon's first, 0 before it.")
    private static let nowNs = ValueMember("now_ns", .integer, "The moment of this answer, CLOCK_MONOTONIC.")

    /// The settings among these that have a member of their own, by that.
    private static func settings(_ name: (Key) -> String?) -> [ValueMember] {
        Key.all.compactMap { key in
            guard let name = name(key), !name.contains(".") else { return nil }
            return ValueMember(name, key.form.valueForm, "See `\(key.command?.method ?? name + ".set")`.")
        } + [ValueMember("sounds", .type("sounds"), "The sounds in use.")]
    }

    private static let change = ValueType(
        "change", "From when a change holds, and the values that it led to.",
        [
            run,
            .init(
                "at_beat", .orNull(.number),
                "The position from which it holds, in beats since the start; `null` while stopped."),
            .init("at_ns", .orNull(.integer), "When that is heard, CLOCK_MONOTONIC; `null` while stopped."),
            .init("playing", .flag, isOptional: true, "Whether it plays."),
            .init("pending", .integer, isOptional: true, "The `id` of the change, while it waits for its place."),
        ]
            + settings { $0.command?.parameter ?? $0.statusName }.map {
                .init($0.name, $0.form, isOptional: true, $0.summary)
            } + [
                .init(
                    "offset_ms", .number, isOptional: true,
                    "How much later the device is heard than it reports, in milliseconds."),
                .init("device", .text, isOptional: true, "The device that the offset is for."),
                .init("nudge_ms", .number, isOptional: true, "By how much later the beats are heard."),
                .init("tap", .type("tap"), isOptional: true, "What the taps have led to."),
                .init("score", .type("score"), isOptional: true, "How the taps lie to the beats."),
                .init("song", .orNull(.type("song")), isOptional: true, "The song; `null` for none."),
                .init("preset", .text, isOptional: true, "The preset that was loaded."),
                .init(
                    "setlist", .orNull(.type("setlist")), isOptional: true, "The set list; `null` for none."),
            ])

    private static let status = ValueType(
        "status", "What is playing, and how.",
        [.init("playing", .flag, "Whether it plays."), run] + settings(\.statusName) + [
            .init("history", .type("history"), "What can be undone and redone."),
            .init(
                "pending", .list(.type("pending")),
                "The changes that wait for their place, in the order in which they were asked for."),
            .init(
                "practice", .orNull(.type("practice")), "Where the trainers are; `null` without any, and while stopped."
            ),
            .init("score", .orNull(.type("score")), "How taps lie to the beats; `null` while scoring is off."),
            .init("song", .orNull(.type("song")), "The song that plays, or that the next start plays."),
            .init("setlist", .orNull(.type("setlist")), "The set list that is loaded, and the place in it."),
            .init("sync", .orNull(.type("sync")), "The clock that is followed; `null` for none."),
            .init("position", .orNull(.type("position")), "As heard at `now_ns`; `null` while stopped."),
            .init("pendulum", .type("pendulum"), "As heard at `now_ns`."),
            .init("audio", .type("audio"), "The output."),
            .init(
                "timeline", .orNull(.type("timeline")), isOptional: true,
                "From which every beat to come follows; `null` while stopped. Not in `event.state`."),
            .init(
                "motion", .map(.list(.type("segment"))), isOptional: true,
                "The segments of the properties that were asked for, from the present beat on."),
            nowNs,
            .init("uptime_s", .number, "Since the daemon was started, in seconds."),
        ])

    private static let parts: [ValueType] = [
        ValueType(
            "bell", "When the bell rings.",
            [
                .init("every", .integer, "Beats in a group."),
                .init("on", .integer, "The beat of the group that rings, 1...`every`."),
            ]),
        ValueType(
            "sounds", "Two sounds, by their names.",
            [
                .init("beat", .text, "Of a beat."), .init("bell", .text, "Of the bell."),
                .init("subdivision", .text, isOptional: true, "Of the parts of a beat, `auto` for that of the beat."),
            ]),
        ValueType(
            "lane", "A rhythm beside the beats.",
            [
                .init("name", .text, "By which it is changed."),
                .init("pattern", .orNull(.text), "What it plays, as it was written; `null` for the metronome's own."),
                .init("sound", .orNull(.text), "The name of its sound; `null` for that of the beat."),
                .init("gain", .number, "How loud it is, 0...4."), .init("pan", .number, "-1 (left) to 1 (right)."),
                .init("mute", .flag, "Whether it is not heard."),
                .init("solo", .flag, "Whether only it, and others of which this is said, are heard."),
                .init("channel", .integer, "The first of the two output channels that it is played on, from 1."),
                .init(
                    "from", .orNull(.choice(["bar", "passage", "run"])),
                    "What it is counted from; `null` where that follows from the length of its cycle."),
            ]),
        ValueType(
            "groove", "A rhythm that has a name.",
            [
                .init("name", .text, "By which it is chosen."), .init("summary", .text, "What it is, for people."),
                .init("meter", .text, "The meter that it is meant for."),
                .init("lanes", .text, "Its lanes, as `lanes.set` takes them."),
            ]),
        ValueType(
            "history", "Changes of the music that were asked for.",
            [
                .init("undo", .integer, "How many can be undone."),
                .init("redo", .integer, "How many can be made again."),
            ]),
        ValueType(
            "pending", "A change that waits for its place.",
            [
                .init("id", .integer, "By which it is cancelled."),
                .init("at", .text, "Where it holds, as it was asked for."),
                .init("at_beat", .orNull(.number), "The position from which it will hold, in beats since the start."),
                .init("at_ns", .orNull(.integer), "When that will be heard, as things stand now."),
                .init(
                    "changes", .map(.any),
                    "The values that it brings, as in `change`; lanes no more where those before it have 2 MiB."),
            ]),
        ValueType(
            "position", "A place in the music.",
            [
                .init("beat_index", .integer, "Beats since the start, from 0."),
                .init("bar", .integer, "From 1."), .init("beat", .integer, "The beat of the bar, from 1."),
                .init("phase", .number, "The part of the beat that has passed, 0 up to 1."),
                .init("bell", .flag, "Whether the bell rings on this beat."),
            ]),
        ValueType(
            "pendulum", "Where the rod is.",
            [
                .init("angle", .number, "In degrees, + is right."),
                .init("velocity", .number, "In degrees per second."),
                .init("segment", .orNull(.type("segment")), "Its movement; `null` while it rests."),
            ]),
        ValueType(
            "segment", "One movement from a value to a value.",
            [
                .init("from", .number, "The value until it begins."),
                .init("to", .number, "The value from its end on."),
                .init("begin_ns", .integer, "CLOCK_MONOTONIC."), .init("duration_ns", .integer, "In nanoseconds."),
                .init("curve", .text, "How it goes from one to the other (see The pendulum, Properties)."),
            ]),
        AudioState.record.type,
    ]
}

extension SettingForm {
    /// The form of a value of this type in an answer.
    fileprivate var valueForm: ValueForm {
        switch self {
        case .number, .count, .gain, .tempo: .number
        case .flag: .flag
        case .choice(let words): .choice(words)
        case .text, .path, .sound, .meter, .beat, .accents, .swing, .trainer: .text
        case .lanes: .list(.type("lane"))
        case .bell: .orNull(.type("bell"))
        case .bellBeat, .offsets: .any
        }
    }
}
