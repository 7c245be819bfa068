// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
public import MetronomeLinux
internal import MetronomeSession

/// Has the daemon follow a player: his tempo and his beats, as any outside clock.
///
/// ``BeatTracker`` finds them; this performs. A bar begins with the first stroke. Without strokes, or where they have no beat, the daemon
/// goes on at the last tempo.
public struct LeadBridge<Source: StrokeSource> {
    private let source: Source
    private let starts: Bool
    private var exchange = EarExchange()
    private var status: Status?
    private var tracker: BeatTracker?
    private var line: BeatTracker.Line?
    /// When it listened, when the last stroke was, when beats were looked for and found, and when the daemon was told, in nanoseconds.
    private var (turnNs, strokeNs, lookedNs, foundNs, toldNs): (Int64, Int64, Int64, Int64, Int64) = (0, 0, 0, 0, 0)
    private var hasNewStrokes = false
    /// Whether people know that no beat was found.
    private var hasSaidUnsure = false
    private var refusal: String?
    private var refusedProposal: Double?

    /// The name under which the player is followed.
    package static var name: String { "ear" }
    /// How often it listens, looks for beats and tells the daemon.
    private static var everyNs: Int64 { 20_000_000 }
    private static var lookEveryNs: Int64 { 200_000_000 }
    /// After how long without a stroke, and without a beat in those that come, the player no longer leads.
    private static var pauseNs: Int64 { 5_000_000_000 }
    private static var lostNs: Int64 { 4_000_000_000 }

    /// A bridge that has not connected yet; with `starts` it starts the metronome, too.
    public init(_ source: Source, starts: Bool) { (self.source, self.starts) = (source, starts) }

    /// Runs until a signal comes. Throws the `ConnectionLoss` where the daemon refuses for good.
    ///
    /// - Parameters:
    ///   - socket: the daemon's.
    ///   - say: takes a line for people, without an end.
    public func run(socket: String, signals: Signals, say: @escaping (String) -> Void) throws {
        var link = BridgeLink(self, socket: socket, signals: signals, say: say)
        try link.run()
    }
}

extension LeadBridge: Bridge {
    package var descriptors: [CInt] { [] }
    package var wakeNs: Int64? { turnNs + Self.everyNs }
    package var report: BridgeList.Bridge? { .init(Self.name, to: source.name, trouble: source.trouble ?? refusal) }

    package mutating func take(_ event: BridgeEvent<String>, atNs now: Int64) -> [BridgeAction<String>] {
        switch event {
        case .connected(let subscription):
            exchange.connect(subscription)
            status = subscription.state
        case .told(let event, _):
            exchange.add(event)
            if case .state(let event) = event { return take(event.state) }
        case .lost:
            exchange.disconnect()
            status = nil
        case .done(_, "follow"): refusal = nil
        case .refused(let error, "follow"):
            defer { refusal = error.message }
            return refusal == error.message ? [] : [.say(error.message)]
        case .refused(let error, "start"): return [.say(error.message)]
        case .turn where now >= turnNs + Self.everyNs: return listen(atNs: now)
        case .signalled: return [.end]
        case .begun, .turn, .done, .refused, .unanswered, .woken, .ended: break
        }
        return []
    }

    private mutating func take(_ state: Status) -> [BridgeAction<String>] {
        status = state
        if line == nil { tracker?.expected = state.bpm }
        guard let sync = state.sync, sync.source == Self.name, let proposal = sync.proposal else {
            refusedProposal = nil
            return []
        }
        // A player takes no tempo from the metronome that follows him.
        guard line != nil, proposal != refusedProposal else { return [] }
        refusedProposal = proposal
        return [.ask(BridgeRequest(method: "follow.refuse"), "follow.refuse")]
    }

    private mutating func listen(atNs now: Int64) -> [BridgeAction<String>] {
        turnNs = now
        var actions: [BridgeAction<String>] = []
        for report in source.turn(atNs: now, clicks: exchange.clicks) {
            switch report {
            case .say(let text): actions.append(.say(text))
            case .stroke(let ns, let strength): take(strokeAtNs: ns, strength: strength)
            }
        }
        return actions + look(atNs: now) + tell(atNs: now)
    }

    private mutating func take(strokeAtNs ns: Int64, strength: Double) {
        if tracker == nil || ns > strokeNs + Self.pauseNs, let status {
            tracker = BeatTracker(expecting: status.bpm, beatsInBar: status.beatsInBar ?? 4)
            (line, hasSaidUnsure, foundNs) = (nil, false, ns)
        }
        tracker?.take(strokeAtNs: ns, strength: strength)
        (strokeNs, hasNewStrokes) = (ns, true)
    }

    /// Looks for the beats of those strokes that came.
    private mutating func look(atNs now: Int64) -> [BridgeAction<String>] {
        if line != nil, now > strokeNs + Self.pauseNs {
            (line, tracker) = (nil, nil)
            return [.say("nothing is played any more: the metronome goes on at the last tempo")]
        }
        guard hasNewStrokes, now >= lookedNs + Self.lookEveryNs, var tracker else { return [] }
        (lookedNs, hasNewStrokes) = (now, false)
        defer { self.tracker = tracker }
        let hadLine = line != nil
        if let found = tracker.line() {
            (line, foundNs, hasSaidUnsure) = (found, now, false)
            guard !hadLine, let status else { return [] }
            let said: [BridgeAction<String>] = [
                .say("it follows you, at \(PlainValue.text((found.bpm * 10).rounded() / 10)) bpm")
            ]
            return starts && !status.playing
                ? said + follow(found, status, atNs: now) + [.ask(BridgeRequest(method: "start"), "start")] : said
        }
        if hadLine, now > foundNs + Self.lostNs {
            line = nil
            return [.say("the beat is lost: the metronome goes on at the last tempo")]
        }
        guard !hadLine, !hasSaidUnsure, tracker.hasHeardEnough else { return [] }
        hasSaidUnsure = true
        return [.say("no steady beat yet: play on, or say about how fast it is with metroctl tempo")]
    }

    private mutating func tell(atNs now: Int64) -> [BridgeAction<String>] {
        guard let line, let status, now >= toldNs + BridgeRequest.lineEveryNs else { return [] }
        return follow(line, status, atNs: now)
    }

    private mutating func follow(_ line: BeatTracker.Line, _ status: Status, atNs now: Int64) -> [BridgeAction<String>]
    {
        toldNs = now
        // The beat of the line that is nearest.
        let periodNs = 60e9 / line.bpm
        let ahead = (Double(now &- line.ns) / periodNs).rounded()
        guard let step = Int64(exactly: (ahead * periodNs).rounded()), let beats = Int64(exactly: ahead) else {
            return []
        }
        let told = BridgeRequest.follow(
            source: Self.name, beat: .integer(line.beat &+ beats), atNs: line.ns &+ step,
            bpm: (line.bpm * 1000).rounded() / 1000, quantum: status.beatsInBar)
        return [.ask(told, "follow")]
    }
}
