// SPDX-License-Identifier: Apache-2.0

/// All that a subscriber was told of the music, from which follows what is heard at any time near the present.
///
/// A pure value, and a set: events can come twice, late and in any order, and those with the same `seq` are one. What
/// came more than 64 events late is left out. Times are CLOCK_MONOTONIC in nanoseconds.
public struct ToldMusic: Sendable {
    private static let reach = 64

    /// What follows from the events that are too old to be joined by earlier ones.
    private var settled: ToldPlan
    private var settledSeq: Int
    /// The later ones, by `seq`.
    private var events: [Event] = []
    /// What follows from all of them.
    private var plan: ToldPlan

    /// What is known right after subscribing.
    public init(_ subscription: Subscription) {
        plan = ToldPlan(subscription.state)
        settled = plan
        settledSeq = subscription.seq
    }

    /// The newest status.
    public var status: Status { plan.status }

    /// Takes an event in.
    public mutating func take(_ event: Event) {
        guard let seq = event.seq, seq > settledSeq else { return }
        let place = events.lastIndex { ($0.seq ?? 0) <= seq }.map { $0 + 1 } ?? 0
        if place > 0, events[place - 1].seq == seq { return }
        events.insert(event, at: place)
        if place == events.count - 1 {
            plan.take(event)
        } else {
            plan = events.reduce(into: settled) { $0.take($1) }
        }
        while events.count > Self.reach {
            let oldest = events.removeFirst()
            settledSeq = oldest.seq ?? settledSeq
            settled.take(oldest)
        }
    }

    /// Ends what plays at a time, as where the daemon has gone; the rod settles.
    public mutating func stop(atNs now: Int64) {
        var status = plan.status
        (status.playing, status.nowNs, status.position) = (false, now, nil)
        status.pendulum = PendulumState(angle: 0, velocity: 0, segment: nil)
        plan.take(status)
        (settled, events) = (plan, [])
    }

    /// What is heard at a time.
    public func heard(atNs time: Int64) -> HeardMoment { plan.heard(atNs: time) }

    /// Whether there is a movement to be seen at a time or after it.
    public func isMoving(atNs time: Int64) -> Bool { plan.isMoving(atNs: time) }
}

extension Event {
    /// Its number; nil for an event that is not known.
    fileprivate var seq: Int? {
        switch self {
        case .beat(let event): event.seq
        case .state(let event): event.seq
        case .audio(let event): event.seq
        case .motion(let event): event.seq
        case .frame(let event): event.seq
        case .lagged(let event): event.seq
        case .other: nil
        }
    }
}
