// SPDX-License-Identifier: Apache-2.0

package import Control
internal import Glibc
package import Linux

/// Writes a MIDI clock of what the daemon plays to a port, until a signal comes.
///
/// A port that is lost is opened again, and so is the connection; after both the followers are sent to their place.
package struct MIDIBridge: ~Copyable {
    private let name: String
    private let offsetNs: Int64
    private let signals: Signals
    private let say: (String) -> Void
    private var connection: DaemonConnection
    private var port: MIDIPort?
    private var clock: MIDIClock?
    /// When the port is tried again; until then messages are lost. Nil while it takes them.
    private var retryNs: Int64?
    private var hasReportedLoss = false
    /// What is wrong with the port; nil while it takes what is sent.
    private var trouble: String? {
        didSet {
            guard trouble != oldValue else { return }
            say(trouble ?? "\(name) is there again")
            tellDaemon()
        }
    }

    private static let (openEveryNs, writeEveryNs): (Int64, Int64) = (1_000_000_000, 100_000_000)

    /// Opens the port. Throws where that cannot be used.
    ///
    /// - Parameters:
    ///   - name: of the port, as for ``MIDIPort``.
    ///   - socket: the daemon's.
    ///   - offsetNs: how much later clocks are sent than their places are heard.
    ///   - say: takes a line for people, without an end.
    package init(
        port name: String, socket: String, offsetNs: Int64, signals: Signals, say: @escaping (String) -> Void
    ) throws(MIDIPort.Refusal) {
        self.name = name
        self.offsetNs = offsetNs
        self.signals = signals
        self.say = say
        connection = DaemonConnection(
            path: socket, subscription: ["events": .array([.string("state"), .string("timeline")])],
            answerTimeout: .seconds(2), longestPause: .seconds(2))
        port = try MIDIPort(name)
    }

    /// Runs until a signal comes, then stops the followers. Throws where the daemon refuses for good.
    package mutating func run() throws(ConnectionLoss) {
        PreciseWait.prepare()
        say("clock to \(port?.path ?? name)")
        while true {
            for report in connection.turn(atNs: MonotonicClock.nowNs) { try take(report) }
            let now = MonotonicClock.nowNs
            if let retryNs, retryNs <= now { retry(atNs: now) }
            for due in clock?.due(atNs: now) ?? [] { send(due.message, atNs: now) }
            let wake = [connection.wakeNs, clock?.wakeNs, retryNs].compactMap { $0 }.min()
            let ready = PreciseWait.forInput(of: signals.descriptor, connection.descriptor, untilNs: wake)
            if ready[0], !signals.taken().isEmpty { break }
        }
        if clock?.isRolling ?? false { send(.stop, atNs: MonotonicClock.nowNs) }
    }

    private mutating func take(_ report: ConnectionReport) throws(ConnectionLoss) {
        let now = MonotonicClock.nowNs
        switch report {
        case .subscribed(let subscription):
            if hasReportedLoss { say("the daemon is there again") }
            hasReportedLoss = false
            tellDaemon()
            clock = MIDIClock(subscription, offsetNs: offsetNs, atNs: now)
        case .event(let event, _): clock?.add(event, atNs: now)
        case .answered, .refused: break
        case .lost(let loss):
            if clock?.isRolling ?? false { send(.stop, atNs: now) }
            clock = nil
            if !hasReportedLoss { say("\(loss); waiting for it") }
            hasReportedLoss = true
        case .ended(let loss): throw loss
        }
    }

    /// Tells the daemon how the bridge fares.
    private mutating func tellDaemon() {
        var params: [String: JSONValue] = ["name": "midi", "to": .string(port?.path ?? name)]
        params["trouble"] = trouble.map(JSONValue.string)
        connection.request("bridge.report", params)
    }

    private mutating func send(_ message: MIDIMessage, atNs now: Int64) {
        guard retryNs == nil, let outcome = port?.write(message.bytes) else { return }
        switch outcome {
        case .written: trouble = nil
        case .full:
            trouble = "\(name) takes no more bytes: what reads there has stopped"
            retryNs = now + Self.writeEveryNs
        case .failed(let reason):
            trouble = "\(name) is lost: \(reason); waiting for it"
            port = nil
            retryNs = now + Self.openEveryNs
        }
    }

    private mutating func retry(atNs now: Int64) {
        if port == nil {
            do throws(MIDIPort.Refusal) { port = try MIDIPort(name) } catch {
                retryNs = now + Self.openEveryNs
                return
            }
            trouble = nil
        }
        retryNs = nil
        clock?.lose()
    }
}
