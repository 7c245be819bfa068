// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Songs
import Testing

@testable import Daemon

/// What one performance decides, event by event.
@Suite struct PerformanceTests {
    private func song(_ text: String) throws -> LoadedSong {
        let song = try #require(SongReading(Array(text.utf8), format: .toml).song)
        return LoadedSong(try SongCourse(song), path: "/nowhere/a.toml")
    }

    /// The channels that the device was opened with, each time.
    private func channels(_ bench: PerformanceBench) -> [Int] {
        bench.actions.compactMap { if case .changeOutput(let order) = $0 { order.channels } else { nil } }
    }

    private func timelines(_ bench: PerformanceBench) -> [TimelineEvent] {
        bench.actions.compactMap { action in
            if case .tell(.timeline(let event), _) = action { event } else { nil }
        }
    }

    /// The lanes as they are on the wire.
    private func lanes(_ event: TimelineEvent?) throws -> [JSONValue]? {
        try JSONLine.parse(JSONLine.encode(event).dropLast())["timeline"]?["lanes"]?.array
    }

    /// A lane called a plays, and who asks is told the timeline.
    private func playingLane() throws -> PerformanceBench {
        let bench = try PerformanceBench()
        try bench.ask("subscribe timeline")
        try bench.ask("lane a x... sound=beat")
        try bench.ask("start")
        bench.pass(ms: 200)
        return bench
    }

    @Test func `a tempo of the configuration that is read again is no step, and a redo leads back to it`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 110", "tempo 130"] { try bench.say(words) }
        bench.configure(.tempo(.to(try Tempo(90))))
        #expect(try bench.status().history == HistoryState { $0.undo = 2 })
        #expect(try bench.say("undo").values["bpm"]?.number == 110)
        #expect(try bench.say("redo").values["bpm"]?.number == 90)
    }

    @Test func `the channels of a song open the device, and are given up with it`() throws {
        let bench = try PerformanceBench()
        _ = try bench.change(
            bench.give(song("tempo = 120\n[[section]]\nbars = 2\nlanes = \"click x sound=beat channel=6\"")))
        let wide = try #require(channels(bench).last)
        #expect(wide >= 6)
        // While it plays none is given up.
        try bench.ask("start")
        bench.pass(ms: 100)
        try bench.ask("song unload")
        bench.pass(ms: 3000)
        #expect(channels(bench).last == wide)
        try bench.ask("stop")
        bench.pass(ms: 500)
        try bench.ask("volume 0.5")
        #expect(channels(bench).last == 2)
    }

    @Test func `where the last lane goes, the timeline has none`() throws {
        let bench = try playingLane()
        let told = timelines(bench).count
        #expect(try lanes(timelines(bench).last)?.first?["lanes"]?[0]?["name"] == "a")
        try bench.ask("lane remove a")
        bench.pass(ms: 2000)
        #expect(timelines(bench).count > told)
        #expect(try lanes(timelines(bench).last) == nil)
    }

    @Test func `a lane that comes or is another is told in the timeline, whatever lanes were there`() throws {
        let bench = try playingLane()
        var told = timelines(bench).count
        for words in ["lane b .x.. sound=bell", "lane a x.x. sound=beat", "lane remove a"] {
            try bench.ask(words)
            bench.pass(ms: 3000)
            #expect(timelines(bench).count > told, "\(words)")
            told = timelines(bench).count
            let named = try lanes(timelines(bench).last)?.last?["lanes"]?.array ?? []
            #expect(named.compactMap { $0["name"]?.string } == (words.contains("remove") ? ["b"] : ["a", "b"]))
        }
    }

    @Test(arguments: [("bell 4 on 3", [2]), ("bell bar", [0]), ("bell off", [])])
    func `accents that were set ring the bell where it was set to ring since`(words: String, beats: [Int]) throws {
        let bench = try PerformanceBench()
        try bench.say("accents XxXx")
        try bench.say(words)
        let accents = bench.performance.settings.accents
        #expect(accents.count == 4 && accents.indices.filter { accents[$0] == .bell } == beats)
    }

    @Test func `what is asked for while the output is made ready is answered when it is`() throws {
        let bench = try PerformanceBench()
        bench.opensOutput = false
        let (start, tempo) = (try bench.ask("start"), try bench.ask("tempo 90"))
        bench.pass(ms: 200)
        #expect(bench.answers[start] == nil)
        #expect(try bench.change(tempo).values["bpm"]?.number == 90)
        bench.take(.outputOpened(run: 1))
        bench.pass(ms: 200)
        let begun = try bench.change(start)
        #expect(begun.atBeat == 0 && begun.values["bpm"]?.number == 90)
    }

    @Test func `a start that no output can be had for is refused, and the next one begins anew`() throws {
        let bench = try PerformanceBench()
        bench.opensOutput = false
        let start = try bench.ask("start")
        bench.take(.outputRefused(run: 1, reason: "it is busy"))
        guard case .failure(let error) = try bench.answer(to: start) else {
            Issue.record("it is refused")
            return
        }
        #expect(error.reason == "audio_unavailable" && error.message.contains("it is busy"))
        #expect(!bench.performance.transport.isStarted && bench.performance.wakes.next == nil)
        bench.opensOutput = true
        let again = try bench.ask("start")
        bench.pass(ms: 100)
        #expect(try bench.change(again).atBeat == 0)
    }

    @Test func `silence is a state: stopped, nothing is due`() throws {
        let bench = try PerformanceBench()
        try bench.ask("subscribe beat state timeline")
        for line in ["start", "tempo 200", "meter 7/8", "stop"] {
            try bench.ask(line)
            bench.pass(ms: 1500)
        }
        #expect(bench.performance.wakes.next == nil && bench.performance.record == nil)
    }

    @Test func `a file that is read when its client has gone is answered all the same, and holds`() throws {
        let bench = try PerformanceBench()
        let sound = try bench.ask("sound beat bell")
        #expect(bench.loads.count == 1 && bench.answers[sound] == nil)
        bench.leave(0)
        bench.read()
        _ = try bench.change(sound)
        #expect(bench.performance.settings.beatSound == "bell")
    }

    @Test func `a set list that is closed while its entry is read stays closed`() throws {
        let bench = try PerformanceBench()
        let name = try #require(LibraryName("p"))
        let load = bench.ask(.setList(.load(name)))
        bench.loaded(.success(.setList(SetList(name, entries: [SetList.Entry(.preset(name))]))))
        #expect(bench.loads.count == 1 && bench.answers[load] == nil)
        let close = bench.ask(.setList(.close), by: 1)
        #expect(try bench.change(close).values["setlist"] == .null)
        bench.loaded(.success(.scene(UserLibrary.Reading(scene: Scene(.volume(0.1))))))
        guard case .failure(let error) = try bench.answer(to: load) else {
            Issue.record("it is refused")
            return
        }
        #expect(error.reason == "no_setlist")
        #expect(bench.performance.setList == nil && bench.performance.settings.volume == Settings().volume)
    }

    @Test func `what is undone at a place is undone there, and can be redone`() throws {
        let bench = try PerformanceBench()
        try bench.say("tempo 100")
        try bench.say("start")
        try bench.say("tempo 150")
        #expect(try bench.say("undo at bar").values["pending"] != nil)
        #expect(try bench.status().bpm == 150)
        bench.pass(ms: 3000)
        let status = try bench.status()
        #expect(status.bpm == 100 && status.history == HistoryState { ($0.undo, $0.redo) = (1, 1) })
        try bench.say("redo")
        #expect(try bench.status().bpm == 150)
        // So is what has waited for its place.
        try bench.say("tempo 120 at bar")
        bench.pass(ms: 3000)
        #expect(try bench.status().bpm == 120)
        try bench.say("undo")
        #expect(try bench.status().bpm == 150)
    }

    @Test func `the changes of one movement of a slider are undone together, those of others one by one`() throws {
        let bench = try PerformanceBench()
        func slide(_ percents: [Int], _ gesture: Int?, by client: Int = 0) throws {
            for percent in percents {
                bench.ask(.change(.volume(Double(percent) / 100), gesture: gesture), by: client)
            }
        }
        try bench.say("tempo 100")
        try slide([90, 80, 70], 1)
        try slide([60, 50], 2)
        // The number is the client's own.
        try slide([40], 2, by: 1)
        try slide([30, 20], nil)
        #expect(try bench.status().history.undo == 6)
        for volume in [0.3, 0.4, 0.5, 0.7, Settings().volume] {
            try bench.say("undo")
            #expect(try bench.status().settings.volume == volume)
        }
        try bench.say("redo")
        #expect(try bench.status().settings.volume == 0.7 && bench.status().bpm == 100)
        // So are those that wait, where nobody else changes anything.
        let undo = try bench.status().history.undo
        try bench.say("start")
        for bpm in [110, 120, 130] as [Int64] {
            bench.ask(.change(.tempo(.to(try Tempo(bpm))), at: .bar, gesture: 9))
        }
        bench.pass(ms: 4000)
        #expect(try bench.status().bpm == 130 && bench.status().history.undo == undo + 1)
        try bench.say("undo")
        #expect(try bench.status().bpm == 100)
        // The client that comes after one that has gone may have its identity.
        try slide([60], 1, by: 1)
        bench.leave(1)
        try slide([50], 1, by: 1)
        #expect(try bench.say("undo").values["volume"]?.number == 0.6)
    }

    @Test func `the numbers of events rise, whatever they tell`() throws {
        let bench = try PerformanceBench()
        bench.ask(.subscribe([.beat, .state, .timeline, .section, .audio], leadMs: nil), by: 1)
        for words in ["tempo 200", "start", "meter 3/4", "volume 0.5", "tempo 90 at bar", "undo"] {
            try bench.say(words)
            bench.pass(ms: 700)
        }
        let numbers: [Int] = bench.told(to: 1).map { announcement in
            switch announcement {
            case .beat(let event): event.seq
            case .state(let event): event.seq
            case .audio(let event): event.seq
            case .motion(let event): event.seq
            case .frame(let event): event.seq
            case .timeline(let event): event.seq
            case .section(let event): event.seq
            case .lagged(let event): event.seq
            case .other: -1
            }
        }
        #expect(numbers.count > 20 && zip(numbers, numbers.dropFirst()).allSatisfy(<))
    }

    @Test func `what is cancelled is not played, and what waits at a stop is not set`() throws {
        let bench = try PerformanceBench()
        bench.ask(.subscribe([.beat], leadMs: nil))
        try bench.say("tempo 300")
        try bench.say("start")
        try bench.say("tempo 200 at @3")
        let id = try #require(bench.performance.pending.list.first?.id)
        #expect(try bench.status().pending.count == 1)
        _ = try bench.answered("cancel \(id)")
        bench.pass(ms: 3000)
        #expect(try bench.beats().allSatisfy { $0.bpm == 300 } && bench.status().pending == [])
        try bench.ask("tempo 200 at @99")
        try bench.say("stop")
        bench.pass(ms: 500)
        #expect(try bench.status().bpm == 300 && bench.status().pending == [])
    }

    @Test func `a song that changes while nothing plays is told to everyone`() throws {
        let bench = try PerformanceBench()
        bench.ask(.subscribe([.state], leadMs: nil), by: 1)
        _ = try bench.change(bench.give(song("tempo = 120\n[[section]]\nlabel = \"a\"\nbars = 2\n")))
        #expect(bench.states(to: 1).last?.state.song?.bars == 2)
        try bench.say("song scale 50%")
        #expect(bench.states(to: 1).last?.state.song?.scale == 0.5 && bench.states(to: 1).last?.state.bpm == 60)
        try bench.say("song unload")
        #expect(bench.states(to: 1).last?.state.song == nil)
    }

    @Test func `a loop is heard from the begin of its first section to the end of its last, again and again`() throws {
        let bench = try PerformanceBench()
        bench.ask(.subscribe([.beat], leadMs: nil))
        let text = ["a", "b", "c"].map { "[[section]]\nlabel = \"\($0)\"\nbars = 2\nmeter = \"3/4\"\n" }.joined()
        _ = try bench.change(bench.give(song("tempo = 600\n" + text)))
        try bench.say("loop a b")
        try bench.say("start")
        bench.pass(ms: 6000)
        let beats = bench.beats()
        #expect(beats.count > 48)
        for beat in beats {
            let place = beat.beatIndex % 12
            #expect(beat.bar == place / 3 + 1 && beat.beat == place % 3 + 1, "beat \(beat.beatIndex)")
        }
    }

    @Test func `a song that begins on the way to another phase has its own tempo from its first beat on`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["set bpm=60 volume=1", "start"] { try bench.say(words) }
        bench.pass(ms: 2200)
        try bench.say("nudge 400")
        bench.pass(ms: 50)
        let song = bench.give(try song("tempo = 200\n[[section]]\nlabel = \"a\"\nbars = 4\n"))
        bench.pass(ms: 4000)
        let begin = Int(try #require(bench.change(song).atBeat))
        let frames = bench.heard.dropFirst(begin).map(\.frame)
        #expect(frames.count > 8)
        for (one, next) in zip(frames, frames.dropFirst()) { #expect(abs(next - one - 14_400) <= 1) }
    }

    @Test func `sounds of two requests that are read in the other order are both in force`() throws {
        let bench = try PerformanceBench()
        try bench.ask("sound beat bell")
        try bench.ask("sound bell beat")
        bench.read(1)
        while !bench.loads.isEmpty { bench.read() }
        #expect(bench.performance.settings.beatSound == "bell" && bench.performance.settings.bellSound == "beat")
        #expect(bench.performance.samples.names.isSuperset(of: ["beat", "bell"]))
    }
}
