// SPDX-License-Identifier: Apache-2.0

/// Any JSON value.
///
/// A number without a fraction that fits is an `integer`, however it was written (`1`, `1.0`, `1e0`); every other one is
/// a `number`. A boolean is never a number.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction, or too large for `Int64`. Finite.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Named members; their order is not kept.
    case object([String: JSONValue])
}

extension JSONValue {
    /// The number, as an integer where it is whole.
    public init(_ number: Double) {
        self = Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
    }

    /// The member of that name, or nil where there is none or this is no object.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The element at that place, or nil where there is none or this is no array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The text, if this is one.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The truth value, if this is one.
    public var bool: Bool? {
        guard case .bool(let flag) = self else { return nil }
        return flag
    }

    /// The whole number, if this is one that fits.
    public var integer: Int? {
        switch self {
        case .integer(let value): Int(value)
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The number, if this is one.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The elements, if this is an array.
    public var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members, if this is an object.
    public var object: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// What kind of value this is, in words for an error message.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension JSONValue: Codable {
    /// Reads the form on the wire.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let whole = try? container.decode(Int64.self) {
            self = .integer(whole)
        } else if let number = try? container.decode(Double.self) {
            guard number.isFinite else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "a number is too large")
            }
            self = .number(number)
        } else if let elements = try? container.decode([JSONValue].self) {
            self = .array(elements)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Writes the form on the wire.
    public func encode(to encoder: any Encoder) throws {
        if let writer = encoder as? JSONWriter { return try writer.write(self) }
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .integer(let whole): try container.encode(whole)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// The value of the literal.
    public init(nilLiteral: ()) { self = .null }
    /// The value of the literal.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// The value of the literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// The value of the literal.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// The value of the literal.
    public init(stringLiteral value: String) { self = .string(value) }
    /// The value of the literal.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// The value of the literal.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
