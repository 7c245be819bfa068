// SPDX-License-Identifier: Apache-2.0

/// What a subscriber knows of the near future: beats that were told and not heard yet, and the movements of the rod.
///
/// A pure value: it is told events with the time at which they came, and asked what is due. Told twice, or late, an event
/// changes nothing more. All times are CLOCK_MONOTONIC in nanoseconds.
public struct BeatSchedule: Sendable {
    /// The place that is heard: bar and beat from 1, and whether the bell rings there.
    public struct Place: Sendable, Hashable {
        /// The bar, from 1.
        public var bar: Int
        /// The beat of the bar, from 1.
        public var beat: Int
        /// Whether the bell rings on it.
        public var bell: Bool

        /// All of its parts.
        public init(bar: Int, beat: Int, bell: Bool) {
            self.bar = bar
            self.beat = beat
            self.bell = bell
        }
    }

    /// The newest status.
    public private(set) var status: Status
    /// Where the music is; nil while stopped.
    public private(set) var place: Place?

    private var told: [BeatEvent] = []
    private var lastHeard: BeatEvent?
    private var swings: [(beatIndex: Int?, segment: SwingSegment)] = []

    /// What is known right after subscribing.
    public init(status: Status) {
        self.status = status
        take(status)
    }

    /// Takes an event in.
    public mutating func take(_ event: Event, atNs now: Int64) {
        switch event {
        case .beat(let beat): take(beat, atNs: now)
        case .state(let event):
            status = event.state
            take(event.state)
        case .audio(let event): status.audio = event.audio
        case .motion, .frame, .lagged, .other: break
        }
    }

    private mutating func take(_ beat: BeatEvent, atNs now: Int64) {
        if let index = told.firstIndex(where: { $0.beatIndex == beat.beatIndex }) {
            guard beat.revision > told[index].revision else { return }
            told.remove(at: index)
        }
        replan(beat, atNs: now)
        if let last = lastHeard, beat.atNs <= last.atNs || beat.beatIndex == last.beatIndex { return }
        told.insert(beat, at: told.firstIndex { $0.atNs > beat.atNs } ?? told.endIndex)
    }

    /// A swing that was told before and has not begun is no longer true; one under way holds until the new one begins.
    private mutating func replan(_ beat: BeatEvent, atNs now: Int64) {
        let begin = beat.pendulum.beginNs
        swings.removeAll { $0.beatIndex == beat.beatIndex && ($0.segment.beginNs > now || $0.segment.beginNs >= begin) }
        insert(beat.pendulum, of: beat.beatIndex)
        forget(before: now)
    }

    private mutating func take(_ status: Status) {
        let now = status.nowNs
        if status.playing {
            place = status.position.map { Place(bar: $0.bar, beat: $0.beat, bell: $0.bell) }
            swings.removeAll { $0.segment.beginNs <= now && status.pendulum.segment != nil }
        } else {
            // What was told for later is cancelled, and the next start counts from 0 again.
            place = nil
            lastHeard = nil
            told.removeAll { $0.atNs > now }
            swings.removeAll()
        }
        if let segment = status.pendulum.segment { insert(segment, of: nil) }
    }

    private mutating func insert(_ segment: SwingSegment, of beatIndex: Int?) {
        let index = swings.firstIndex { $0.segment.beginNs > segment.beginNs } ?? swings.endIndex
        swings.insert((beatIndex, segment), at: index)
    }

    private mutating func forget(before now: Int64) {
        let begun = swings.prefix { $0.segment.beginNs <= now }.count
        if begun > 1 { swings.removeFirst(begun - 1) }
    }

    /// When the next beat is heard; nil where none has been told.
    public var nextNs: Int64? { told.first?.atNs }

    /// The beats that have been heard since it was asked last, each once, in their order.
    public mutating func due(atNs now: Int64) -> [BeatEvent] {
        let heard = Array(told.prefix { $0.atNs <= now })
        guard let last = heard.last else { return [] }
        told.removeFirst(heard.count)
        lastHeard = last
        if status.playing { place = Place(bar: last.bar, beat: last.beat, bell: last.bell) }
        return heard
    }

    /// The rod's angle, in degrees, + is right.
    public func angle(atNs now: Int64) -> Double {
        let current = swings.last { $0.segment.beginNs <= now } ?? swings.first
        return current?.segment.angle(atNs: now) ?? status.pendulum.angle
    }

    /// Whether there is a movement to be seen.
    public func isMoving(atNs now: Int64) -> Bool {
        status.playing || swings.contains { $0.segment.endNs > now }
    }
}
