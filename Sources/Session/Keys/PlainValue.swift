// SPDX-License-Identifier: Apache-2.0

/// A value as a source states it, before it is checked, or as it is written out: what JSON, TOML and the command line have
/// in common.
public indirect enum PlainValue: Sendable, Hashable {
    /// Text without a type, from a flag or an environment variable: `0.5` may be a number.
    case untyped(String)
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number with a fraction.
    case number(Double)
    case string(String)
    case list([PlainValue])
    case table([String: PlainValue])

    /// The number, if this is one.
    public var double: Double? {
        switch self {
        case .integer(let whole): Double(whole)
        case .number(let number): number
        default: nil
        }
    }

    /// The whole number, if this is one.
    public var int: Int? {
        switch self {
        case .integer(let whole): Int(exactly: whole)
        case .number(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The text, typed or not.
    public var text: String? {
        switch self {
        case .untyped(let text), .string(let text): text
        default: nil
        }
    }

    /// A number without a fraction where it has none: `40`, `-12.5`.
    public static func text(_ number: Double) -> String {
        Int64(exactly: number).map(String.init) ?? "\(number)"
    }

    /// A number rounded to `decimals` decimals, without zeros at the end.
    package static func text(_ number: Double, decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
        return text((number * scale).rounded() / scale)
    }
}

extension PlainValue: CustomStringConvertible {
    /// The value for an error message, at most 60 characters of it.
    public var description: String {
        let text =
            switch self {
            case .untyped(let text), .string(let text): text.debugDescription
            case .integer(let whole): "\(whole)"
            case .number(let number): "\(number)"
            case .bool(let flag): "\(flag)"
            case .list: "a list"
            case .table, .null: "a table"
            }
        return text.count <= 60 ? text : text.prefix(60) + "…"
    }
}
