// SPDX-License-Identifier: Apache-2.0

extension CommandTable {
    /// The events that a subscription sends: name, when it is sent, and its members.
    public static let events: [ValueType] = {
        func type<Record: EventRecord>(_ record: Record.Type) -> ValueType { Record.record.type }
        return Event.records.map { type($0) }
    }()

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
            "name": .string(name), "access": .string(access.rawValue),
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
