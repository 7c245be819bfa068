// SPDX-License-Identifier: Apache-2.0

/// A time on a clock that never steps, as CLOCK_MONOTONIC: whole nanoseconds since the clock's origin.
public struct ClockTime: ExactInstant, BitwiseCopyable {
    /// Since the clock's origin.
    public let nanoseconds: Int64

    /// So many nanoseconds after the clock's origin, or before it if negative.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// A tick is a nanosecond, the unit a second.
    public static var ticksPerUnit: Int128 { 1_000_000_000 }

    /// The nanoseconds.
    public var ticks: Int128 { Int128(nanoseconds) }

    /// Nil beyond 292 years.
    public init?(ticks: Int128) {
        guard let nanoseconds = Int64(exactly: ticks) else { return nil }
        self.nanoseconds = nanoseconds
    }

    /// The earlier one is less.
    public static func < (left: ClockTime, right: ClockTime) -> Bool { left.nanoseconds < right.nanoseconds }
}
