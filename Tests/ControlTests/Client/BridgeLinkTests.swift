// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeLinux
import Testing

@testable import MetronomeControl

/// A bridge that writes down what it is told, and in its turn lets the daemon of the test go on.
private final class Witness: Bridge {
    let server: Server
    let asks: [BridgeRequest]
    var told: [String] = []
    var heard = ""
    var peers = 0
    var losses = 0

    init(_ server: Server, asks: [BridgeRequest]) {
        (self.server, self.asks) = (server, asks)
    }

    var descriptors: [CInt] { [] }
    var wakeNs: Int64? { MonotonicClock.nowNs + 1_000_000 }
    var report: BridgeList.Bridge? { .init("witness", to: "a test", peers: peers) }

    func take(_ event: BridgeEvent<String>, atNs now: Int64) throws -> [BridgeAction<String>] {
        switch event {
        case .begun:
            told.append("begun")
            return asks.map { .ask($0, $0.method) }
        case .connected:
            told.append("connected")
            return asks.map { .ask($0, $0.method) }
        case .done(_, let method): told.append("\(method) done")
        case .refused(let error, let method): told.append("\(method) refused: \(error.message)")
        case .unanswered(let reason, let method): told.append("\(method) unanswered: \(reason)")
        case .lost:
            told.append("lost")
            losses += 1
            if losses == 1 { try server.listen() }
            if losses == 2 { return [.end] }
        case .turn: goOn()
        case .told, .ended, .woken, .signalled: break
        }
        return []
    }

    private func goOn() {
        server.acceptIfAsked()
        let text = server.heard()
        heard += text
        if text.contains("subscribe") {
            let subscription = Subscription(seq: 7, events: [.state], state: .allegro)
            let result = String(decoding: JSONLine.encode(subscription).dropLast(), as: UTF8.self)
            server.say(#"{"id":1,"result":"# + result + "}\n")
        }
        if text.contains(#""peers":0"#) {
            server.say(#"{"id":2,"result":{}}"# + "\n")
            server.say(#"{"id":3,"error":{"code":-1,"message":"no","data":{"reason":"clock_followed"}}}"# + "\n")
            peers = 3
        }
        if text.contains(#""peers":3"#) { server.die() }
    }
}

@Suite struct BridgeLinkTests {
    private let asks = ["start", "stop", "tap"].map { BridgeRequest(method: $0) }

    @Test(.timeLimit(.minutes(10)))
    func `a bridge has one answer to each request, is reported where that changes, and people hear of a loss once`()
        throws
    {
        let server = Server()
        let witness = Witness(server, asks: asks)
        var said: [String] = []
        var link = BridgeLink(witness, socket: server.path, signals: nil) { said.append($0) }
        try link.run()
        let none = "unanswered: there is no daemon: start one with metronomed"
        #expect(
            witness.told == [
                "begun", "start \(none)", "stop \(none)", "tap \(none)", "lost", "connected", "start done",
                "stop refused: no", "tap unanswered: the daemon closed the connection", "lost",
            ])
        #expect(said.count == 2 && said[0].hasSuffix("; waiting for it") && said[1] == "the daemon is there again")
        let reports = witness.heard.split(separator: "\n").filter { $0.contains("bridge.report") }
        #expect(reports.count == 2 && reports.allSatisfy { $0.contains(#""name":"witness""#) }, "\(witness.heard)")
    }

    @Test func `what a bridge throws ends it`() throws {
        let server = Server()
        var link = BridgeLink(Faulty(), socket: server.path, signals: nil) { _ in }
        #expect(throws: Errno(5)) { try link.run() }
    }

    private struct Faulty: Bridge {
        var descriptors: [CInt] { [] }
        var wakeNs: Int64? { nil }
        func take(_ event: BridgeEvent<Never>, atNs now: Int64) throws -> [BridgeAction<Never>] { throw Errno(5) }
    }
}
