// SPDX-License-Identifier: Apache-2.0

/// A value of a TOML text, with its place.
package struct TOMLNode: Sendable, Hashable, Decodable {
    /// Of its key, or of itself in a list; from 1.
    package let line: Int
    /// Of its key, or of itself in a list; from 1.
    package let column: Int
    /// What it is.
    package let value: TOMLValue

    /// Where it is.
    package var place: TOMLDocument.Place { TOMLDocument.Place(line: line, column: column) }
}

/// What a value of a TOML text is. A number without a fraction is an integer, however it was written.
package indirect enum TOMLValue: Sendable, Hashable, Decodable {
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([TOMLNode])
    case table([String: TOMLNode])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let whole = try? container.decode(Int64.self) {
            self = .integer(whole)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let elements = try? container.decode([TOMLNode].self) {
            self = .array(elements)
        } else {
            self = .table(try container.decode([String: TOMLNode].self))
        }
    }

    /// What kind of value it is, in words for an error message.
    package var kind: String {
        switch self {
        case .bool: "true or false"
        case .integer, .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .table: "a table"
        }
    }
}
