// SPDX-License-Identifier: Apache-2.0

internal import Linux
internal import Rhythm

extension ClockTime {
    /// CLOCK_MONOTONIC now.
    static var now: ClockTime { ClockTime(nanoseconds: MonotonicClock.nowNs) }
}
