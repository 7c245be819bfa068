// SPDX-License-Identifier: Apache-2.0

/// Where the sound goes.
package enum OutputChoice: String, Sendable, CaseIterable {
    /// A sound device, and the wall clock while there is none.
    case auto
    /// A sound device and nothing else.
    case alsa
    /// No device: the same engine, paced by CLOCK_MONOTONIC.
    case clock
}
