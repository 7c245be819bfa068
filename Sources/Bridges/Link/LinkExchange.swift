// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeControl
internal import MetronomeRhythm
internal import MetronomeSession

/// Keeps a session of Ableton Link and the daemon together.
///
/// Alone in the session, it gives that the daemon's tempo, beats and bars. With others in it, the daemon follows: it is told
/// where the session is, and a tempo that is asked for there is given to the session. Start and stop go both ways.
///
/// A value that is given what the daemon says and the time; it acts on the session and returns what to ask of the daemon. Times
/// are CLOCK_MONOTONIC in nanoseconds.
package struct LinkExchange: Sendable {
    /// The name under which the clock is followed.
    static let source = "link"
    /// Between two looks at a session without others.
    private static let lookEveryNs: Int64 = 1_000_000_000
    /// How far a session without others may be from the daemon's beats before it is moved, in nanoseconds.
    private static let nearness: Int64 = 1_000_000
    /// A start that is further ahead is asked for with its time, a nearer one with the next bar.
    private static let startAheadNs: Int64 = 100_000_000
    /// How long before the first beat the session's transport is started, so that all begin with that beat.
    private static let startLeadNs: Int64 = 10_000_000

    private var music: HeardMusic?
    private var status: Status? { music?.status }
    /// How many beats of the session a beat of the daemon is.
    private(set) var multiple = 1.0
    /// How many others were in the session at the last look.
    package private(set) var peers = 0
    /// When the last line was sent, while the daemon follows.
    private var lineNs: Int64?
    private var toldBPM = 0.0
    private var toldQuantum = 0
    private var lookedNs: Int64 = 0
    /// What is known of both transports.
    private var (playsThere, playsHere): (Bool?, Bool?)
    private var answeredProposal: Double?

    /// An exchange without a daemon yet.
    package init() {}

    // MARK: the daemon

    /// The daemon is there.
    package mutating func connect(_ subscription: Subscription) {
        (music, lineNs, answeredProposal) = (HeardMusic(subscription), nil, nil)
        playsHere = subscription.state.playing
    }

    /// Takes in an event.
    package mutating func add(_ event: Event) { music?.add(event) }

    /// The daemon is gone.
    package mutating func disconnect() { (music, lineNs) = (nil, nil) }

    /// A line was refused: the next one is sent after a while.
    package mutating func refuse() { answeredProposal = nil }

    /// When the next look is due.
    package var wakeNs: Int64 {
        guard status != nil, peers > 0 else { return lookedNs + Self.lookEveryNs }
        return (lineNs ?? lookedNs) + BridgeRequest.lineEveryNs
    }

    // MARK: the exchange

    /// Looks at both sides, changes the session where it is to follow, and returns what to ask of the daemon.
    package mutating func turn(_ session: some LinkSession, atNs now: Int64) -> [BridgeRequest] {
        lookedNs = now
        let before = peers
        let moment = session.moment(atNs: now, quantum: quantum)
        peers = moment.peers
        guard let status else { return [] }
        guard peers > 0 else {
            let end = lineNs.map { _ in [BridgeRequest(method: "follow.end")] } ?? []
            lineNs = nil
            lead(session, status, atNs: now)
            return end + transport(session, session.moment(atNs: now, quantum: quantum), atNs: now)
        }
        if before == 0, !LinkTempo.isSame(moment.bpm, status.bpm * multiple) { multiple = 1 }
        if !(1...1000).contains(moment.bpm / multiple) { multiple = 1 }
        let proposal = answer(session, status, atNs: now)
        let present = session.moment(atNs: now, quantum: quantum)
        return proposal + line(present, atNs: now) + transport(session, present, atNs: now)
    }

    private var beatsInBar: Int { status?.beatsInBar ?? 4 }
    private var quantum: Double { Double(beatsInBar) * multiple }

    /// Gives the session, in which nobody else is, the daemon's tempo, beats and bars.
    private mutating func lead(_ session: some LinkSession, _ status: Status, atNs now: Int64) {
        multiple = LinkTempo.multiple(for: status.bpm)
        let bpm = status.bpm * multiple
        if !LinkTempo.isSame(session.moment(atNs: now, quantum: quantum).bpm, bpm) { session.setTempo(bpm, atNs: now) }
        guard let beat = music?.timeline?.beat(after: ClockTime(nanoseconds: now)) else { return }
        let wanted = Double(beat.beat - 1) * multiple
        let moment = session.moment(atNs: beat.time.nanoseconds, quantum: quantum)
        let distance = (moment.beat - wanted).remainder(dividingBy: quantum) * 60e9 / moment.bpm
        if abs(distance) > Double(Self.nearness) {
            session.force(beat: wanted, atNs: beat.time.nanoseconds, quantum: quantum)
        }
    }

    /// Takes or refuses a tempo that was asked for at the daemon.
    private mutating func answer(_ session: some LinkSession, _ status: Status, atNs now: Int64) -> [BridgeRequest] {
        guard let sync = status.sync, sync.source == Self.source, let bpm = sync.proposal else {
            answeredProposal = nil
            return []
        }
        guard bpm != answeredProposal, lineNs != nil else { return [] }
        answeredProposal = bpm
        // What is loaded does not change the tempo of everybody.
        if sync.loaded == true { return [BridgeRequest(method: "follow.refuse")] }
        multiple = LinkTempo.multiple(for: bpm)
        session.setTempo(bpm * multiple, atNs: now)
        return []
    }

    /// Tells the daemon where the session is, if that is due.
    private mutating func line(_ moment: LinkMoment, atNs now: Int64) -> [BridgeRequest] {
        let (bpm, bar) = (moment.bpm / multiple, beatsInBar)
        guard bpm.isFinite, moment.beat.isFinite else { return [] }
        if let lineNs, now < lineNs + BridgeRequest.lineEveryNs, bpm == toldBPM, bar == toldQuantum { return [] }
        (lineNs, toldBPM, toldQuantum) = (now, bpm, bar)
        let beat = JSONValue(moment.beat / multiple)
        return [.follow(source: Self.source, beat: beat, atNs: now, bpm: bpm, quantum: bar)]
    }

    /// Start and stop: what has changed on one side is done on the other.
    private mutating func transport(
        _ session: some LinkSession, _ moment: LinkMoment, atNs now: Int64
    ) -> [BridgeRequest] {
        guard let status else { return [] }
        if let there = playsThere, there != moment.isPlaying {
            playsThere = moment.isPlaying
            playsHere = status.playing
            guard moment.isPlaying != status.playing else { return [] }
            return [moment.isPlaying ? start(moment, atNs: now) : BridgeRequest(method: "stop")]
        }
        // Whoever joins others leaves them as they are.
        let isNews = playsThere == nil ? peers == 0 : playsHere != status.playing
        if isNews, moment.isPlaying != status.playing {
            // The first beat is known once the timeline is.
            if status.playing, music?.timeline == nil { return [] }
            let first = music?.timeline?.beat(0)?.time.nanoseconds ?? now
            session.setPlaying(status.playing, atNs: status.playing ? max(now, first - Self.startLeadNs) : now)
        }
        playsHere = status.playing
        playsThere = session.moment(atNs: now, quantum: quantum).isPlaying
        return []
    }

    /// The request that starts with the first bar of the session from its start on.
    private func start(_ moment: LinkMoment, atNs now: Int64) -> BridgeRequest {
        let beatNs = 60e9 / moment.bpm
        // Times come from others, and need not lie near ours.
        let atStart = moment.beat + (Double(moment.playingNs) - Double(now)) / beatNs
        // What lies just after a bar line is meant to lie on it.
        let bar = ((atStart - 0.01) / quantum).rounded(.up) * quantum
        let aheadNs = (bar - moment.beat) * beatNs
        guard peers > 0, aheadNs > Double(Self.startAheadNs), aheadNs < 60e9 else {
            return BridgeRequest(method: "start")
        }
        return BridgeRequest(method: "start", params: ["time_ns": .integer(now + Int64(clamping: aheadNs.rounded()))])
    }
}
