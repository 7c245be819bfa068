// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// Why a value cannot be had for a setting. Nothing has been changed by it.
public struct SettingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of refusal; the raw value is the word used on the wire.
    public enum Reason: String, Sendable {
        /// Understood, but beyond what is allowed: see `minimum` and `maximum`.
        case outOfRange = "out_of_range"
        /// Not understood.
        case invalid
    }

    /// The kind of refusal.
    public let reason: Reason
    /// What was wrong and what is allowed: one line without a full stop, and without the name of the setting.
    public let message: String
    /// The smallest value allowed, where there is one.
    public let minimum: Double?
    /// The largest value allowed, where there is one.
    public let maximum: Double?

    /// The key whose value it is; nil where no edit has named one.
    public internal(set) var key: Key?

    /// The message.
    public var description: String { message }

    /// An error with all of its parts.
    public init(_ reason: Reason, _ message: String, minimum: Double? = nil, maximum: Double? = nil) {
        self.reason = reason
        self.message = message
        self.minimum = minimum
        self.maximum = maximum
    }

    /// The error for a value that musical time does not have.
    public init(_ error: RhythmError) {
        self.init(
            Reason(rawValue: error.reason.rawValue) ?? .invalid, error.message, minimum: error.minimum,
            maximum: error.maximum)
    }
}
