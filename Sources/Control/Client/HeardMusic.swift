// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm
public import MetronomeSession

/// The music of a daemon as it is heard at any time near the present, by its status and its timeline.
///
/// A pure value: it is given what a subscription to `state`, `timeline` and perhaps `audio` tells. Events may come twice and in any
/// order: the newest of each kind holds. Times are CLOCK_MONOTONIC in nanoseconds.
public struct HeardMusic: Sendable {
    /// The newest status.
    public private(set) var status: Status
    /// The run that plays: every beat to come follows from it. Nil while nothing plays, and for one that is not understood.
    public private(set) var timeline: HeardTimeline?
    /// The run as it is heard and was heard, up to its stop; nil where nothing is known of it.
    private(set) var account: HeardTimeline?
    /// When it was stopped; nil while it plays.
    package private(set) var stopNs: Int64?
    /// Which start all of this belongs to.
    private(set) var run: Int
    /// The movement of the rod that was under way when the run or the connection began, and when that was told.
    private var entry: (swing: HeardMovement, told: ClockTime)?
    /// The movement of the rod that was told after the stop.
    private var settling: HeardMovement?
    /// The `seq` of the newest event of each kind.
    private var last: (state: Int, audio: Int, timeline: Int)

    /// What is known right after subscribing.
    public init(_ subscription: Subscription) {
        status = subscription.state
        timeline = (status.timeline ?? nil).flatMap { HeardTimeline($0) }
        account = timeline
        run = status.run
        last = (subscription.seq, subscription.seq, subscription.seq)
        if status.playing { enter(status) } else { (stopNs, settling) = (status.nowNs, status.movement) }
    }

    /// Takes an event. One of a former run is left out; the first of a later run ends all that is known of the former one.
    public mutating func add(_ event: Event) {
        let told = event.run ?? run
        guard told >= run else { return }
        if told > run {
            (run, timeline, account, entry, stopNs, settling) = (told, nil, nil, nil, nil, nil)
        }
        switch event {
        case .timeline(let event) where event.seq > last.timeline:
            last.timeline = event.seq
            let new = event.timeline.flatMap { HeardTimeline($0) }
            if let new { account = new.preceded(by: account) }
            // One that comes late, after a stop, tells only what was heard before.
            timeline = status.playing || event.seq > last.state ? new : nil
        case .state(let event) where event.seq > last.state:
            let audio = last.audio > event.seq ? status.audio : event.state.audio
            last.state = event.seq
            if !event.state.playing, event.seq > last.timeline { timeline = nil }
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
        timeline = nil
        take(status)
    }

    private mutating func take(_ new: Status) {
        if new.playing {
            if !status.playing || new.run > status.run { enter(new) }
            (stopNs, settling) = (nil, nil)
        } else {
            if stopNs == nil || new.pendulum.segment?.to == 0 { settling = new.movement }
            stopNs = stopNs ?? new.nowNs
        }
        status = new
    }

    private mutating func enter(_ status: Status) {
        entry = status.movement.map { ($0, ClockTime(nanoseconds: status.nowNs)) }
    }

    // MARK: questions

    /// What is heard at a time.
    public func heard(atNs time: Int64) -> HeardMoment {
        let now = ClockTime(nanoseconds: time)
        let stop = stopNs.map { ClockTime(nanoseconds: $0) }
        let isStopped = stop.map { $0 <= now } ?? false
        let present = isStopped ? stop ?? now : now
        let place = account?.place(at: present)
        let beat = place.flatMap { account?.beat($0.whole) }
        let angle = isStopped ? rest?.value(at: now) ?? 0 : movement(at: present)?.value(at: present) ?? 0
        let tempo = place.flatMap { account?.bpm(inBeat: $0.whole, at: present) }
        var moment = HeardMoment(
            position: place ?? BeatPosition(whole: 0),
            bpm: isStopped ? status.bpm : tempo ?? status.bpm,
            grid: grid(at: beat, isStopped: isStopped), ringsBell: beat?.bell ?? false, isPlaying: !isStopped,
            angle: angle.isFinite ? angle : 0)
        if !isStopped, let account, let beat {
            let rule = account.rule(ofBeat: beat.index)
            (moment.beatLength, moment.section) = (rule.beatLength, rule.section)
            let next = account.sectionBegin(nil, from: beat.index + 1)
            moment.next = next.flatMap { account.rule(ofBeat: $0.index).section }
        }
        return moment
    }

    /// The meter of a beat of the run.
    package func meter(ofBeat index: Int64) -> String {
        guard let rule = account?.rule(ofBeat: index) else { return status.meter }
        return status.meter(rule.grid.beatsPerBar, of: rule.beatLength)
    }

    /// Whether anything moves at a time or after it.
    public func isMoving(atNs time: Int64) -> Bool {
        status.playing || (rest.map { $0.end > ClockTime(nanoseconds: time) } ?? false)
    }

    /// How the rod comes to rest after the stop: as it was told, else from the movement that was under way.
    private var rest: HeardMovement? {
        guard let stop = stopNs.map({ ClockTime(nanoseconds: $0) }) else { return nil }
        if let settling, settling.to == 0 { return settling }
        return (movement(at: stop) ?? settling)?.resting(at: stop)
    }

    /// The movement of the rod at a time, while it plays; nil where nothing is known of it.
    private func movement(at time: ClockTime) -> HeardMovement? {
        guard let account else { return entry?.swing }
        if let (swing, told) = entry, time < swing.end, time >= swing.begin || !account.hasBegun(at: time) {
            return account.bent(swing, after: told, at: time)
        }
        return account.swing(at: time)
    }

    /// The bars about a beat. After a stop they have as many beats as the next start's, if the present one is among them.
    private func grid(at beat: HeardBeat?, isStopped: Bool) -> BarGrid {
        guard let beat, let beats = account?.rule(ofBeat: beat.index).grid.beatsPerBar else {
            return BarGrid(beatsPerBar: status.beatsInBar ?? 4)
        }
        return BarGrid(
            originBeat: beat.index - Int64(beat.beat - 1), originBar: beat.bar,
            beatsPerBar: isStopped ? max(beat.beat, status.beatsInBar ?? beats) : beats)
    }
}

extension Status {
    /// The meter of a bar of some beats, as one writes it: as it was set, where the status tells of that bar by then.
    package func meter(_ count: Int, of length: Ratio) -> String {
        let beats = Int64(count)
        let told = try? Meter(parsing: meter)
        let isTold = length == beatLength && length.times(beats) == told?.beatLength.times(Int64(told?.beats ?? 0))
        let (parts, isOver) = length.denominator.multipliedReportingOverflow(by: 4)
        guard !isTold, !isOver, let note = Ratio(length.numerator, over: parts),
            let bar = Ratio(note.numerator, over: 1)?.times(beats)
        else { return meter }
        return "\(bar.numerator)/\(note.denominator)"
    }

    /// The movement of the rod at the time of the status; nil at rest.
    fileprivate var movement: HeardMovement? {
        pendulum.segment.map { told in
            let begin = ClockTime(nanoseconds: told.beginNs)
            return HeardMovement(
                from: told.from, to: told.to, begin: begin, end: begin.advanced(byNanoseconds: told.durationNs),
                curve: told.curve)
        }
    }
}
