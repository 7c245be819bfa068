// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

/// The music of a daemon as it is heard at any time near the present, by its status and its timeline.
///
/// A pure value: it is given what a subscription to `state`, `timeline` and perhaps `audio` tells. Events may come twice and in any
/// order: the newest of each kind holds. Times are CLOCK_MONOTONIC in nanoseconds.
public struct HeardMusic: Sendable {
    /// The newest status.
    public private(set) var status: Status
    /// The beats to come; none while nothing plays.
    public private(set) var coming: PredictedMusic
    /// The run as it is heard and was heard, up to its stop; nil where nothing is known of it.
    private(set) var account: PredictedMusic?
    /// When it was stopped; nil while it plays.
    private(set) var stopNs: Int64?
    /// Which start all of this belongs to.
    private(set) var run: Int
    /// The movement of the rod that was under way when the run or the connection began, and when that was told.
    private var entry: (swing: MotionSegment, toldNs: Int64)?
    /// The movement of the rod that was told after the stop.
    private var settling: MotionSegment?
    /// The `seq` of the newest event of each kind.
    private var last: (state: Int, audio: Int, timeline: Int)

    /// What is known right after subscribing.
    public init(_ subscription: Subscription) {
        status = subscription.state
        coming = PredictedMusic(subscription)
        account = coming.timeline == nil ? nil : coming
        run = status.run
        last = (subscription.seq, subscription.seq, subscription.seq)
        if status.playing { enter(status) } else { (stopNs, settling) = (status.nowNs, status.pendulum.segment) }
    }

    /// Takes an event. One of a former run is left out; the first of a later run ends all that is known of the former one.
    public mutating func add(_ event: Event) {
        let told = event.run ?? run
        guard told >= run else { return }
        if told > run {
            (run, account, entry, stopNs, settling) = (told, nil, nil, nil, nil)
            coming.stop()
        }
        coming.add(event)
        switch event {
        case .timeline(let event) where event.seq > last.timeline:
            last.timeline = event.seq
            if let timeline = event.timeline.flatMap({ PredictedMusic($0).timeline }) {
                account = PredictedMusic(timeline.preceded(by: account?.timeline))
            }
        case .state(let event) where event.seq > last.state:
            let audio = last.audio > event.seq ? status.audio : event.state.audio
            last.state = event.seq
            take(event.state)
            status.audio = audio
        case .audio(let event) where event.seq > last.audio && event.seq > last.state:
            (status.audio, last.audio) = (event.audio, event.seq)
        default: break
        }
    }

    /// Stops the music at a time, because the connection to the daemon is lost; the rod comes to rest.
    public mutating func stop(atNs now: Int64) {
        var status = status
        (status.playing, status.nowNs, status.position) = (false, now, nil)
        status.pendulum = PendulumState()
        coming.stop()
        take(status)
    }

    private mutating func take(_ new: Status) {
        if new.playing {
            if !status.playing || new.run > status.run { enter(new) }
            (stopNs, settling) = (nil, nil)
        } else {
            if stopNs == nil || new.pendulum.segment?.to == 0 { settling = new.pendulum.segment }
            stopNs = stopNs ?? new.nowNs
        }
        status = new
    }

    private mutating func enter(_ status: Status) { entry = status.pendulum.segment.map { ($0, status.nowNs) } }

    // MARK: questions

    /// What is heard at a time.
    public func heard(atNs time: Int64) -> HeardMoment {
        let isStopped = stopNs.map { $0 <= time } ?? false
        let present = isStopped ? stopNs ?? time : time
        let place = account?.place(atNs: present)
        let beat = place.flatMap { account?.beat(Int($0.whole)) }
        let angle = isStopped ? rest?.value(atNs: time) ?? 0 : movement(atNs: present)?.value(atNs: present) ?? 0
        return HeardMoment(
            position: place ?? BeatPosition(whole: 0),
            bpm: isStopped
                ? status.bpm : written(place.flatMap { account?.bpm(inBeat: $0, atNs: present) } ?? status.bpm),
            grid: grid(at: beat, isStopped: isStopped), ringsBell: beat?.bell ?? false, isPlaying: !isStopped,
            angle: angle.isFinite ? angle : 0)
    }

    /// Whether anything moves at a time or after it.
    public func isMoving(atNs time: Int64) -> Bool { status.playing || (rest.map { $0.endNs > time } ?? false) }

    /// A tempo of the timeline as it is written: to follow a clock it is bent by a part that nobody hears.
    func written(_ bpm: Double) -> Double {
        status.sync != nil && abs(bpm - status.bpm) < 0.01 * status.bpm ? status.bpm : bpm
    }

    /// How the rod comes to rest after the stop: as it was told, else from the movement that was under way.
    private var rest: MotionSegment? {
        guard let stopNs else { return nil }
        if let settling, settling.to == 0 { return settling }
        return (movement(atNs: stopNs) ?? settling)?.resting(atNs: stopNs)
    }

    /// The movement of the rod at a time, while it plays; nil where nothing is known of it.
    private func movement(atNs time: Int64) -> MotionSegment? {
        guard let account else { return entry?.swing }
        if let (swing, toldNs) = entry, time < swing.endNs, time >= swing.beginNs || !account.hasBegun(atNs: time) {
            return account.bent(swing, after: toldNs, atNs: time)
        }
        return account.swing(atNs: time)
    }

    /// The bars about a beat. After a stop they have as many beats as the next start's, if the present one is among them.
    private func grid(at beat: PredictedMusic.Beat?, isStopped: Bool) -> BarGrid {
        guard let beat, let beats = account?.beatsInBar(ofBeat: beat.index) else {
            return BarGrid(beatsPerBar: status.beatsInBar ?? 4)
        }
        return BarGrid(
            originBeat: Int64(beat.index - (beat.beat - 1)), originBar: Int64(beat.bar),
            beatsPerBar: isStopped ? max(beat.beat, status.beatsInBar ?? beats) : beats)
    }
}
