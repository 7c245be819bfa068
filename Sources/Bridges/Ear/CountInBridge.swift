// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
public import MetronomeLinux

/// Starts the daemon by a player who counts in: four even strokes say the tempo, and the beat after them is the first.
public struct CountInBridge<Source: StrokeSource> {
    private let source: Source
    private let done: (Double) -> Void
    private var strokes = CountedStrokes()
    private var count: CountedStrokes.Count?
    private var isConnected = false
    private var turnNs: Int64 = 0

    /// How often it listens.
    private static var everyNs: Int64 { 10_000_000 }

    /// A bridge that has not connected yet; `done` takes the tempo that was started with, in beats per minute.
    public init(_ source: Source, done: @escaping (Double) -> Void) { (self.source, self.done) = (source, done) }

    /// Runs until it plays, or a signal comes. Throws an `EarFailure` where the daemon refuses, and the `ConnectionLoss` without a daemon.
    public func run(socket: String, signals: Signals, say: @escaping (String) -> Void) throws {
        var link = BridgeLink(self, socket: socket, signals: signals, welcome: nil, say: say)
        try link.run()
    }
}

extension CountInBridge: Bridge {
    package var descriptors: [CInt] { [] }
    package var wakeNs: Int64? { turnNs + Self.everyNs }

    package mutating func take(_ event: BridgeEvent<String>, atNs now: Int64) throws -> [BridgeAction<String>] {
        switch event {
        case .connected(let subscription):
            isConnected = true
            try refuse(ifPlaying: subscription.state)
        case .told(.state(let event), _) where count == nil: try refuse(ifPlaying: event.state)
        case .done(_, "tempo"):
            // Not before: a refused tempo starts nothing.
            guard let count else { break }
            return [
                .ask(BridgeRequest(method: "start", params: ["time_ns": .integer(count.nextNs)]), "start")
            ]
        case .done(_, "start"):
            if let count { done(count.bpm) }
            return [.end]
        case .refused(let error, _): throw EarFailure(reason: error.message)
        case .lost(let loss), .ended(let loss): throw loss
        case .turn where now >= turnNs + Self.everyNs: return try listen(atNs: now)
        case .signalled: return [.end]
        case .begun, .told, .turn, .done, .unanswered, .woken: break
        }
        return []
    }

    private func refuse(ifPlaying state: Status) throws {
        if state.playing { throw EarFailure(reason: "it plays already: stop it first with metroctl stop") }
    }

    private mutating func listen(atNs now: Int64) throws -> [BridgeAction<String>] {
        turnNs = now
        var actions: [BridgeAction<String>] = []
        for report in source.turn(atNs: now, clicks: { _ in [] }) {
            switch report {
            case .say(let line): actions.append(.say(line))
            case .stroke(let ns, _):
                guard isConnected, count == nil, let counted = strokes.take(strokeAtNs: ns) else { continue }
                count = counted
                let bpm = JSONValue((counted.bpm * 100).rounded() / 100)
                actions.append(.ask(BridgeRequest(method: "tempo.set", params: ["bpm": bpm]), "tempo"))
            }
        }
        return actions
    }
}
