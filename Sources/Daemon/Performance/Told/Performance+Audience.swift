// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeMotion
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// Adds some events to what a client gets.
    mutating func subscribe(_ client: Client, to events: Set<EventKind>, leadMs: Int?, properties: [String])
        -> Subscription
    {
        let isFirst = audience.clients(of: .state).isEmpty
        let listener = audience.subscribe(
            client, to: events, leadMs: leadMs, properties: properties.compactMap(Choreography.property))
        var state = status()
        if events.contains(.timeline) { state.timeline = .some(timeline(for: client)) }
        if !properties.isEmpty { state.motion = motion(of: properties) }
        if isFirst {
            audience.heard = state.heard
            awaitHeard()
        }
        return Subscription(seq: audience.sequence, events: listener.events, leadMs: listener.leadMs, state: state)
    }

    /// Takes some events from what a client gets, and returns the others.
    mutating func unsubscribe(_ client: Client, from events: Set<EventKind>) -> Set<EventKind> {
        let others = audience.unsubscribe(client, from: events)
        if !others.contains(.frame) { feed(client, nil) }
        return others
    }

    /// Sends an `event.state` to its subscribers: some members of the status have changed. Where the turn has told nothing else since
    /// another state, both are one event.
    mutating func sendState(changed members: [String]) {
        let clients = audience.clients(of: .state)
        guard !clients.isEmpty else { return }
        let state = status()
        let former = actions.takeBackState(to: clients)
        let changed = ((former?.changed ?? []) + members + (state.heard == audience.heard ? [] : ["heard"])).uniqued
        if changed.isEmpty { return }
        let event = StateEvent {
            $0.seq = former?.seq ?? audience.nextSequence()
            $0.run = run
            $0.changed = changed
            $0.state = state
        }
        audience.heard = state.heard
        actions.append(.tell(.state(event), to: clients))
    }

    /// Sends an `event.audio` to its subscribers if the audio has changed in more than latency and fill, which change
    /// all the time.
    mutating func sendAudio() {
        let audio = audio
        var lasting = audio
        lasting.latencyMs = nil
        lasting.fillMs = nil
        guard lasting != audience.audio else { return }
        audience.audio = lasting
        sendState(changed: ["audio"])
        let clients = audience.clients(of: .audio)
        guard !clients.isEmpty else { return }
        actions.append(
            .tell(
                .audio(AudioEvent { ($0.seq, $0.run, $0.audio) = (audience.nextSequence(), run, audio) }), to: clients))
    }

    /// Sends each listener what it subscribed to of the beats that are due: the beats, their movements, or both.
    private mutating func send(_ announcements: [BeatAnnouncer.Announcement], of run: HeardRun) {
        var movements: [Action] = []
        for announcement in announcements {
            let event = BeatEvent(announcement.beat, seq: audience.nextSequence())
            if announcement.isBeatNew {
                let clients = audience.clients(of: .beat, among: announcement.listeners)
                if !clients.isEmpty { actions.append(.tell(.beat(event), to: clients)) }
            }
            let moved = audience.clients(of: .motion, among: announcement.listeners)
            for (properties, clients) in audience.byProperties(moved) {
                let motion = MotionEvent {
                    $0.seq = event.seq
                    $0.run = event.run
                    $0.beatIndex = event.beatIndex
                    $0.revision = announcement.motionRevision
                    $0.atNs = event.atNs
                    $0.segments = self.motion(of: properties, inBeat: announcement.beat.beat.index, of: run)
                }
                movements.append(.tell(.motion(motion), to: clients))
            }
        }
        actions.list += movements
    }

    /// Announces the timeline, if it has changed, and the beats that are due; without listeners nothing is due.
    mutating func announce() {
        resumeFrames()
        announceTimeline()
        announceSections()
        wakes[.announcement] = nil
        guard let run = heardRun, !audience.announcer.isIdle else { return }
        send(audience.announcer.announcements(in: run, at: now), of: run)
        wakes[.announcement] = audience.announcer.nextDue(in: run)
        let past = run.frame(at: now - Self.past)
        record?.forget(beforeFrame: past)
    }
}
