// SPDX-License-Identifier: Apache-2.0

public import Control
public import Linux

/// Joins the daemon to a session of Ableton Link, until a signal comes.
///
/// ``LinkExchange`` decides; this performs. Without a daemon it stays in the session, and waits.
public struct LinkBridge<Session: LinkSession>: ~Copyable {
    private let session: Session
    private let signals: Signals
    private let say: (String) -> Void
    private var connection: DaemonConnection
    private var exchange = LinkExchange()
    private var lines: Set<Int64> = []
    private var hasReportedLoss = false
    /// Why the daemon does not follow, or what it did not do.
    private var refusal: String?
    private var networks = NetworkAddresses.current()
    private var lookedForNetworksNs: Int64 = 0
    private var reported: [String: JSONValue] = [:]

    private static var networksEveryNs: Int64 { 5_000_000_000 }

    /// A bridge that has not connected yet.
    ///
    /// - Parameters:
    ///   - session: is in the session already.
    ///   - socket: the daemon's.
    ///   - say: takes a line for people, without an end.
    public init(_ session: Session, socket: String, signals: Signals, say: @escaping (String) -> Void) {
        self.session = session
        self.signals = signals
        self.say = say
        connection = DaemonConnection(
            path: socket, subscription: Subscription.params([.state, .timeline]),
            answerTimeout: .seconds(2), longestPause: .seconds(2))
    }

    /// Runs until a signal comes. Throws where the daemon refuses for good.
    public mutating func run() throws(ConnectionLoss) {
        PreciseWait.prepare()
        let place = networks.isEmpty ? "this machine alone, for no network is up" : networks.joined(separator: ", ")
        say("tempo, beat, start and stop with Ableton Link on \(place)")
        while true {
            for report in connection.turn(atNs: MonotonicClock.nowNs) { try take(report) }
            session.clear()
            let before = exchange.peers
            for request in exchange.turn(session, atNs: MonotonicClock.nowNs) { send(request) }
            if exchange.peers != before { say(Self.count(exchange.peers)) }
            lookForNetworks()
            tellDaemon()
            let wake = [connection.wakeNs, exchange.wakeNs].compactMap { $0 }.min()
            let ready = PreciseWait.forInput(
                of: signals.descriptor, connection.descriptor, session.descriptor, untilNs: wake)
            if ready[0], !signals.taken().isEmpty { break }
        }
    }

    private static func count(_ peers: Int) -> String {
        switch peers {
        case 0: "nobody else is in the session: it follows the daemon"
        case 1: "1 other is in the session: the daemon follows it"
        default: "\(peers) others are in the session: the daemon follows it"
        }
    }

    private mutating func send(_ request: BridgeRequest) {
        guard let id = connection.request(request.method, request.params) else { return }
        if request.method == "follow" { lines.insert(id) }
    }

    private mutating func take(_ report: ConnectionReport) throws(ConnectionLoss) {
        switch report {
        case .subscribed(let subscription):
            if hasReportedLoss { say("the daemon is there again") }
            (hasReportedLoss, reported, lines) = (false, [:], [])
            exchange.connect(subscription)
        case .event(let event, _): exchange.add(event)
        case .answered(let answer):
            if lines.remove(answer.id) != nil { refusal = nil }
        case .refused(let id, let error):
            let isLine = id.flatMap { lines.remove($0) } != nil
            if isLine { exchange.refuse() }
            // What ends by itself is not worth a word.
            guard error.reason != "led" || isLine else { break }
            if refusal != error.message { say(error.message) }
            refusal = isLine ? error.message : nil
        case .lost(let loss):
            exchange.disconnect()
            if !hasReportedLoss { say("\(loss); waiting for it") }
            hasReportedLoss = true
        case .ended(let loss):
            throw loss
        }
    }

    private mutating func lookForNetworks() {
        let now = MonotonicClock.nowNs
        guard exchange.peers == 0, now - lookedForNetworksNs > Self.networksEveryNs else { return }
        lookedForNetworksNs = now
        let present = NetworkAddresses.current()
        guard present != networks else { return }
        networks = present
        say(present.isEmpty ? "no network is up any more" : "on \(present.joined(separator: ", "))")
    }

    /// Tells the daemon how the bridge fares, where that has changed.
    private mutating func tellDaemon() {
        let isAlone = exchange.peers == 0 && networks.isEmpty
        let trouble = refusal ?? (isAlone ? "no network is up: join one, and others are found by themselves" : nil)
        var params: [String: JSONValue] = [
            "name": "link", "to": "Ableton Link", "peers": .integer(Int64(exchange.peers)),
        ]
        params["trouble"] = trouble.map(JSONValue.string)
        guard params != reported, connection.request("bridge.report", params) != nil else { return }
        reported = params
    }
}
