// SPDX-License-Identifier: Apache-2.0

import Control
import Rhythm
import Session
import Testing

@testable import Daemon

/// Taps, as a performance takes them.
@Suite struct PerformedTapTests {
    /// Taps with a period, the last of them so long ago. Returns the last ask, and the time of the last tap.
    private func tap(
        _ bench: PerformanceBench, _ count: Int, periodMs: Double, agoMs: Int64 = 0, start: Int? = nil
    ) -> (id: Ask.ID, lastNs: Int64) {
        let last = bench.moment.now.nanoseconds - agoMs * 1_000_000
        var id = 0
        for tap in (0..<count).reversed() {
            id = bench.ask(.tap(atNs: last - Int64(Double(tap) * periodMs * 1e6), start: start))
        }
        return (id, last)
    }

    private func refusal(_ bench: PerformanceBench, _ call: Call) throws -> ControlError? {
        if case .failure(let error) = try bench.answer(to: bench.ask(call)) { error } else { nil }
    }

    private func beats(_ bench: PerformanceBench) -> [BeatEvent] {
        bench.told(to: 1).compactMap { if case .beat(let beat) = $0 { beat } else { nil } }
    }

    @Test func `while it is stopped taps set the tempo, and start plays in step with them`() throws {
        let bench = try PerformanceBench()
        for call in [.nudge(milliseconds: 20), .newBar] as [Call] {
            #expect(try refusal(bench, call)?.reason == "stopped")
        }
        let first = try bench.change(tap(bench, 1, periodMs: 500, agoMs: 9000).id)
        #expect(first.values["tap"]?["bpm"] == .null && first.values["tap"]?["taps"] == 1)
        let set = try bench.change(tap(bench, 4, periodMs: 625, agoMs: 4500).id)
        #expect(set.atBeat == nil && set.values["bpm"]?.number == 96 && set.values["tap"]?["taps"] == 4)
        #expect(!bench.performance.transport.isStarted)
        bench.ask(.subscribe([.beat], leadMs: 1000), by: 1)
        let (start, last) = tap(bench, 4, periodMs: 500, start: 4)
        bench.pass(ms: 6000)
        let begun = try bench.change(start)
        #expect(begun.values["playing"] == true && begun.values["bpm"]?.number == 120)
        #expect(begun.values["tap"]?["taps"]?.integer ?? 0 >= 4)
        let told = beats(bench).filter { $0.beatIndex > 3 }
        #expect(told.count > 4)
        for beat in told {
            let periods = Double(beat.atNs - last) / 500e6
            #expect(abs(periods - periods.rounded()) * 500 < 0.1, "beat \(beat.beatIndex)")
        }
    }

    @Test func `what taps have set is undone as one, and the next tap begins anew`() throws {
        let bench = try PerformanceBench()
        try bench.ask("tempo 100")
        _ = tap(bench, 4, periodMs: 400)
        #expect(bench.performance.settings.tempo.beatsPerMinute == 150)
        try bench.ask("undo")
        #expect(bench.performance.settings.tempo.beatsPerMinute == 100)
        bench.pass(ms: 400)
        #expect(try bench.change(tap(bench, 1, periodMs: 400).id).values["tap"]?["taps"] == 1)
        #expect(bench.performance.settings.tempo.beatsPerMinute == 100)
    }

    @Test func `a stamp of another clock is refused, and a cue puts the tempo off`() throws {
        let bench = try PerformanceBench()
        try bench.ask("start")
        bench.pass(ms: 100)
        let now = bench.moment.now.nanoseconds
        for ns in [0, now - 11_000_000_000, now + 2_000_000_000] {
            #expect(try refusal(bench, .tap(atNs: ns))?.reason == "invalid")
        }
        for tap in (0..<4).reversed() as ReversedCollection<Range<Int64>> {
            bench.ask(.tap(atNs: now - tap * 300_000_000, at: .place(bar: 30, beat: 1)))
        }
        bench.pass(ms: 100)
        let status = try #require(bench.answer(to: bench.ask(.status())).get() as? Status)
        #expect(status.bpm == 120 && status.pending?.count == 1)
        #expect(status.pending?.first?.changes["bpm"]?.number == 200)
    }

    @Test func `with scoring on taps are compared with the beats, and change nothing`() throws {
        let bench = try PerformanceBench()
        try bench.ask("tempo 240")
        try bench.ask("start")
        bench.ask(.subscribe([.beat], leadMs: 100), by: 1)
        try bench.ask("score on")
        for beat in 0..<8 {
            while beats(bench).count <= beat { bench.pass(ms: 10) }
            let hit = try bench.change(bench.ask(.tap(atNs: beats(bench)[beat].atNs + 20_000_000)))
            #expect(hit.values["bpm"] == nil)
            #expect(abs((hit.values["score"]?["last"]?["asynchrony_ms"]?.number ?? 0) - 20) < 0.1)
        }
        let score = try #require(bench.answer(to: bench.ask("score")).get() as? ScoreState)
        #expect(abs((score.total.meanMs ?? 0) - 20) < 0.1 && score.total.tendency == "dragging")
        #expect(score.missed == 0 && score.bars?.count ?? 0 >= 2)
        #expect(bench.performance.settings.tempo.beatsPerMinute == 240 && bench.performance.history.count(.undo) == 1)
        // What is not heard is played along with all the same.
        try bench.ask("mute")
        bench.pass(ms: 500)
        bench.ask(.tap(atNs: beats(bench)[beats(bench).count - 1].atNs))
        let silent = try #require(bench.answer(to: bench.ask("score")).get() as? ScoreState)
        #expect(silent.bars?.last?.silent == 1)
        try bench.ask("score off")
        #expect(!bench.performance.isScoring)
    }
}
