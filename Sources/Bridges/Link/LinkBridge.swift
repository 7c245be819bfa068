// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
public import MetronomeLinux

/// Joins the daemon to a session of Ableton Link.
///
/// ``LinkExchange`` decides; this performs. Without a daemon it stays in the session, and waits.
public struct LinkBridge<Session: LinkSession> {
    private let session: Session
    private var exchange = LinkExchange()
    /// Why the daemon does not follow, or what it did not do.
    private var refusal: String?
    private var networks = NetworkAddresses.current()
    private var lookedForNetworksNs: Int64 = 0

    private static var networksEveryNs: Int64 { 5_000_000_000 }

    /// A bridge that has not connected yet.
    ///
    /// - Parameter session: is in the session already.
    public init(_ session: Session) { self.session = session }

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

extension LinkBridge: Bridge {
    package var descriptors: [CInt] { [session.descriptor] }
    package var wakeNs: Int64? { exchange.wakeNs }

    package var report: BridgeList.Bridge? {
        let isAlone = exchange.peers == 0 && networks.isEmpty
        let trouble = refusal ?? (isAlone ? "no network is up: join one, and others are found by themselves" : nil)
        return .init("link", to: "Ableton Link", trouble: trouble, peers: exchange.peers)
    }

    /// What a request is for is its method.
    package mutating func take(_ event: BridgeEvent<String>, atNs now: Int64) -> [BridgeAction<String>] {
        switch event {
        case .begun:
            let place = networks.isEmpty ? "this machine alone, for no network is up" : networks.joined(separator: ", ")
            return [.say("tempo, beat, start and stop with Ableton Link on \(place)")]
        case .connected(let subscription): exchange.connect(subscription)
        case .told(let event, _): exchange.add(event)
        case .done(_, "follow"): refusal = nil
        case .refused(let error, let method): return refuse(error, method)
        case .lost: exchange.disconnect()
        case .turn: return turn(atNs: now)
        case .signalled: return [.end]
        case .done, .unanswered, .woken, .ended: break
        }
        return []
    }

    private mutating func turn(atNs now: Int64) -> [BridgeAction<String>] {
        session.clear()
        let before = exchange.peers
        let requests = exchange.turn(session, atNs: now).map { BridgeAction.ask($0, $0.method) }
        let others: [BridgeAction<String>] = exchange.peers == before ? [] : [.say(Self.count(exchange.peers))]
        return requests + others + lookForNetworks(atNs: now)
    }

    private static func count(_ peers: Int) -> String {
        switch peers {
        case 0: "nobody else is in the session: it follows the daemon"
        case 1: "1 other is in the session: the daemon follows it"
        default: "\(peers) others are in the session: the daemon follows it"
        }
    }

    private mutating func refuse(_ error: ControlError, _ method: String) -> [BridgeAction<String>] {
        let isLine = method == "follow"
        if isLine { exchange.refuse() }
        // What ends by itself is not worth a word.
        guard error.reason != "clock_followed" || isLine else { return [] }
        defer { refusal = isLine ? error.message : nil }
        return refusal == error.message ? [] : [.say(error.message)]
    }

    private mutating func lookForNetworks(atNs now: Int64) -> [BridgeAction<String>] {
        guard exchange.peers == 0, now - lookedForNetworksNs > Self.networksEveryNs else { return [] }
        lookedForNetworksNs = now
        let present = NetworkAddresses.current()
        guard present != networks else { return [] }
        networks = present
        return [.say(present.isEmpty ? "no network is up any more" : "on \(present.joined(separator: ", "))")]
    }
}
