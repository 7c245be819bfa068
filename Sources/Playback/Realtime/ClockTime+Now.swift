// SPDX-License-Identifier: Apache-2.0

internal import CMetronomeLinux
internal import MetronomeRhythm

extension ClockTime {
    /// CLOCK_MONOTONIC now. Real-time safe.
    static var now: ClockTime { @_noLocks get { ClockTime(nanoseconds: linux_monotonic_ns()) } }
}
