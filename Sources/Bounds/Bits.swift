// SPDX-License-Identifier: Apache-2.0

// A shift by more places than a number has gives 0 in silence, so shifts by a variable say here what comes beyond.

extension Int64 {
    /// The number times 2 to a power, of at least 0; the first or last `Int64` beyond them. Real-time safe.
    @_noLocks @inlinable
    package func doubled(times: Int) -> Int64 {
        let power = Swift.min(Swift.max(0, times), 63)
        let product = self << Int64(power)
        return product >> Int64(power) == self && (power < 63 || self == 0 || self == -1)
            ? product : self < 0 ? .min : .max
    }

    /// The number over 2 to a power, of at least 0, rounded down. Real-time safe.
    @_noLocks @inlinable
    package func halved(times: Int) -> Int64 { self >> Int64(Swift.min(Swift.max(0, times), 63)) }
}

extension Int {
    /// The number times 2 to a power, of at least 0; the first or last `Int` beyond them. Real-time safe.
    @_noLocks @inlinable
    package func doubled(times: Int) -> Int { Int(Int64(self).doubled(times: times)) }
}

extension FixedWidthInteger {
    /// Eight of the bits, from 0, the lowest eight; 0 beyond the width.
    @inlinable
    package func byte(_ index: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: self >> (Swift.max(0, Swift.min(index, 16)) * 8))
    }
}
