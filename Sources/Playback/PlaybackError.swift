// SPDX-License-Identifier: Apache-2.0

/// Why a device could not be opened or started. Every one may succeed when it is tried later.
public struct PlaybackError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The ALSA name that was asked for.
    public let device: String
    /// One line for a person.
    public let reason: String
    /// alsa-lib's message, for the debug log; may be empty.
    public let detail: String

    /// Whether the reason is that there is no such device.
    public var isAbsence: Bool { reason == Self.absence }
    static let absence = "there is no such sound device"

    /// An error about a device, by its name; the reason is for a person, the detail for the log.
    public init(device: String, reason: String, detail: String) {
        self.device = device
        self.reason = reason
        self.detail = detail
    }

    /// One line for a person.
    public var description: String { "cannot play on '\(device)': \(reason)" }
}
