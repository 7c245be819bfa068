// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A place on the axis that is played: quarter notes since the start of the run, in units of 2⁻⁶⁴ quarter note.
///
/// It never goes back while a run plays. Beats and bars are labels on it.
public struct Position: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// 2⁻⁶⁴ quarter notes since the start.
    public let ticks: Int128

    /// Real-time safe.
    @_noLocks public init(ticks: Int128) { self.ticks = ticks }

    /// Whole quarter notes, rounded down, and what is beyond them in ticks. Real-time safe.
    @_noLocks public init(whole: Int64, fraction: UInt64 = 0) { ticks = Int128(whole) << 64 | Int128(fraction) }

    /// Rounded down to a tick.
    public init(quarters: Ratio) { ticks = Self.ticks(quarters.numerator, over: quarters.denominator) }

    /// The start.
    public static var zero: Position { @_noLocks get { Position(ticks: 0) } }
    /// After every other place.
    public static var end: Position { @_noLocks get { Position(ticks: .max) } }

    /// Quarter notes, rounded as `Double` must. Real-time safe.
    public var quarters: Double {
        @_noLocks get {
            Double(Int64(truncatingIfNeeded: ticks >> 64)) + Double(UInt64(truncatingIfNeeded: ticks)) * 0x1p-64
        }
    }

    /// The first whole quarter note that is not before it. Real-time safe.
    public var nextWhole: Int64 { @_noLocks get { Int64(truncatingIfNeeded: ticks.saturatingSubtract(1) >> 64) + 1 } }

    /// Real-time safe.
    @_noLocks public static func == (left: Position, right: Position) -> Bool { left.ticks == right.ticks }
    /// Real-time safe.
    @_noLocks public static func < (left: Position, right: Position) -> Bool { left.ticks < right.ticks }

    /// The ticks of `parts` parts of a quarter note, of which `denominator` make one, rounded down. Real-time safe.
    @_noLocks static func ticks(_ parts: Int64, over denominator: Int64) -> Int128 {
        (Int128(parts) << 64).flooredDivision(by: Int128(denominator)).quotient
    }
}
