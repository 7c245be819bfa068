// SPDX-License-Identifier: Apache-2.0

// Beats and frames lie on both sides of an origin, so quotients go down to the floor, not towards zero.

extension Int128 {
    /// The quotient rounded down, and the remainder in `0..<divisor`.
    /// The divisor is positive. Real-time safe.
    @_noLocks
    func flooredDivision(by divisor: Int128) -> (quotient: Int128, remainder: Int128) {
        let quotient = self / divisor
        let remainder = self - quotient * divisor
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
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
