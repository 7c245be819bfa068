// SPDX-License-Identifier: Apache-2.0

public import MetronomeSession

extension PlainValue {
    /// A JSON value as the value of a setting.
    public init(_ json: JSONValue) {
        switch json {
        case .null: self = .null
        case .bool(let flag): self = .bool(flag)
        case .integer(let whole): self = .integer(whole)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let members): self = .list(members.map { PlainValue($0) })
        case .object(let members): self = .table(members.mapValues { PlainValue($0) })
        }
    }
}

extension JSONValue {
    /// The value of a setting as JSON.
    public init(_ plain: PlainValue) {
        switch plain {
        case .null: self = .null
        case .bool(let flag): self = .bool(flag)
        case .integer(let whole): self = .integer(whole)
        case .number(let number): self = .number(number)
        case .string(let text), .untyped(let text): self = .string(text)
        case .list(let members): self = .array(members.map { JSONValue($0) })
        case .table(let members): self = .object(members.mapValues { JSONValue($0) })
        }
    }
}
