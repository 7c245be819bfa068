// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A value on D-Bus, of the types that media players use.
package indirect enum BusValue: Sendable, Hashable {
    case bool(Bool)
    /// `i`.
    case int(Int32)
    /// `x`; of a message that was read any whole number.
    case long(Int64)
    case double(Double)
    case string(String)
    /// The path of an object.
    case path(String)
    /// `as`.
    case strings([String])
    /// `a{sv}`.
    case dictionary([String: BusValue])
    /// `v`; of a message that was read the value itself stands in its place.
    case variant(BusValue)

    /// Its type as it is written in messages.
    package var signature: String {
        switch self {
        case .bool: "b"
        case .int: "i"
        case .long: "x"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .strings: "as"
        case .dictionary: "a{sv}"
        case .variant: "v"
        }
    }

    /// The text, if this is one.
    package var string: String? { if case .string(let text) = self { text } else { nil } }

    /// The number, if this is one; not for infinities and what is no number.
    package var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .long(let number): Double(number)
        case .double(let number): number.isFinite ? number : nil
        default: nil
        }
    }

    /// A time as media players tell it, in whole microseconds; the last one that fits where that is more.
    static func microseconds(_ seconds: Double) -> BusValue { .long(Int64(clamping: seconds * 1e6)) }
}

/// A call of a method by a client of the bus.
package struct BusCall: Sendable, Hashable {
    /// The number by which it is answered.
    package var id: Int64
    package var path: String
    /// "" where the caller does not say.
    package var interface: String
    package var member: String
    /// The arguments up to the first one of a type that a media player does not take.
    package var arguments: [BusValue]

    package init(id: Int64, path: String, interface: String, member: String, arguments: [BusValue] = []) {
        (self.id, self.path, self.interface, self.member) = (id, path, interface, member)
        self.arguments = arguments
    }
}
