// SPDX-License-Identifier: Apache-2.0

/// An argument of a message of Open Sound Control 1.0, and of the types that liblo adds.
package enum OSCArgument: Sendable, Hashable {
    case int(Int32)
    case long(Int64)
    case float(Float)
    case double(Double)
    case string(String)
    case bool(Bool)
    /// What has no other use here: a blob, a time, a colour, a MIDI message, nil or infinitum, by its tag.
    case other(tag: UInt8)

    /// Its type tag.
    package var tag: UInt8 {
        switch self {
        case .int: UInt8(ascii: "i")
        case .long: UInt8(ascii: "h")
        case .float: UInt8(ascii: "f")
        case .double: UInt8(ascii: "d")
        case .string: UInt8(ascii: "s")
        case .bool(let flag): flag ? UInt8(ascii: "T") : UInt8(ascii: "F")
        case .other(let tag): tag
        }
    }

    /// The number, if this is one. That of a float is the shortest decimal that is read as the same float: 120.1.
    package var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .long(let value): Double(value)
        case .float(let value): value.isFinite ? Double("\(value)") : nil
        case .double(let value): value.isFinite ? value : nil
        case .string, .bool, .other: nil
        }
    }

    /// The text, if this is one.
    package var string: String? { if case .string(let text) = self { text } else { nil } }

    /// As a word of a command: `120`, `on`, a text. Nil where there is none for it.
    var word: String? {
        switch self {
        case .int(let value): "\(value)"
        case .long(let value): "\(value)"
        case .float, .double: number.map { Int64(exactly: $0).map { "\($0)" } ?? "\($0)" }
        case .string(let text): text
        case .bool(let flag): flag ? "on" : "off"
        case .other: nil
        }
    }
}
