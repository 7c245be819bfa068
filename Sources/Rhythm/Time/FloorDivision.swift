// SPDX-License-Identifier: Apache-2.0

// Beats and frames lie on both sides of an origin, so quotients go down to the floor, not towards zero.

extension Int128 {
    /// The quotient rounded down, and the remainder in `0..<divisor`.
    /// The divisor is positive. Real-time safe.
    @_noLocks
    package func flooredDivision(by divisor: Int128) -> (quotient: Int128, remainder: Int128) {
        let quotient = self / divisor
        let remainder = self - quotient * divisor
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension Int128 {
    /// `whole · 2⁶⁴ + part`; the last number that fits, if it does not. The part is at most 2⁶⁴. Real-time safe.
    @_noLocks
    static func ticks(whole: Int128, part: Int128) -> Int128 {
        if whole >= 1 << 63 { return .max }
        return whole < -1 << 63 ? .min : (whole << 64).saturatingAdd(part)
    }

    /// The sum; the last number that fits, if it does not. Real-time safe.
    @_noLocks
    func saturatingAdd(_ other: Int128) -> Int128 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other < 0 ? .min : .max) : sum
    }

    /// The difference; the last number that fits, if it does not. Real-time safe.
    @_noLocks
    func saturatingSubtract(_ other: Int128) -> Int128 {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return overflows ? (other < 0 ? .max : .min) : difference
    }
}

extension Int64 {
    /// The quotient rounded down, and the remainder in `0..<divisor`.
    /// The divisor is positive. Real-time safe.
    @_noLocks
    package func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let quotient = self / divisor
        let remainder = self - quotient * divisor
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
