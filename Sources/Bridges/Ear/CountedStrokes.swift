// SPDX-License-Identifier: Apache-2.0

/// Four even strokes, as a player counts in with.
///
/// A pure value. Times are CLOCK_MONOTONIC in nanoseconds.
package struct CountedStrokes: Sendable {
    /// What the strokes say.
    package struct Count: Sendable, Hashable {
        /// Beats per minute.
        package var bpm: Double
        /// When the beat after them is.
        package var nextNs: Int64
    }

    /// How many make a count.
    package static let enough = 4
    /// How short and how long a beat may be, in nanoseconds.
    private static let periods: ClosedRange<Int64> = 150_000_000...2_500_000_000
    /// How much one of the steps may differ from their mean, as a part of it.
    private static let unevenness = 0.15

    private var times: [Int64] = []

    package init() {}

    /// Takes a stroke; the count where it is the last of four even ones.
    package mutating func take(strokeAtNs ns: Int64) -> Count? {
        if let last = times.last, ns <= last { return nil }
        times = times.suffix(Self.enough - 1) + [ns]
        guard times.count == Self.enough else { return nil }
        let steps = zip(times.dropFirst(), times).map { Double($0 - $1) }
        let mean = steps.reduce(0, +) / Double(steps.count)
        guard steps.allSatisfy({ abs($0 - mean) <= Self.unevenness * mean }),
            steps.allSatisfy({ Double(Self.periods.lowerBound) <= $0 && $0 <= Double(Self.periods.upperBound) })
        else { return nil }
        // The straight line through four points, by least squares.
        let offsets = times.map { Double($0 - times[0]) }
        let period = (-3 * offsets[0] - offsets[1] + offsets[2] + 3 * offsets[3]) / 10
        let next = offsets.reduce(0, +) / 4 + 2.5 * period
        return Int64(exactly: next.rounded()).map { Count(bpm: 60e9 / period, nextNs: times[0] + $0) }
    }
}
