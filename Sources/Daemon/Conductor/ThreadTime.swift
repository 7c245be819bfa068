// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The processor time of a thread.
enum ThreadTime {
    /// What this thread has used so far, in nanoseconds.
    static var nowNs: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
