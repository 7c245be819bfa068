// SPDX-License-Identifier: Apache-2.0

extension [Double] {
    /// The value in the middle of its order, or the mean of the two there; 0 where it is empty.
    package var median: Double {
        let (sorted, half) = (sorted(), count / 2)
        guard !isEmpty else { return 0 }
        return count.isMultiple(of: 2) ? (sorted[half - 1] + sorted[half]) / 2 : sorted[half]
    }
}
