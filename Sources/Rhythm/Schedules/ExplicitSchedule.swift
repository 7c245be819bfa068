// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// Entries at instants from a list, with their places in it, from 0, as ids. An empty list changes nothing ever.
public struct ExplicitSchedule<Instant: Comparable & Hashable & Sendable>: Schedule, Hashable {
    /// The instants in ascending order; some may be equal.
    public let instants: [Instant]

    /// Throws if an instant lies before the one that precedes it in the list.
    public init(_ instants: [Instant]) throws(RhythmError) {
        for (index, (earlier, later)) in zip(instants, instants.dropFirst()).enumerated() where later < earlier {
            throw .invalid("entry \(index + 2) of the list lies before entry \(index + 1): sort them by time")
        }
        self.instants = instants
    }

    /// The places in the list.
    public var ids: Range<Int64> { 0..<Int64(instants.count) }

    /// Where the entry lies; nil if there is none.
    public func instant(ofID id: Int64) -> Instant? {
        ids.contains(id) ? instants[Int(id)] : nil
    }

    /// The last entry at an instant or before it; nil before the first.
    public func id(atOrBefore instant: Instant) -> Int64? {
        let next = instants.indices.first(meeting: { instant < instants[$0] })
        return next == 0 ? nil : Int64(next - 1)
    }
}
