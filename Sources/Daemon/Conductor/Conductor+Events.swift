// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Motion
internal import Rhythm
internal import Session

extension Conductor {
    /// Adds a client to the subscribers, or some events to what it gets.
    func join(_ subscriber: any Subscriber, _ events: Set<EventKind>, leadMs: Int?, properties: [String])
        -> Subscription
    {
        subscriber.events.formUnion(events)
        if let leadMs { subscriber.leadMs = leadMs }
        let key = ObjectIdentifier(subscriber)
        subscribers[key] = subscriber
        if events.contains(.motion) { subscriber.motionProperties = properties.compactMap(Choreography.property) }
        if !subscriber.events.isDisjoint(with: [.beat, .motion]) {
            announcer.listen(key, lead: .milliseconds(subscriber.leadMs))
        }
        var state = status()
        if events.contains(.timeline) {
            let now = ClockTime(nanoseconds: state.nowNs)
            state.timeline = OrNull(wrappedValue: timeline(for: subscriber, at: now))
        }
        if !properties.isEmpty { state.motion = motion(of: properties, at: ClockTime(nanoseconds: state.nowNs)) }
        return Subscription(seq: sequence, events: subscriber.events, leadMs: subscriber.leadMs, state: state)
    }

    /// Sends an `event.state` to its subscribers: some keys of the status have changed.
    func sendState(changed keys: [String]) {
        let listeners = subscribers.values.filter { $0.events.contains(.state) }
        guard !listeners.isEmpty else { return }
        sequence += 1
        let message = EventMessage(StateEvent(seq: sequence, run: run, changed: keys, state: status()))
        for listener in listeners { listener.deliver([message]) }
    }

    /// Sends an `event.audio` to its subscribers if the audio has changed in more than latency and fill, which change
    /// all the time.
    func sendAudio() {
        let audio = audio(at: .now)
        var lasting = audio
        lasting.latencyMs = nil
        lasting.fillMs = nil
        guard lasting != sentAudio else { return }
        sentAudio = lasting
        sendState(changed: ["audio"])
        let listeners = subscribers.values.filter { $0.events.contains(.audio) }
        guard !listeners.isEmpty else { return }
        sequence += 1
        let message = EventMessage(AudioEvent(seq: sequence, run: run, audio: audio))
        for listener in listeners { listener.deliver([message]) }
    }

    /// Sends each listener what it subscribed to of the beats that are due: the beats, their movements, or both.
    private func deliver(_ announcements: [Announcer.Announcement], of run: HeardRun) {
        var beats: [ObjectIdentifier: [EventMessage]] = [:]
        var motions: [ObjectIdentifier: [EventMessage]] = [:]
        for announcement in announcements {
            sequence += 1
            let event = BeatEvent(announcement.beat, seq: sequence, run: self.run)
            let beat = EventMessage(event)
            // Who has the same properties is sent the same line.
            var movements: [[String]: EventMessage] = [:]
            for listener in announcement.listeners {
                guard let subscriber = subscribers[listener] else { continue }
                if announcement.isBeatNew, subscriber.events.contains(.beat) {
                    beats[listener, default: []].append(beat)
                }
                guard subscriber.events.contains(.motion) else { continue }
                let properties = subscriber.motionProperties
                let names = properties.map(\.name)
                let movement =
                    movements[names]
                    ?? EventMessage(
                        MotionEvent(
                            seq: event.seq, run: event.run, beatIndex: event.beatIndex,
                            revision: announcement.motionRevision, atNs: event.atNs,
                            segments: motion(of: properties, inBeat: announcement.beat.beat.index, of: run)))
                movements[names] = movement
                motions[listener, default: []].append(movement)
            }
        }
        for (listener, beats) in beats { subscribers[listener]?.deliver(beats) }
        for (listener, motions) in motions { subscribers[listener]?.deliver(motions) }
    }

    /// Announces the timeline, if it has changed, and the beats that are due, and sets the timer for the next; none is armed without listeners.
    func announce() {
        resumeFrames()
        announceTimeline()
        announceSections()
        wakes[.announcement] = nil
        guard let run = heardRun, !announcer.isIdle else { return }
        let now = ClockTime.now
        deliver(announcer.announcements(in: run, at: now), of: run)
        wakes[.announcement] = announcer.nextDue(in: run)
        record?.forget(beforeFrame: run.frame(at: now - Self.past))
    }
}
