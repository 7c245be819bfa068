// SPDX-License-Identifier: Apache-2.0

// Binary searches: a condition that is asked for holds of all that follow the first of which it holds.

extension Range where Bound: FixedWidthInteger {
    /// The first number that meets a condition; the end where none does.
    @inlinable
    package func first(meeting condition: (Bound) -> Bool) -> Bound {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if condition(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension RandomAccessCollection where Index == Int {
    /// The last element that has begun, or the first; nil without any. Those that have begun come before all others.
    @inlinable @inline(__always)
    package func lastBegun(_ hasBegun: (Element) -> Bool) -> Element? {
        let next = (startIndex..<endIndex).first(meeting: { !hasBegun(self[$0]) })
        return isEmpty ? nil : self[Swift.max(startIndex, next - 1)]
    }
}
