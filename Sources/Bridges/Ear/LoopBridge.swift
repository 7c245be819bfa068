// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
public import MetronomeLinux

/// Measures how late the output of the daemon is heard at a microphone, and sets its offset.
///
/// It plays clicks while the player is silent, and finds them in what is heard.
public struct LoopBridge<Source: StrokeSource> {
    private enum Stage {
        /// Waits for the daemon, and for a microphone that has heard the room.
        case listening
        /// Asked to start, and plays.
        case playing
        /// Has asked for the offset, and to stop.
        case ending
    }

    private let source: Source
    private let isCable: Bool
    private let done: (LoopOutcome) -> Void
    private var exchange = EarExchange()
    private var loop = LoopMeasurement()
    private var outcome = LoopOutcome()
    private var stage = Stage.listening
    private var (turnNs, begunNs): (Int64, Int64) = (0, 0)
    /// Since when the room is heard, and up to when clicks were looked for.
    private var (quietNs, listenedNs): (Int64?, Int64) = (nil, 0)
    private var status: Status?
    /// Why nothing can be told, while it stops.
    private var failure: EarFailure?

    /// How often it listens, and how long the room is heard before it plays.
    private static var everyNs: Int64 { 20_000_000 }
    private static var quietForNs: Int64 { 1_200_000_000 }
    /// How long a click is waited for, and clicks at all.
    private static var longestDelayNs: Int64 { 2_500_000_000 }
    private static var longestNs: Int64 { 60_000_000_000 }
    /// How long devices may take until their delay is steady.
    private static var settlingNs: Int64 { 20_000_000_000 }

    /// A measurement that has not connected yet; `done` takes what has come of it. With a cable from the output to the input, half of the
    /// delay is the input's.
    public init(_ source: Source, isCable: Bool = false, done: @escaping (LoopOutcome) -> Void) {
        (self.source, self.isCable, self.done) = (source, isCable, done)
    }

    /// Runs until it is done. Throws an `EarFailure` where nothing can be told, and the `ConnectionLoss` without a daemon.
    public func run(socket: String, signals: Signals, say: @escaping (String) -> Void) throws {
        var link = BridgeLink(self, socket: socket, signals: signals, welcome: nil, say: say)
        try link.run()
    }
}

/// What has come of a measurement.
public struct LoopOutcome: Sendable {
    /// The offset that is in force now, in milliseconds.
    public fileprivate(set) var offsetMs = 0.0
    /// What it was before.
    public fileprivate(set) var formerMs = 0.0
    /// The delay of the input, in milliseconds; nil where it cannot be told apart.
    public fileprivate(set) var inputMs: Double?
    /// How the clicks scattered, as a standard deviation.
    public fileprivate(set) var scatterMs = 0.0
    /// How many clicks were heard, of how many.
    public fileprivate(set) var (heard, clicks) = (0, 0)
}

extension LoopBridge: Bridge {
    package var descriptors: [CInt] { [] }
    package var wakeNs: Int64? { turnNs + Self.everyNs }

    package mutating func take(_ event: BridgeEvent<String>, atNs now: Int64) throws -> [BridgeAction<String>] {
        switch event {
        case .connected(let subscription):
            exchange.connect(subscription)
            status = subscription.state
            outcome.formerMs = subscription.state.audio.offsetMs
            try refuse(ifPlaying: subscription.state)
        case .told(let event, _):
            exchange.add(event)
            guard case .state(let event) = event else { break }
            let wasPlaying = status?.playing == true
            status = event.state
            // Another client has started it.
            if stage == .listening { try refuse(ifPlaying: event.state) }
            if stage == .playing, wasPlaying, !event.state.playing { return try fail("it was stopped meanwhile") }
        case .done(let answer, "start"):
            // Another client's was faster: what plays is not its own to stop.
            guard try (answer.result(as: Change.self).atBeat ?? 0) > 0 else { break }
            throw Self.foreignMusic
        case .done(let answer, "offset.set"):
            outcome.offsetMs = try answer.result(as: Change.self).values["offset_ms"]?.number ?? 0
        case .done(_, "stop") where stage == .ending:
            if let failure { throw failure }
            done(outcome)
            return [.end]
        case .refused(let error, _): return try fail(error.message)
        case .lost(let loss), .ended(let loss): throw loss
        case .turn where now >= turnNs + Self.everyNs: return try listen(atNs: now)
        case .signalled where stage == .ending && failure == nil:
            throw EarFailure(reason: "interrupted; metroctl offset says whether the offset was set")
        case .signalled: return try fail("interrupted")
        case .begun, .turn, .done, .unanswered, .woken: break
        }
        return []
    }

    /// What plays is somebody else's music.
    private func refuse(ifPlaying state: Status) throws {
        guard state.playing else { return }
        throw Self.foreignMusic
    }

    private static var foreignMusic: EarFailure {
        EarFailure(reason: "it plays: stop it first with metroctl stop; the offset is as it was")
    }

    /// Ends it without a result, and first what plays.
    private mutating func fail(_ reason: String) throws -> [BridgeAction<String>] {
        let failure = EarFailure(reason: reason + "; the offset is as it was")
        guard stage == .playing else { throw failure }
        (stage, self.failure) = (.ending, failure)
        return [.ask(BridgeRequest(method: "stop"), "stop")]
    }

    private mutating func listen(atNs now: Int64) throws -> [BridgeAction<String>] {
        turnNs = now
        var (onsets, said): ([LoopMeasurement.Onset], [BridgeAction<String>]) = ([], [])
        for report in source.turn(atNs: now, clicks: { _ in [] }) {
            switch report {
            case .stroke(let ns, let strength): onsets.append(LoopMeasurement.Onset(ns: ns, strength: strength))
            case .say(let line): said.append(.say(line))
            }
        }
        guard let status, stage != .ending else { return said }
        if let trouble = source.trouble { return try said + fail(trouble) }
        guard stage == .playing else {
            let since = quietNs ?? now
            quietNs = since
            guard now - since >= Self.quietForNs else { return said }
            guard status.audio.output != "clock" else {
                return try said + fail("there is nothing to hear: \(status.audio.trouble ?? "it plays on no device")")
            }
            (stage, listenedNs, begunNs) = (.playing, now, now)
            return said + [.say("it plays clicks: be silent"), .ask(BridgeRequest(method: "start"), "start")]
        }
        loop.onsets += onsets
        if listenedNs < now { loop.clicks += exchange.clicks(in: listenedNs..<now) }
        listenedNs = max(listenedNs, now)
        return try said + conclude(atNs: now)
    }

    private mutating func conclude(atNs now: Int64) throws -> [BridgeAction<String>] {
        guard loop.clicks.count >= LoopMeasurement.enough || now - begunNs > Self.longestNs else { return [] }
        let result: LoopMeasurement.Result
        do { result = try loop.result(atNs: now) } catch {
            // The clicks of a device that is very late are still to come.
            let old = loop.clicks.count { $0.ns < now - Self.longestDelayNs }
            let isOver =
                old >= LoopMeasurement.enough && !(error.maySettle && now - begunNs < Self.settlingNs)
                || now - begunNs > Self.longestNs
            return isOver ? try fail(error.description) : []
        }
        (outcome.scatterMs, outcome.heard, outcome.clicks) = (result.scatterMs, result.heard, result.clicks)
        stage = .ending
        var lateMs = result.lateMs
        if isCable {
            // Converters of both ways are alike, and nothing says more (jack_iodelay halves, too).
            let input = (lateMs + outcome.formerMs) / 2
            outcome.inputMs = input
            lateMs -= input
        }
        let by = JSONValue((lateMs * 100).rounded() / 100)
        return [
            .ask(BridgeRequest(method: "offset.set", params: ["by_ms": by]), "offset.set"),
            .ask(BridgeRequest(method: "stop"), "stop"),
        ]
    }
}
