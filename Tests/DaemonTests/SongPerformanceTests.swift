// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import SongSamples
import Testing

@testable import Daemon

/// Songs, as they are heard and told.
@Suite struct SongPerformanceTests {
    @Test(arguments: [10, 90, 1200])
    func `a song with many tempi in a beat is planned before it is written, however far ahead that is`(
        fillMs: Int64
    ) throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        bench.fillFrames = 48 * fillMs
        // The first change lies between two beats, and so do all others.
        let steps = try (0..<6400).map {
            SongTempo.Step(try Tempo(Int64(900 + $0 % 7)), length: try #require(Ratio($0 == 0 ? 3 : 2, over: 128)))
        }
        let four = [Ratio](repeating: .one, count: 4)
        let part = SongPart(
            bars: 26, bar: four, tempo: .steps(steps),
            lanes: [Lane(id: 0, pattern: try Pattern(accents: Accent.accents(signs: "Xxxx"), inBarsOf: four))])
        let course = try SongCourse(Song(sections: [SongSection(label: "a", part: part)]))
        bench.give(LoadedSong(course, path: "/song.toml"))
        try bench.say("start")
        for _ in 0..<600 {
            bench.pass(ms: 10)
            guard let music = bench.performance.musicInForce else { continue }
            try #require(music.isPlanned(bench.performance.nextBeat))
        }
        #expect(bench.performance.musicInForce?.extensionBeat == nil)
    }

    private func bench(_ text: String = WrittenSong.ofAllKinds) throws -> (
        bench: PerformanceBench, files: ClickFolder, path: String
    ) {
        let files = try ClickFolder()
        return (try PerformanceBench(clicks: files), files, try files.write(text, to: "song.toml"))
    }

    /// Each beat that sounds was told where it was heard, to a frame or two.
    private func expectHeardAsTold(_ bench: PerformanceBench) throws {
        let told = bench.beats().filter { $0.accent != "mute" }.sorted { $0.atNs < $1.atNs }
        try #require(told.count == bench.heard.count)
        for (beat, onset) in zip(told, bench.heard) {
            #expect(abs(beat.atNs - bench.ns(ofFrame: onset.frame)) < 50_000, "beat \(beat.beatIndex)")
        }
    }

    @Test func `a song is heard where it was told, section by section, and ends by itself`() throws {
        let (bench, _, path) = try bench()
        let answer = try bench.say("song load \(path)")
        #expect(answer.values["song"]?["title"]?.string == "All of it" && answer.atBeat == nil)
        #expect(try bench.status().bpm == 300)
        bench.ask(.subscribe([.beat, .state, .section], leadMs: nil))
        try bench.say("start")
        try bench.playOut()
        try expectHeardAsTold(bench)
        let beats = Dictionary(uniqueKeysWithValues: bench.beats().map { ($0.beatIndex, $0) })
        let sections: [SectionEvent] = bench.told(to: 0).compactMap {
            if case .section(let section) = $0 { section } else { nil }
        }
        let labels = sections.map { $0.section.label }
        #expect(labels.drop { $0 == nil } == ["intro", "verse", "verse", "bridge", "coda"])
        #expect(sections.last?.next == nil && sections.first { $0.section.label == "intro" }?.next?.label == "verse")
        for section in sections {
            let beat = try #require(beats[section.section.fromBeat])
            #expect(abs((section.section.atNs ?? 0) - beat.atNs) < 300_000)
        }
        // Written bars keep their numbers, and a count-in comes before the first.
        #expect(beats[0]?.bar == 0 && beats[4]?.bar == 1 && beats[24]?.bar == 3)
    }

    @Test func `a song from a place on is the song from there on`() throws {
        let (bench, _, path) = try bench()
        try bench.say("song load \(path)")
        try bench.say("start")
        try bench.playOut()
        let whole = bench.heard
        let (other, _, otherPath) = try self.bench()
        try other.say("song load \(otherPath) from coda")
        try other.say("start")
        try other.playOut()
        // Before it a bar of six eighths, felt in two, is counted in.
        let part = Array(other.heard.dropFirst(2))
        try #require(part.count == 8)
        let rest = whole.suffix(8)
        for (one, heard) in zip(part, rest) {
            let (distance, whole) = (one.frame - part[0].frame, heard.frame - (rest.first?.frame ?? 0))
            #expect(abs(distance - whole) <= 1 && abs(one.level - heard.level) < 0.001)
        }
    }

    /// No beat is heard, so that each onset is one of a lane.
    private static let lanes = """
        tempo = 240
        pattern = "...."
        count_in = { bars = 1, pattern = "...." }
        lanes = "one x.x. sound=clear | two ..oX gain=50% sound=soft"

        [[section]]
        label = "groove"
        bars = 2
        times = 2
        [[section.ending]]
        bars = 1
        passes = 2
        lanes = "one x%50x%50x%50x%50x%50x%50x%50x%50 sound=clear"
        tempo = { to = 150 }

        [[section]]
        label = "odd"
        bars = 3
        meter = "7/8"
        pattern = "......."
        lanes = "two xx over 3 beats pan=-0.5 sound=soft"
        fermata = { bar = 2, beat = 4, hold = 3 }
        """

    @Test func `lanes of a song sound where a client computes them`() throws {
        let (bench, _, path) = try bench(Self.lanes)
        try bench.say("song load \(path)")
        bench.ask(.subscribe([.timeline, .beat], leadMs: nil))
        try bench.say("start")
        try bench.wait(forBeat: 4)
        let timeline = try #require(try bench.status().timeline ?? nil)
        let (music, now) = (try #require(HeardTimeline(timeline)), bench.moment.now.nanoseconds)
        let begin = ClockTime(nanoseconds: now + 1)
        var told = music.onsets(from: begin, before: begin + .seconds(60)).map(\.time.nanoseconds)
        try bench.playOut()
        // Two at the same time are heard as one.
        told = zip(told, [.min] + told).filter { $0 - 1_000_000 > $1 }.map(\.0)
        let frames = bench.heard.map(\.frame)
        let heard = zip(frames, [.min] + frames).filter { $0 - 48 > $1 }.map { bench.ns(ofFrame: $0.0) }.filter {
            $0 > now
        }
        try #require(told.count == heard.count && told.count > 20, "\(told.count) \(heard.count)")
        for (time, onset) in zip(told, heard) { #expect(abs(time - onset) < 50_000) }
    }

    @Test func `a client computes every beat of a song from its timeline`() throws {
        let (bench, _, path) = try bench()
        try bench.say("song load \(path)")
        bench.ask(.subscribe([.timeline, .beat], leadMs: nil))
        try bench.say("start")
        try bench.playOut()
        var (music, compared) = (HeardTimeline?.none, 0)
        for announcement in bench.told(to: 0) {
            if case .timeline(let event) = announcement { music = event.timeline.flatMap { HeardTimeline($0) } }
            guard case .beat(let beat) = announcement, let predicted = music?.beat(Int64(beat.beatIndex))
            else { continue }
            compared += 1
            #expect(abs(predicted.time.nanoseconds - beat.atNs) < 100_000, "beat \(beat.beatIndex)")
            #expect(predicted.bar == Int64(beat.bar) && predicted.beat == beat.beat && predicted.bell == beat.bell)
            #expect(abs(predicted.bpm - beat.bpm) < 1e-6)
        }
        #expect(compared > 50)
    }

    @Test func `a mistake in the file is told by line and column, and nothing changes`() throws {
        let (bench, files, path) = try bench("tempo = 100\n[[section]]\nbars = 0\n")
        let error = try bench.refusal(of: "song load \(path)")
        #expect(error.reason == "unusable_song" && error.message.contains("song.toml:3:"), "\(error.message)")
        for (words, reason) in [
            ("song load /nowhere/none.toml", "unusable_song"), ("song load \(files.path)", "unusable_song"),
            ("seek verse", "no_song"), ("loop off", "no_song"), ("song scale 90%", "no_song"),
            ("song unload", "no_song"), ("song show", "no_song"),
        ] {
            let error = try bench.refusal(of: words)
            #expect(error.reason == reason, "\(words)")
            if reason == "no_song" { #expect(error.message.contains(": metroctl song load FILE "), "\(words)") }
        }
        let mute = try files.write(
            "tempo = 90\n[[section]]\nbars = 2\nlanes = \"hat xx sound=nosuch\"\n", to: "mute.toml")
        let silent = try bench.refusal(of: "song load \(mute)")
        #expect(silent.reason == "unusable_song" && silent.message.contains("'nosuch'"), "\(silent.message)")
        #expect(try bench.status().song == nil)
    }

    @Test func `while a song is loaded it says the tempo, and without it the metronome goes on as it was`() throws {
        let (bench, _, path) = try bench()
        for words in ["tempo 300", "start", "tempo 320"] { try bench.say(words) }
        try bench.wait(forBeat: 3)
        #expect(try bench.say("song load \(path) from coda at bar").values["pending"] != nil)
        bench.pass(ms: 1000)
        #expect(try bench.status().song?.section?.label == "coda")
        for words in [
            "tempo 100", "meter 3/4", "set bpm=90 volume=0.5", "tap", "nudge 5", "swing 2:1", "timer 1 minutes",
        ] {
            let error = try bench.refusal(of: words)
            #expect(error.reason == "song_plays", "\(words): \(error.message)")
            #expect(!error.message.contains("_"), "\(error.message)")
            #expect(error.message.contains("metroctl song unload "), "\(error.message)")
        }
        // What was set before can be taken back, and holds when the song is over.
        for words in ["undo", "redo", "volume 0.5"] { try bench.say(words) }
        #expect(try bench.say("song unload at bar").values["song"] == .null)
        bench.pass(ms: 1500)
        #expect(try bench.status().song == nil)
        try bench.say("tempo 200")
        let status = try bench.status()
        #expect(status.bpm == 200 && status.meter == "4/4" && status.playing)
    }

    @Test func `seek, loop and scale are heard where they were told to`() throws {
        let (bench, _, path) = try bench()
        try bench.say("song load \(path) from verse")
        bench.ask(.subscribe([.beat, .state], leadMs: 100))
        try bench.say("start")
        var answers: [Change] = []
        for (beat, words) in [
            (2, "loop 3 4 at bar"), (30, "song scale 150% at bar"), (44, "seek coda at bar"), (46, "loop off"),
        ] {
            for _ in 0..<6000 where bench.beats().last?.beatIndex ?? -1 < beat { bench.pass(ms: 10) }
            answers.append(try bench.say(words))
        }
        try bench.playOut()
        try expectHeardAsTold(bench)
        let told = bench.beats().filter { $0.accent != "mute" }
        let bars = told.filter { $0.beat == 1 }.map(\.bar)
        #expect(bars.starts(with: [0, 3, 4, 3, 4]) && bars.suffix(4) == [11, 12, 13, 14], "\(bars)")
        #expect(told.contains { $0.bpm == 450 } && told.last?.bar == 14)
        #expect(answers[1].values["song"]?["scale"]?.number == 1.5)
        let place = try Int(#require(answers[1].atBeat))
        #expect(bench.beats().first { $0.beatIndex == place }?.bpm == 450)
    }

    @Test func `a place is looked for in the song that is played there`() throws {
        let (bench, files, path) = try bench("tempo = 300\n[[section]]\nlabel = \"a\"\nbars = 40\n")
        let other = try files.write(
            "tempo = 300\n[[section]]\nlabel = \"b\"\nbars = 4\n[[section]]\nlabel = \"c\"\nbars = 9\n",
            to: "other.toml")
        for words in ["song load \(path)", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 4)
        let place = try #require(try bench.say("song load \(other) at bar").atBeat)
        // What is next is a place of the song that plays.
        #expect(try bench.refusal(of: "seek c").reason == "not_found")
        #expect(try bench.refusal(of: "loop c at beat").reason == "not_found")
        #expect(try bench.say("seek c at bar").atBeat == place)
        try bench.wait(forBeat: Int(place) + 1)
        let section = try bench.status().song?.section
        #expect(section?.label == "c" && section?.fromBeat == Int(place))
    }

    @Test func `a save while it plays keeps the place, and a mistake keeps the song`() throws {
        let head = "tempo = 300\n[[section]]\nlabel = \"a\"\nbars = 2\n"
        func text(_ bars: Int, _ bpm: String) -> String {
            head + "[[section]]\nlabel = \"b\"\nbars = \(bars)\ntempo = \(bpm)\n"
        }
        let (bench, files, path) = try bench(text(400, "600"))
        try bench.say("song load \(path) from b")
        bench.ask(.subscribe([.beat], leadMs: nil))
        try bench.say("start")
        try bench.wait(forBeat: 8)
        // Two bars more in front, another tempo.
        try files.write(text(400, "500").replacing("bars = 2\n", with: "bars = 4\n"), to: "song.toml")
        bench.take(.songSaved)
        bench.pass(ms: 2000)
        let beats = bench.beats()
        let change = try #require(beats.first { $0.bpm == 500 })
        for beat in beats where beat.beatIndex < change.beatIndex {
            #expect(beat.bar == 3 + beat.beatIndex / 4 && beat.bpm == 600)
        }
        #expect(change.beatIndex % 4 == 0 && change.bar == 5 + change.beatIndex / 4)
        #expect(try bench.status().bpm == 500 && bench.status().song?.trouble == nil)
        try files.write(text(400, "\"fast\""), to: "song.toml")
        bench.take(.songSaved)
        bench.pass(ms: 1000)
        let status = try bench.status()
        #expect(status.song?.trouble?.contains("song.toml:8:") == true, "\(status.song?.trouble ?? "")")
        #expect(status.playing && status.bpm == 500 && status.song?.section?.label == "b")
        try files.write(text(400, "400"), to: "song.toml")
        bench.take(.songSaved)
        bench.pass(ms: 2000)
        #expect(try bench.status().bpm == 400 && bench.status().song?.trouble == nil)
    }

    @Test func `however often a song is saved while it is being read, it is read once more, and as it is then`() throws
    {
        let (bench, files, path) = try bench("[[section]]\nbars = 400\ntempo = 100\n")
        try bench.say("song load \(path)")
        bench.readsAtOnce = false
        for bpm in 1...9 {
            try files.write("[[section]]\nbars = 400\ntempo = 10\(bpm)\n", to: "song.toml")
            bench.take(.songSaved)
            #expect(bench.loads.count == 1)
        }
        bench.read()
        #expect(bench.loads.count == 1)
        try files.write("[[section]]\nbars = 400\ntempo = 120\n", to: "song.toml")
        bench.read()
        #expect(bench.loads.isEmpty)
        #expect(try bench.status().bpm == 120)
        bench.take(.songSaved)
        #expect(bench.loads.count == 1)
    }
}
