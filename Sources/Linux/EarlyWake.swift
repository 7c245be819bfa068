// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// How long before a time to wake, so as to be awake at it: by how late the last wake-ups were.
///
/// An idle processor takes up to some hundreds of microseconds to leave its sleep, a busy one some ten. A pure value; it neither
/// waits nor allocates.
package struct EarlyWake: Sendable, Hashable {
    /// The longest lead, in nanoseconds: a program is awake that long before each of its times, at the most.
    package static let longestNs: Int64 = 300_000
    /// Of what a lead is longer than needed, this part is taken off at each wake-up.
    private static let decay: Int64 = 64

    /// How long before its time a wait is to end, in nanoseconds, 0...``longestNs``.
    package private(set) var leadNs: Int64

    /// Before the first wake-up the lead is in the middle.
    package init() { leadNs = Self.longestNs / 2 }

    /// Notes that a wait has ended `lateNs` nanoseconds after the time at which it was to end. A wait that was later than the
    /// lead raises it at once, to no more than ``longestNs``; otherwise it falls slowly.
    package mutating func woke(lateNs: Int64) {
        let late = min(max(0, lateNs), Self.longestNs)
        leadNs = late >= leadNs ? late : leadNs - (leadNs - late).quotient(by: Self.decay)
    }
}
