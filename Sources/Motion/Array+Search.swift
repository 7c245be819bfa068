// SPDX-License-Identifier: Apache-2.0

extension Array {
    /// The last element that has begun, or the first; nil without any. Those that have begun come before all others.
    @inline(__always)
    func lastBegun(_ hasBegun: (Element) -> Bool) -> Element? {
        guard !isEmpty else { return nil }
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if hasBegun(self[middle]) { low = middle } else { high = middle - 1 }
        }
        return self[low]
    }
}
