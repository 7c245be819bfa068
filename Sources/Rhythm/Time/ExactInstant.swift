// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A place on an axis of time, exact: a whole number of ticks from the axis's origin.
///
/// Intervals on the axis are written in its unit, a second or a beat, as a `Ratio`. A unit is at most 2⁶⁴ ticks, and
/// every place lies within 2⁶³ units of the origin.
public protocol ExactInstant: Comparable, Hashable, Sendable {
    /// Ticks in a unit, above 0.
    static var ticksPerUnit: Int128 { get }
    /// The ticks from the origin, negative before it.
    var ticks: Int128 { get }
    /// Nil for a place that the axis does not reach.
    init?(ticks: Int128)
}

extension ExactInstant {
    /// `parts` parts of a unit, of which `denominator` make one, rounded down to a tick; nil if they do not fit.
    package static func ticks(ofParts parts: Int128, over denominator: Int64) -> Int128? {
        let (units, rest) = parts.flooredDivision(by: Int128(denominator))
        let (whole, wholeOverflows) = units.multipliedReportingOverflow(by: ticksPerUnit)
        let part = (rest * ticksPerUnit).flooredDivision(by: Int128(denominator)).quotient
        let (sum, overflows) = whole.addingReportingOverflow(part)
        return wholeOverflows || overflows ? nil : sum
    }

    /// The most parts of a unit that, rounded down to a tick, are not more than `ticks` ticks.
    static func parts(within ticks: Int128, over denominator: Int64) -> Int128 {
        // p parts are at most t ticks when p · ticksPerUnit < (t + 1) · denominator. In whole units and the rest,
        // since the product may not fit.
        let (units, rest) = (ticks + 1).flooredDivision(by: ticksPerUnit)
        let part = (rest * Int128(denominator) - 1).flooredDivision(by: ticksPerUnit).quotient
        return units * Int128(denominator) + part
    }

    /// Nil where the axis does not reach.
    func advanced(byTicks ticks: Int128) -> Self? {
        let (sum, overflows) = self.ticks.addingReportingOverflow(ticks)
        return overflows ? nil : Self(ticks: sum)
    }

    /// How far this place lies after another. Places further apart than 2⁶³ units are taken to be just so far apart.
    func ticks(since origin: Self) -> Int128 {
        let (distance, overflows) = ticks.subtractingReportingOverflow(origin.ticks)
        return min(overflows ? (ticks < origin.ticks ? .min : .max) : distance, .max - 1)
    }
}

extension BeatPosition: ExactInstant {
    /// A tick is 2⁻⁶⁴ beat.
    public static var ticksPerUnit: Int128 { 1 << 64 }

    /// The ticks from beat 0, each 2⁻⁶⁴ of a beat.
    public var ticks: Int128 { Int128(whole) << 64 | Int128(fraction) }

    /// Reaches every number of ticks.
    public init(ticks: Int128) {
        self.init(whole: Int64(truncatingIfNeeded: ticks >> 64), fraction: UInt64(truncatingIfNeeded: ticks))
    }
}
