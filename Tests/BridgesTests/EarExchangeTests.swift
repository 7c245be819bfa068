// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import Testing

@testable import Bridges
@testable import MetronomeControl

@Suite struct EarExchangeTests {
    private let second: Int64 = 1_000_000_000

    /// An exchange with a daemon that plays beats at 120 bpm from second 2 on, in bars of four with a bell.
    private func exchange(_ change: (inout Status) -> Void = { _ in }) -> EarExchange {
        var status = Status.allegro
        var timeline = TimelineState.sample()
        timeline.bars[0].bell = BellState(every: 4, on: 1)
        status.timeline = .some(timeline)
        status.score = ScoreState { $0.on = true }
        status.heard = HeardState { ($0.volume, $0.subdivision, $0.swing) = (1, 1, "even") }
        change(&status)
        var exchange = EarExchange()
        exchange.connect(Subscription { ($0.state, $0.seq) = (status, 1) })
        return exchange
    }

    private func clicks(_ exchange: EarExchange) -> [String] {
        exchange.clicks(in: 2 * second..<4 * second).map { "\(Double($0.ns - 2 * second) / 1e9) \($0.sound)" }
    }

    @Test func `strokes are told while it plays and scores, with their time`() {
        #expect(
            exchange().request(forStrokeAt: 81) == BridgeRequest(method: "onset", params: ["time_ns": .integer(81)]))
        #expect(exchange { $0.score?.on = false }.request(forStrokeAt: 81) == nil)
        #expect(exchange { $0.score = nil }.request(forStrokeAt: 81) == nil)
        #expect(exchange { $0.playing = false }.request(forStrokeAt: 81) == nil)
        var lost = exchange()
        lost.disconnect()
        #expect(lost.request(forStrokeAt: 81) == nil)
        #expect(lost.clicks(in: 0..<100 * second) == [])
    }

    @Test func `each click is heard once, by the name of what sounds`() {
        #expect(clicks(exchange()) == ["0.0 bell", "0.5 normal", "1.0 normal", "1.5 normal"])
        let parts = exchange { ($0.heard.subdivision, $0.heard.swing) = (2, "3:1") }
        #expect(clicks(parts).prefix(4) == ["0.0 bell", "0.375 part", "0.5 normal", "0.875 part"])
        // However it is asked for.
        let whole = exchange().clicks(in: 0..<10 * second)
        let pieces = (0..<1000).map { $0 * second / 100 }.flatMap { exchange().clicks(in: $0..<$0 + second / 100) }
        #expect(whole == pieces && whole.count == 16)
    }

    @Test func `what is muted is not heard`() {
        #expect(clicks(exchange { $0.heard.volume = 0 }) == [])
        #expect(clicks(exchange { $0.playing = false }) == [])
        let mutedBeat = exchange { status in
            status.heard.subdivision = 2
            status.heard.lanes = [HeardState.Lane { ($0.name, $0.muted) = ("beat", true) }]
        }
        #expect(clicks(mutedBeat) == ["0.25 part", "0.75 part", "1.25 part", "1.75 part"])
    }

    @Test func `a count-in is heard where the beats are muted, and has no parts`() {
        func counted(_ lanes: [HeardState.Lane]) -> [String] {
            clicks(
                exchange { status in
                    var timeline = TimelineState.sample()
                    timeline.bars[0].origin.beat = 2
                    (status.timeline, status.heard.subdivision) = (.some(timeline), 2)
                    status.heard.lanes = lanes
                })
        }
        #expect(counted([]) == ["0.0 normal", "0.5 normal", "1.0 normal", "1.25 part", "1.5 normal", "1.75 part"])
        let muted = HeardState.Lane { ($0.name, $0.muted) = ("beat", true) }
        #expect(counted([muted]) == ["0.0 normal", "0.5 normal", "1.25 part", "1.75 part"])
    }

    @Test func `the end of a timer is three strokes of the bell, also where the beats are muted`() {
        let ending = exchange { status in
            var timeline = TimelineState.sample([.sample()], [.sample(), .sample(from: 2)], end: 3)
            timeline.bars[1].accents = "XXXX"
            timeline.lanes = [
                TimelineState.Lanes(),
                TimelineState.Lanes {
                    $0.fromBeat = 2
                    $0.lanes = [
                        TimelineState.Lane {
                            ($0.name, $0.denominator, $0.cycle, $0.places, $0.accents) = ("beat", 4, 4, [1, 3], "XX")
                        }
                    ]
                },
            ]
            (status.timeline, status.heard.subdivision) = (.some(timeline), 2)
            status.heard.lanes = [HeardState.Lane { ($0.name, $0.muted) = ("beat", true) }]
        }
        #expect(clicks(ending) == ["0.25 part", "0.75 part", "1.0 bell", "1.125 bell", "1.375 bell"])
    }

    @Test func `the parts of a silent beat are silent with it`() {
        let silent = exchange { status in
            var timeline = TimelineState.sample()
            timeline.bars[0].accents = "x.xx"
            (status.timeline, status.heard.subdivision) = (.some(timeline), 2)
        }
        #expect(clicks(silent) == ["0.0 normal", "0.25 part", "1.0 normal", "1.25 part", "1.5 normal", "1.75 part"])
    }
}
