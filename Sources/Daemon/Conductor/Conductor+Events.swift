// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Control
internal import NIOCore
internal import Playback

extension Conductor {
    /// Takes a client in among those who are told.
    func join(_ subscriber: any Subscriber, _ events: Set<EventKind>, leadMs: Int?) -> Subscription {
        subscriber.events.formUnion(events)
        if let leadMs { subscriber.leadMs = leadMs }
        let key = ObjectIdentifier(subscriber)
        subscribers[key] = subscriber
        if subscriber.events.contains(.beat) {
            announcer.listen(key, leadNs: Int64(subscriber.leadMs) * 1_000_000)
        }
        return Subscription(seq: sequence, events: subscriber.events, leadMs: subscriber.leadMs, state: status())
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

    /// Announces the beats that are due and sets the timer for the next; nothing is armed while nobody listens.
    func announce() {
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
        var beats: [ObjectIdentifier: [BeatEvent]] = [:]
        for telling in tellings {
            for listener in telling.listeners { beats[listener, default: []].append(telling.beat) }
        }
        for (listener, beats) in beats { subscribers[listener]?.deliver(beats: beats) }
        if let dueNs = announcer.nextDueNs(in: score, clock) {
            let wait = TimeAmount.nanoseconds(max(0, dueNs - now))
            announcer.timer = loop.assumeIsolated().scheduleTask(in: wait) { [weak self] in self?.announce() }
        }
        self.score?.forget(beforeFrame: Int64(clock.frame(atNanoseconds: now - 2_000_000_000)))
    }
}
