// SPDX-License-Identifier: Apache-2.0

/// The form of a JSON value that the daemon sends: the tables of the document and the JSON Schemas are made from it.
public indirect enum ValueForm: Sendable, Hashable {
    case number
    case integer
    case flag
    case text
    /// A text that is one of these words.
    case choice([String])
    case list(ValueForm)
    /// An object whose members are all of one form, by names of any kind.
    case map(ValueForm)
    /// One that has a name: see ``ValueType``.
    case type(String)
    /// An object that has no name of its own.
    case object([ValueMember])
    case orNull(ValueForm)
    case any

    /// The form in words: `a list of [segment](#segment)`.
    public var text: String {
        switch self {
        case .number: "number"
        case .integer: "whole number"
        case .flag: "`true` or `false`"
        case .text: "text"
        case .choice(let words): words.map { "`\"\($0)\"`" }.joined(separator: ", ")
        case .list(let element): "list of \(element.text)"
        case .map(let element): "object, by name: \(element.text)"
        case .type(let name): "[\(name)](#\(name))"
        case .object(let members): "object of " + members.map { "`\($0.name)`" }.joined(separator: ", ")
        case .orNull(let form): "\(form.text) or `null`"
        case .any: "any value"
        }
    }

    /// The form as a JSON Schema, which refers to others as `#/$defs/NAME`.
    public var schema: JSONValue {
        switch self {
        case .number: ["type": "number"]
        case .integer: ["type": "integer"]
        case .flag: ["type": "boolean"]
        case .text: ["type": "string"]
        case .choice(let words): ["type": "string", "enum": .array(words.map(JSONValue.string))]
        case .list(let element): ["type": "array", "items": element.schema]
        case .map(let element): ["type": "object", "additionalProperties": element.schema]
        case .type(let name): ["$ref": .string("#/$defs/\(name)")]
        case .object(let members):
            [
                "type": "object",
                "properties": .object(
                    Dictionary(members.map { ($0.name, $0.schema) }) { first, _ in first }),
                "required": .array(members.filter { !$0.isOptional }.map { .string($0.name) }),
            ]
        case .orNull(let form): ["anyOf": [form.schema, ["type": "null"]]]
        case .any: [:]
        }
    }
}

/// A member of an object that the daemon sends.
public struct ValueMember: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Its form.
    public let form: ValueForm
    /// Whether it may be left out.
    public let isOptional: Bool
    /// What it means, with its unit; a sentence or less.
    public let summary: String

    init(_ name: String, _ form: ValueForm, isOptional: Bool = false, _ summary: String) {
        self.name = name
        self.form = form
        self.isOptional = isOptional
        self.summary = summary
    }

    fileprivate var schema: JSONValue {
        guard case .object(var members) = form.schema, !summary.isEmpty else { return form.schema }
        members["description"] = .string(summary)
        return .object(members)
    }
}

/// An object that the daemon sends, by a name under which others refer to it.
public struct ValueType: Sendable, Hashable {
    /// Its name, in lower case.
    public let name: String
    /// What it is, in one sentence.
    public let summary: String
    /// All of its members.
    public let members: [ValueMember]

    init(_ name: String, _ summary: String, _ members: [ValueMember]) {
        self.name = name
        self.summary = summary
        self.members = members
    }

    /// Its JSON Schema.
    public var schema: JSONValue {
        guard case .object(var members) = ValueForm.object(members).schema else { return [:] }
        members["description"] = .string(summary)
        return .object(members)
    }
}
