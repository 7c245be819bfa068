// SPDX-License-Identifier: Apache-2.0

/// An entry of a schedule.
public struct ScheduleEntry<Instant>: Identifiable {
    /// The number of the entry: the same at every query, and one more than the number of the entry before it.
    public let id: Int64
    /// Where it lies.
    public let instant: Instant
}

extension ScheduleEntry: Sendable where Instant: Sendable {}
extension ScheduleEntry: Equatable where Instant: Equatable {}
extension ScheduleEntry: Hashable where Instant: Hashable {}
