// SPDX-License-Identifier: Apache-2.0

/// Why a device that is still there does not play, and has to be made ready and started once more.
public enum HaltCause: UInt8, Sendable, BitwiseCopyable {
    /// It ran out of frames and stopped.
    case dry
    /// The system suspended it.
    case suspended
    /// It stood still or ran ahead, so that what it holds would be heard at the wrong time.
    case offClock
}
