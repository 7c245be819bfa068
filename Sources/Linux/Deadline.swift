// SPDX-License-Identifier: Apache-2.0

/// The time at which a wait ends, on CLOCK_MONOTONIC.
package struct Deadline: Sendable {
    /// The time in nanoseconds; nil for a wait without an end.
    package let atNs: Int64?

    /// Whether it has come.
    package var isOver: Bool { atNs.map { $0 <= MonotonicClock.nowNs } ?? false }

    /// A time that long from now; nil for never. A negative duration is over at once.
    package init(in duration: Duration?) {
        atNs = duration.map { duration in
            let (seconds, attoseconds) = duration.components
            // Limited to a century, so that the sum does not overflow.
            let ns = min(max(seconds, 0), 3_155_760_000) * 1_000_000_000 + attoseconds / 1_000_000_000
            return MonotonicClock.nowNs + max(ns, 0)
        }
    }

    /// The time left, in milliseconds rounded up, as poll(2) takes it: 0 once it is over, -1 for never.
    package var milliseconds: CInt {
        guard let atNs else { return -1 }
        return Self.milliseconds(fromNs: MonotonicClock.nowNs, toNs: atNs)
    }

    /// The time between two times as poll(2) takes it: in milliseconds, rounded up, 0 where it is over.
    ///
    /// The times are 0 or more, but for an end of `.min`, which is always over.
    package static func milliseconds(fromNs now: Int64, toNs end: Int64) -> CInt {
        end > now ? CInt(clamping: (end - now - 1) / 1_000_000 + 1) : 0
    }
}
