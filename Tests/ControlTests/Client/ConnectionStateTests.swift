// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import Testing

@testable import MetronomeControl

/// Laws of following the daemon, on times that the test chooses.
@Suite struct ConnectionStateTests {
    private let ms: Int64 = 1_000_000
    private let answerTimeout: Int64 = 2_000_000_000
    private let begin: Int64 = 5_000_000_000
    private var subscription: Subscription { Subscription(seq: 7, events: [.beat, .state], state: .allegro) }

    private func state() -> ConnectionState {
        ConnectionState(
            subscription: ["lead_ms": 300], answerTimeoutNs: answerTimeout, pausesNs: 100_000_000...1_500_000_000)
    }

    private func result(_ id: Int64, _ value: some Encodable) -> ConnectionState.Input {
        let line = String(decoding: JSONLine.encode(value).dropLast(), as: UTF8.self)
        return .line(Array(#"{"id":\#(id),"result":\#(line)}"#.utf8))
    }

    private func refusal(_ id: Int64?, _ error: ControlError) -> ConnectionState.Input {
        .line(FakeDaemon.refusal(id, error).dropLast())
    }

    private func lagged(_ count: Int) -> (event: Event, line: [UInt8]) {
        let event = LaggedEvent { ($0.seq, $0.dropped) = (8 + count, .init { $0.beat = count }) }
        return (.lagged(event), EventLine.encode(method: LaggedEvent.method, params: event).dropLast())
    }

    /// A state that has connected and waits for the answer to `subscribe`.
    private func asking() -> ConnectionState {
        var state = state()
        _ = state.handle(.time, atNs: begin)
        _ = state.handle(.connected, atNs: begin)
        return state
    }

    private func following() -> ConnectionState {
        var state = asking()
        _ = state.handle(result(1, subscription), atNs: begin)
        return state
    }

    /// The text of a protocol that is not understood, where that is what the actions end with.
    private func mismatch(_ actions: [ConnectionState.Action]) -> String? {
        guard actions.count == 2, actions[0] == .close,
            case .report(.ended(.failed(.protocolMismatch(let text)))) = actions[1]
        else { return nil }
        return text
    }

    @Test func `it connects at once, subscribes once connected, and reports the state`() {
        var state = state()
        #expect(state.wakeNs == .min)
        #expect(state.handle(.time, atNs: begin) == [.connect])
        #expect(state.handle(.time, atNs: begin) == [])
        let request = Array(#"{"id":1,"method":"subscribe","params":{"lead_ms":300}}"#.utf8) + [10]
        #expect(state.handle(.connected, atNs: begin) == [.send(request)])
        #expect(state.wakeNs == begin + answerTimeout)
        #expect(state.handle(result(1, subscription), atNs: begin) == [.report(.subscribed(subscription))])
        #expect(state.wakeNs == nil)
    }

    @Test func `an event is reported as it comes, with its line`() {
        var state = following()
        let lagged = lagged(3)
        #expect(state.handle(.line(lagged.line), atNs: begin) == [.report(.event(lagged.event, line: lagged.line))])
    }

    @Test func `events before the answer are reported after it, in their order`() {
        var state = asking()
        let (first, second) = (lagged(1), lagged(2))
        #expect(state.handle(.line(first.line), atNs: begin) == [])
        #expect(state.handle(.line(second.line), atNs: begin) == [])
        #expect(
            state.handle(result(1, subscription), atNs: begin) == [
                .report(.subscribed(subscription)), .report(.event(first.event, line: first.line)),
                .report(.event(second.event, line: second.line)),
            ])
    }

    @Test func `pauses double from a tenth of a second to their limit, and start over once it has followed`() {
        var state = state()
        var now = begin
        for pause in [100, 200, 400, 800, 1500, 1500] {
            #expect(state.handle(.time, atNs: now) == [.connect])
            let loss = ClientError.notRunning(path: "/s", reason: "none")
            #expect(state.handle(.failed(loss), atNs: now) == [.report(.lost(.failed(loss)))])
            #expect(state.wakeNs == now + Int64(pause) * ms)
            #expect(state.handle(.time, atNs: now + Int64(pause) * ms - 1) == [])
            now += Int64(pause) * ms
        }
        #expect(state.handle(.time, atNs: now) == [.connect])
        _ = state.handle(.connected, atNs: now)
        _ = state.handle(result(1, subscription), atNs: now)
        #expect(state.handle(.failed(.closed), atNs: now) == [.close, .report(.lost(.failed(.closed)))])
        #expect(state.wakeNs == now + 100 * ms)
    }

    @Test func `a daemon that is killed is a loss, and its successor is subscribed to`() {
        var state = following()
        #expect(state.handle(.failed(.closed), atNs: begin) == [.close, .report(.lost(.failed(.closed)))])
        #expect(state.request("toggle") == nil)
        #expect(state.handle(.time, atNs: begin + 100 * ms) == [.connect])
        guard case .send(let line)? = state.handle(.connected, atNs: begin + 100 * ms).first else {
            Issue.record("it does not subscribe")
            return
        }
        #expect(String(decoding: line, as: UTF8.self).contains(#""id":2,"method":"subscribe""#))
        #expect(
            state.handle(result(1, subscription), atNs: begin + 100 * ms) == [], "an answer to the first subscription")
        #expect(state.handle(result(2, subscription), atNs: begin) == [.report(.subscribed(subscription))])
    }

    @Test func `a daemon that does not answer in time is lost, and not a moment before`() {
        var state = asking()
        #expect(state.handle(.time, atNs: begin + answerTimeout - 1) == [])
        #expect(state.handle(.time, atNs: begin + answerTimeout) == [.close, .report(.lost(.failed(.timeout)))])
        #expect(state.wakeNs == begin + answerTimeout + 100 * ms)
    }

    @Test(arguments: [(ErrorReason.busy, true), (.shuttingDown, true), (.tooManyClients, true), (.forbidden, false)])
    func `a refusal that may pass is tried again, and another ends it`(reason: ErrorReason, passes: Bool) {
        let error = ControlError(reason, "no")
        for id: Int64? in [1, nil] {
            var state = asking()
            let report = passes ? ConnectionReport.lost(.refused(error)) : .ended(.refused(error))
            #expect(state.handle(refusal(id, error), atNs: begin) == [.close, .report(report)])
            #expect(state.wakeNs == (passes ? begin + 100 * ms : nil))
            #expect(state.handle(.time, atNs: .max) == (passes ? [.connect] : []))
        }
    }

    @Test func `a daemon that cannot start is tried again every five seconds, and followed once it can`() {
        let error = ControlError(.cannotStart, "the daemon cannot start: config.toml:1:1: unknown key bpn")
        var (state, now) = (state(), begin)
        for id: Int64? in [nil, nil, 3] {
            #expect(state.handle(.time, atNs: now) == [.connect])
            _ = state.handle(.connected, atNs: now)
            #expect(state.handle(refusal(id, error), atNs: now) == [.close, .report(.lost(.refused(error)))])
            #expect(state.wakeNs == now + 5000 * ms)
            now += 5000 * ms
        }
        _ = state.handle(.time, atNs: now)
        _ = state.handle(.connected, atNs: now)
        #expect(state.handle(result(4, subscription), atNs: now) == [.report(.subscribed(subscription))])
    }

    @Test func `another protocol ends it, whatever else is in the answer`() throws {
        for result in [#"{"protocol":{"major":99,"minor":0}}"#, #"{"protocol":{"major":0,"minor":9},"seq":"x"}"#] {
            var state = asking()
            let actions = state.handle(.line(Array(#"{"id":1,"result":\#(result)}"#.utf8)), atNs: begin)
            let text = try #require(mismatch(actions), "\(actions)")
            #expect(text.contains(result.contains("99") ? "99.0" : "0.9") && text.contains("1.0"))
            #expect(state.wakeNs == nil)
        }
    }

    @Test(arguments: ["hello", "[1]", #"{"id":1,"result":{"seq":1}}"#, #"{"id":1,"error":"no"}"#])
    func `an answer that is not of this protocol ends it`(line: String) {
        var state = asking()
        #expect(mismatch(state.handle(.line(Array(line.utf8)), atNs: begin)) != nil)
    }

    @Test func `a daemon that does not know the request is asked for its version, and another version is the reason`() {
        let unknown = ControlError(.unknownParam, "unknown parameter \"lead_ms\"")
        var state = asking()
        let request = Array(#"{"id":2,"method":"version"}"#.utf8) + [10]
        #expect(state.handle(refusal(1, unknown), atNs: begin) == [.send(request)])
        #expect(state.wakeNs == begin + answerTimeout)
        let old = Version { ($0.`protocol`, $0.daemon) = (ProtocolVersion { $0.minor = 9 }, "0.0.9") }
        #expect(
            state.handle(result(2, old), atNs: begin) == [
                .close, .report(.ended(.failed(.mismatch(old.protocol, daemon: "0.0.9")))),
            ])

        // The refusal itself is the reason where the daemon has this protocol, and where it does not answer that either.
        for answer in [result(2, Version { $0.daemon = "1" }), refusal(2, unknown), .failed(.closed)] {
            var state = asking()
            _ = state.handle(refusal(1, unknown), atNs: begin)
            #expect(state.handle(answer, atNs: begin) == [.close, .report(.ended(.refused(unknown)))])
        }
    }

    @Test func `a request is answered or refused under its own id`() throws {
        var state = following()
        let (first, second) = (state.request("toggle"), state.request("tempo.set", ["bpm": "+1"]))
        let (toggle, (tempo, line)) = (try #require(first).id, try #require(second))
        #expect(toggle != tempo)
        #expect(
            String(decoding: line, as: UTF8.self)
                == #"{"id":\#(tempo),"method":"tempo.set","params":{"bpm":"+1"}}"# + "\n")
        let refused = ControlError(.outOfRange, "too fast")
        #expect(
            state.handle(refusal(tempo, refused), atNs: begin) == [
                .report(.refused(id: tempo, refused))
            ])
        let change = Change { ($0.atBeat, $0.atNs, $0.values) = (4, 5, ["playing": true]) }
        guard case .report(.answered(let answer))? = state.handle(result(toggle, change), atNs: begin).first else {
            Issue.record("it is not answered")
            return
        }
        #expect(answer.id == toggle)
        #expect(try answer.result(as: Change.self) == change)
        #expect(throws: ClientError.self) { try answer.result(as: Status.self) }
    }

    @Test func `an error that answers no request is reported without an id`() {
        var state = following()
        let error = ControlError(.shuttingDown, "it ends")
        #expect(state.handle(refusal(nil, error), atNs: begin) == [.report(.refused(id: nil, error))])
    }

    @Test(arguments: ["", "hello", "[]", #"{"method":"event.beat","params":{}}"#, #"{"id":"x","result":1}"#])
    func `a line that is not understood changes nothing while it follows`(line: String) {
        var state = following()
        #expect(state.handle(.line(Array(line.utf8)), atNs: begin) == [])
        #expect(state.request("toggle") != nil)
    }

    @Test func `no request is sent before it follows, nor after the end`() {
        var state = asking()
        #expect(state.request("toggle") == nil)
        _ = state.handle(refusal(1, ControlError(.forbidden, "no")), atNs: begin)
        #expect(state.request("toggle") == nil)
        #expect(state.handle(.connected, atNs: begin) == [])
    }
}
