// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Motion
internal import Rhythm
internal import Session
internal import Songs

extension Conductor {
    /// Does what a request asks for; `answer` is called once, now or later, on the loop.
    func perform(_ call: Call, for subscriber: any Subscriber, answer: @escaping (Answer) -> Void) {
        if isEnding {
            return answer(.failure(ControlError(.shuttingDown, "the daemon is about to end")))
        }
        if call.isAudible { attend() }
        isOfOwner = source?.owner == ObjectIdentifier(subscriber)
        defer { isOfOwner = false }
        // While it is stopped no timer is armed.
        defer { if !transport.isStarted { relax() } }
        switch call {
        case .start: start(answer)
        case .startAt(let place): start(at: place, answer)
        case .follow(let request): follow(request, from: subscriber, answer)
        case .refuseProposal: refuseProposal(answer)
        case .unfollow: unfollow(answer)
        case .stop(let cue): stop(at: cue, answer)
        case .toggle: transport.isStarted ? stop(answer) : start(answer)
        case .change(let edit, let cue):
            apply(edit, at: cue, by: .request, answer)
        case .set(let edit, let cue):
            apply(edit, at: cue, by: .request, parameter: { $0.settingName }, answer)
        case .restore(let direction, let cue): restore(direction, at: cue, answer)
        case .cancel(let id): cancel(id, answer)
        case .tap(let time, let start, let cue): tap(atNs: time, start: start, at: cue, answer)
        case .nudge(let milliseconds): nudge(by: milliseconds, answer)
        case .newBar: beginBar(answer)
        case .score(let request): setScore(request, answer)
        case .songLoad(let path, let format, let from, let cue):
            loadSong(
                SongSource(path: path, format: format.flatMap(SongFormat.init(rawValue:))), from: from, at: cue, answer)
        case .seek(let place, let cue): seek(place, at: cue, answer)
        case .loop(let from, let to, let cue): loop(from: from, to: to, at: cue, answer)
        case .song(let change, let cue): changeSong(change, at: cue, answer)
        case .preset(let call): perform(call, answer)
        case .setList(let call): perform(call, answer)
        case .soundList: listSounds(answer)
        case .grooveList: answer(.success(GrooveList()))
        case .songShow: showSong(answer)
        case .offsetSet(let change): apply(.offset(change, of: deviceInUse), answer)
        case .offsetGet: answer(.success(Offset(device: deviceInUse, offsetMs: offsetMs)))
        case .status(let properties):
            var status = status()
            status.timeline = OrNull(wrappedValue: timeline(at: ClockTime(nanoseconds: status.nowNs)))
            if !properties.isEmpty { status.motion = motion(of: properties, at: ClockTime(nanoseconds: status.nowNs)) }
            answer(.success(status))
        case .properties: answer(.success(PropertyList()))
        case .timing: answer(.success(timing()))
        case .subscribe(let events, let lead, let properties, let interval):
            answer(.success(join(subscriber, events, leadMs: lead, properties: properties)))
            announce()
            if events.contains(.frame) {
                feed(
                    ObjectIdentifier(subscriber),
                    FrameFeed(
                        properties: properties.compactMap(Choreography.property),
                        minimumIntervalMs: interval ?? FrameInterval.usual))
            }
        case .unsubscribe(let events):
            subscriber.events.subtract(events)
            let key = ObjectIdentifier(subscriber)
            if subscriber.events.isEmpty { subscribers[key] = nil }
            if !subscriber.events.contains(.frame) { feed(key, nil) }
            if subscriber.events.isDisjoint(with: [.beat, .motion]) { announcer.leave(key) }
            answer(.success(Unsubscription(events: subscriber.events)))
            announce()
        case .bridgeReport(let bridge):
            bridges[ObjectIdentifier(subscriber)] = bridge
            tellSync()
            answer(.success([String: JSONValue]()))
        case .bridgeList:
            answer(.success(BridgeList(bridges: bridges.values.sorted { ($0.name, $0.to) < ($1.name, $1.to) })))
        case .version:
            answer(
                .success(
                    Version(features: [
                        "beat-events", "state-events", "audio-events", "heard-time", "lead", "offset", "pendulum",
                        "motion-events", "frame-events", "timeline-events", "runs", "settings-set", "undo", "cues",
                        "tap", "nudge", "score", "journal", "accents", "subdivision", "trainers", "count-in", "timer",
                        "lanes", "songs", "song-times", "presets", "setlists", "bridges", "follow", "peers",
                    ])))
        case .describe: answer(.success(CommandTable.description))
        case .ping: answer(.success(Pong(nowNs: ClockTime.now.nanoseconds)))
        case .shutdown:
            answer(.success([String: JSONValue]()))
            isShutDown = true
            shutdown()
        }
    }
}
