// SPDX-License-Identifier: Apache-2.0

/// How lengths of time are distributed.
public struct TimingDistribution: Sendable, Hashable {
    /// The longest, in ns, exactly.
    public var longestNs: Int64 = 0
    var counts = [UInt64](repeating: 0, count: TimingScale.count)

    /// How many there are.
    public var count: UInt64 { counts.reduce(0, +) }

    /// The value that `part` of all values do not exceed, in ns: never less than the true one, and at most an eighth, or 64 ns,
    /// more. 0 if there are no values.
    public func percentileNs(_ part: Double) -> Int64 {
        let count = count
        var left = max(1, (Double(count) * part).rounded(.up))
        for (step, number) in counts.enumerated() where number > 0 {
            left -= Double(number)
            guard left <= 0 else { continue }
            return step == counts.count - 1 ? longestNs : min(TimingScale.endNs(ofStep: step), longestNs)
        }
        return longestNs
    }

    /// How many lie below each of these ends, in ns, and not below the one before; those without any are left out.
    public var steps: [(endNs: Int64, count: UInt64)] {
        counts.enumerated().filter { $0.element > 0 }.map { (TimingScale.endNs(ofStep: $0.offset), $0.element) }
    }
}
