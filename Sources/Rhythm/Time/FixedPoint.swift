// SPDX-License-Identifier: Apache-2.0

// Numbers with 104 binary places in 128 bits, for curves whose times are irrational. Integers give the same frames on every
// machine, and more places than `Double` has.

extension UInt128 {
    /// The number with 104 binary places, rounded. Real-time safe.
    @_noLocks func fixedToDouble() -> Double {
        Double(UInt64(truncatingIfNeeded: self >> 64)) * 0x1p-40 + Double(UInt64(truncatingIfNeeded: self)) * 0x1p-104
    }

    /// 1, with 104 binary places.
    static var fixedOne: UInt128 { @_noLocks get { 1 << 104 } }

    /// ln 2, with 104 binary places.
    static var fixedLn2: UInt128 { @_noLocks get { 0xB1_7217_F7D1_CF79_ABC9_E3B3_9804 } }

    /// `self · factor / divisor`, rounded down. The result fits. Real-time safe.
    @_noLocks func scaled(by factor: UInt128, over divisor: UInt128) -> UInt128 {
        divisor.dividingFullWidth(multipliedFullWidth(by: factor)).quotient
    }

    /// The product of two numbers with 104 binary places. Real-time safe.
    @_noLocks func fixedTimes(_ other: UInt128) -> UInt128 {
        let (high, low) = multipliedFullWidth(by: other)
        return high << 24 | low >> 104
    }

    /// The quotient of two numbers with 104 binary places. Real-time safe.
    @_noLocks func fixedOver(_ other: UInt128) -> UInt128 { scaled(by: .fixedOne, over: other) }

    /// The root of a number with 104 binary places, which lies in 2⁻²⁴...2²³: Newton's steps from the nearest power of 2.
    /// Real-time safe.
    @_noLocks func fixedRoot() -> UInt128 {
        var root = (UInt128.fixedOne << 12) >> UInt128(leadingZeroBitCount / 2)
        for _ in 0..<7 { root = (root + fixedOver(root)) / 2 }
        return root
    }

    /// ln ((1 + z) / (1 − z)) / 2z for a z² with 104 binary places, at most 1/9: the series of the area hyperbolic tangent.
    /// Real-time safe.
    @_noLocks func fixedAtanhOverArgument() -> UInt128 {
        var sum: UInt128 = .fixedOne
        var power = self
        var divisor: UInt128 = 3
        while power > 0 {
            sum += power / divisor
            power = power.fixedTimes(self)
            divisor += 2
        }
        return sum
    }

    /// |ln x| of an x with 104 binary places, more than 0. Real-time safe.
    @_noLocks func fixedLogMagnitude() -> UInt128 {
        // x = m · 2ᵉ with m in 2/3...4/3.
        var exponent = 23 - leadingZeroBitCount
        var mantissa = exponent >= 0 ? self >> UInt128(exponent) : self << UInt128(-exponent)
        if mantissa > .fixedOne / 3 * 4 {
            mantissa >>= 1
            exponent += 1
        }
        let isBelow = mantissa < .fixedOne
        let difference = isBelow ? .fixedOne - mantissa : mantissa - .fixedOne
        let z = difference.fixedOver(mantissa + .fixedOne)
        let log = 2 * z.fixedTimes(z.fixedTimes(z).fixedAtanhOverArgument())
        let whole = UInt128(exponent.magnitude) * .fixedLn2
        if exponent < 0 { return isBelow ? whole + log : whole - log }
        return isBelow ? (exponent == 0 ? log : whole - log) : whole + log
    }
}
