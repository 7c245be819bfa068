// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Control
internal import Motion
internal import NIOCore
internal import Playback
internal import Rhythm
internal import Session

extension Conductor {
    /// The run that plays, or how the last one came to rest.
    private var moving: Score? { score ?? ended?.score }

    /// Seconds since frame 0 of a moment as it is heard.
    private func seconds(_ clock: ClockRecord, _ score: Score, atNs time: Int64) -> Double {
        clock.frame(atNanoseconds: time) / score.rate
    }

    // MARK: runs

    /// Takes everything, as it is heard now, to where the run finds it that begins; call before `ended` is forgotten.
    func approach(_ score: inout Score, _ clock: ClockRecord) {
        let now = linux_monotonic_ns()
        let (last, bpm) = (ended?.score, settings.tempo.beatsPerMinute)
        let lastSeconds = last.map { seconds(clock, $0, atNs: now) } ?? 0
        score.approach(from: seconds(clock, score, atNs: now)) { property in
            last?.value(of: property, at: lastSeconds) ?? property.idle(bpm: bpm)
        }
    }

    /// Takes what shows the tempo to a new one while nothing plays.
    func follow(_ tempo: Tempo) {
        guard score == nil, !transport.isStarted, let ended else { return }
        let clock = heard
        let now = linux_monotonic_ns()
        let from = max(seconds(clock, ended.score, atNs: now), ended.settling.begin)
        self.ended?.score.settle(at: from, bpm: tempo.beatsPerMinute)
        self.ended?.score.forget(beforeFrame: Int64(clock.frame(atNanoseconds: now - 2_000_000_000)))
        tellRest()
    }

    // MARK: movements

    /// What properties do from the present beat on.
    func motion(of names: [String], at now: Int64) -> [String: [MotionSegment]] {
        let clock = heard
        let properties = names.compactMap(Choreography.property)
        guard let moving else {
            return rest(properties, at: now)
        }
        guard let score else {
            let seconds = max(seconds(clock, moving, atNs: now), moving.turns.last?.begin ?? 0)
            return told(properties, clock, moving) { [moving.movement(of: $0, at: seconds)] }
        }
        let frame = Int64(clock.frame(atNanoseconds: now).rounded(.down))
        let index = max(0, score.timeline.beat(atFrame: frame))
        return told(properties, clock, score) { score.segments(of: $0, inBeat: index) }
    }

    /// What properties do in a beat.
    func motion(of properties: [MotionProperty], inBeat index: Int, _ score: Score, _ clock: ClockRecord)
        -> [String: [MotionSegment]]
    {
        told(properties, clock, score) { score.segments(of: $0, inBeat: Int64(index)) }
    }

    /// Tells those who follow motion how everything comes to rest.
    func tellRest() {
        let listeners = subscribers.values.filter { $0.events.contains(.motion) }
        guard !listeners.isEmpty, let ended, let last = ended.score.turns.last else { return }
        let clock = heard
        sequence += 1
        for listener in listeners {
            let segments = told(listener.motionProperties, clock, ended.score) {
                [ended.score.movement(of: $0, at: last.begin)]
            }
            listener.deliver(motion: [
                MotionEvent(
                    seq: sequence, beatIndex: nil, revision: last.serial,
                    atNs: clock.nanoseconds(ofFrame: last.begin * ended.score.rate), segments: segments)
            ])
        }
    }

    private func told(
        _ properties: [MotionProperty], _ clock: ClockRecord, _ score: Score, _ segments: (MotionProperty) -> [Segment]
    ) -> [String: [MotionSegment]] {
        var told: [String: [MotionSegment]] = [:]
        for property in properties {
            told[property.name] = segments(property).map { clock.swing($0, rate: score.rate) }
        }
        return told
    }

    private func rest(_ properties: [MotionProperty], at now: Int64) -> [String: [MotionSegment]] {
        var told: [String: [MotionSegment]] = [:]
        for property in properties {
            let value = property.idle(bpm: settings.tempo.beatsPerMinute)
            told[property.name] = [MotionSegment(from: value, to: value, beginNs: now, durationNs: 0, curve: .linear)]
        }
        return told
    }

    // MARK: frames

    /// Begins to send frames to somebody, or changes them; nil ends them.
    func feed(_ key: ObjectIdentifier, _ feed: FrameFeed?) {
        feeds[key]?.timer?.cancel()
        feeds[key] = feed
        if feed != nil { sendFrame(to: key) }
    }

    /// Wakes the feeds that stood still, if there is something to be seen again.
    func resumeFrames() {
        for (key, feed) in feeds where feed.timer == nil { sendFrame(to: key) }
    }

    /// Shows the latest frame that is due, and sets the timer for the next; none is armed while nothing moves.
    private func sendFrame(to key: ObjectIdentifier) {
        guard let feed = feeds[key], let subscriber = subscribers[key] else { return }
        let now = linux_monotonic_ns()
        let present = feed.schedule.shown(at: ClockTime(nanoseconds: now))
        sequence += 1
        let clock = heard
        let isMoving = moving.map { $0.isMoving(at: seconds(clock, $0, atNs: present.nanoseconds)) } ?? false
        subscriber.deliver(frame: frame(of: feed.properties, atNs: present.nanoseconds, clock))
        feeds[key]?.timer = nil
        guard isMoving, let next = feed.schedule.next(after: ClockTime(nanoseconds: now)) else { return }
        let wait = TimeAmount.nanoseconds(max(0, next.instant.nanoseconds - linux_monotonic_ns()))
        feeds[key]?.timer = loop.assumeIsolated().scheduleTask(in: wait) { [weak self] in self?.sendFrame(to: key) }
    }

    private func frame(of properties: [MotionProperty], atNs time: Int64, _ clock: ClockRecord) -> FrameEvent {
        var values: [String: Double] = [:]
        let moving = moving
        let heard = moving.map { seconds(clock, $0, atNs: time) } ?? 0
        for property in properties {
            values[property.name] =
                moving?.value(of: property, at: heard) ?? property.idle(bpm: settings.tempo.beatsPerMinute)
        }
        let beat = score.map { $0.beats(at: heard) }
        return FrameEvent(seq: sequence, atNs: time, atBeat: beat, values: values)
    }
}
