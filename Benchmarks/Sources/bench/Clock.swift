// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeLinux

/// CLOCK_MONOTONIC, by which everything is measured.
enum Clock {
    /// The time now, in ns.
    static var nowNs: Int64 { MonotonicClock.nowNs }

    /// Sleeps for a number of seconds.
    static func sleep(_ seconds: Double) { usleep(UInt32(seconds * 1e6)) }

    /// Checks a condition every 20 ms, for a number of seconds. Returns whether it held.
    static func waits(_ seconds: Double, until isTrue: () throws -> Bool) rethrows -> Bool {
        let end = nowNs + Int64(seconds * 1e9)
        repeat {
            if try isTrue() { return true }
            sleep(0.02)
        } while nowNs < end
        return false
    }
}
