// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeLinux
import Testing

@Suite struct MonotonicClockTests {
    @Test func `it is the clock of the kernel's CLOCK_MONOTONIC, in nanoseconds`() {
        func kernel() -> Int64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        }
        let times = [kernel(), MonotonicClock.nowNs, kernel(), MonotonicClock.nowNs]
        #expect(times == times.sorted() && times[0] > 0)
    }
}
