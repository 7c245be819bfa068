// SPDX-License-Identifier: Apache-2.0

/// When a picture changes: entries in the order of their instants, each with an id.
///
/// A schedule is a value without state and without a clock. Entry k is computed from the schedule's anchor and never
/// summed from the one before it, so nothing drifts, and the same entry has the same id at every query.
/// What is shown at an entry should be a function of its id or its instant, never of the number of wake-ups.
///
/// It means what SwiftUI's TimelineSchedule means:
/// - From an entry on, up to the next, that entry is the current one: `entry(atOrBefore:)`.
/// - Before the first entry none is current, and the present is shown: `shown(at:)`. SwiftUI documents this too; a
///   known re-implementation of it takes the first entry as current even while it lies in the future.
/// - After the last entry that one stays current, and nothing changes any more.
/// - A program that wakes late shows the entry that is current then: those between are not replayed. Of entries at one
///   instant the last is current.
public protocol Schedule<Instant>: Sendable {
    /// A place on the axis that the entries lie on: `BeatPosition`, `ClockTime`, or an audio frame.
    associatedtype Instant: Comparable & Sendable

    /// The ids there are, in the order of their instants; empty for a schedule without entries. One that never ends
    /// goes up to `Int64.max`.
    var ids: Range<Int64> { get }

    /// Where the entry of an id lies; nil if there is none, or if the axis does not reach it.
    func instant(ofID id: Int64) -> Instant?

    /// The last entry at an instant or before it; nil if all lie after it.
    func id(atOrBefore instant: Instant) -> Int64?
}

extension Schedule {
    /// The entry of an id; nil if there is none.
    public func entry(_ id: Int64) -> ScheduleEntry<Instant>? {
        instant(ofID: id).map { ScheduleEntry(id: id, instant: $0) }
    }

    /// The entry that is current at an instant; nil before the first.
    public func entry(atOrBefore instant: Instant) -> ScheduleEntry<Instant>? {
        id(atOrBefore: instant).flatMap(entry)
    }

    /// The first entry after an instant, until which a program may sleep; nil after the last.
    public func next(after instant: Instant) -> ScheduleEntry<Instant>? {
        entry(id(atOrBefore: instant).map { $0 + 1 } ?? ids.lowerBound)
    }

    /// What is shown at the present: the instant of the current entry, or the present itself before the first.
    public func shown(at present: Instant) -> Instant {
        entry(atOrBefore: present)?.instant ?? present
    }

    /// The entry that is current at an instant, if there is one, and all that follow.
    ///
    /// SwiftUI lets a schedule begin with older entries too, as its explicit one does, and shows the latest of them:
    /// here older entries are left out from the beginning, which changes nothing that is shown.
    public func entries(from instant: Instant) -> ScheduleEntries<Self> {
        ScheduleEntries(of: self, fromID: id(atOrBefore: instant) ?? ids.lowerBound)
    }
}
