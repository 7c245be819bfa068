// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

extension CommandTable {
    /// The events that a subscription sends: name, when it is sent, and its members.
    public static let events: [(name: String, summary: String, members: [ValueMember])] = [
        (
            BeatEvent.method, "A beat, announced before it is heard.",
            announcement + [
                .init("bar", .integer, "From 1."), .init("beat", .integer, "The beat of the bar, from 1."),
                .init("bell", .flag, "Whether the bell rings on it."),
                .init("accent", .choice(Accent.allCases.map { "\($0)" }), "How strongly it is played."),
                .init("bpm", .number, "Beats per minute."),
                .init("at_ns", .integer, "When it is heard, CLOCK_MONOTONIC."),
                .init("pendulum", .type("segment"), "The swing that begins with it."),
            ]
        ),
        (
            StateEvent.method, "Something that `status` says has changed.",
            head + [
                .init("changed", .list(.text), "The members of the status that changed."),
                .init("state", .type("status"), "The status but for its timeline."),
            ]
        ),
        (AudioEvent.method, "The output has changed.", head + [.init("audio", .type("audio"), "As in the status.")]),
        (
            MotionEvent.method, "The segments of chosen properties in a beat, announced before it is heard.",
            head + [
                .init("beat_index", .orNull(.integer), "Beats since the start, from 0; `null` after a stop."),
                .init("revision", .integer, "Rises each time that the beat is announced again."),
                .init("at_ns", .integer, "When the beat is heard, CLOCK_MONOTONIC."),
                .init("segments", .map(.list(.type("segment"))), "Of each property."),
            ]
        ),
        (
            FrameEvent.method, "The values of chosen properties at a moment.",
            head + [
                .init("at_ns", .integer, "The moment, CLOCK_MONOTONIC."),
                .init("at_beat", .orNull(.number), "The position then; `null` while stopped."),
                .init("values", .map(.number), "Of each property."),
            ]
        ),
        (
            TimelineEvent.method, "The timeline has changed, or is known better.",
            head + [.init("timeline", .orNull(.type("timeline")), "That holds from now on; `null` after a stop.")]
        ),
        (
            SectionEvent.method,
            "A section of a song, announced before it is heard; again where its time changes after that.",
            head + [
                .init("section", .type("section"), "That begins."),
                .init(
                    "next", .orNull(.type("section")), "That follows; `null` before the end, and where it is far away."),
            ]
        ),
        (
            LaggedEvent.method, "Beats were left out because the reader was slow.",
            head + [
                .init(
                    "dropped",
                    .object([
                        .init("beat", .integer, "How many beats."), .init("motion", .integer, "How many movements."),
                    ]),
                    "What was left out.")
            ]
        ),
    ]

    private static let head: [ValueMember] = [
        .init("seq", .integer, "Rises with every event that the daemon sends."),
        .init("run", .integer, "Which start plays, or played last."),
    ]

    private static let announcement =
        head + [
            .init("beat_index", .integer, "Beats since the start, from 0."),
            .init("revision", .integer, "Rises each time that the beat is announced again."),
        ]

    /// The table as the `describe` method answers it.
    public static let description: JSONValue = [
        "protocol": [
            "major": .integer(Int64(ProtocolVersion.current.major)),
            "minor": .integer(Int64(ProtocolVersion.current.minor)),
        ],
        "methods": .array(all.map(\.described)),
        "events": .array(
            events.map { event in
                [
                    "name": .string(event.name), "summary": .string(event.summary),
                    "params": .array(event.members.map { .string($0.name) }),
                    "schema": ValueForm.object(event.members).schema,
                ]
            }),
        "types": .object(Dictionary(ValueType.all.map { ($0.name, $0.schema) }) { first, _ in first }),
        "errors": .array(
            ErrorReason.allCases.map { reason in
                [
                    "reason": .string(reason.rawValue), "code": .integer(Int64(reason.code)),
                    "summary": .string(reason.summary),
                ]
            }),
    ]
}

extension Command {
    fileprivate var described: JSONValue {
        [
            "name": .string(name),
            "words": .array(words.map { .string($0.description) }),
            "summary": .string(abstract),
            "discussion": .string(discussion),
            "params": .array(
                parameters.map { parameter in
                    [
                        "name": .string(parameter.name), "required": .bool(parameter.isRequired),
                        "accepts": .array(parameter.forms.map(\.described)), "summary": .string(parameter.summary),
                    ]
                }),
            "result": .string(result),
            "schema": returns.schema,
            "examples": .array(examples.map { .string($0.words) }),
            "errors": .array(allReasons.map { .string($0.rawValue) }),
        ]
    }
}
