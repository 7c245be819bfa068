// SPDX-License-Identifier: Apache-2.0

/// What was announced to a subscriber, and what is heard at any time near the present by it.
///
/// A pure value. Events may come twice, late and in any order; those with the same `seq` are one, and those that come more
/// than 64 events late are left out. Times are CLOCK_MONOTONIC in nanoseconds.
public struct AnnouncedMusic: Sendable {
    /// How many events late one may come.
    private static let longestDelay = 64

    /// What follows from the events before those kept.
    private var base: AnnouncedTimeline
    /// The `seq` of the last event in it.
    private var baseSeq: Int
    /// The latest events, by `seq`.
    private var events: [Event] = []
    /// What follows from all of them.
    private var timeline: AnnouncedTimeline
    /// The last beat that `due` returned; before that, the position and time of the subscription.
    private var last: (run: Int, beatIndex: Int?, atNs: Int64)

    /// What is known right after subscribing.
    public init(_ subscription: Subscription) {
        timeline = AnnouncedTimeline(subscription.state)
        base = timeline
        baseSeq = subscription.seq
        last = (subscription.state.run, subscription.state.position?.beatIndex, subscription.state.nowNs)
    }

    /// The newest status.
    public var status: Status { timeline.status }

    /// Adds an event.
    public mutating func add(_ event: Event) {
        guard let seq = event.seq, seq > baseSeq else { return }
        let place = events.lastIndex { ($0.seq ?? 0) <= seq }.map { $0 + 1 } ?? 0
        if place > 0, events[place - 1].seq == seq { return }
        events.insert(event, at: place)
        if place == events.count - 1 {
            timeline.add(event)
        } else {
            timeline = events.reduce(into: base) { $0.add($1) }
        }
        while events.count > Self.longestDelay {
            let oldest = events.removeFirst()
            baseSeq = oldest.seq ?? baseSeq
            base.add(oldest)
        }
    }

    /// Stops the music at a time, because the connection to the daemon is lost; the rod comes to rest.
    public mutating func stop(atNs now: Int64) {
        var status = timeline.status
        (status.playing, status.nowNs, status.position) = (false, now, nil)
        status.pendulum = PendulumState()
        timeline.update(status)
        (base, events) = (timeline, [])
    }

    /// The beats heard since the last call, or since subscribing: each once, in order.
    public mutating func due(atNs now: Int64) -> [BeatEvent] {
        let beats = timeline.events.filter {
            $0.atNs > last.atNs && $0.atNs <= now && ($0.run, $0.beatIndex) != (last.run, last.beatIndex)
        }
        if let newest = beats.last { last = (newest.run, newest.beatIndex, newest.atNs) }
        return beats
    }

    /// When the first beat after a time is heard; nil where none is announced.
    public func nextBeatNs(after time: Int64) -> Int64? { timeline.events.first { $0.atNs > time }?.atNs }

    /// What is heard at a time.
    public func heard(atNs time: Int64) -> HeardMoment { timeline.heard(atNs: time) }

    /// Whether anything moves at a time or after it.
    public func isMoving(atNs time: Int64) -> Bool { timeline.isMoving(atNs: time) }
}

extension Event {
    /// Its number; nil for an unknown event.
    var seq: Int? {
        switch self {
        case .beat(let event): event.seq
        case .state(let event): event.seq
        case .audio(let event): event.seq
        case .motion(let event): event.seq
        case .frame(let event): event.seq
        case .timeline(let event): event.seq
        case .section(let event): event.seq
        case .lagged(let event): event.seq
        case .other: nil
        }
    }

    /// Which start it belongs to; nil for an unknown event.
    var run: Int? {
        switch self {
        case .beat(let event): event.run
        case .state(let event): event.run
        case .audio(let event): event.run
        case .motion(let event): event.run
        case .frame(let event): event.run
        case .timeline(let event): event.run
        case .section(let event): event.run
        case .lagged(let event): event.run
        case .other: nil
        }
    }
}
