// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Counts of lengths of time, which one thread adds to and any may read meanwhile; the longest is kept exactly.
///
/// A reader may miss what is being added at that moment, and nothing more.
struct TimingHistogram: ~Copyable, Sendable {
    private let counts: InlineArray<208, Atomic<UInt64>> = InlineArray { _ in Atomic(0) }
    private let longest = Atomic<Int64>(0)

    /// Adds a length of time, in ns. Real-time safe; one writer.
    @_noLocks borrowing func add(_ ns: Int64) {
        let step = TimingScale.step(ofNs: ns)
        counts[step].store(counts[step].load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        if ns > longest.load(ordering: .relaxed) { longest.store(ns, ordering: .relaxed) }
    }

    /// Adds all counts to another histogram and clears this one. Real-time safe; one writer of both.
    @_noLocks borrowing func pour(into other: borrowing TimingHistogram) {
        for step in 0..<TimingScale.count {
            let count = counts[step].load(ordering: .relaxed)
            if count == 0 { continue }
            other.counts[step].store(other.counts[step].load(ordering: .relaxed) &+ count, ordering: .relaxed)
            counts[step].store(0, ordering: .relaxed)
        }
        let ns = longest.load(ordering: .relaxed)
        if ns > other.longest.load(ordering: .relaxed) { other.longest.store(ns, ordering: .relaxed) }
        longest.store(0, ordering: .relaxed)
    }

    /// Adds the counts to a distribution.
    borrowing func read(into distribution: inout TimingDistribution) {
        for step in 0..<TimingScale.count { distribution.counts[step] += counts[step].load(ordering: .relaxed) }
        distribution.longestNs = max(distribution.longestNs, longest.load(ordering: .relaxed))
    }
}
