// SPDX-License-Identifier: Apache-2.0

extension CommandTable {
    /// The events that a subscription sends: name, when it is sent, and its members.
    public static let events: [(name: String, summary: String, params: [String])] = [
        (
            "event.beat", "A beat, announced before it is heard.",
            ["seq", "run", "beat_index", "revision", "bar", "beat", "bell", "bpm", "at_ns", "pendulum"]
        ),
        ("event.state", "Something that `status` says has changed.", ["seq", "run", "changed", "state"]),
        ("event.audio", "The output has changed.", ["seq", "run", "audio"]),
        (
            "event.motion", "The segments of chosen properties in a beat, announced before it is heard.",
            ["seq", "run", "beat_index", "revision", "at_ns", "segments"]
        ),
        ("event.frame", "The values of chosen properties at a moment.", ["seq", "run", "at_ns", "at_beat", "values"]),
        (
            "event.timeline", "The timeline has changed, or is known better.", ["seq", "run", "timeline"]
        ),
        ("event.lagged", "Beats were left out because the reader was slow.", ["seq", "run", "dropped"]),
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
                    "params": .array(event.params.map(JSONValue.string)),
                ]
            }),
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
            "examples": .array(examples.map { .string($0.words) }),
            "errors": .array(allReasons.map { .string($0.rawValue) }),
        ]
    }
}
