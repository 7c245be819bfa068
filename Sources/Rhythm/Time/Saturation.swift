// SPDX-License-Identifier: Apache-2.0

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
