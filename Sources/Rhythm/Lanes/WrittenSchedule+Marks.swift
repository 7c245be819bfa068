// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

extension WrittenSchedule {
    /// The entries of a schedule as whole parts of its unit: what does not depend on a tempo is computed when it is read.
    struct Marks: Sendable {
        /// The marks in parts, in ascending order, from the beginning of the schedule.
        private(set) var parts: [Int64] = []
        /// How many parts make a second, a beat or a bar.
        let denominator: Int64
        /// The unit that the marks are counted in.
        let unit: Unit
        /// The length of a cycle that is repeated for ever, in parts; nil for a schedule that ends.
        private(set) var cycle: Int64?

        /// The finest parts: lengths are written with fewer digits, or as fractions of small numbers.
        private static let finest: Int64 = 1_000_000_000

        init(_ kind: Kind) {
            let amounts: [Amount]
            switch kind {
            case .every(let amount): amounts = [amount]
            case .cycle(let steps, times: _): amounts = steps
            case .at(let moments): amounts = moments
            case .wallClock(let seconds): amounts = [Amount(count: Ratio(reduced: seconds), unit: .seconds)]
            }
            denominator =
                leastCommonMultiple(of: amounts.map(\.count.denominator), atMost: Self.finest) ?? Self.finest
            unit = amounts.first?.unit ?? .beats
            // A length is at most 3600, and there are at most 4,096 of them: the sums fit.
            let lengths = amounts.map { $0.count.parts(over: denominator) ?? 0 }
            switch kind {
            case .every, .wallClock: (parts, cycle) = ([0], max(1, lengths.reduce(0, +)))
            case .at: parts = lengths
            case .cycle(_, let times):
                var sum: Int64 = 0
                for _ in 0..<(times ?? 1) {
                    for length in lengths {
                        sum += length
                        parts.append(sum)
                    }
                }
                // The last loop is played in full: what follows it is no change.
                if times == nil { cycle = max(1, sum) } else { parts.removeLast() }
            }
        }

        /// The indices of those between two places in the unit, and perhaps some beside them.
        func indices(from begin: Double, to end: Double) -> Range<Int> {
            let first = parts.indices.first(meeting: { Double(parts[$0]) >= begin * Double(denominator) - 1 })
            let last = parts.indices.first(meeting: { Double(parts[$0]) > end * Double(denominator) + 1 })
            return first..<max(first, last)
        }
    }
}
