// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Motion
internal import Rhythm
internal import Session

extension Performance {
    /// Adds some events to what a client gets.
    mutating func subscribe(_ client: Client, to events: Set<EventKind>, leadMs: Int?, properties: [String])
        -> Subscription
    {
        var listener = listeners[client] ?? Listener()
        listener.events.formUnion(events)
        if let leadMs { listener.leadMs = leadMs }
        if events.contains(.motion) { listener.motionProperties = properties.compactMap(Choreography.property) }
        listeners[client] = listener
        if !listener.events.isDisjoint(with: [.beat, .motion]) {
            announcer.listen(client, lead: .milliseconds(listener.leadMs))
        }
        var state = status()
        if events.contains(.timeline) { state.timeline = OrNull(wrappedValue: timeline(for: client)) }
        if !properties.isEmpty { state.motion = motion(of: properties) }
        return Subscription(seq: sequence, events: listener.events, leadMs: listener.leadMs, state: state)
    }

    /// Takes some events from what a client gets, and returns the others.
    mutating func unsubscribe(_ client: Client, from events: Set<EventKind>) -> Set<EventKind> {
        guard var listener = listeners[client] else { return [] }
        listener.events.subtract(events)
        listeners[client] = listener
        if !listener.events.contains(.frame) { feed(client, nil) }
        if listener.events.isDisjoint(with: [.beat, .motion]) { announcer.leave(client) }
        return listener.events
    }

    /// Who has subscribed to a kind of event.
    func listeners(of kind: EventKind) -> [Client] {
        listeners.compactMap { client, listener in listener.events.contains(kind) ? client : nil }
    }

    /// Sends an `event.state` to its subscribers: some members of the status have changed.
    mutating func sendState(changed members: [String]) {
        let clients = listeners(of: .state)
        guard !clients.isEmpty else { return }
        sequence += 1
        let event = StateEvent(seq: sequence, run: run, changed: members, state: status())
        actions.append(.tell(.state(event), to: clients))
    }

    /// Sends an `event.audio` to its subscribers if the audio has changed in more than latency and fill, which change
    /// all the time.
    mutating func sendAudio() {
        let audio = audio
        var lasting = audio
        lasting.latencyMs = nil
        lasting.fillMs = nil
        guard lasting != toldAudio else { return }
        toldAudio = lasting
        sendState(changed: ["audio"])
        let clients = listeners(of: .audio)
        guard !clients.isEmpty else { return }
        sequence += 1
        actions.append(.tell(.audio(AudioEvent(seq: sequence, run: run, audio: audio)), to: clients))
    }

    /// Sends each listener what it subscribed to of the beats that are due: the beats, their movements, or both.
    private mutating func send(_ announcements: [Announcer.Announcement], of run: HeardRun) {
        var movements: [Action] = []
        for announcement in announcements {
            sequence += 1
            let event = BeatEvent(announcement.beat, seq: sequence, run: self.run)
            if announcement.isBeatNew {
                let clients = announcement.listeners.filter { listeners[$0]?.events.contains(.beat) ?? false }
                if !clients.isEmpty { actions.append(.tell(.beat(event), to: clients)) }
            }
            let moved = announcement.listeners.filter { listeners[$0]?.events.contains(.motion) ?? false }
            for (properties, clients) in sharing(moved) {
                let motion = MotionEvent(
                    seq: event.seq, run: event.run, beatIndex: event.beatIndex, revision: announcement.motionRevision,
                    atNs: event.atNs, segments: motion(of: properties, inBeat: announcement.beat.beat.index, of: run))
                movements.append(.tell(.motion(motion), to: clients))
            }
        }
        actions += movements
    }

    /// Clients by the properties that they follow: who has the same is sent the same line.
    func sharing(_ clients: [Client]) -> [(properties: [MotionProperty], clients: [Client])] {
        var groups: [(properties: [MotionProperty], clients: [Client])] = []
        var places: [[String]: Int] = [:]
        for client in clients {
            let properties = listeners[client]?.motionProperties ?? []
            let names = properties.map(\.name)
            if let place = places[names] {
                groups[place].clients.append(client)
            } else {
                places[names] = groups.count
                groups.append((properties, [client]))
            }
        }
        return groups
    }

    /// Announces the timeline, if it has changed, and the beats that are due; without listeners nothing is due.
    mutating func announce() {
        resumeFrames()
        announceTimeline()
        announceSections()
        wakes[.announcement] = nil
        guard let run = heardRun, !announcer.isIdle else { return }
        send(announcer.announcements(in: run, at: now), of: run)
        wakes[.announcement] = announcer.nextDue(in: run)
        let past = run.frame(at: now - Self.past)
        record?.forget(beforeFrame: past)
    }
}
