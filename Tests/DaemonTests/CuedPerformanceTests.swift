// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// What is heard of each setting within a bar, and of changes at the place that they are for.
@Suite struct CuedPerformanceTests {
    @Test func `what waits for a place is heard there to the frame, and the music ends where it was told to`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        bench.ask(.subscribe([.beat, .state], leadMs: 1000))
        for words in ["bell off", "tempo 600"] { try bench.say(words) }
        // While it is stopped, places wait for the next run.
        for (words, id) in [("set bpm=450 volume=0.5 sounds.beat=soft at=@3", 1), ("tempo 600 at @5", 2)] {
            let answer = try bench.say(words)
            #expect(answer.values["pending"]?.integer == id && answer.atBeat == nil)
        }
        #expect(try bench.status().pending.map(\.at) == ["@3", "@5"])
        try bench.say("start")
        let stop = try bench.say("stop at @7")
        #expect(stop.atBeat == 24 && stop.values["pending"]?.integer == 3)
        try bench.playOut()
        let (onsets, beats) = (bench.heard, bench.beats())
        try #require(onsets.count == 24)
        let lengths = zip(onsets, onsets.dropFirst()).map { Int($1.frame - $0.frame) }
        #expect(
            lengths == Array(repeating: 4800, count: 8) + Array(repeating: 6400, count: 8)
                + Array(repeating: 4800, count: 7))
        let volume = Float(Settings().volume)
        for (beat, onset) in onsets.enumerated() {
            #expect(abs(onset.level / (beat < 8 ? 0.25 * volume : 0.0625) - 1) < 0.02, "beat \(beat)")
        }
        // Every beat was told once it was certain, and none that is not played.
        #expect(beats.map(\.beatIndex) == Array(0..<24))
        for (beat, onset) in zip(beats, onsets) {
            #expect(abs(beat.atNs - bench.ns(ofFrame: onset.frame)) < 25_000, "beat \(beat.beatIndex)")
            #expect(beat.bpm == (8..<16 ~= beat.beatIndex ? 450 : 600))
        }
        let status = try bench.status()
        #expect(status.bpm == 600 && status.settings.volume == 0.5 && status.settings.sounds.beat == "soft")
        #expect(status.pending == [] && !status.playing && status.history.redo == 0)
    }

    @Test func `while nothing plays, what waits is told as it will hold behind what waits before it`() throws {
        let bench = try PerformanceBench()
        try bench.say("meter 3/4 at @5")
        let answer = try bench.say("accents 2=A at @9")
        let last = try #require(bench.status().pending.last)
        #expect(answer.values["accents"] == "XAx" && answer.values["bell"]?["every"] == 3)
        #expect(last.changes["accents"] == answer.values["accents"] && last.changes["bell"] == answer.values["bell"])
    }

    @Test func `what is asked for while the music fades out waits in that of the next start`() throws {
        let bench = try PerformanceBench()
        try bench.say("start")
        try bench.say("volume 50% at @9")
        #expect(try bench.status().pending.allSatisfy { $0.atBeat != nil && $0.nextStart == nil })
        let stop = bench.ask(.stop())
        try bench.ask("volume 40% at @2")
        let fading = try bench.status()
        #expect(fading.playing && fading.pending.map(\.nextStart) == [nil, true])
        bench.pass(ms: 200)
        _ = try bench.change(stop)
        #expect(try bench.status().pending.map(\.pending) == [2])
        try bench.say("start")
        #expect(try bench.status().pending.map(\.nextStart) == [nil])
        try bench.wait(forBeat: 5)
        #expect(try bench.status().settings.volume == 0.4)
    }

    @Test func `what waits is listed, follows the music, and can be taken back`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 120", "start"] { try bench.say(words) }
        bench.ask(.subscribe([.state], leadMs: nil))
        bench.pass(ms: 300)
        let before = bench.states().count
        let answer = try bench.say("tempo +10 at @9")
        #expect(answer.atBeat == 32 && answer.values["bpm"]?.number == 130)
        bench.pass(ms: 50)
        #expect(bench.states().dropFirst(before).first?.changed == ["pending"])
        let first = try #require(bench.status().pending.first)
        #expect(first.at == "@9" && first.atBeat == 32 && first.changes == ["bpm": 130])
        #expect(abs((first.atNs ?? 0) - (answer.atNs ?? 1)) < 1000)
        // A step is taken from what holds there: 130 after it.
        #expect(try bench.say("tempo +10 at @10").values["bpm"]?.number == 140)
        // Until then the tempo is the present one, also where it changes.
        try bench.say("tempo 60")
        let later = try bench.status().pending
        #expect(later.map(\.atBeat) == [32, 36])
        #expect(try #require(later[0].atNs) > (try #require(first.atNs)) + 10_000_000_000)
        let cancelled = try bench.json("cancel 1")
        #expect(cancelled["cancelled"]?.array == [1] && cancelled["pending"]?.array?.count == 1)
        #expect(try bench.refusal(of: "cancel 1").reason == "not_found")
        #expect(try bench.json("cancel")["cancelled"]?.array == [2])
        #expect(try bench.status().pending == [] && bench.status().bpm == 60)
    }

    @Test func `a place that is over, or is none, is refused and changes nothing`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 240", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 5)
        for words in ["tempo 90 at @1", "tempo 90 at @9.5", "tempo +999 at bar"] {
            #expect(try bench.refusal(of: words).reason == "out_of_range", "\(words)")
        }
        #expect(throws: ControlError.self) { try bench.ask("tempo 90 at 9") }
        let sound = try bench.ask("sound beat nothing at bar")
        bench.read()
        #expect(try bench.refusal(sound).reason == "not_found")
        try bench.say("stop at @50")
        #expect(try bench.refusal(of: "tempo 90 at @51").reason == "invalid")
        try bench.ask("cancel")
        for _ in 0..<100 { try bench.say("volume 0.5 at @9000") }
        #expect(try bench.refusal(of: "volume 0.5 at @9000").reason == "busy")
        try bench.say("stop")
        bench.pass(ms: 300)
        #expect(try bench.status().pending == [])
        // While it is stopped the next bar need not be waited for.
        #expect(try bench.say("tempo 90 at bar").values["pending"] == nil)
        #expect(try bench.status().bpm == 90)
    }

    // MARK: within a bar

    /// The levels of a bar of 2+2+3/8 whose bell rings on its first beat.
    private static let levels: [Float] = [0.5, 0.25, 0.375, 0.25, 0.375, 0.25, 0.25]

    @Test func `groups, accents and swung parts of beats are heard to the frame`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        bench.ask(.subscribe([.beat, .state], leadMs: 1000))
        for words in [
            "set volume=1 meter=2+2+3/8 subdivision=2 swing=2:1", "tempo 600",
            // In the second bar the accents say what the groups said before, and in the third there are only triplets.
            "accents .xoxXxx at @2", "set subdivision=3 subdivision_volume=1 accents=auto at=@3", "start",
            "stop at @4",
        ] {
            try bench.say(words)
        }
        try bench.playOut()
        var expected: [(frame: Int, level: Float)] = []
        for (beat, level) in Self.levels.enumerated() {
            expected += [(4800 * beat, level), (4800 * beat + 3200, 0.125)]
        }
        for (beat, level) in [0, 0.25, 0.1, 0.25, 0.5, 0.25, 0.25].enumerated() {
            // The part of a silent beat is silent with it.
            guard level > 0 else { continue }
            expected += [(4800 * (7 + beat), Float(level)), (4800 * (7 + beat) + 3200, 0.125)]
        }
        for (beat, level) in Self.levels.enumerated() {
            let begin = 4800 * (14 + beat)
            expected += [(begin, level), (begin + 1600, 0.25), (begin + 3200, 0.25)]
        }
        try #require(bench.heard.count == expected.count)
        for (onset, (frame, level)) in zip(bench.heard, expected) {
            #expect(Int(onset.frame - bench.heard[0].frame) == frame)
            #expect(abs(onset.level / level - 1) < 0.02, "frame \(frame)")
        }
        let accents = bench.beats().map(\.accent)
        try #require(accents.count == 21)
        #expect(accents[0..<7] == ["bell", "normal", "accent", "normal", "accent", "normal", "normal"])
        #expect(accents[7..<14] == ["mute", "normal", "ghost", "normal", "bell", "normal", "normal"])
        #expect(Array(accents[14...]) == Array(accents[0..<7]))
        #expect(bench.beats().map(\.bell) == accents.map { $0 == "bell" })
    }

    @Test func `where a bar begins sooner, what waits for one is told in the bars that are on their way`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 240", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 1)
        // Neither plan is in force when the other is made.
        let asks = [try bench.ask("tempo 300 at bar"), try bench.ask("nudge bar")]
        bench.pass(ms: 200)
        for ask in asks {
            let change = try bench.change(ask)
            #expect(change.atBarBeat == 1 && change.atBar == 2, "\(change)")
        }
    }

    @Test func `where an edit at once begins a bar, what waited for one leaves what is set by it`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 240", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 0)
        let waiting = try bench.say("set meter=7/8 volume=50% at=bar")
        #expect(waiting.atBeat == 4)
        let change = try bench.say("meter 5/4")
        #expect(change.atBeat == 1 && change.atBar == 2)
        bench.pass(ms: 600)
        let status = try bench.status()
        #expect(status.heard.meter == "5/4" && status.settings.volume == 0.5 && status.pending.isEmpty)
        // One that begins no bar leaves it.
        try bench.say("meter 3/4 at bar")
        try bench.say("meter 5/4")
        #expect(try bench.status().pending.count == 1)
    }

    @Test func `a bar that is asked for again begins where it was to begin already`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 343", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 6)
        for _ in 0..<40 {
            bench.pass(ms: 37)
            let answers = try ["nudge bar", "nudge bar"].map { try bench.say($0) }
            #expect(answers.map(\.atBarBeat) == [1, 1] && answers[0].atBeat == answers[1].atBeat)
        }
    }

    @Test func `accents are predicted from the timeline, and told in the status`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 300", "accents xXxX", "start"] { try bench.say(words) }
        let status = try bench.status()
        let timeline = try #require(status.timeline ?? nil)
        let music = try #require(HeardTimeline(timeline))
        #expect(timeline.bars.last?.accents == "xXxX" && timeline.bars.last?.bell == nil)
        #expect((400..<404).map { music.beat($0)?.bell } == [false, true, false, true])
        #expect(status.settings.others["accents"] == "xXxX")
        let answer = try bench.say("accents xxXx")
        #expect(answer.values["accents"] == "xxXx" && answer.values["bell"]?["on"] == 3)
        #expect(try bench.say("meter 3/4").values["accents"] == "auto")
        #expect(try bench.refusal(of: "accents Xx").reason == "invalid")
        #expect(throws: ControlError.self) { try bench.ask("swing 80%") }
    }

    @Test func `a changed sound is heard from the place that its answer names`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["set bpm=600 volume=1 bell=off", "start"] { try bench.say(words) }
        var changes: [(beat: Double, level: Float)] = [(0, 0.25)]
        for (name, level) in [("soft", 0.125), ("bell", 0.5), ("beat", 0.25)] as [(String, Float)] {
            bench.pass(ms: 470)
            changes.append((try #require(bench.say("sound beat \(name)").atBeat), level))
        }
        bench.pass(ms: 500)
        for (beat, onset) in bench.heard.enumerated() {
            let level = changes.last { $0.beat <= Double(beat) }?.level ?? 0
            #expect(abs(onset.level / level - 1) < 0.02, "beat \(beat) has the level \(onset.level)")
        }
        #expect(Double(bench.heard.count) > changes[3].beat + 2)
    }

    @Test func `a sound of the count-in is found before it is set, also where the count-in waits or is off`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        #expect(try bench.refusal(of: "count-in sound nowhere").reason == "not_found")
        for words in ["start", "count-in 2 at bar"] { try bench.say(words) }
        #expect(try bench.refusal(of: "count-in sound nowhere").reason == "not_found")
        try bench.say("count-in sound soft")
        #expect(bench.performance.samples.names.contains("soft"))
    }

    @Test func `two clients who change the two sounds at once are both heard`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        bench.readsAtOnce = false
        for words in ["set bpm=600 volume=1 bell=2", "start"] { try bench.say(words) }
        bench.pass(ms: 470)
        let asks = [try bench.ask("sound beat soft"), bench.ask(try bench.call("sound bell clear"), by: 1)]
        bench.read(1)
        bench.pass(ms: 130)
        while !bench.loads.isEmpty { bench.read() }
        bench.pass(ms: 1000)
        let places = try asks.map { try #require(bench.change($0).atBeat) }
        for (beat, onset) in bench.heard.enumerated() {
            let isBell = beat % 2 == 0
            let isNew = places[isBell ? 1 : 0] <= Double(beat)
            let level: Float = isBell ? isNew ? 0.375 : 0.5 : isNew ? 0.125 : 0.25
            #expect(abs(onset.level / level - 1) < 0.02, "beat \(beat)")
        }
        #expect(bench.heard.count > 12)
        #expect(
            try bench.status().settings.sounds
                == SoundNames {
                    ($0.beat, $0.bell, $0.accent, $0.ghost, $0.subdivision) = ("soft", "clear", "auto", "auto", "auto")
                })
    }

    @Test func `a sound whose file has gone plays on, is left for another, and cannot be chosen again`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        for words in ["sound beat soft", "start"] { try bench.say(words) }
        #expect(unlink(files.path + "/soft.wav") == 0)
        #expect(try bench.refusal(of: "sound beat soft").reason == "not_found")
        try bench.say("sound bell clear")
        #expect(bench.performance.settings.beatSound == "soft" && bench.performance.settings.bellSound == "clear")
        #expect(bench.performance.sounds.names.isSuperset(of: ["soft", "clear"]))
        try bench.say("sound beat clear")
        #expect(try bench.refusal(of: "undo").reason == "not_found")
        #expect(bench.performance.settings.beatSound == "clear")
    }
}
