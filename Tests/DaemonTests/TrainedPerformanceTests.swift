// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import Testing

@testable import Daemon
@testable import MetronomeSession

/// The trainers, as they are heard and told.
@Suite struct TrainedPerformanceTests {
    /// Plays to the end of the music with trainers.
    private func session(
        _ lines: [String], endingAt place: String? = nil, settings: Settings = Settings(), chance: Int = 0
    ) throws -> PerformanceBench {
        let bench = try PerformanceBench(settings, clicks: ClickFolder())
        bench.ask(.subscribe([.beat, .state], leadMs: 1000))
        bench.pass(ms: 10 + chance)
        for line in lines { try bench.say(line) }
        try bench.ask("start")
        if let place { try bench.ask("stop at \(place)") }
        try bench.playOut()
        return bench
    }

    @Test func `tempi in steps and silent bars are heard to the frame, and told`() throws {
        let bench = try session([
            "meter 3/4", "trainer speed 400 to 600 by 100 every 2 then stop", "trainer gap 1 1",
        ])
        // Two bars of each tempo, of which the second is silent.
        var expected: [Int] = []
        var begin = 0
        for length in [7200, 5760, 4800] {
            expected += (0..<3).map { begin + $0 * length }
            begin += 6 * length
        }
        #expect(bench.frames == expected)
        let beats = bench.beats()
        #expect(beats.map(\.beatIndex) == Array(0..<18))
        #expect(beats.map(\.bpm) == [400, 500, 600].flatMap { Array(repeating: $0, count: 6) })
        #expect(beats.map { $0.accent == "mute" } == (0..<18).map { $0 % 6 >= 3 })
        for (beat, next) in zip(beats, beats.dropFirst()) {
            #expect(abs(Double(next.atNs - beat.atNs) * beat.bpm / 60e9 - 1) < 0.0001)
        }
        // The status follows what is heard.
        let states = bench.states()
        let told = states.compactMap {
            $0.state.practice.map { ($0.silent, $0.trainers["speed"]?["next_bpm"]?.number) }
        }
        #expect(told.contains { $0 == (true, 500) } && told.contains { $0 == (false, 600) })
        #expect(told.contains { $0 == (true, nil) })
        #expect(states.last?.state.bpm == 600 && states.last?.state.practice == nil)
    }

    @Test func `off at once cancels a trainer that waits for its place, and says so`() throws {
        let bench = try PerformanceBench()
        try bench.say("start")
        for words in ["trainer gap 1 1 at @8", "trainer speed 100 to 200 by 10 every 2 at @8"] { try bench.say(words) }
        let off = try bench.say("trainer speed off")
        #expect(off.values["cancelled"] == [2] && off.values["speed_trainer"] == "off")
        #expect(try bench.status().pending.map(\.pending) == [1])
        #expect(try bench.say("trainer off at @9").values["cancelled"] == nil)
        #expect(try bench.say("trainer off").values["cancelled"] == [1, 3])
        #expect(try bench.status().pending.isEmpty)
        try bench.wait(forBeat: 30)
        #expect(try bench.status().practice == nil)
        #expect(try bench.say("trainer off").values["cancelled"] == nil)
    }

    @Test func `a trainer that is set as it was begins again, and that is told`() throws {
        let bench = try PerformanceBench()
        bench.ask(.subscribe([.beat, .state], leadMs: 100))
        for words in ["trainer gap 2 2", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 3)
        try bench.say("trainer gap 2 2")
        bench.pass(ms: 20)
        let told = try #require(bench.states().last)
        #expect(told.changed.contains("practice"))
        #expect(told.state.practice?.trainers["gap"]?["from_bar"] == 2)
        try bench.say("trainer gap off")
        bench.pass(ms: 20)
        #expect(bench.states().last?.changed.contains("practice") == true)
        #expect(bench.states().last?.state.practice == nil)
    }

    @Test func `music whose end is decided is planned no more, wherever the plan was to be renewed`() throws {
        for beats in 28...40 {
            let bench = try session(["trainer speed 300 to 600 by 1 every 1", "timer \(beats) beats"])
            #expect(bench.beats().last?.beatIndex == beats, "\(beats)")
            #expect(bench.sentPlans < 5, "\(beats)")
        }
    }

    @Test func `a tempo that changes with every beat is that of the curve, to the frame`() throws {
        let frames = try session(["bell off", "trainer speed 600 to 690 by 900 per minute then stop"]).frames
        // The way has 64.5 beats, and the bar goes to its end.
        #expect(frames.count == 68)
        for (beat, frame) in frames.enumerated() {
            let beats = Double(beat)
            let exact =
                beats < 64.5 ? ((600.0 * 600 + 2 * 900 * beats).squareRoot() - 600) / 15 : 6 + (beats - 64.5) / 11.5
            #expect(abs(Double(frame) - exact * 48000) <= 1, "beat \(beat)")
        }
    }

    @Test func `the same seed is the same session, and another is not`() throws {
        func heard(ofSeed seed: Int, chance: Int) throws -> (heard: [Int], told: [Int]) {
            let bench = try session(
                ["tempo 960", "trainer mute 40% seed \(seed)"], endingAt: "@13", chance: chance)
            return (
                bench.frames.map { ($0 + 1500) / 3000 }, bench.beats().filter { $0.accent != "mute" }.map(\.beatIndex)
            )
        }
        let first = try heard(ofSeed: 5, chance: 0)
        // The first bar is heard, and what is heard is what was told.
        #expect(first.heard == first.told && first.heard.prefix(4) == [0, 1, 2, 3])
        #expect((20...40).contains(first.heard.count))
        let again = try heard(ofSeed: 5, chance: 370)
        #expect(again.heard == first.heard && again.told == first.told)
        #expect(try heard(ofSeed: 6, chance: 0).heard != first.heard)
    }

    @Test func `bars are counted in, and a timer of bars ends with three strokes`() throws {
        let bench = try session(["meter 3/4", "tempo 600", "subdivision 2", "count-in 1", "timer 2 bars"])
        let counted = [0, 4800, 9600]
        let played = (0..<12).map { 14400 + $0 * 2400 }
        #expect(bench.frames == counted + played + [43200, 44800, 46400])
        let (beats, states) = (bench.beats(), bench.states())
        #expect(beats.map(\.bar) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3])
        #expect(beats.map(\.beat) == [1, 2, 3, 1, 2, 3, 1, 2, 3, 1])
        #expect(beats.map(\.bell) == (0..<10).map { $0 % 3 == 0 })
        #expect(states.contains { $0.state.practice?.countIn != nil } && states.last?.state.playing == false)
        #expect(states.contains { $0.state.practice?.trainers["timer"]?["end_beat"] == 9 })
    }

    @Test func `a timer of seconds is over with the bar that is under way, whatever the tempo does`() throws {
        let bench = try session(["tempo 480", "timer 3 seconds", "trainer speed 480 to 600 by 120 every 4"])
        // Four bars last 2 s, the next one 0.4 s each: the third of these is under way.
        #expect(bench.beats().count == 4 * 7 + 1 && bench.frames.count == 4 * 7 + 3)
        let slow = (0..<16).map { $0 * 6000 }
        let fast = (0..<12).map { 96_000 + $0 * 4800 }
        #expect(Array(bench.frames.prefix(28)) == slow + fast)
        #expect(bench.frames.suffix(3) == [153_600, 155_200, 156_800])
    }

    @Test(arguments: ["timer 1 bar", "stop at @2"])
    func `a start while the music ends is the start of a run, and not an answer about one that stops`(end: String)
        throws
    {
        let bench = try PerformanceBench()
        for words in ["tempo 120", "meter 2/4", "start", end] { try bench.say(words) }
        let run = try bench.status().run
        func ends() -> Bool { bench.performance.isEndDecided || bench.performance.strikesEnd }
        while bench.performance.record != nil, !ends() { bench.pass(ms: 5) }
        #expect(try bench.status().playing)
        let again = try bench.say("start")
        #expect(again.values["playing"] == true && again.atBeat == 0)
        bench.pass(ms: 300)
        #expect(try bench.status().playing && bench.status().run == run + 1)
    }

    @Test func `whoever mutes the last strokes of a timer hears no more of them`() throws {
        let bench = try session(["tempo 60", "meter 1/4", "timer 1 bar"], endingAt: "@9")
        let other = try PerformanceBench(clicks: ClickFolder())
        for words in ["tempo 60", "meter 1/4", "timer 1 bar", "start"] { try other.say(words) }
        try other.wait(forBeat: 1)
        #expect(try other.say("mute").atBeat.map { (1..<1.2).contains($0) } == true)
        try other.playOut()
        #expect(bench.heard.count == 4 && other.heard.count == 2)
    }

    @Test(arguments: [false, true], [0, 300])
    func `a tempo that is set while the last beat is decided is that of the next start`(isOff: Bool, ms: Int) throws {
        let bench = try PerformanceBench()
        for words in ["tempo 60", "meter 1/4", "trainer speed 60 to 62 by 1 every 1 then stop", "start"] {
            try bench.say(words)
        }
        try bench.wait(forBeat: 1)
        while !bench.performance.isEndDecided { bench.pass(ms: 5) }
        bench.pass(ms: ms)
        if isOff { try bench.say("trainer off") }
        try bench.say("tempo 99")
        try bench.playOut()
        #expect(try bench.status().settings.bpm == 99)
    }

    @Test func `a count-in is spoken, and its numbers are those of the bar`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["bell off", "set meter=5/4 bpm=600 volume=1", "count-in 1", "count-in sound voice"] {
            try bench.say(words)
        }
        #expect(try bench.refusal(of: "count-in sound nothing").reason == "not_found")
        #expect(throws: ControlError.self) { try bench.ask("count-in sound /etc/passwd") }
        try bench.say("timer 1 bar")
        try bench.say("start")
        try bench.playOut()
        try #require(bench.heard.count == 13)
        for (beat, onset) in bench.heard.enumerated() {
            let level: Float = beat < 5 ? Float(beat + 1) / 100 : beat < 10 ? 0.25 : 0.5
            #expect(abs(onset.level / level - 1) < 0.03, "beat \(beat)")
        }
    }

    @Test func `a prompt is told as it is heard, and what comes next from its begin on`() throws {
        let bench = try session(["tempo 400", "count-in 1", "prompt C, F, Bb every 2"], endingAt: "@9")
        let states = bench.states().map(\.state)
        var told: [(bar: Int, prompt: String?, next: String?, nextBar: Int?)] = []
        for state in states {
            guard let facts = state.practice?.trainers["prompt"], let bar = state.position?.bar else { continue }
            let prompt = facts["prompt"]?.string
            if told.isEmpty || told.last?.prompt != prompt {
                told.append((bar, prompt, facts["next"]?.string, facts["next_bar"]?.integer))
            }
        }
        #expect(told.map(\.bar) == [0, 1, 3, 5, 7])
        #expect(told.map(\.prompt) == [nil, "C", "F", "Bb", "C"])
        // Bar 9 is not played.
        #expect(told.map(\.next) == ["C", "F", "Bb", "C", nil])
        #expect(told.map(\.nextBar) == [1, 3, 5, 7, nil])
    }

    @Test func `shuffled prompts come each once in a round, none twice in a row, and again by the same seed`() throws {
        let text = "a, b, c, d, e every 1 shuffled"
        let list = try PromptList(parsing: text + " seed 7")
        let shown = (0..<500).map { list.prompt(Int64($0)) }
        for round in stride(from: 0, to: 500, by: 5) { #expect(Set(shown[round..<round + 5]).count == 5) }
        #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 != $1 })
        let rounds: [String] = stride(from: 0, to: 500, by: 5).map { shown[$0..<$0 + 5].joined() }
        #expect(Set(rounds).count > 50)
        let bench = try PerformanceBench()
        let chosen = try #require(try bench.say("prompt " + text).values["prompt"]?.string)
        #expect(chosen.hasPrefix(text + " seed "))
        let error = #expect(throws: ControlError.self) { try bench.ask("prompt " + String(repeating: "a", count: 61)) }
        #expect(error?.message.contains("at most 60 bytes") ?? false)
    }

    @Test func `muted, beats and faces go on`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["tempo 600", "mute", "start"] { try bench.say(words) }
        bench.ask(.subscribe([.beat], leadMs: nil))
        bench.pass(ms: 1000)
        let beats = bench.beats()
        #expect(beats.count > 8 && beats.contains { $0.bell } && bench.heard.isEmpty)
        #expect(beats.allSatisfy { $0.pendulum.to != $0.pendulum.from })
    }

    @Test func `trainers are set, told, undone and refused, and a tempo by hand is where it goes on from`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 240", "start"] { try bench.say(words) }
        let answer = try bench.say("trainer speed to 500 by 20 every 1")
        #expect(answer.values["speed_trainer"] == "240 to 500 by 20 every 1")
        #expect((answer.atBeat ?? 1).truncatingRemainder(dividingBy: 4) == 0)
        #expect(try bench.status().practice?.trainers["speed"]?["to"]?.number == 500)
        try bench.say("trainer mute 10% seed 3")
        #expect(try bench.status().settings.others["random_mute"] == "10% beats seed 3")
        try bench.say("undo")
        #expect(try bench.status().settings.others["random_mute"] == "off")
        #expect(try bench.say("tempo 100").values["bpm"]?.number == 100)
        let speed = try #require(bench.status().practice?.trainers["speed"])
        #expect(speed["from"]?.number == 100 && speed["to"]?.number == 500)
        #expect(throws: ControlError.self) { try bench.ask("trainer speed fast") }
        let error = #expect(throws: ControlError.self) { try bench.ask("trainer gap 0 1") }
        #expect(error?.min == 1)
        try bench.say("trainer off")
        #expect(try bench.status().practice == nil && bench.status().bpm == 100)
    }

    @Test func `a step that waits is counted from the tempo to which a trainer has led there, whenever that is asked`()
        throws
    {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["trainer speed 600 to 580 by 20 every 1 then again", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 1)
        for _ in 0..<200 {
            bench.pass(ms: 7)
            let answer = try bench.say("tempo -4 at beat")
            let beat = try #require(answer.atBeat)
            let segments = try #require(bench.status().timeline ?? nil).segments
            let led = try #require(segments.last { Double($0.origin.beat) < beat }?.tempo)
            #expect(answer.values["bpm"]?.number == Double(led.numerator) / Double(led.denominator) - 4)
            try bench.ask("cancel \(try #require(answer.values["pending"]?.integer))")
        }
    }

    @Test func `a trainer that follows the player waits for bars that are played well`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        bench.ask(.subscribe([.beat, .state], leadMs: 1000))
        for line in ["tempo 240", "trainer speed 240 to 300 by 30 every 1 when within 15", "start"] {
            try bench.say(line)
        }
        #expect(try bench.status().score?.on == true)
        // By how many milliseconds the strokes of each bar are late: well, not well, well, none, well.
        for (bar, late) in ([5, 40, -5, nil, 9] as [Int64?]).enumerated() {
            try bench.wait(forBeat: bar * 4 + 3)
            bench.pass(ms: 60)
            guard let late else { continue }
            let told = Dictionary(bench.beats().map { ($0.beatIndex, $0.atNs) }) { $1 }
            for beat in bar * 4..<bar * 4 + 4 {
                _ = try bench.change(bench.ask(.onset(atNs: try #require(told[beat]) + late * 1_000_000)))
            }
        }
        try bench.wait(forBeat: 24)
        let tempi = Dictionary(bench.beats().map { ($0.beatIndex, $0.bpm) }) { $1 }
        let steps: [Double?] = (0..<6).map { tempi[$0 * 4] }
        #expect(steps == [240, 270, 270, 300, 300, 300])
        #expect(try bench.status().bpm == 300)
        // It tells of the step before it comes.
        #expect(bench.states().contains { $0.state.practice?.trainers["speed"]?["next_bpm"]?.number == 270 })
    }

    @Test(arguments: ["trainer off", "trainer off at beat", "undo"])
    func `nothing is missed after a trainer that follows the player is turned off`(words: String) throws {
        let bench = try PerformanceBench()
        bench.ask(.subscribe([.beat], leadMs: 1000))
        for line in ["tempo 300", "trainer speed 300 to 320 by 5 every 8 when within 15", "start"] {
            try bench.say(line)
        }
        func tap(_ beat: Int) throws {
            try bench.wait(forBeat: beat)
            let told = try #require(bench.beats().first { $0.beatIndex == beat })
            _ = try bench.change(bench.ask(.tap(atNs: told.atNs)))
        }
        for beat in [2, 3] { try tap(beat) }
        try bench.say(words)
        try bench.wait(forBeat: 14)
        try bench.ask("score on")
        try tap(15)
        let score = try #require(bench.answer(to: bench.ask("score")).get() as? ScoreState)
        #expect(score.missed == 0 && score.total.taps == 3)
    }

    @Test func `what is missed of a bar counts for that bar alone, also what is missed at its end`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        bench.ask(.subscribe([.beat], leadMs: 1000))
        for line in ["tempo 240", "trainer speed 240 to 300 by 30 every 1 when within 15", "start"] {
            try bench.say(line)
        }
        for (bar, played) in ([0..<1, 0..<4, 1..<4, 0..<2] as [Range<Int>]).enumerated() {
            try bench.wait(forBeat: bar * 4 + 3)
            bench.pass(ms: 60)
            let told = Dictionary(bench.beats().map { ($0.beatIndex, $0.atNs) }) { $1 }
            for beat in played {
                _ = try bench.change(bench.ask(.onset(atNs: try #require(told[bar * 4 + beat]))))
            }
        }
        try bench.wait(forBeat: 16)
        let tempi = Dictionary(bench.beats().map { ($0.beatIndex, $0.bpm) }) { $1 }
        #expect((0..<5).map { tempi[$0 * 4] } == [240, 240, 270, 300, 300])
    }
}
