// SPDX-License-Identifier: Apache-2.0

// Beats and frames lie on both sides of an origin, so quotients go down to the floor, not towards zero.

extension Int {
    /// The quotient rounded down. A divisor below 1 counts as 1. Real-time safe.
    @_noLocks @inlinable
    package func quotient(by divisor: Int) -> Int { flooredDivision(by: divisor).quotient }

    /// What is left of a floored division, in `0..<divisor`. A divisor below 1 counts as 1. Real-time safe.
    @_noLocks @inlinable
    package func remainder(by divisor: Int) -> Int { flooredDivision(by: divisor).remainder }

    /// The quotient rounded down, and the remainder in `0..<divisor`. A divisor below 1 counts as 1. Real-time safe.
    @_noLocks @inlinable
    package func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = Int64(self).flooredDivision(by: Int64(divisor))
        return (Int(quotient), Int(remainder))
    }
}

extension Int64 {
    /// The quotient rounded down. A divisor below 1 counts as 1. Real-time safe.
    @_noLocks @inlinable
    package func quotient(by divisor: Int64) -> Int64 { flooredDivision(by: divisor).quotient }

    /// What is left of a floored division, in `0..<divisor`. A divisor below 1 counts as 1. Real-time safe.
    @_noLocks @inlinable
    package func remainder(by divisor: Int64) -> Int64 { flooredDivision(by: divisor).remainder }

    /// The quotient rounded down, and the remainder in `0..<divisor`. A divisor below 1 counts as 1. Real-time safe.
    @_noLocks @inlinable
    package func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let divisor = divisor < 1 ? 1 : divisor
        let quotient = self / divisor
        let remainder = self - quotient * divisor
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension Int128 {
    /// The quotient rounded down. A divisor below 1 counts as 1. Real-time safe.
    @_noLocks @inlinable
    package func quotient(by divisor: Int128) -> Int128 { flooredDivision(by: divisor).quotient }

    /// The quotient rounded down, and the remainder in `0..<divisor`. A divisor below 1 counts as 1. Real-time safe.
    @_noLocks @inlinable
    package func flooredDivision(by divisor: Int128) -> (quotient: Int128, remainder: Int128) {
        let divisor = divisor < 1 ? 1 : divisor
        let quotient = self / divisor
        let remainder = self - quotient * divisor
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension UnsignedInteger {
    /// The quotient. A divisor of 0 counts as 1.
    @inlinable
    package func quotient(by divisor: Self) -> Self { self / Swift.max(1, divisor) }

    /// What is left of a division. A divisor of 0 counts as 1.
    @inlinable
    package func remainder(by divisor: Self) -> Self { self % Swift.max(1, divisor) }
}

extension UInt64 {
    /// The greatest divisor that both have in common: Euclid's algorithm. The other number where one is 0.
    @inlinable
    package func greatestCommonDivisor(with other: UInt64) -> UInt64 {
        var (divisor, rest) = (self, other)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        return divisor
    }
}

extension UInt128 {
    /// The greatest divisor that both have in common: Euclid's algorithm. The other number where one is 0.
    @inlinable
    package func greatestCommonDivisor(with other: UInt128) -> UInt128 {
        var (divisor, rest) = (self, other)
        while rest != 0 {
            if divisor <= UInt128(UInt64.max), rest <= UInt128(UInt64.max) {
                return UInt128(UInt64(divisor).greatestCommonDivisor(with: UInt64(rest)))
            }
            (divisor, rest) = (rest, divisor % rest)
        }
        return divisor
    }
}
