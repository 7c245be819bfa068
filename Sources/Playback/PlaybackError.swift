// SPDX-License-Identifier: Apache-2.0

/// Why a device could not be opened. Worth another try later, all of them.
public struct PlaybackError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The ALSA name that was asked for.
    public let device: String
    /// One line for a person.
    public let reason: String
    /// alsa-lib's own words, for the debug log; may be empty.
    public let detail: String

    /// Whether it says no more than that the device is not there.
    public var isAbsence: Bool { reason == Self.absence }
    static let absence = "there is no such sound device"

    /// An error about a device, whose names and words are given.
    public init(device: String, reason: String, detail: String) {
        self.device = device
        self.reason = reason
        self.detail = detail
    }

    /// One line: what was wrong, and what is allowed where that helps.
    public var description: String { "cannot play on '\(device)': \(reason)" }
}

/// Why a device was given up while it was in use.
public enum LossReason: UInt8, Sendable, BitwiseCopyable {
    /// The control side asked for it back.
    case detached
    /// It is gone: unplugged, or its server died.
    case vanished
    /// It reports that it runs, and consumes nothing.
    case stalled
    /// It recovers again and again without playing a frame.
    case unrecoverable
}

/// Why a device that is still there does not play, and has to be made ready anew.
public enum HaltCause: UInt8, Sendable, BitwiseCopyable {
    /// It stopped for want of frames.
    case dry
    /// The system suspended it.
    case suspended
    /// It stood still or ran off, and what it holds would be heard off the grid.
    case stray
}
