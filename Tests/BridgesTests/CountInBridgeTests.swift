// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import Testing

@testable import Bridges
@testable import MetronomeControl

@Suite struct CountInBridgeTests {
    /// Four strokes, 500 ms apart, heard at once.
    private struct FourStrokes: StrokeSource {
        let name = "hands"
        let trouble: String? = nil

        func turn(atNs now: Int64, clicks: (Range<Int64>) -> [HeardClick]) -> [StrokeReport] {
            (1...4).map { .stroke(ns: $0 * 500_000_000, strength: 1) }
        }
    }

    private func requests(_ actions: [BridgeAction<String>]) -> [BridgeRequest] {
        actions.compactMap { if case .ask(let request, _) = $0 { request } else { nil } }
    }

    private func counted() throws -> CountInBridge<FourStrokes> {
        var bridge = CountInBridge(FourStrokes()) { _ in }
        _ = try bridge.take(.connected(Subscription(seq: 1, events: [], state: .stopped)), atNs: 0)
        let asked = requests(try bridge.take(.turn, atNs: 2_100_000_000))
        #expect(asked == [BridgeRequest(method: "tempo.set", params: ["bpm": 120])])
        return bridge
    }

    @Test func `it starts with the fifth beat once the tempo is set, and is done then`() throws {
        var bridge = try counted()
        let answer = ConnectionAnswer(id: 1, line: [])
        let asked = requests(try bridge.take(.done(answer, "tempo"), atNs: 2_110_000_000))
        #expect(asked == [BridgeRequest(method: "start", params: ["time_ns": 2_500_000_000])])
        let last = try bridge.take(.done(answer, "start"), atNs: 2_120_000_000)
        #expect(last.contains { if case .end = $0 { true } else { false } })
    }

    @Test func `a tempo that is refused starts nothing, and says why`() throws {
        var bridge = try counted()
        let refusal = ControlError(.songPlays, "a song is loaded")
        let error = #expect(throws: EarFailure.self) {
            try bridge.take(.refused(refusal, "tempo"), atNs: 2_110_000_000)
        }
        #expect(error?.reason == "a song is loaded")
    }
}
