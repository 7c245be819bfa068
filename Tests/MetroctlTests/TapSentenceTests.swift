// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@testable import metroctl

@Suite struct TapSentenceTests {
    private func change(_ tap: JSONValue, _ more: [String: JSONValue] = [:]) -> String {
        Change { ($0.run, $0.atBeat, $0.atNs, $0.values) = (1, 4, 1, ["tap": tap].merging(more) { $1 }) }.tapSentence
    }

    @Test func `a tap says tempo, count, and how many more make that sure`() {
        #expect(change(["taps": 1, "left_out": 0, "bpm": nil, "confidence": 0]) == "1 tap: tap again")
        #expect(
            change(["taps": 3, "left_out": 0, "bpm": 119.87, "confidence": 0.402, "more_taps": 4])
                == "119.87 bpm, 3 taps, 4 more make it exact to 1 %")
        #expect(
            change(["taps": 9, "left_out": 1, "bpm": 120, "confidence": 0.98, "more_taps": 0], ["pending": 3])
                == "120 bpm, 9 taps, 1 left out, exact to 1 %, waits for its place")
    }

    private let score = ScoreState {
        $0.on = true
        $0.total = ScoreState.Figures {
            $0.taps = 40; $0.meanMs = -23.4; $0.scatterMs = 12.34; $0.tendency = "rushing"
        }
        $0.missed = 2; $0.strays = 1; $0.driftMsPerBeat = 1.5
        $0.swingRatio = 1.857
        $0.lanes = [
            ScoreState.Lane {
                ($0.name, $0.missed) = ("hat", 2)
                $0.figures = ScoreState.Figures {
                    ($0.taps, $0.meanMs, $0.scatterMs, $0.tendency) = (4, -8, 3, "rushing")
                }
            }
        ]
        $0.places = [ScoreState.Place { ($0.beat, $0.part, $0.missed) = (2, 0.5, 1) }]
        $0.last = ScoreState.Hit { ($0.beatIndex, $0.asynchronyMs) = (7, 8.2) }
        $0.bars = [
            ScoreState.Bar {
                $0.bar = 3; $0.silent = 4
                $0.figures = ScoreState.Figures {
                    ($0.taps, $0.meanMs, $0.scatterMs, $0.tendency) = (4, 0.2, 3, "steady")
                }
            }
        ]
    }

    @Test func `with scoring on it says how it lies to the beat, and how they do on average`() throws {
        let value = try JSONLine.parse(Array(JSONLine.encode(score).dropLast()))
        let told = Change { ($0.run, $0.values) = (1, ["score": value]) }.tapSentence
        #expect(told == "8 ms late, mean 23 ms early, ±12 ms, rushing")
        #expect(score.line == "8 ms late; mean 23 ms early, rushing")
    }

    @Test func `a tap that is left out is told so, and one who lies wide is not called steady`() throws {
        var score = score
        score.last?.stray = true
        let value = try JSONLine.parse(Array(JSONLine.encode(score).dropLast()))
        let told = Change { ($0.run, $0.values) = (1, ["score": value]) }.tapSentence
        #expect(told.hasPrefix("8 ms late: astray") && told.hasSuffix("not counted"))
        #expect(score.line == "8 ms late, astray; mean 23 ms early")
        (score.total.tendency, score.total.scatterMs) = ("steady", 136)
        #expect(!score.report(isUnicode: true).contains("steady"))
        score.total.scatterMs = 12
        #expect(score.report(isUnicode: true).contains("mean      23 ms early, steady\n"))
    }

    @Test func `a score that is over is called the last one`() {
        var over = score
        over.on = false
        #expect(over.report(isUnicode: true).hasPrefix("scoring off; the last score:\nstrokes   40"))
    }

    @Test func `the score is a page with the last bars`() {
        #expect(
            score.report(isUnicode: true) == """
                scoring on
                strokes   40, 2 missed, 1 astray
                mean      23 ms early, rushing
                scatter   ±12 ms
                unheard   falls behind by 1.5 ms a beat
                swing     1.86:1
                hat       8 ms early, ±3 ms, 2 missed
                beat 2.5  no stroke, 1 missed
                bar 3     on the beat, ±3 ms, not heard
                """)
        let none = ScoreState { $0.bars = [] }
        #expect(none.report(isUnicode: false).hasPrefix("scoring off (metroctl score on") && none.line == nil)
    }
}
