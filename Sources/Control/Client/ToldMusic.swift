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
    /// The last beat that was given as due; until one was, the moment of subscribing.
    private var given: (beatIndex: Int?, atNs: Int64)

    /// What is known right after subscribing.
    public init(_ subscription: Subscription) {
        plan = ToldPlan(subscription.state)
        settled = plan
        settledSeq = subscription.seq
        given = (subscription.state.position?.beatIndex, subscription.state.nowNs)
    }

    /// The newest status.
    public var status: Status { plan.status }

    /// Takes an event in.
    public mutating func take(_ event: Event) {
        guard let seq = event.seq, seq > settledSeq else { return }
        let place = events.lastIndex { ($0.seq ?? 0) <= seq }.map { $0 + 1 } ?? 0
        if place > 0, events[place - 1].seq == seq { return }
        events.insert(event, at: place)
        // The next start counts from 0 again.
        if case .state(let event) = event, !event.state.playing { given.beatIndex = nil }
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

    /// The beats that have been heard since it was asked last, or since subscribing: each once, in their order.
    public mutating func due(atNs now: Int64) -> [BeatEvent] {
        let beats = plan.events.filter { $0.atNs > given.atNs && $0.atNs <= now && $0.beatIndex != given.beatIndex }
        if let last = beats.last { given = (last.beatIndex, last.atNs) }
        return beats
    }

    /// When the first beat after a time is heard; nil where none has been told.
    public func nextBeatNs(after time: Int64) -> Int64? { plan.events.first { $0.atNs > time }?.atNs }

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
