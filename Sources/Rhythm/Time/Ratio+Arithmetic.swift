// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// Exact sums and products; nil where the reduced fraction does not fit.
extension Ratio: Comparable {
    /// The sum.
    public func adding(_ other: Ratio) -> Ratio? {
        if denominator == 1, other.denominator == 1 {
            let (sum, overflows) = numerator.addingReportingOverflow(other.numerator)
            return overflows ? nil : Ratio(reduced: sum)
        }
        return Ratio(
            wide: Int128(numerator) * Int128(other.denominator) + Int128(other.numerator) * Int128(denominator),
            over: Int128(denominator) * Int128(other.denominator))
    }

    /// The difference.
    public func subtracting(_ other: Ratio) -> Ratio? {
        Ratio(
            wide: Int128(numerator) * Int128(other.denominator) - Int128(other.numerator) * Int128(denominator),
            over: Int128(denominator) * Int128(other.denominator))
    }

    /// The ratio times a whole number; nil where it does not fit.
    public func times(_ count: Int64) -> Ratio? {
        Ratio(wide: Int128(numerator) * Int128(count), over: Int128(denominator))
    }

    /// The product; nil also where there is no other.
    package func multiplied(by other: Ratio?) -> Ratio? {
        guard let other else { return nil }
        return Ratio(
            wide: Int128(numerator) * Int128(other.numerator), over: Int128(denominator) * Int128(other.denominator))
    }

    /// One divided by it; nil for 0.
    package var inverse: Ratio? { Ratio(denominator, over: numerator) }

    /// How often another fraction, more than 0, goes into it, rounded down.
    public func quotient(by other: Ratio) -> Int64 {
        Int64(
            clamping: (Int128(numerator) * Int128(other.denominator)).flooredDivision(
                by: Int128(denominator) * Int128(other.numerator)
            ).quotient)
    }

    /// The first whole number that is not less.
    package var roundedUp: Int64 { quotient(by: .one) + (denominator == 1 ? 0 : 1) }

    /// The smaller one is less.
    public static func < (left: Ratio, right: Ratio) -> Bool {
        Int128(left.numerator) * Int128(right.denominator) < Int128(right.numerator) * Int128(left.denominator)
    }
}
