// SPDX-License-Identifier: Apache-2.0

// Whole numbers of any number: its whole part, the nearest one that fits beyond, and 0 where it is no number.

extension Int64 {
    /// The whole part of a number; the first or last `Int64` beyond them, 0 for no number. Real-time safe.
    @_noLocks @inlinable
    package init(clamping number: Double) {
        if number >= 0x1p63 {
            self = .max
        } else if number >= -0x1p63 {
            self = Int64(number)
        } else {
            self = number < 0 ? .min : 0
        }
    }
}

extension Int {
    /// The whole part of a number; the first or last `Int` beyond them, 0 for no number. Real-time safe.
    @_noLocks @inlinable
    package init(clamping number: Double) { self.init(Int64(clamping: number)) }
}

extension Int32 {
    /// The whole part of a number; the first or last `Int32` beyond them, 0 for no number. Real-time safe.
    @_noLocks @inlinable
    package init(clamping number: Double) {
        let whole = Int64(clamping: number)
        self = whole > 0x7FFF_FFFF ? .max : whole < -0x8000_0000 ? .min : Int32(whole)
    }
}

extension UInt64 {
    /// The whole part of a number; 0 below it and for no number, the last `UInt64` beyond. Real-time safe.
    @_noLocks @inlinable
    package init(clamping number: Double) {
        self = number >= 0x1p64 ? .max : number > 0 ? UInt64(number) : 0
    }
}
