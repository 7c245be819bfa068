// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// Fractions that are rounded where the exact one is too fine.
extension Ratio {
    /// The largest denominator of a fraction that was rounded.
    package static let finest: Int64 = 1_000_000_000_000

    /// The fraction that is nearest to another among those whose denominator is at most `most`: the last convergent of the
    /// continued fraction, or what lies between two of them. Nil where it does not fit, or the denominator is not above 0.
    package init?(nearest numerator: Int128, over denominator: Int128, denominatorAtMost most: Int64 = finest) {
        guard denominator > 0, most > 0 else { return nil }
        if let exact = Ratio(wide: numerator, over: denominator), exact.denominator <= most {
            self = exact
            return
        }
        var (rest, divisor) = (numerator, denominator)
        var (before, last) = ((top: Int128(0), bottom: Int128(1)), (top: Int128(1), bottom: Int128(0)))
        var limit = Int128(most)
        while divisor > 0 {
            let (whole, left) = rest.flooredDivision(by: divisor)
            if last.bottom == 0 {
                // The numerator is to fit too.
                guard whole > -1 << 62, whole < 1 << 62 else { return nil }
                limit = min(limit, (Int128(1) << 62).flooredDivision(by: max(1, abs(whole) + 1)).quotient)
            }
            let room = last.bottom == 0 ? whole : (limit - before.bottom).flooredDivision(by: last.bottom).quotient
            let count = min(whole, room)
            let next = (top: count * last.top + before.top, bottom: count * last.bottom + before.bottom)
            if count < whole {
                // Which of both is nearer follows from what is left of the number.
                let beyond = Double(whole - 2 * count) + Double(left) / Double(divisor)
                if count > 0, beyond < Double(before.bottom) / Double(last.bottom) { last = next }
                break
            }
            (before, last) = (last, next)
            (rest, divisor) = (divisor, left)
        }
        self.init(wide: last.top, over: last.bottom)
    }

    /// The sum, rounded where the exact one is too fine; nil where it is too large.
    func addingNearest(_ other: Ratio) -> Ratio? {
        Ratio(
            nearest: Int128(numerator) * Int128(other.denominator) + Int128(other.numerator) * Int128(denominator),
            over: Int128(denominator) * Int128(other.denominator))
    }

    /// The product, likewise.
    func multipliedNearest(by other: Ratio) -> Ratio? {
        Ratio(
            nearest: Int128(numerator) * Int128(other.numerator), over: Int128(denominator) * Int128(other.denominator))
    }

    /// How often another fraction, more than 0, goes into it, rounded down, and what is left, rounded where it is too fine; nil
    /// where it does not fit.
    func divided(by other: Ratio) -> (count: Int64, rest: Ratio)? {
        guard other.numerator > 0 else { return nil }
        let parts = Int128(denominator) * Int128(other.numerator)
        let (count, rest) = (Int128(numerator) * Int128(other.denominator)).flooredDivision(by: parts)
        guard let count = Int64(exactly: count),
            let left = Ratio(nearest: rest, over: Int128(denominator) * Int128(other.denominator))
        else { return nil }
        return (count, left)
    }

    /// How many parts, of which `denominator` make 1, are nearest to the ratio; nil where the number does not fit.
    package func parts(over denominator: Int64) -> Int64? {
        guard denominator > 0 else { return nil }
        let (product, overflows) = (2 * Int128(numerator)).multipliedReportingOverflow(by: Int128(denominator))
        guard !overflows else { return nil }
        let (whole, _) = (product + Int128(self.denominator)).flooredDivision(by: 2 * Int128(self.denominator))
        return Int64(exactly: whole)
    }

    // MARK: decimals

    /// The decimals of a number that is kept exactly as it is written.
    static let decimals: Int64 = 1_000_000_000_000

    /// The nearest number of twelve decimals; nil where it does not fit.
    func roundedToDecimals() -> Ratio? { parts(over: Self.decimals).flatMap { Ratio($0, over: Self.decimals) } }

    /// The decimal that writes it exactly, with at most twelve places: `0.011`, `-0.5`, `2`; nil where it needs more.
    package var decimal: String? {
        guard let parts = Ratio(Self.decimals)?.multiplied(by: self), parts.denominator == 1 else { return nil }
        let (whole, rest) = Int128(parts.numerator.magnitude).flooredDivision(by: Int128(Self.decimals))
        let sign = parts.numerator < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        // A leading 1 keeps the zeros that follow the point.
        var digits = "\(Int128(Self.decimals) + rest)".dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
