// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// Strokes that were heard, as a performance takes them.
@Suite struct PerformedOnsetTests {
    /// Plays, and answers with the times of the first beats.
    private func playing(_ words: [String], beats: Int = 12) throws -> (bench: PerformanceBench, beats: [Int64]) {
        let bench = try PerformanceBench(clicks: ClickFolder())
        bench.ask(.subscribe([.beat], leadMs: 100), by: 1)
        for line in words + ["start"] { try bench.say(line) }
        _ = try bench.answered("score on")
        try bench.wait(forBeat: beats)
        return (bench, bench.beats(to: 1).map(\.atNs))
    }

    private func score(_ bench: PerformanceBench) throws -> ScoreState {
        try #require(bench.answer(to: bench.ask("score")).get() as? ScoreState)
    }

    @Test func `strokes are compared with the beats, and change nothing`() throws {
        let (bench, beats) = try playing(["tempo 240"])
        for beat in [0, 1, 2, 4, 5] {
            let answer = try bench.change(bench.ask(.onset(atNs: beats[beat] + 12_000_000)))
            #expect(answer.values["score"]?["last"]?["beat_index"]?.integer == beat)
            #expect(abs((answer.values["score"]?["last"]?["asynchrony_ms"]?.number ?? 0) - 12) < 0.1)
        }
        let score = try score(bench)
        #expect(score.total.taps == 5 && score.missed == 1 && score.strays == 0 && score.lanes == [])
        #expect(score.places?.first { $0.beat == 4 }?.missed == 1)
        #expect(bench.performance.settings.tempo.beatsPerMinute == 240)
    }

    @Test func `with lanes strokes are compared with their onsets, each lane by itself`() throws {
        let (bench, beats) = try playing([
            "tempo 240", "lane kick X...X...X...X... sound=clear", "lane hat ..x...x...x...x. sound=soft",
        ])
        // The kick is late by 5 ms, the hat early by 8; one hat is missed, one stroke is for nothing.
        for (beat, late) in [(0, 5.0), (0.5, -8), (1, 5), (2, 5), (2.5, -8), (2.76, 0), (3, 5), (3.5, -8)] {
            let (whole, part) = (Int(beat), beat - beat.rounded(.down))
            let period = Double(beats[whole + 1] - beats[whole])
            _ = try bench.change(bench.ask(.onset(atNs: beats[whole] + Int64(part * period + late * 1e6))))
        }
        let score = try score(bench)
        let lanes = try #require(score.lanes)
        #expect(lanes.map(\.name) == ["hat", "kick"] && lanes.map(\.figures.taps) == [3, 4])
        #expect(lanes.map(\.missed) == [1, 0])
        #expect(lanes.map { ($0.figures.meanMs ?? 0).rounded() } == [-8, 5])
        #expect(score.missed == 1 && score.strays == 1)
    }

    @Test func `without a score, or while nothing plays, a stroke counts for nothing`() throws {
        let bench = try PerformanceBench()
        let now = bench.moment.now.nanoseconds
        #expect(try bench.change(bench.ask(.onset(atNs: now))).values["score"]?["on"] == false)
        try bench.ask("score on")
        #expect(try bench.change(bench.ask(.onset(atNs: now))).values["score"]?["total"]?["taps"] == 0)
        #expect(bench.performance.taps.count == 0)
    }

    @Test func `a stamp of another clock is refused`() throws {
        let (bench, _) = try playing([], beats: 1)
        let now = bench.moment.now.nanoseconds
        for ns in [0, now - 11_000_000_000, now + 2_000_000_000] {
            #expect(try bench.refusal(bench.ask(.onset(atNs: ns))).reason == "invalid")
        }
        #expect(try score(bench).total.taps == 0)
    }
}
