// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import Testing

@testable import Bridges
@testable import MetronomeControl

@Suite struct LeadBridgeTests {
    /// Strokes that are heard 100 ms after they were played.
    private final class Strokes: StrokeSource {
        let name = "hands"
        let trouble: String? = nil
        var waiting: [Int64] = []

        func turn(atNs now: Int64, clicks: (Range<Int64>) -> [HeardClick]) -> [StrokeReport] {
            defer { waiting.removeAll { $0 + 100_000_000 <= now } }
            return waiting.filter { $0 + 100_000_000 <= now }.map { .stroke(ns: $0, strength: 0.5) }
        }
    }

    private static let second: Int64 = 1_000_000_000

    /// What is asked and said from second to second.
    private struct Outcome {
        var asked: [(ns: Int64, request: BridgeRequest)] = []
        var said: [String] = []
    }

    private func run(
        _ bridge: inout LeadBridge<Strokes>, from begin: Int64, to end: Int64
    ) -> Outcome {
        var outcome = Outcome()
        for now in stride(from: begin * Self.second, to: end * Self.second, by: 20_000_000) {
            for action in bridge.take(.turn, atNs: now) {
                switch action {
                case .ask(let request, _): outcome.asked.append((now, request))
                case .say(let text): outcome.said.append(text)
                case .end: break
                }
            }
        }
        return outcome
    }

    private func connected(_ strokes: Strokes, starts: Bool = false) -> LeadBridge<Strokes> {
        var bridge = LeadBridge(strokes, starts: starts)
        _ = bridge.take(.connected(Subscription(seq: 1, events: [], state: .stopped)), atNs: 0)
        return bridge
    }

    /// Sixteen strokes of 100 bpm from second 2 on.
    private var even: [Int64] { (0..<16).map { Self.even($0) } }

    private static func even(_ beat: Int64) -> Int64 { 2 * second + beat * 600_000_000 }

    @Test func `after two bars the daemon is told the beats of a player, each at its time, until a pause`() throws {
        let strokes = Strokes()
        strokes.waiting = even
        var bridge = connected(strokes)
        let outcome = run(&bridge, from: 0, to: 30)
        let lines = outcome.asked.filter { $0.request.method == "follow" }
        let first = try #require(lines.first)
        #expect((6.2 * 1e9...7.1 * 1e9).contains(Double(first.ns)))
        // The last stroke was in second 11.
        #expect((15...16).contains(try #require(lines.last).ns / Self.second))
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $1.ns - $0.ns <= 300_000_000 })
        for line in lines {
            let params = line.request.params
            let beat = try #require(params["beat"]?.integer.map { Int64($0) })
            let ns = try #require(params["time_ns"]?.integer.map { Int64($0) })
            let (off, ahead) = (ns - Self.even(beat), ns - line.ns)
            #expect(abs(off) < 1000 && abs(ahead) <= 300_020_000)
            #expect(params["bpm"] == 100 && params["quantum"] == 4 && params["source"] == "ear")
        }
        #expect(
            outcome.said == [
                "it follows you, at 100 bpm", "nothing is played any more: the metronome goes on at the last tempo",
            ])
    }

    @Test func `it starts the metronome once, where that is asked for`() {
        let strokes = Strokes()
        strokes.waiting = even
        var bridge = connected(strokes, starts: true)
        let methods = run(&bridge, from: 0, to: 14).asked.map(\.request.method)
        #expect(methods.prefix(2) == ["follow", "start"])
        #expect(methods.count { $0 == "start" } == 1)
    }

    @Test func `without a beat it says so once, and leads nobody`() {
        let strokes = Strokes()
        var ns: Int64 = Self.second
        for step in [310, 840, 450, 1270, 220, 930, 610, 380, 1130, 290, 770, 1010, 530, 350, 890] {
            ns += Int64(step) * 1_000_000
            strokes.waiting.append(ns)
        }
        var bridge = connected(strokes)
        let outcome = run(&bridge, from: 0, to: 14)
        #expect(outcome.asked.isEmpty)
        #expect(outcome.said.count == 1 && outcome.said[0].hasPrefix("no steady beat yet"))
    }

    @Test func `a tempo that is proposed meanwhile is refused`() {
        let strokes = Strokes()
        strokes.waiting = even
        var bridge = connected(strokes)
        _ = run(&bridge, from: 0, to: 9)
        var state = Status.stopped
        state.sync = SyncState()
        state.sync?.source = "ear"
        state.sync?.proposal = 90
        let event = StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (2, 1, ["sync"], state) }
        let actions = bridge.take(.told(.state(event), line: []), atNs: 9 * Self.second)
        #expect(
            actions.contains { if case .ask(let request, _) = $0 { request.method == "follow.refuse" } else { false } })
    }
}
