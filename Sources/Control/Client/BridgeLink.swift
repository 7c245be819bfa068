// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import MetronomeLinux

/// A client of the daemon for a ``Bridge``: it connects, follows, connects again after a loss, sends requests, hands on their answers,
/// waits, and tells people and the daemon whether the bridge works.
package struct BridgeLink<Joined: Bridge & ~Copyable>: ~Copyable {
    private var bridge: Joined
    private let signals: Signals?
    private let say: (String) -> Void
    private let welcome: String?
    private var connection: DaemonConnection
    /// Of the requests that are not answered yet.
    private var purposes: [Int64: Joined.Purpose] = [:]
    /// What the daemon was told last.
    private var reported: BridgeList.Bridge?
    private var hasReportedLoss = false
    private var early = EarlyWake()

    /// - Parameters:
    ///   - socket: the daemon's.
    ///   - subscription: the parameters of `subscribe`.
    ///   - answerTimeout: how long an answer to it is waited for.
    ///   - longestPause: the limit of the pauses between two tries.
    ///   - signals: what is waited for beside the daemon; nil for none.
    ///   - welcome: what people are told when a daemon was lost and is there again; nil for nothing.
    ///   - say: takes a line for people, without an end.
    package init(
        _ bridge: consuming Joined, socket: String,
        subscription: [String: JSONValue] = Subscription.params([.state, .timeline]),
        answerTimeout: Duration = .seconds(2), longestPause: Duration = .seconds(2), signals: Signals?,
        welcome: String? = "the daemon is there again", say: @escaping (String) -> Void
    ) {
        self.bridge = bridge
        (self.signals, self.welcome, self.say) = (signals, welcome, say)
        connection = DaemonConnection(
            path: socket, subscription: subscription, answerTimeout: answerTimeout, longestPause: longestPause)
    }

    /// Runs until the bridge ends. Throws what the bridge throws, and the `ConnectionLoss` where the daemon refuses for good.
    package mutating func run() throws {
        PreciseWait.prepare()
        do {
            try tell(.begun)
            var ready: [Bool] = []
            while true {
                try tell(.woken(ready))
                for report in connection.turn(atNs: MonotonicClock.nowNs) { try take(report) }
                try tell(.turn)
                tellDaemon()
                ready = try wait()
            }
        } catch is BridgeEnd {}
    }

    /// Waits until there is something to do. Returns which descriptors of the bridge can be read.
    private mutating func wait() throws -> [Bool] {
        let descriptors = [signals?.descriptor ?? -1, connection.descriptor] + bridge.descriptors
        let other = [connection.wakeNs, bridge.wakeNs].compactMap { $0 }.min()
        let ready =
            if let exact = bridge.exactWakeNs, exact <= other ?? .max {
                PreciseWait.forInput(of: descriptors, untilNs: exact, early: &early)
            } else {
                PreciseWait.forInput(of: descriptors, outlet: bridge.outlet, untilNs: other)
            }
        if ready[descriptors.count] { throw Errno(EPIPE) }
        if ready[0], let numbers = signals?.taken(), !numbers.isEmpty { try tell(.signalled(numbers)) }
        return Array(ready[2..<descriptors.count])
    }

    private mutating func take(_ report: ConnectionReport) throws {
        switch report {
        case .subscribed(let subscription):
            if hasReportedLoss, let welcome { say(welcome) }
            (hasReportedLoss, reported) = (false, nil)
            try tell(.connected(subscription))
        case .event(let event, let line): try tell(.told(event, line: line))
        case .answered(let answer):
            if let purpose = purposes.removeValue(forKey: answer.id) { try tell(.done(answer, purpose)) }
        case .refused(let id, let error):
            if let purpose = id.flatMap({ purposes.removeValue(forKey: $0) }) { try tell(.refused(error, purpose)) }
        case .lost(let loss):
            let unanswered = purposes.values
            purposes = [:]
            for purpose in unanswered { try tell(.unanswered(loss.description, purpose)) }
            try tell(.lost(loss))
            if !hasReportedLoss { say("\(loss); waiting for it") }
            hasReportedLoss = true
        case .ended(let loss):
            try tell(.ended(loss))
            throw loss
        }
    }

    private mutating func tell(_ event: BridgeEvent<Joined.Purpose>) throws {
        for action in try bridge.take(event, atNs: MonotonicClock.nowNs) {
            switch action {
            case .say(let line): say(line)
            case .ask(let request, let purpose):
                guard let id = connection.request(request.method, request.params) else {
                    try tell(.unanswered("there is no daemon: start one with metronomed", purpose))
                    continue
                }
                purposes[id] = purpose
            case .end: throw BridgeEnd()
            }
        }
    }

    /// Tells the daemon whether the bridge works, where that has changed.
    private mutating func tellDaemon() {
        guard let report = bridge.report, report != reported else { return }
        var params: [String: JSONValue] = ["name": .string(report.name), "to": .string(report.to)]
        params["trouble"] = report.trouble.map(JSONValue.string)
        params["peers"] = report.peers.map { .integer(Int64($0)) }
        if connection.request("bridge.report", params) != nil { reported = report }
    }
}

/// The bridge has done its work.
private struct BridgeEnd: Error {}
