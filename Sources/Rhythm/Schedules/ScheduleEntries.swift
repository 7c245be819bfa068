// SPDX-License-Identifier: Apache-2.0

/// Entries of a schedule in order, each computed when it is asked for.
public struct ScheduleEntries<Base: Schedule>: Sequence, IteratorProtocol, Sendable {
    private let base: Base
    private var id: Int64

    init(of base: Base, fromID id: Int64) {
        self.base = base
        self.id = id
    }

    /// The next entry; nil after the last.
    public mutating func next() -> ScheduleEntry<Base.Instant>? {
        guard base.ids.contains(id), let entry = base.entry(id) else { return nil }
        id += 1
        return entry
    }
}
