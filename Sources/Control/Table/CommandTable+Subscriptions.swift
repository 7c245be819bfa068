// SPDX-License-Identifier: Apache-2.0

internal import MetronomeMotion
internal import MetronomeSession

extension CommandTable {
    static let queries: [Command] = [
        Command(
            "status", for: .watch, words: ["status", "status <properties…>"],
            "Tell what is playing, and the position in it",
            parameters: [
                Parameter(
                    name: "properties", forms: [.texts(propertyNames)], isRequired: false,
                    summary: "Properties whose segments are wanted, from the present beat on.")
            ],
            result: "the status with its `timeline`; with properties also `motion`, their segments",
            returns: Status.record.form,
            examples: [.init("status"), .init("status pendulum.angle heart.scale", "and how these move")]
        ) { arguments throws(ControlError) in .status(properties: try properties(arguments)) },
        Command(
            "properties", for: .watch, words: ["properties"], "List what moves with the beat",
            discussion: """
                A property is a number of a face: the angle of the pendulum, the scale of the heart. It has the same value for \
                all clients. One that is `discrete` jumps; one with a `period` starts over after that amount.
                """,
            result:
                "`properties`: for each its `name`, `summary`, `unit` (`degrees`, `scale`, `points`, `fraction`, `count` or `bpm`), `min`, `max`, `discrete` and perhaps `period`",
            returns: PropertyList.record.form,
            examples: [.init("properties")]
        ) { _ throws(ControlError) in .properties },
        Command(
            "timing", for: .watch, words: ["timing"], "Tell how exact the timing has been",
            discussion:
                "Since the daemon started and in the last minute: by how much beats were played off the time they "
                + "were announced for, how late the real-time thread woke, xruns, lost devices, and the card's rate.",
            result: "the timing", returns: Timing.record.form, examples: [.init("timing")]
        ) { _ throws(ControlError) in .timing },
    ]

    static let subscriptions: [Command] = [
        Command(
            "subscribe", for: .connection,
            words: [
                "subscribe", "subscribe lead <lead_ms>", "subscribe lead <lead_ms> <events…>",
                "subscribe motion <properties…>", "subscribe frame <minimum_interval_ms> <properties…>",
                "subscribe <events…>",
            ], "Have events sent on this connection",
            discussion: """
                `motion` and `frame` need `properties`, and each may have its own. A second subscription replaces the properties of \
                the first. In plain words, a line subscribes to one of the two.
                """,
            parameters: [
                Parameter(
                    name: "events", forms: [.list(EventKind.allCases.map(\.rawValue))], isRequired: false,
                    summary:
                        "Which events; `beat`, `state` and `audio` unless given. They add to those subscribed before."),
                Parameter(
                    name: "lead_ms", forms: [.integer(Lead.range)], isRequired: false,
                    summary:
                        "How many milliseconds before it is heard a beat is sent; as before unless given, \(Lead.usual) at first."
                ),
                Parameter(
                    name: "properties", forms: [.texts(propertyNames)], isRequired: false,
                    summary: "The properties of `motion` and `frame`. Without `events` it asks for `motion`."),
                Parameter(
                    name: "minimum_interval_ms", forms: [.integer(FrameInterval.range)], isRequired: false,
                    summary:
                        "The least number of milliseconds between two frames; \(FrameInterval.usual) unless given. Without `events` it asks for `frame`."
                ),
            ],
            result:
                "`seq`, `protocol`, `events` (all that are subscribed now), `lead_ms` in force, and `state`, the status, with its `timeline` if `timeline` is asked for",
            returns: Subscription.record.form,
            examples: [
                .init("subscribe"), .init("subscribe beat state"), .init("subscribe state"),
                .init("subscribe lead 500 beat", "every beat half a second ahead"),
                .init("subscribe motion pendulum.angle heart.scale", "how these two move, beat by beat"),
                .init("subscribe frame 16 pendulum.angle", "its value, 60 times a second"),
                .init("subscribe timeline", "to compute every beat to come"),
            ],
            reasons: [.missingParam, .outOfRange], make: subscription),
        Command(
            "unsubscribe", for: .connection, words: ["unsubscribe", "unsubscribe <events…>"],
            "Have no more events sent",
            parameters: [
                Parameter(
                    name: "events", forms: [.list(EventKind.allCases.map(\.rawValue))], isRequired: false,
                    summary: "Which events; all unless given.")
            ],
            result: "`events`: those that are still subscribed",
            returns: Unsubscription.record.form,
            examples: [.init("unsubscribe"), .init("unsubscribe beat")]
        ) { arguments throws(ControlError) in .unsubscribe(kinds(arguments) ?? Set(EventKind.allCases)) },
    ]

    private static let propertyNames = "a list of names that `properties` gives"
}

// MARK: From parameters to calls

@Sendable private func subscription(_ arguments: Arguments) throws(ControlError) -> Call {
    let names = try properties(arguments)
    let interval = arguments["minimum_interval_ms"]?.integer
    let events = kinds(arguments) ?? (interval != nil ? [.frame] : names.isEmpty ? EventKind.usual : [.motion])
    let needsNames = !events.isDisjoint(with: [.motion, .frame])
    guard needsNames || names.isEmpty else {
        throw arguments.invalid("properties", "properties go with the events motion and frame only")
    }
    guard !needsNames || !names.isEmpty else {
        throw ControlError(
            .missingParam, "motion and frame need properties: names that the method properties lists",
            param: "properties", allowed: Choreography.names)
    }
    guard interval == nil || events.contains(.frame) else {
        throw arguments.invalid("minimum_interval_ms", "minimum_interval_ms goes with the event frame only")
    }
    return .subscribe(
        events, leadMs: arguments["lead_ms"]?.integer, properties: names, minimumIntervalMs: interval)
}

/// The names of properties, each once, in the order of the table.
private func properties(_ arguments: Arguments) throws(ControlError) -> [String] {
    let asked = (arguments["properties"]?.array ?? []).compactMap(\.string)
    if let unknown = asked.first(where: { Choreography.property(named: $0) == nil }) {
        let near = Suggestion.word(for: unknown, among: Choreography.names)
        throw ControlError(
            .invalid,
            "there is no property \(JSONValue.string(unknown).shortened): "
                + (near.map { "did you mean \($0)?" } ?? "the method properties lists them"),
            param: "properties", allowed: Choreography.names)
    }
    return Choreography.names.filter(asked.contains)
}

/// The kinds of events that are named; nil where none is.
private func kinds(_ arguments: Arguments) -> Set<EventKind>? {
    guard let names = arguments["events"]?.array else { return nil }
    return Set(names.compactMap { $0.string.flatMap(EventKind.init(rawValue:)) })
}
