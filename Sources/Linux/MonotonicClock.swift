// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux

/// CLOCK_MONOTONIC: the clock of every time that the daemon publishes.
public enum MonotonicClock {
    /// The time now, in nanoseconds.
    public static var nowNs: Int64 { linux_monotonic_ns() }
}
