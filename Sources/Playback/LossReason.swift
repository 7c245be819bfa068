// SPDX-License-Identifier: Apache-2.0

/// Why a device was given up while it was in use.
public enum LossReason: UInt8, Sendable, BitwiseCopyable {
    /// The control side asked for it back.
    case detached
    /// It is gone: unplugged, or its server ended.
    case vanished
    /// It reports that it runs, and consumes nothing.
    case stalled
    /// It was restarted several times without playing a frame.
    case unrecoverable
}
