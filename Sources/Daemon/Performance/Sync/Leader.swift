// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

/// Who leads the beats: the clock that is followed, its owner, and what the owner was asked to take.
struct Leader: Equatable {
    /// The most plans for one beat: its decision, and one that comes after another change.
    private static let mostPlans = 2

    /// The outside clock, and who owns it; nil for none.
    var source: SyncSource?
    /// Leads the beats along a clock; nil where none is followed.
    var follower: TempoFollower?
    /// The change that waits for the owner of the clock to take its tempo.
    var proposed: Proposal?
    /// The beat that a plan was sent for last to follow a clock, and how many were.
    private var stepped: Int64 = 0
    private var plans = 0

    /// Whether an ask comes from the owner of the outside clock.
    func isOwner(_ ask: Ask) -> Bool { source.map { $0.owner == ask.client } ?? false }

    /// Takes back what was proposed.
    mutating func takeProposal() -> Proposal? {
        defer { proposed = nil }
        return proposed
    }

    /// Whether another plan may be sent for a beat, which counts it.
    mutating func mayStep(_ beat: Int64) -> Bool {
        guard stepped != beat || plans < Self.mostPlans else { return false }
        (stepped, plans) = (beat, stepped == beat ? plans + 1 : 1)
        return true
    }

    /// The run is over. A clock whose owner has gone is none any more.
    mutating func endRun() {
        follower = nil
        (stepped, plans) = (0, 0)
        if source?.owner == nil { source = nil }
    }
}
