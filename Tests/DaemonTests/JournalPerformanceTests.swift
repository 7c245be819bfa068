// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// What is noted of each run.
@Suite struct JournalPerformanceTests {
    private func entries(_ bench: PerformanceBench) -> [JournalEntry] {
        bench.actions.compactMap { if case .addToJournal(let entry, _, _) = $0 { entry } else { nil } }
    }

    @Test func `every run is a line, with its tempi, its bars and its score`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 600", "meter 3/4", "start"] { try bench.say(words) }
        try bench.ask("score on")
        bench.ask(.subscribe([.beat], leadMs: 100))
        for beat in 0..<8 {
            try bench.wait(forBeat: beat)
            bench.ask(.tap(atNs: bench.beats()[beat].atNs))
            if beat == 5 { try bench.say("tempo 800") }
        }
        try bench.say("stop at @5")
        try bench.playOut()
        let run = try #require(entries(bench).first)
        #expect(entries(bench).count == 1 && run.beats == 12 && run.bars == 4 && run.meter == "3/4")
        #expect(run.bpm == 800 && run.minBpm == 600 && run.maxBpm == 800)
        #expect((0.8...1.3).contains(run.seconds) && run.score?.taps ?? 0 > 3)
        // A run that plays when the daemon ends is there too.
        try bench.say("start")
        try bench.wait(forBeat: 3)
        bench.end()
        bench.pass(ms: 500)
        #expect(entries(bench).count == 2)
    }

    @Test(arguments: [("tempo 600", 16, 1.6, 600.0), ("meter 7/4", 28, 14, 120)])
    func `a run is noted from its first beat on, whatever changes while it is counted in`(
        change: String, beats: Int, seconds: Double, tempo: Double
    ) throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["tempo 120", "count-in 2", "timer 4 bars", "start"] { try bench.say(words) }
        bench.pass(ms: 900)
        try bench.say(change)
        try bench.playOut()
        let run = try #require(entries(bench).first)
        #expect(run.bars == 4 && run.beats == beats && abs(run.seconds - seconds) < 0.11, "\(run)")
        #expect(run.minBpm == tempo && run.maxBpm == tempo, "\(run)")
    }

    @Test func `a run is of the day that the clock tells at its end, though it was set meanwhile`() throws {
        let bench = try PerformanceBench()
        try bench.say("start")
        bench.pass(ms: 3000)
        bench.realtimeOffsetNs = 1_700_000_000_000_000_000
        try bench.say("stop")
        bench.pass(ms: 500)
        let times = bench.actions.compactMap { action -> (Int, Int)? in
            if case .addToJournal(_, let begin, let end) = action { (begin, end) } else { nil }
        }
        let (begin, end) = try #require(times.first)
        #expect(begin > 1_700_000_000 && (2...4).contains(end - begin), "\(begin) to \(end)")
    }

    @Test func `the tempo of a preset that a trainer leads elsewhere was never played`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 400", "start"] { try bench.say(words) }
        var edit = Edit.tempo(.to(try Tempo(700)))
        edit[SpeedTrainer.key] = .trainer(try Trainer(.speed, parsing: "200 to 300 by 50 every 1"))
        bench.ask(.set(edit, at: .bar))
        bench.pass(ms: 2500)
        try bench.say("stop")
        bench.pass(ms: 500)
        let run = try #require(entries(bench).first)
        #expect(run.minBpm == 200 && run.maxBpm == 400, "\(run)")
    }

    @Test func `a song that ends by itself is noted in the meter of its end`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let etude = try files.write(
            "tempo = 600\n[[section]]\nbars = 1\n[[section]]\nbars = 2\nmeter = \"7/8\"\n", to: "m.toml")
        for words in ["song load \(etude)", "start"] { try bench.say(words) }
        try bench.playOut()
        #expect(entries(bench).first?.meter == "7/8")
    }

    @Test func `beats that are moved to another phase are played at the tempo they had`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 300", "start"] { try bench.say(words) }
        for shift in ["nudge 300", "nudge -300"] {
            try bench.say(shift)
            bench.pass(ms: 1500)
        }
        try bench.say("stop")
        bench.pass(ms: 500)
        let run = try #require(entries(bench).first)
        #expect(run.minBpm == 300 && run.maxBpm == 300)
    }

    @Test func `the tempi of a song are those that it has reached, on a ramp too`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let etude = try files.write(
            "[[section]]\nbars = 2\ntempo = { from = 300, to = 700 }\n[[section]]\nbars = 4\ntempo = 500\n",
            to: "r.toml")
        for words in ["song load \(etude)", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 5)
        try bench.say("stop")
        bench.pass(ms: 500)
        // The last beat that was heard, of eight.
        let midst = try #require(entries(bench).first)
        #expect(midst.minBpm == 300 && midst.maxBpm == midst.bpm && midst.bpm > 500)
        try bench.say("start")
        try bench.wait(forBeat: 10)
        try bench.say("stop")
        bench.pass(ms: 500)
        let past = try #require(entries(bench).last)
        #expect(past.bpm == 500 && past.minBpm == 300 && past.maxBpm > 600)
    }

    @Test func `what was practised is told in the note that the tempo of the song counts`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let etude = try files.write(
            "tempo = 300\nmeter = \"7/8\"\n[[section]]\nlabel = \"verse\"\nbars = 12\n", to: "etude.toml")
        for words in ["song load \(etude)", "practise 9 10 at 80% up 5%", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 5)
        try bench.say("stop")
        bench.pass(ms: 500)
        let run = try #require(entries(bench).first)
        // 300 quarters are 600 eighths.
        #expect(run.bpm == 240 && run.minBpm == 240 && run.maxBpm == 240)
        let bars = try #require(run.practised?.first)
        #expect(bars.name == "etude.toml, bars 9 to 10" && bars.bpm == 240 && bars.goalBpm == 300)
    }

    @Test func `the tempo that was reached and the goal are those of one beat, also where the bars change their tempo`()
        throws
    {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let rit = try files.write(
            """
            tempo_note = "eighth"
            tempo = 240
            meter = "7/8"
            [[section]]
            bars = 2
            [[section]]
            bars = 2
            tempo = { to = 120 }
            """,
            to: "rit.toml")
        for words in ["song load \(rit)", "practise 3 4 at 50% up 25%", "start"] { try bench.say(words) }
        // The third pass is played as it is written; near its end, that is half as fast as it began.
        try bench.wait(forBeat: 40)
        try bench.say("stop")
        bench.pass(ms: 2000)
        let bars = try #require(entries(bench).first?.practised?.first)
        #expect(bars.bpm == 240 && bars.goalBpm == 240)
    }

    @Test func `what was practised stays in the journal, whatever is played after it in the same run`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let etude = try files.write("tempo = 600\n[[section]]\nlabel = \"verse\"\nbars = 12\n", to: "etude.toml")
        try bench.ask("preset save plain")
        try bench.say("song load \(etude)")
        for words in ["practise 2 2 at 80% up 10%", "start"] { try bench.say(words) }
        // The third pass.
        try bench.wait(forBeat: 9)
        try bench.say("practise 5 6 at 50% up 5%")
        try bench.wait(forBeat: 20)
        try bench.say("preset load plain")
        bench.pass(ms: 2000)
        try bench.say("stop")
        bench.pass(ms: 500)
        let run = try #require(entries(bench).first)
        #expect(entries(bench).count == 1 && run.preset == "plain" && run.song == nil)
        let practised = try #require(run.practised)
        #expect(practised.map(\.name) == ["etude.toml, bar 2", "etude.toml, bars 5 to 6"])
        #expect(practised.map(\.bpm) == [600, 330] && practised.map(\.goalBpm) == [600, 600])
    }

    @Test func `what is practised under a preset is told by its name, with the tempo that its trainer leads to`() throws
    {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["tempo 600", "trainer speed 600 to 800 by 20 every 1"] { try bench.say(words) }
        func play() throws -> JournalEntry? {
            try bench.say("start")
            try bench.wait(forBeat: 9)
            try bench.say("stop")
            bench.pass(ms: 500)
            return entries(bench).last
        }
        #expect(try #require(try play()).preset == nil)
        try bench.ask("preset save scales")
        let kept = try #require(try play())
        #expect(kept.preset == "scales" && kept.bpm == 640)
        #expect(kept.practised == [Practised { ($0.preset, $0.bpm, $0.goalBpm) = ("scales", 640, 800) }])
        // Whatever is changed since; but not what was never loaded, and not what is no more.
        for words in ["tempo 500", "trainer speed off"] { try bench.say(words) }
        try bench.say("preset load scales")
        try bench.say("volume 40%")
        #expect(try #require(try play()).preset == "scales")
        try bench.say("undo")
        #expect(try bench.status().settings.others["preset"] == "scales")
        try bench.say("reset")
        #expect(try bench.status().settings.others["preset"] == "")
        try bench.say("undo")
        #expect(try bench.status().settings.others["preset"] == "scales")
        try bench.ask("preset remove scales")
        let last = try #require(try play())
        #expect(last.preset == nil && last.practised == nil)
    }

    @Test func `a timer has as many bars in the journal as it was set to`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["tempo 600", "meter 3/4", "timer 2 bars", "start"] { try bench.say(words) }
        try bench.playOut()
        let run = try #require(entries(bench).first)
        #expect(run.bars == 2 && run.beats == 6 && run.seconds == 0.6)
    }

    @Test func `what is counted in is no part of the journal`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["tempo 600", "count-in 2"] { try bench.say(words) }
        for end in ["stop", "stop at @3"] {
            for words in ["start", end] { try bench.say(words) }
            try bench.playOut()
        }
        let run = try #require(entries(bench).first)
        #expect(entries(bench).count == 1)
        #expect(run.beats == 8 && run.bars == 2 && (0.7...1.1).contains(run.seconds))
    }
}
