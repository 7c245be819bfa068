// SPDX-License-Identifier: Apache-2.0

/// Why a musical value was refused, in words for a person and in fields for a program.
public struct RhythmError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of refusal; the raw value is the word used on the wire.
    public enum Reason: String, Sendable {
        /// Understood, but beyond what is allowed: see `minimum` and `maximum`.
        case outOfRange = "out_of_range"
        /// Not understood.
        case invalid
    }

    /// The kind of refusal.
    public let reason: Reason
    /// What was asked, what is allowed, what to do: one line without a full stop.
    public let message: String
    /// The smallest value allowed, where there is one.
    public let minimum: Double?
    /// The largest value allowed, where there is one.
    public let maximum: Double?

    /// The message.
    public var description: String { message }

    package static func outOfRange(_ message: String, _ allowed: ClosedRange<Int>) -> RhythmError {
        RhythmError(
            reason: .outOfRange, message: message, minimum: Double(allowed.lowerBound),
            maximum: Double(allowed.upperBound))
    }

    package static func invalid(_ message: String) -> RhythmError {
        RhythmError(reason: .invalid, message: message, minimum: nil, maximum: nil)
    }

    /// Text from outside, in quotes, with control characters escaped and a long tail cut off.
    package static func quote(_ text: String) -> String {
        let head = String(text.unicodeScalars.prefix(32))
        return (head == text ? head : head + "…").debugDescription
    }
}
