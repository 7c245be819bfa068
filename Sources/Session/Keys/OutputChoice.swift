// SPDX-License-Identifier: Apache-2.0

/// Where the sound goes.
public enum OutputChoice: String, Sendable, CaseIterable {
    /// A sound device, and the system clock while there is none.
    case auto
    /// A sound device and nothing else.
    case alsa
    /// No device: the same engine, paced by CLOCK_MONOTONIC.
    case clock
}
