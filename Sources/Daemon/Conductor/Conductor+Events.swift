// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Control
internal import Motion
internal import NIOCore
internal import Playback

extension Conductor {
    /// Takes a client in among those who are told.
    func join(_ subscriber: any Subscriber, _ events: Set<EventKind>, leadMs: Int?, properties: [String])
        -> Subscription
    {
        subscriber.events.formUnion(events)
        if let leadMs { subscriber.leadMs = leadMs }
        let key = ObjectIdentifier(subscriber)
        subscribers[key] = subscriber
        if events.contains(.motion) { subscriber.motionProperties = properties.compactMap(Choreography.property) }
        if !subscriber.events.isDisjoint(with: [.beat, .motion]) {
            announcer.listen(key, leadNs: Int64(subscriber.leadMs) * 1_000_000)
        }
        var state = status()
        if !properties.isEmpty { state.motion = motion(of: properties, at: state.nowNs) }
        return Subscription(seq: sequence, events: subscriber.events, leadMs: subscriber.leadMs, state: state)
    }

    /// Tells everybody who wants to know that some keys of the status have changed.
    func tell(_ keys: [String]) {
        let listeners = subscribers.values.filter { $0.events.contains(.state) }
        guard !listeners.isEmpty else { return }
        sequence += 1
        let event = StateEvent(seq: sequence, changed: keys, state: status())
        for listener in listeners { listener.deliver(state: event) }
    }

    /// Tells of the audio, unless all that changed is what changes by the moment: latency and fill.
    func tellAudio() {
        let audio = status().audio
        var news = audio
        news.latencyMs = nil
        news.fillMs = nil
        guard news != toldAudio else { return }
        toldAudio = news
        tell(["audio"])
        let listeners = subscribers.values.filter { $0.events.contains(.audio) }
        guard !listeners.isEmpty else { return }
        sequence += 1
        let event = AudioEvent(seq: sequence, audio: audio)
        for listener in listeners { listener.deliver(audio: event) }
    }

    /// Tells each listener of what is due what it wants to hear of: the beats, what moves in them, or both.
    private func tell(_ tellings: [Announcer.Telling], _ score: Score, _ clock: ClockRecord) {
        var beats: [ObjectIdentifier: [BeatEvent]] = [:]
        var motions: [ObjectIdentifier: [MotionEvent]] = [:]
        for telling in tellings {
            for listener in telling.listeners {
                guard let subscriber = subscribers[listener] else { continue }
                let beat = telling.beat
                if telling.isBeatNew, subscriber.events.contains(.beat) { beats[listener, default: []].append(beat) }
                guard subscriber.events.contains(.motion) else { continue }
                motions[listener, default: []].append(
                    MotionEvent(
                        seq: beat.seq, beatIndex: beat.beatIndex, revision: telling.motionRevision, atNs: beat.atNs,
                        segments: motion(of: subscriber.motionProperties, inBeat: beat.beatIndex, score, clock)))
            }
        }
        for (listener, beats) in beats { subscribers[listener]?.deliver(beats: beats) }
        for (listener, motions) in motions { subscribers[listener]?.deliver(motion: motions) }
    }

    /// Announces the beats that are due and sets the timer for the next; nothing is armed while nobody listens.
    func announce() {
        resumeFrames()
        announcer.timer?.cancel()
        announcer.timer = nil
        guard let score, !announcer.isIdle else { return }
        let now = linux_monotonic_ns()
        let clock = heard
        var seq = sequence
        let tellings = announcer.due(in: score, clock, now: now) {
            seq += 1
            return seq
        }
        sequence = seq
        tell(tellings, score, clock)
        if let dueNs = announcer.nextDueNs(in: score, clock) {
            let wait = TimeAmount.nanoseconds(max(0, dueNs - now))
            announcer.timer = loop.assumeIsolated().scheduleTask(in: wait) { [weak self] in self?.announce() }
        }
        self.score?.forget(beforeFrame: Int64(clock.frame(atNanoseconds: now - 2_000_000_000)))
    }
}
