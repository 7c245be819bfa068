// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeMotion
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// How long what was heard is kept, for clients that ask about it.
    static let past = Duration.seconds(2)

    /// The run that plays, as it is heard.
    var heardRun: HeardRun? { record.map { HeardRun($0, heard) } }

    /// The run that plays, or the last one and its rest.
    var movingRun: HeardRun? { (record ?? ended).map { HeardRun($0, heard) } }

    // MARK: runs

    /// Which start plays, or played last; 0 before the first.
    var run: Int { (record ?? ended)?.number ?? 0 }

    /// Moves everything, from where it is heard now, to where the first beat of a new run finds it. Called before the
    /// run replaces the last one.
    mutating func approach(_ record: inout RunRecord) {
        let (last, bpm) = (movingRun, restingBpm)
        let now = self.now
        record.approach(fromFrame: heard.frame(at: now)) { last?.value(of: $0, at: now) ?? $0.idle(bpm: bpm) }
    }

    /// Moves what shows the tempo to a new one while nothing plays.
    mutating func follow(_ bpm: Double) {
        guard record == nil, !transport.isStarted, ended != nil else { return }
        let clock = heard
        let (present, past) = (clock.frame(at: now), Int64(clamping: clock.frame(at: now - Self.past)))
        ended?.changeRestingTempo(atFrame: present, bpm: bpm)
        ended?.forget(beforeFrame: past)
        announceRest()
    }

    // MARK: movements

    /// What properties do from the beat on that is heard at a time; while stopped, how they rest.
    func motion(of names: [String]) -> [String: [MotionSegment]] {
        let (run, bpm) = (movingRun, restingBpm)
        return movements(of: names.compactMap(Choreography.property)) { property in
            run?.movements(of: property, at: now) ?? [HeardMovement(resting: property.idle(bpm: bpm), from: now)]
        }
    }

    /// What properties do in a beat.
    func motion(of properties: [MotionProperty], inBeat index: Int64, of run: HeardRun) -> [String: [MotionSegment]] {
        movements(of: properties) { run.movements(of: $0, inBeat: index) }
    }

    /// Sends how everything comes to rest to those who follow motion.
    mutating func announceRest() {
        let clients = audience.clients(of: .motion)
        guard !clients.isEmpty, let run = ended.map({ HeardRun($0, heard) }) else { return }
        for (properties, clients) in audience.byProperties(clients) {
            let event = MotionEvent {
                $0.seq = audience.nextSequence()
                $0.run = self.run
                $0.revision = run.record.motion.last.serial
                $0.atNs = run.restBegin.nanoseconds
                $0.segments = movements(of: properties) { [run.rest(of: $0)] }
            }
            actions.append(.tell(.motion(event), to: clients))
        }
    }

    private func movements(
        of properties: [MotionProperty], _ movements: (MotionProperty) -> [HeardMovement]
    ) -> [String: [MotionSegment]] {
        var segments: [String: [MotionSegment]] = [:]
        for property in properties { segments[property.name] = movements(property).map { MotionSegment($0) } }
        return segments
    }

    // MARK: frames

    /// Begins to send frames to a subscriber, or changes them; nil ends them.
    mutating func feed(_ client: Client, _ feed: FrameFeed?) {
        wakes[.frame(client)] = nil
        audience.feeds[client] = feed
        sendFrame(to: client)
    }

    /// Advances the feeds that stand still, which show what has changed.
    mutating func resumeFrames() {
        for client in audience.feeds.keys where wakes[.frame(client)] == nil { sendFrame(to: client) }
    }

    /// Sends the frame that is due, if any, and sets the timer for the next; none is armed while nothing moves.
    mutating func sendFrame(to client: Client) {
        wakes[.frame(client)] = nil
        guard var feed = audience.feeds[client] else { return }
        let step = feed.advance(to: now, movingRun, bpm: restingBpm)
        audience.feeds[client] = feed
        wakes[.frame(client)] = step.next
        guard let frame = step.frame else { return }
        let event = FrameEvent(frame, of: feed.properties, seq: audience.nextSequence(), run: run)
        actions.append(.tell(.frame(event), to: [client]))
    }
}
