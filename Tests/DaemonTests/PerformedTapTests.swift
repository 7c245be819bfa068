// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import SeededRandom
import Testing

@testable import Daemon

/// Taps, as a performance takes them.
@Suite struct PerformedTapTests {
    /// Taps with a period, the last of them so long ago. Returns the last ask, and the time of the last tap.
    @discardableResult private func tap(
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

    @Test(arguments: [false, true])
    func `taps behind a stop and a start lead the next run, whoever has asked for the start`(_ byTaps: Bool) throws {
        let bench = try PerformanceBench()
        for words in ["tempo 120", "start"] { try bench.say(words) }
        bench.pass(ms: 1000)
        try bench.ask("stop")
        if byTaps { tap(bench, 4, periodMs: 500, agoMs: 4000, start: 4) } else { try bench.ask("start") }
        let (_, last) = tap(bench, 3, periodMs: 400)
        bench.ask(.subscribe([.beat], leadMs: 1000), by: 1)
        bench.pass(ms: 6000)
        let told = beats(bench).filter { $0.run == 2 && $0.beatIndex > 4 }
        #expect(told.count > 4)
        for beat in told {
            let periods = Double(beat.atNs - last) / 400e6
            #expect(abs(periods - periods.rounded()) * 400 < 0.1, "beat \(beat.beatIndex)")
        }
    }

    @Test func `what taps have set is undone as one, and the next tap begins anew`() throws {
        let bench = try PerformanceBench()
        try bench.ask("tempo 100")
        // Each of them sets another tempo.
        let now = bench.moment.now.nanoseconds
        for agoMs in [1800, 1400, 990, 520, 0] as [Int64] {
            bench.ask(.tap(atNs: now - agoMs * 1_000_000, start: nil))
        }
        #expect(130..<150 ~= bench.performance.settings.tempo.beatsPerMinute)
        try bench.ask("undo")
        #expect(bench.performance.settings.tempo.beatsPerMinute == 100)
        bench.pass(ms: 400)
        #expect(try bench.change(tap(bench, 1, periodMs: 400).id).values["tap"]?["taps"] == 1)
        #expect(bench.performance.settings.tempo.beatsPerMinute == 100)
    }

    @Test func `a tap that is refused leaves no phase to be led to: what is set next moves no beat`() throws {
        let bench = try PerformanceBench()
        // Two lanes that are too fast for the tempo of the taps.
        for words in ["tempo 60", "lane a every 1/240 beats", "lane b every 1/240 beats", "start"] {
            try bench.say(words)
        }
        bench.pass(ms: 100)
        bench.ask(.tap(atNs: nil, start: nil))
        bench.pass(ms: 60)
        #expect(try refusal(bench, .tap(atNs: nil, start: nil))?.reason == "out_of_range")
        #expect(!bench.performance.phaseChange.isMoving)
        let told = bench.performance.heardRun?.time(ofBeat: 40)
        try bench.say("volume 0.9")
        #expect(told != nil && bench.performance.heardRun?.time(ofBeat: 40) == told)
    }

    @Test func `a tap at once takes the place of one that waits, and both are undone together`() throws {
        let bench = try PerformanceBench()
        bench.ask(.subscribe([.beat], leadMs: nil), by: 1)
        try bench.say("tempo 100")
        try bench.say("start")
        bench.pass(ms: 500)
        func tap(_ bpm: Double, at cue: Cue) -> Ask.ID {
            bench.pass(ms: Int(60_000 / bpm))
            return bench.ask(.tap(atNs: nil, start: nil, at: cue))
        }
        for bpm in [150.0, 150, 150] { _ = tap(bpm, at: .place(bar: 9, beat: 1)) }
        #expect(try bench.status().pending.count == 1)
        for bpm in [146.0, 140] { _ = tap(bpm, at: .now) }
        bench.pass(ms: 100)
        let status = try bench.status()
        #expect(status.pending == [] && 140..<150 ~= status.bpm)
        bench.pass(ms: 15_000)
        #expect(try bench.status().bpm == status.bpm)
        try bench.say("undo")
        #expect(try bench.status().bpm == 100)
        // The other way round, too.
        for bpm in [150.0, 146] { _ = tap(bpm, at: .now) }
        for bpm in [140.0, 136] { _ = tap(bpm, at: .bar) }
        bench.pass(ms: 3000)
        #expect(try bench.status().bpm != 100 && bench.status().pending == [])
        try bench.say("undo")
        #expect(try bench.status().bpm == 100)
    }

    @Test func `a tap that waits no more is told, also where the tempo stays`() throws {
        let bench = try PerformanceBench()
        bench.ask(.subscribe([.state], leadMs: nil))
        for words in ["tempo 120", "start"] { try bench.say(words) }
        for cue in [Cue.place(bar: 90, beat: 1), .place(bar: 90, beat: 1), .now] {
            bench.pass(ms: 500)
            bench.ask(.tap(atNs: nil, start: nil, at: cue))
        }
        bench.pass(ms: 100)
        #expect(try bench.status().pending == [] && bench.status().bpm == 120)
        #expect(bench.states().last?.state.pending == [])
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
        #expect(status.bpm == 120 && status.pending.count == 1)
        #expect(status.pending.first?.changes["bpm"]?.number == 200)
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
        // Scoring that goes on keeps what was scored, and misses nothing of the time between.
        bench.pass(ms: 2000)
        try bench.ask("score on")
        bench.ask(.tap(atNs: beats(bench)[beats(bench).count - 1].atNs))
        let later = try #require(bench.answer(to: bench.ask("score")).get() as? ScoreState)
        #expect(later.total.taps == score.total.taps + 2 && later.missed == silent.missed)
    }

    @Test func `from the next expected tap on every beat is heard with one, and none is lost on the way`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["set bpm=120 volume=1 bell=off", "start"] { try bench.say(words) }
        try bench.ask("offset 30")
        bench.ask(.subscribe([.beat], leadMs: 1000), by: 1)
        try bench.wait(forBeat: 3)
        for _ in 0..<7 {
            _ = tap(bench, 1, periodMs: 400)
            bench.pass(ms: 400)
        }
        let (id, last) = tap(bench, 1, periodMs: 400)
        bench.pass(ms: 50)
        let answer = try bench.change(id)
        let tapped = try #require(answer.values["tap"])
        #expect(answer.values["bpm"]?.number == 150 && tapped["bpm"]?.number == 150)
        #expect(tapped["taps"] == 8 && tapped["left_out"] == 0 && tapped["more_taps"] == 0)
        #expect(tapped["confidence"]?.number ?? 0 > 0.95)
        #expect(abs((tapped["next_ns"]?.integer ?? 0) - Int(last) - 400_000_000) < 1000)
        let inStep = try #require(answer.atBeat)
        try bench.wait(forBeat: Int(inStep) + 12)
        for beat in bench.beats(to: 1) where Double(beat.beatIndex) >= inStep {
            let periods = Double(beat.atNs - last) / 400e6
            #expect(abs(periods - periods.rounded()) * 400 < 0.1, "beat \(beat.beatIndex)")
            #expect(beat.bpm == 150)
        }
        let lengths = zip(bench.frames, bench.frames.dropFirst()).map { $1 - $0 }
        #expect(lengths.allSatisfy { (9_000...50_000).contains($0) }, "\(lengths)")
        #expect(lengths.filter { $0 == 19_200 }.count > 6)
    }

    @Test func `a nudge moves every later click by exactly so many frames`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["set bpm=200 bell=off", "start"] { try bench.say(words) }
        for (ms, beat) in [(20, 3), (-12.5, 8), (60, 13)] as [(Double, Int)] {
            try bench.wait(forBeat: beat)
            let answer = try bench.say("nudge \(ms)")
            #expect(answer.values["nudge_ms"]?.number == ms && answer.atBeat ?? 0 > Double(beat - 1))
        }
        try bench.wait(forBeat: 24)
        let undo = bench.performance.history.count(.undo)
        #expect(bench.performance.settings.tempo.beatsPerMinute == 200 && undo == 1)
        let late = bench.frames.indices.map { bench.frames[$0] - 14_400 * $0 }
        #expect(late[3] == 0 && late[8] == 960 && late[13] == 360 && late[22] == 3240, "\(late)")
    }

    @Test(arguments: [
        ["nudge 100", "nudge 100", "nudge -50"], ["accents XxAx", "nudge 60", "nudge 60"],
        ["volume 0.5", "nudge 50", "nudge -20"],
    ])
    func `a nudge is answered with the place of its first moved beat, whatever is on its way`(lines: [String]) throws {
        let bench = try PerformanceBench()
        for words in ["tempo 120", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 2)
        let asked = try lines.map { try bench.ask($0) }
        bench.pass(ms: 100)
        let run = try #require(bench.performance.heardRun)
        for id in asked.suffix(2) {
            let change = try bench.change(id)
            let (beat, ns) = (try #require(change.atBeat), try #require(change.atNs))
            #expect(beat == beat.rounded() && abs(run.time(ofBeat: Int64(beat)).nanoseconds - ns) < 1000, "\(change)")
        }
    }

    @Test func `no beat is moved behind a stop, nor once the end is decided`() throws {
        let bench = try PerformanceBench()
        let calls = [.nudge(milliseconds: 20), .newBar] as [Call]
        for words in ["tempo 300", "timer 1 bars", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 2)
        for words in ["stop", "start"] { try bench.ask(words) }
        for call in calls { #expect(try refusal(bench, call)?.reason == "stopped") }
        bench.pass(ms: 100)
        try bench.wait(forBeat: 4)
        for call in calls { #expect(try refusal(bench, call)?.reason == "stopped") }
        // What was asked for in time, and cannot be played any more, has no place.
        try bench.playOut()
        try bench.say("start")
        try bench.wait(forBeat: 2)
        bench.holdsPlans = true
        let asked = calls.map { bench.ask($0) }
        bench.pass(ms: 400)
        bench.holdsPlans = false
        bench.pass(ms: 50)
        for id in asked { #expect(try bench.change(id).atBeat == nil) }
    }

    @Test func `a nudged bar begins with a beat that has not begun, the bell with it, and no beat moves`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["tempo 240", "start"] { try bench.say(words) }
        bench.ask(.subscribe([.beat], leadMs: 100), by: 1)
        var begins: [Int] = []
        for beat in [6, 13, 22] {
            try bench.wait(forBeat: beat)
            begins.append(try Int(#require(bench.say("nudge bar").atBeat)))
            // What comes after it keeps the bar, whether it has begun or not.
            try bench.say("volume 0.\(beat)")
        }
        try bench.wait(forBeat: 34)
        for beat in bench.beats(to: 1) where beat.beatIndex > 0 {
            let origin = ([0] + begins).last { $0 <= beat.beatIndex } ?? 0
            #expect(beat.beat == (beat.beatIndex - origin) % 4 + 1, "beat \(beat.beatIndex) of \(begins)")
            #expect(beat.bell == (beat.beat == 1))
        }
        #expect(bench.frames.count > 34)
        #expect(zip(bench.frames, bench.frames.dropFirst()).allSatisfy { $1 - $0 == 12_000 })
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `through taps, nudges and tempi at random every beat is heard once, where it was told`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["set bpm=300 bell=off volume=1", "start"] { try bench.say(words) }
        bench.ask(.subscribe([.beat], leadMs: 1000), by: 1)
        for _ in 0..<80 {
            bench.pass(ms: .random(in: 10...120, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: try bench.ask("nudge \(Int.random(in: -80...80, using: &random))")
            case 1: try bench.ask("tempo \(Int.random(in: 200...500, using: &random))")
            case 2: try bench.ask("volume \(Double.random(in: 0.8...1, using: &random))")
            default: bench.ask(.tap(atNs: bench.moment.now.nanoseconds))
            }
        }
        bench.pass(ms: 100)
        try bench.say("tempo 300")
        let bar = try #require(bench.status().position).bar + 4
        let last = try Int(#require(bench.say("stop at @\(bar)").atBeat))
        try bench.playOut()
        #expect(bench.heard.count == last && last > 15, "\(bench.heard.count) of \(last)")
        #expect(Array(bench.beats(to: 1).map(\.beatIndex).suffix(last - 1)) == Array(1..<last))
        for beat in bench.beats(to: 1) where bench.heard.indices.contains(beat.beatIndex) {
            let heard = bench.ns(ofFrame: bench.heard[beat.beatIndex].frame)
            #expect(abs(beat.atNs - heard) < 100_000, "beat \(beat.beatIndex)")
        }
    }
}
