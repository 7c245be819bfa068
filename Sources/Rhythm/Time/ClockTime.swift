// SPDX-License-Identifier: Apache-2.0

/// A time on a clock that never steps, such as CLOCK_MONOTONIC: whole nanoseconds since the clock's origin.
///
/// Arithmetic that would leave the 292 years on either side of the origin stops at the last time that fits, so that a
/// number from outside cannot end the program.
public struct ClockTime: ExactInstant, BitwiseCopyable {
    /// Since the clock's origin, negative before it.
    public let nanoseconds: Int64

    /// The time this many nanoseconds after the clock's origin, or before it if negative. Real-time safe.
    @_noLocks
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The first time that fits, before all others. Real-time safe.
    public static var earliest: ClockTime { @_noLocks get { ClockTime(nanoseconds: .min) } }
    /// The last time that fits, after all others. Real-time safe.
    public static var latest: ClockTime { @_noLocks get { ClockTime(nanoseconds: .max) } }

    /// A tick is a nanosecond, the unit a second.
    public static var ticksPerUnit: Int128 { 1_000_000_000 }

    /// The nanoseconds.
    public var ticks: Int128 { Int128(nanoseconds) }

    /// Nil beyond 292 years.
    public init?(ticks: Int128) {
        guard let nanoseconds = Int64(exactly: ticks) else { return nil }
        self.nanoseconds = nanoseconds
    }

    /// Real-time safe.
    @_noLocks
    public static func == (left: ClockTime, right: ClockTime) -> Bool { left.nanoseconds == right.nanoseconds }

    /// The earlier one is less. Real-time safe.
    @_noLocks
    public static func < (left: ClockTime, right: ClockTime) -> Bool { left.nanoseconds < right.nanoseconds }
}
