// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// An exact reduced fraction.
public struct Ratio: Sendable, Hashable, BitwiseCopyable, CustomStringConvertible {
    /// Carries the sign.
    public let numerator: Int64
    /// At least 1, without a divisor in common with the numerator.
    public let denominator: Int64

    /// Nil if the denominator is 0, or if the reduced fraction does not fit.
    public init?(_ numerator: Int64, over denominator: Int64 = 1) {
        self.init(wide: Int128(numerator), over: Int128(denominator))
    }

    /// 0.
    public static var zero: Ratio { @_noLocks get { Ratio(reduced: 0) } }
    /// 1.
    public static var one: Ratio { @_noLocks get { Ratio(reduced: 1) } }

    /// The fraction as it stands: the caller knows that it is reduced.
    @_noLocks init(reduced numerator: Int64, over denominator: Int64 = 1) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Nil if the denominator is 0, or if the reduced fraction does not fit.
    init?(wide numerator: Int128, over denominator: Int128) {
        guard denominator != 0 else { return nil }
        let divisor = Int128(clamping: numerator.magnitude.greatestCommonDivisor(with: denominator.magnitude))
        let sign: Int128 = denominator < 0 ? -1 : 1
        guard let reducedNumerator = Int64(exactly: numerator.quotient(by: divisor) * sign),
            let reducedDenominator = Int64(exactly: denominator.quotient(by: divisor) * sign)
        else { return nil }
        self.numerator = reducedNumerator
        self.denominator = reducedDenominator
    }

    /// A plain unsigned decimal of at most 18 digits, such as `120`, `137.3` or `.5`; nil for anything else.
    package init?(decimal text: Substring) {
        var mantissa: Int64 = 0
        var scale: Int64 = 1
        var digits = 0
        var afterPoint = false
        for character in text.utf8 {
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                guard digits <= 18 else { return nil }
                mantissa = mantissa * 10 + Int64(character - UInt8(ascii: "0"))
                if afterPoint { scale *= 10 }
            case UInt8(ascii: ".") where !afterPoint:
                afterPoint = true
            default:
                return nil
            }
        }
        guard digits > 0, text.last != "." else { return nil }
        self.init(mantissa, over: scale)
    }

    /// The nearest `Double`.
    public var value: Double { @_noLocks get { Double(numerator) / Double(denominator) } }

    /// The ticks of a position in `times` times this many units, rounded down. Real-time safe.
    @_noLocks package func ticks(times: Int64) -> Int128 {
        (Int128(numerator) * Int128(times) << 64).flooredDivision(by: Int128(denominator)).quotient
    }

    /// How often this many units fit into ticks of a position, rounded down. Real-time safe.
    @_noLocks package func quotient(ofTicks ticks: Int128) -> Int64 {
        let (whole, rest) = (ticks >> 64).flooredDivision(by: Int128(numerator))
        let part = (rest << 64 + Int128(UInt64(truncatingIfNeeded: ticks))) * Int128(denominator)
        return Int64(
            truncatingIfNeeded: whole * Int128(denominator) + part.flooredDivision(by: Int128(numerator) << 64).quotient
        )
    }

    /// Real-time safe.
    @_noLocks public static func == (left: Ratio, right: Ratio) -> Bool {
        left.numerator == right.numerator && left.denominator == right.denominator
    }

    /// `5/2`, or `3` for a whole number.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
