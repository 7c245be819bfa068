// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The clock of every `…_ns` on the wire: CLOCK_MONOTONIC.
public enum MonotonicClock {
    /// The time now, in nanoseconds.
    public static var nowNs: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// A moment after which one no longer waits.
public struct Deadline: Sendable {
    /// CLOCK_MONOTONIC; nil for never.
    private let atNs: Int64?

    /// That long from now, or never.
    public init(in duration: Duration?) {
        atNs = duration.map { duration in
            let (seconds, attoseconds) = duration.components
            // A century is as good as never, and does not overflow.
            let ns = Swift.min(Swift.max(seconds, 0), 3_155_760_000) * 1_000_000_000 + attoseconds / 1_000_000_000
            return MonotonicClock.nowNs + Swift.max(ns, 0)
        }
    }

    /// What is left for poll(2), in milliseconds, rounded up; -1 for ever.
    public var milliseconds: Int32 {
        guard let atNs else { return -1 }
        let left = (atNs - MonotonicClock.nowNs + 999_999) / 1_000_000
        return Int32(clamping: Swift.max(0, left))
    }
}
