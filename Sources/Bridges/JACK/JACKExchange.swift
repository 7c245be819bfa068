// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
package import MetronomeRhythm
internal import MetronomeSession

/// Decides what the daemon and JACK's transport do for each other.
///
/// A pure value: it is given cycles of JACK, what the daemon says, and the time; it returns what to do. Times are CLOCK_MONOTONIC in
/// nanoseconds. While the transport rolls, its frames are the clock: the daemon follows them, but in a song, which begins in step with
/// them and keeps its own tempo. Tempo, meter and song are the daemon's.
package struct JACKExchange: Sendable {
    /// What is to be done.
    package enum Action: Sendable, Hashable {
        case start, stop
        case locate(Int64)
        /// To tell bars and beats, and then to go to that frame, where there is one.
        case score([JACKSegment], at: Int64?)
        case request(BridgeRequest)
    }

    /// The name under which the clock is followed.
    static let source = "jack"
    /// What the song of the daemon may be off the transport.
    private static let mostOffNs: Double = 20e6

    /// Whether this is the timebase master; else bars and beats of the master are followed.
    package var ownsTimebase: Bool
    /// How much later than the transport the beats are heard.
    let offsetNs: Int64
    /// Whether bars and beats are ever told.
    private let tellsBars: Bool
    private(set) var music: HeardMusic?
    var status: Status? { music?.status }
    private(set) var song: SongCourse?
    private(set) var score: JACKScore?
    private(set) var bpm = 0.0
    private var meter = Meter.common
    private(set) var cycle: JACKCycle?
    /// When the last line was told.
    var lineNs: Int64?
    private var run = 0
    /// Starts and stops of the daemon that were asked for here, and have not happened yet.
    private var (startsHere, stopsHere) = (false, false)
    /// Whether the transport was told to stop here, and has not done anything since.
    private var stopsTransport = false
    /// Where the transport is to be.
    private var transportStart: JACKTransportStart?
    private var ahead = JACKTransportStart.usualAhead
    private(set) var isScoreTold = false
    /// How often JACK had asked for bars and beats, and the last cycle that was in order.
    var asked: (count: Int, frame: Int64)?

    /// - Parameters:
    ///   - offsetNs: how much later than the transport the beats are heard; below 0 for earlier.
    ///   - tellsBars: whether bars and beats are told where no other program tells them.
    package init(offsetNs: Int64 = 0, tellsBars: Bool = true) {
        (self.offsetNs, self.tellsBars, ownsTimebase) = (offsetNs, tellsBars, tellsBars)
    }

    // MARK: the daemon

    /// The daemon is there.
    package mutating func connect(_ subscription: Subscription) {
        (music, lineNs, run) = (HeardMusic(subscription), nil, 0)
        (startsHere, stopsHere) = (false, false)
        makeScore()
    }

    /// The daemon is gone: the transport goes on.
    package mutating func disconnect() { (music, lineNs, transportStart) = (nil, nil, nil) }

    /// The song that the daemon has loaded; nil for none, and for one that cannot be read here.
    package mutating func take(song: SongCourse?) {
        self.song = song
        makeScore()
    }

    /// Whether the daemon has a song loaded.
    var hasSong: Bool { status?.song != nil }

    /// Takes in an event.
    package mutating func add(_ event: Event, atNs now: Int64) -> [Action] {
        let before = status
        music?.add(event)
        guard case .state = event, let status else { return [] }
        var actions: [Action] = []
        if before?.playing == true, !status.playing {
            if stopsHere {
                stopsHere = false
            } else if cycle?.isUnderWay == true || transportStart != nil {
                (transportStart, stopsTransport) = (nil, cycle?.isUnderWay == true)
                actions.append(.stop)
            }
        }
        if before?.song?.scale != status.song?.scale { makeScore() }
        if before?.song?.startBar != status.song?.startBar { actions += place() }
        return actions + tempo(status, atNs: now)
    }

    /// What a new tempo or meter comes to.
    private mutating func tempo(_ status: Status, atNs now: Int64) -> [Action] {
        guard !hasSong, let cycle, score != nil else { return [] }
        let frame = Double(cycle.place) + (cycle.rolls ? Double(now - cycle.timeNs) * Double(cycle.rate) / 1e9 : 0)
        let before = (bpm, meter)
        var isProposed = false
        if let sync = status.sync, sync.source == Self.source {
            if let proposal = sync.proposal {
                guard ownsTimebase || cycle.bars == nil else {
                    return [.request(BridgeRequest(method: "follow.refuse"))]
                }
                (bpm, lineNs, isProposed) = (proposal, nil, true)
            }
        } else if abs(status.bpm - bpm) > 0.0051 || !cycle.rolls {
            bpm = status.bpm
        }
        if let meter = try? Meter(parsing: status.meter) { self.meter = meter }
        guard isProposed || (bpm, meter) != before else { return [] }
        if isProposed || cycle.rolls { keepScore(fromFrame: frame) } else { makeScore() }
        return []
    }

    /// A request of this was refused.
    package mutating func refuse(_ method: String) {
        if method == "start" { (startsHere, stopsHere) = (false, stopsHere && status?.playing == true) }
        if method == "stop" { stopsHere = false }
    }

    /// A beat of the metronome, in quarter notes.
    var beat: Double { status?.beatLength?.value ?? 1 }

    /// - Parameter played: the tempo that is played, where it is known better than to the daemon.
    private mutating func makeScore(bpm played: Double? = nil) {
        isScoreTold = false
        guard let status, let rate = cycle?.rate, rate > 0 else { return score = nil }
        if let song, let scale = status.song?.scale {
            score = JACKScore(song, scale: scale, rate: rate)
        } else {
            (bpm, meter) = (played ?? status.bpm, (try? Meter(parsing: status.meter)) ?? .common)
            score = JACKScore(quarterBPM: bpm * beat, meter: meter, rate: rate)
        }
    }

    /// The metronome keeps its tempo and its meter where the transport goes.
    private mutating func keepScore(fromFrame frame: Double) {
        guard !hasSong, var kept = score, kept.hold(quarterBPM: bpm * beat, meter, fromFrame: frame) else { return }
        (score, isScoreTold) = (kept, false)
    }

    // MARK: the transport

    /// The server is gone. Another one is brought to where the music is.
    package mutating func lose() {
        (cycle, transportStart, stopsTransport, lineNs, run) = (nil, nil, false, nil, 0)
        (isScoreTold, asked, ownsTimebase) = (false, nil, tellsBars)
    }

    /// When there is something to do though nothing comes.
    package func wakeNs(_ clock: JACKClock?) -> Int64? {
        guard let cycle, let clock else { return nil }
        let line = cycle.rolls && status != nil ? lineNs.map { $0 + BridgeRequest.lineEveryNs } : nil
        return [transportStart?.wakeNs(clock, ahead: ahead), line].compactMap { $0 }.min()
    }

    /// Takes in the last cycle.
    package mutating func turn(_ clock: JACKClock, atNs now: Int64) -> [Action] {
        let former = cycle
        cycle = clock.cycle
        if score == nil || former == nil {
            makeScore()
        } else if !ownsTimebase, clock.cycle.bars == nil, let bars = former?.bars {
            // The program that told them has gone: the music goes on at its tempo.
            makeScore(bpm: clock.cycle.rolls ? tempo(of: bars) : nil)
        }
        if former?.changes != clock.cycle.changes { keepScore(fromFrame: Double(clock.cycle.place)) }
        var actions: [Action] = []
        if isReplaced(clock.cycle) { ownsTimebase = false }
        // Whether another program leads is known only by bars, or by trying.
        if let score, tellsBars, ownsTimebase ? !isScoreTold : clock.cycle.bars == nil {
            isScoreTold = true
            // Where it stands JACK asks for bars and beats only when it is sent there.
            let stands = !clock.cycle.isUnderWay && transportStart == nil
            actions.append(.score(score.segments, at: stands ? clock.cycle.place : nil))
        }
        let wasStoppedHere = stopsTransport
        if former?.changes != clock.cycle.changes { stopsTransport = false }
        let stops = former?.isUnderWay == true && !clock.cycle.isUnderWay
        if stops { transportStart = nil }
        if transportStart != nil {
            actions += pursue(clock)
        } else if status != nil {
            actions += transport(clock, former, stops: stops && !wasStoppedHere)
        }
        actions += daemonStart(clock, atNs: now)
        if clock.cycle.rolls, transportStart == nil, lineNs.map({ now >= $0 + BridgeRequest.lineEveryNs }) ?? true {
            actions += line(clock, atNs: now)
        }
        return actions
    }

    /// Goes on to where the transport is to be.
    private mutating func pursue(_ clock: JACKClock) -> [Action] {
        guard var transportStart else { return [] }
        defer { self.transportStart = transportStart.isOver ? nil : transportStart }
        switch transportStart.turn(clock, ahead: &ahead) {
        case .nothing: return []
        case .go(let frame): return clock.cycle.rolls ? [.locate(frame)] : [.locate(frame), .start]
        }
    }

    /// The transport has started, stopped or gone elsewhere. `stops`: another program has stopped it, though it may not have rolled.
    private mutating func transport(_ clock: JACKClock, _ former: JACKCycle?, stops: Bool) -> [Action] {
        let cycle = clock.cycle
        guard former?.changes != cycle.changes || former == nil, !cycle.starts, let status else { return [] }
        lineNs = nil
        guard cycle.rolls else {
            let isFollowed = former?.rolls == true || status.sync?.source == Self.source
            let end: [Action] = hasSong || !isFollowed ? [] : [.request(BridgeRequest(method: "follow.end"))]
            if stops, status.playing || startsHere {
                (startsHere, stopsHere) = (false, true)
                return [.request(BridgeRequest(method: "stop"))] + end
            }
            // It is where it is after a stop, or was sent elsewhere.
            return former == nil || former?.rolls == true || status.playing ? end : end + seek(clock)
        }
        guard hasSong else {
            let line = line(clock, atNs: cycle.timeNs)
            guard !status.playing, !startsHere else { return line }
            startsHere = true
            return line + [.request(BridgeRequest(method: "start", params: ["at": .string("beat")]))]
        }
        if status.playing {
            if let heard = quartersHeard(clock), let there = score?.quarters(atFrame: Double(cycle.place)),
                let framesOff = score.map({ $0.frame(ofQuarters: heard) - $0.frame(ofQuarters: there) }),
                abs(framesOff) / Double(cycle.rate) * 1e9 < Self.mostOffNs
            {
                return []
            }
            stopsHere = true
            return [.request(BridgeRequest(method: "stop"))] + startSong(clock)
        }
        return startSong(clock)
    }

    private mutating func startSong(_ clock: JACKClock) -> [Action] {
        guard let score, !startsHere else { return [] }
        let quarters = score.quarters(atFrame: Double(clock.cycle.place))
        guard quarters >= 0, quarters < score.length ?? .infinity else { return [] }
        startsHere = true
        let params: [String: JSONValue] = [
            "time_ns": .integer(clock.heardNs(ofFrame: Double(clock.cycle.frame)) + offsetNs),
            "quarters": JSONValue(quarters),
        ]
        return [.request(BridgeRequest(method: "start", params: params))]
    }

    // MARK: what the daemon plays

    /// The daemon plays, and the transport does not, or is elsewhere in the song: it is sent there.
    private mutating func daemonStart(_ clock: JACKClock, atNs now: Int64) -> [Action] {
        guard let timeline = music?.timeline, status?.playing == true, timeline.run != run, !stopsTransport else {
            return songGoesElsewhere(clock, atNs: now)
        }
        run = timeline.run
        // The run was asked for here, or its end is.
        guard !startsHere, !stopsHere else {
            startsHere = false
            return []
        }
        if clock.cycle.rolls, !hasSong { return [] }
        keepScore(fromFrame: 0)
        transportStart = JACKTransportStart(timeline, from: now, score, clock, offsetNs: offsetNs)
        return pursue(clock)
    }

    /// The song has jumped.
    private mutating func songGoesElsewhere(_ clock: JACKClock, atNs now: Int64) -> [Action] {
        guard hasSong, transportStart == nil, !startsHere, !stopsHere, !stopsTransport, clock.cycle.rolls,
            status?.playing == true, let score, let heard = quartersHeard(clock), let timeline = music?.timeline
        else { return [] }
        let off = score.frame(ofQuarters: heard) - Double(clock.cycle.place)
        guard abs(off) / Double(clock.cycle.rate) * 1e9 > Self.mostOffNs else { return [] }
        transportStart = JACKTransportStart(timeline, from: now, score, clock, offsetNs: offsetNs)
        return pursue(clock)
    }
}
