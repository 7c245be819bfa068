// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeMotion
internal import MetronomeRhythm
internal import MetronomeSession

extension Performance {
    /// What only tells, and changes nothing; nil for all else.
    mutating func tell(_ call: Call) -> (any Encodable & Sendable)? {
        switch call {
        case .ping: return Pong { $0.nowNs = now.nanoseconds }
        case .status(let properties): return status(with: properties)
        case .offsetGet: return Offset { ($0.device, $0.offsetMs) = (deviceInUse, offsetMs) }
        case .properties: return PropertyList.choreography
        case .bridgeList:
            return BridgeList { $0.bridges = audience.bridges.values.sorted { ($0.name, $0.to) < ($1.name, $1.to) } }
        case .version:
            return Version {
                $0.features = [
                    "beat-events", "state-events", "audio-events", "heard-time", "lead", "offset", "pendulum",
                    "motion-events", "frame-events", "timeline-events", "runs", "settings-set", "undo", "cues",
                    "tap", "nudge", "score", "onsets", "journal", "accents", "subdivision", "trainers", "count-in",
                    "timer",
                    "lanes", "songs", "song-times", "presets", "setlists", "bridges", "follow", "peers",
                ]
            }
        case .describe: return CommandTable.description
        default: return nil
        }
    }

    /// Does what an ask asks for. It is answered once, in this turn or in a later one.
    mutating func perform(_ ask: Ask) throws(TurnEnd) {
        switch ask.wish {
        case .call(let call): try perform(call, ask)
        case .configuration(let edit): try apply(taken(of: edit), for: ask)
        case .resumption(let run): try resume(run, ask)
        case .taken(let edit, let source, let more):
            try need(edit, for: ask)
            try putReady(edit, by: source, .command, PendingAnswer(ask, more: more))
        case .entry(let list, let cue, let passes): try play(list, at: cue, passes: passes, ask)
        case .songFile(let source): try readAgain(source, ask)
        case .setListFile(let name):
            take(try setList(name, ask))
            answer(ask, [String: JSONValue]())
        case .sounds:
            guard ask.loaded.hasSounds else {
                throw .needs(.sounds(choices(with: Edit()), kept: sounds, samples))
            }
            handle(.outputAttached)
            answer(ask, [String: JSONValue]())
        }
    }

    private mutating func perform(_ call: Call, _ ask: Ask) throws(TurnEnd) {
        switch call {
        case .start: try start(at: .bar, ask)
        case .startAt(let place): try start(at: place, ask)
        case .follow(let request): try follow(request, ask)
        case .refuseProposal: try refuseProposal(ask)
        case .unfollow: try unfollow(ask)
        case .stop(let cue): try stop(at: cue, ask)
        case .toggle: if transport.isStarted { stop(PendingAnswer(ask)) } else { try start(at: .bar, ask) }
        case .change(let edit, let cue, let gesture):
            try apply(edit, at: cue, by: .request(gesture.map { History.Gesture($0, of: ask.client) }), for: ask)
        case .set(let edit, let cue): try apply(edit, at: cue, by: .request(), .setting, for: ask)
        case .groove(let call): try perform(call, ask)
        case .restore(let direction, let cue): try restore(direction, at: cue, ask)
        case .cancel(let id): try cancel(id, ask)
        case .tap(let time, let start, let cue): try tap(atNs: time, start: start, at: cue, ask)
        case .onset(let time): try hear(atNs: time, ask)
        case .nudge(let milliseconds): try nudge(by: milliseconds, ask)
        case .newBar: try beginBar(ask)
        case .score(let request): setScore(request, ask)
        case .songLoad(let path, let format, let from, let cue):
            let source = SongSource(path: path, format: format.flatMap(SongFormat.init(rawValue:)))
            try loadSong(source, from: from, at: cue, ask)
        case .seek(let place, let cue): try seek(place, at: cue, ask)
        case .loop(let from, let to, let cue): try loop(from: from, to: to, at: cue, ask)
        case .practise(let call, let cue): try practise(call, at: cue, ask)
        case .scaleSong(let factor, let cue): try scaleSong(by: factor, at: cue, ask)
        case .song(let change, let cue): try changeSong(change, at: cue, ask)
        case .preset(let call): try perform(call, ask)
        case .setList(let call): try perform(call, ask)
        case .soundList: throw .needs(.soundList)
        case .songList: throw .needs(.songList)
        case .journal(let days): throw .needs(.journal(days: days))
        case .songShow: try showSong(ask)
        case .offsetSet(let change): try apply(.offset(change, of: deviceInUse), for: ask)
        case .timing: actions.append(.answerTiming(ask.id, status().audio))
        case .subscribe(let events, let lead, let properties, let interval):
            guard let client = ask.client else { return answer(ask, [String: JSONValue]()) }
            answer(ask, subscribe(client, to: events, leadMs: lead, properties: properties))
            announce()
            if events.contains(.frame) {
                feed(
                    client,
                    FrameFeed(
                        properties: properties.compactMap(Choreography.property),
                        minimumIntervalMs: interval ?? FrameInterval.usual))
            }
        case .unsubscribe(let events):
            guard let client = ask.client else { return answer(ask, [String: JSONValue]()) }
            answer(ask, Unsubscription(events: unsubscribe(client, from: events)))
            announce()
        case .bridgeReport(let bridge):
            if let client = ask.client { audience.bridges[client] = bridge }
            tellSync()
            answer(ask, [String: JSONValue]())
        case .shutdown:
            answer(ask, [String: JSONValue]())
            isShutDown = true
            actions.append(.shutDown)
        case .ping, .status, .offsetGet, .properties, .bridgeList, .version, .describe:
            if let known = tell(call) { answer(ask, known) }
        }
    }
}
