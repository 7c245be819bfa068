// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// CLOCK_REALTIME: the time of the calendar, which may be stepped.
package enum RealtimeClock {
    /// The time now, in nanoseconds since 1970.
    package static var nowNs: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
