// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A place on the axis that is played, in units of the arrangement since the start of the run: felt beats of the plain
/// metronome, quarter notes of a written song.
///
/// A position never goes back while a run plays. Beats and bars are labels on the axis.
public struct Position: Sendable, Hashable, Comparable, BitwiseCopyable {
    /// 2⁻⁶⁴ units since the start.
    public let ticks: Int128

    /// Real-time safe.
    @_noLocks public init(ticks: Int128) { self.ticks = ticks }

    /// Whole units, rounded down, and what is beyond them in ticks. Real-time safe.
    @_noLocks public init(whole: Int64, fraction: UInt64 = 0) { ticks = Int128(whole) << 64 | Int128(fraction) }

    /// Rounded down to a tick.
    public init(units: Ratio) { ticks = Self.ticks(units.numerator, over: units.denominator) }

    /// The start.
    public static var zero: Position { @_noLocks get { Position(ticks: 0) } }
    /// After every other place.
    public static var end: Position { @_noLocks get { Position(ticks: .max) } }

    /// Units, rounded as `Double` must. Real-time safe.
    public var units: Double {
        @_noLocks get {
            Double(Int64(truncatingIfNeeded: ticks >> 64)) + Double(UInt64(truncatingIfNeeded: ticks)) * 0x1p-64
        }
    }

    /// The first whole unit that is not before it. Real-time safe.
    public var nextWhole: Int64 { @_noLocks get { Int64(truncatingIfNeeded: ticks.saturatingSubtract(1) >> 64) + 1 } }

    /// Real-time safe.
    @_noLocks public static func == (left: Position, right: Position) -> Bool { left.ticks == right.ticks }
    /// Real-time safe.
    @_noLocks public static func < (left: Position, right: Position) -> Bool { left.ticks < right.ticks }

    /// The ticks of `parts` parts of a unit, of which `denominator` make one, rounded down. Real-time safe.
    @_noLocks static func ticks(_ parts: Int64, over denominator: Int64) -> Int128 {
        (Int128(parts) << 64).flooredDivision(by: Int128(denominator)).quotient
    }
}
