// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import SongSamples
import Songs
import Testing

@testable import Daemon

/// Places of a song, where another one waits.
@Suite struct SongPlaceTests {
    @Test func `the last tempo of a section that is told is that of the ending of its last pass`() throws {
        func told(_ body: String, _ endings: String...) throws -> SongPage.Section {
            let endings = endings.enumerated().map { "[[section.ending]]\nbars = 1\npasses = \($0 + 1)\n\($1)\n" }
            let text = "[[section]]\nbars = 3\ntimes = 2\ntempo = \(body)\n" + endings.joined()
            let song = try #require(SongReading(Array(text.utf8), format: .toml).song)
            return try SongCourse(song).sections(scale: 0.5)[0]
        }
        let slowing = try told("96", "", "tempo = { to = 72 }")
        #expect((slowing.bpm, slowing.toBpm) == (48, 36) && slowing.leastBpm == nil)
        #expect(try told("96", "tempo = { to = 72 }").toBpm == 48, "the last pass has no ending")
        #expect(try told("60", "", "tempo = \"dotted-quarter = 60\"").toBpm == 45)
        let back = try told("{ from = 60, to = 100 }", "", "tempo = 60")
        #expect((back.bpm, back.toBpm) == (30, 30) && back.leastBpm == 30 && back.mostBpm == 50)
    }

    private func bench(_ text: String) throws -> (bench: PerformanceBench, files: ClickFolder, path: String) {
        let files = try ClickFolder()
        return (try PerformanceBench(clicks: files), files, try files.write(text, to: "song.toml"))
    }

    @Test func `a place that waits is forgotten where another song comes before it`() throws {
        let (bench, files, path) = try bench("tempo = 300\n[[section]]\nlabel = \"a\"\nbars = 90\n")
        let other = try files.write(
            "tempo = 300\nmeter = \"3/4\"\n[[section]]\nlabel = \"b\"\nbars = 40\n", to: "other.toml")
        for words in ["song load \(path)", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 4)
        for words in ["song scale 90% at @8", "seek 30 at @9"] { try bench.say(words) }
        // With one that comes behind it the place stays.
        try bench.say("song load \(other) at @31")
        #expect(try bench.status().pending.count == 3)
        try bench.say("song load \(other) at @6")
        let waiting = try bench.status().pending
        #expect(waiting.map(\.at) == ["@8", "@9", "@31", "@6"] && waiting.map(\.takenBackBy) == [nil, 4, nil, nil])
        try bench.wait(forBeat: 40)
        let song = try #require(try bench.status().song)
        #expect(song.path == other && song.section?.fromBeat == 20)
    }

    @Test func `a song tells the tempo with which it begins, also far ahead and as fast as it is played`() throws {
        let slower = "[[section]]\nbars = 8\ntempo = { from = 90, to = 60 }\n"
        // More sections than are planned ahead.
        let sections = Array(repeating: "[[section]]\nbars = 10\n", count: 90).joined()
        let (bench, files, path) = try bench("tempo = 300\n" + sections + slower)
        let other = try files.write("tempo = 200\n[[section]]\nbars = 4\n" + slower, to: "other.toml")
        for words in ["song load \(path)", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 1)
        let waiting = try bench.say("song load \(other) from 5 at @800")
        #expect(waiting.atNs == nil && waiting.values["song"]?["bpm"]?.number == 90)
        #expect(try bench.status().song?.bpm == 300)
        #expect(try bench.say("seek 901 at @700").values["song"]?["bpm"]?.number == 90)
        #expect(try bench.say("song scale 50% at @600").values["song"]?["bpm"]?.number == 150)
    }

    @Test func `a step of the scale is counted from what waits before its place`() throws {
        let (bench, _, path) = try bench("tempo = 300\n[[section]]\nlabel = \"a\"\nbars = 90\n")
        func scale(_ words: String) throws -> Double? { try bench.say(words).values["song"]?["scale"]?.number }
        #expect(try bench.refusal(of: "song scale +5%").reason == "no_song")
        try bench.say("song load \(path)")
        #expect(try scale("song scale -20%") == 0.8)
        #expect(try scale("song scale x1.5") == 1.2)
        let notScale = #expect(throws: ControlError.self) { try bench.ask("song scale fast") }
        #expect(
            notScale?.message
                == "scale must be a number such as 0.9, or percent such as 90%, or a step such as +5%, -5% or x1.1")
        #expect(try bench.refusal(of: "song scale x9").message == "a scale of 1080% is out of range: 10% to 400%")
        try bench.say("start")
        try bench.wait(forBeat: 4)
        #expect(try scale("song scale 50% at @8") == 0.5)
        #expect(try scale("song scale +10% at @9") == 0.55)
        // One after the other at once, before the first of them is heard.
        #expect(try scale("song scale /2") == 0.6)
        #expect(try scale("song scale /2") == 0.3)
        try bench.wait(forBeat: 12)
        #expect(try bench.status().song?.scale == 0.3)
    }

    @Test func `a tempo of a scaled song is told as the decimal that it is`() throws {
        let (bench, _, path) = try bench("tempo = 400\n[[section]]\nbars = 90\n")
        for words in ["song load \(path)", "song scale 55%"] { try bench.say(words) }
        #expect(try bench.status().bpm == 220)
        #expect(try bench.json("song show")["sections"]?.array?[0]["bpm"]?.number == 220)
        try bench.say("start")
        try bench.wait(forBeat: 2)
        #expect(try bench.status().bpm == 220 && bench.beats().allSatisfy { $0.bpm == 220 })
    }

    @Test func `of a place of the song that is over the first is told that can still be changed`() throws {
        let (bench, _, path) = try bench("tempo = 300\n[[section]]\nbars = 40\n")
        for words in ["song load \(path)", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 20)
        for words in ["seek 1 at @2", "seek 1 at @5.4"] {
            let error = try bench.refusal(of: words)
            #expect(error.message.hasPrefix("@\(words.split(separator: "@")[1]) is over, or has begun: @6"), "\(error)")
            #expect(error.reason == "out_of_range" && error.param == "at")
        }
        #expect(try bench.refusal(of: "seek 1 at @41").message == "the music stops before @41")
        try bench.say("loop 3 20")
        #expect(try bench.say("volume 50% at @4").values["pending"] != nil, "it comes again")
    }

    @Test func `a step of the scale is counted from the pass that is practised, and ends the practice`() throws {
        let (bench, _, path) = try bench("tempo = 300\n[[section]]\nlabel = \"a\"\nbars = 90\n")
        for words in ["song load \(path)", "practise 3 4 at 50% up 20%", "start"] { try bench.say(words) }
        // The second pass.
        try bench.wait(forBeat: 10)
        let song = try bench.say("song scale +10%").values["song"]
        #expect(song?["scale"]?.number == 0.77 && song?["practice"]?["goal"] == nil)
        // What is out of range is told as it is.
        try bench.say("song scale 10%")
        #expect(try bench.refusal(of: "song scale -1%").message == "a scale of 9.9% is out of range: 10% to 400%")
    }

    @Test func `a number of bars on is counted from the bar that is heard, as the song is played`() throws {
        let (bench, _, path) = try bench(
            "tempo = 300\ncount_in = 1\n[[section]]\nlabel = \"a\"\nbars = 2\ntimes = 3\n[[section]]\nbars = 9\n")
        try bench.say("song load \(path)")
        for words in ["volume 50% at +2", "song scale 90% at +2"] {
            #expect(try bench.refusal(of: words).reason == "stopped", "\(words)")
        }
        try bench.say("start")
        try bench.wait(forBeat: 5)
        // The count-in was bar 0: these are bar 2 of the second time and bar 1 of the third.
        #expect(try bench.say("song scale 90% at +3").atBeat == 16)
        #expect(try bench.say("stop at +6").atBeat == 28)
        let waiting = try bench.status().pending
        #expect(waiting.map(\.at) == ["+3", "+6"] && waiting.map(\.atBar) == [2, 3])
        #expect(try bench.refusal(of: "volume 50% at +7").message.contains("before 7 bars are over: metroctl cancel 2"))
        try bench.playOut()
        #expect(bench.heard.count == 28)
    }

    @Test(arguments: [("loop 3 4", "stop at @3", 3), ("practise 3 4", "stop at +2", 3), ("seek 1", "stop at +4", 1)])
    func `a stop where bars are repeated is told at the bar that would follow`(
        _ change: String, _ stop: String, _ bar: Int
    ) throws {
        let (bench, _, path) = try bench("tempo = 300\n[[section]]\nbars = 4\ntimes = 2\n")
        for words in ["song load \(path)", change, "start"] { try bench.say(words) }
        try bench.wait(forBeat: 2)
        let told = try bench.say(stop)
        #expect(told.atBar == bar && told.atBarBeat == 1 && told.atNs != nil)
        #expect(try bench.status().pending.map(\.atBar) == [bar])
        try bench.playOut()
        #expect(bench.heard.count == Int(told.atBeat ?? 0))
    }

    @Test(arguments: [
        (2, "section", 16, 1), (13, "bar", 16, 1), (26, "bar", 28, 5), (20, "section", 36, 1), (40, "section", 52, 7),
        (2, "bar", 4, 2), (28, "@6", 32, 6),
    ])
    func `a stop beside endings is told at the bar that would follow`(
        _ heard: Int, _ place: String, _ beat: Double, _ bar: Int
    ) throws {
        let (bench, _, path) = try bench(
            """
            tempo = 300
            [[section]]
            bars = 3
            times = 3
            [[section.ending]]
            passes = [1, 3]
            bars = 1
            [[section.ending]]
            passes = 2
            bars = 2
            [[section]]
            bars = 2
            """)
        for words in ["song load \(path)", "start"] { try bench.say(words) }
        try bench.wait(forBeat: heard)
        let told = try bench.say("stop at \(place)")
        #expect(told.atBeat == beat && told.atBar == bar && told.atBarBeat == 1 && told.atNs != nil)
        bench.pass(ms: 100)
        #expect(try bench.status().pending.allSatisfy { $0.atBar == bar })
        try bench.playOut()
        #expect(bench.heard.count == Int(beat))
    }

    @Test func `behind a count-in follows the section that is entered, also from its midst`() throws {
        let (bench, _, path) = try bench(
            "tempo = 300\ncount_in = 1\n[[section]]\nlabel = \"verse\"\nbars = 4\ntimes = 2\n[[section]]\nlabel = \"coda\"\nbars = 2\n"
        )
        for words in ["song load \(path)", "seek 3", "start"] { try bench.say(words) }
        bench.pass(ms: 100)
        let counted = try #require(try bench.status().song)
        #expect(counted.section?.index == nil && counted.next?.label == "verse" && counted.next?.pass == 1)
        try bench.wait(forBeat: 5)
        let song = try #require(try bench.status().song)
        #expect(song.section?.pass == 1 && song.next?.label == "verse" && song.next?.pass == 2)
    }

    @Test func `places stay that are told of a song that waits, and where bars go on behind a song`() throws {
        let (bench, _, path) = try bench("tempo = 300\n[[section]]\nlabel = \"a\"\nbars = 90\n")
        for words in [
            "start", "song load \(path) at bar", "volume 50% at @6", "stop at @8", "volume bell 50% at bar",
        ] {
            try bench.say(words)
        }
        #expect(try bench.status().pending.map(\.at) == ["bar", "@6", "@8", "bar"])
        try bench.wait(forBeat: 9)
        #expect(try bench.status().song != nil)
        try bench.say("song unload at bar")
        #expect(try bench.status().pending.map(\.at) == ["@6", "@8", "bar"])
        try bench.playOut()
        #expect(try bench.status().settings.volume == 0.5)
    }

    @Test func `a start outside of what is repeated is refused, and ends nothing`() throws {
        let (bench, _, path) = try bench("tempo = 300\n[[section]]\nlabel = \"a\"\nbars = 9\n")
        for words in ["song load \(path)", "practise 2 3 at 50% up 10%"] { try bench.say(words) }
        let refused = try bench.answer(to: bench.ask(.seek("7")))
        guard case .failure(let error) = refused else { throw WrongAnswer() }
        #expect(error.reason == "out_of_range" && error.param == "place")
        #expect(error.message.hasPrefix("bar 7 lies outside of bars 2 to 3"), "\(error)")
        let song = try #require(try bench.status().song)
        #expect(song.practice != nil && song.startBar == 2)
        #expect(try bench.say("seek 3").values["song"]?["start_bar"] == 3)
        try bench.say("loop off")
        #expect(try bench.say("seek 7").values["song"]?["start_bar"] == 7)
    }

    @Test func `a place to begin at goes with its start, which the device refuses: the next one has its count-in`()
        throws
    {
        let (bench, _, path) = try bench("tempo = 300\ncount_in = 1\n[[section]]\nlabel = \"a\"\nbars = 2\n")
        try bench.say("song load \(path)")
        bench.opensOutput = false
        let start = try bench.ask("start song 2 time \(bench.moment.now.nanoseconds + 500_000_000)")
        bench.take(.outputRefused(run: 1, reason: "it is busy"))
        #expect(try bench.refusal(start).reason == "audio_unavailable")
        bench.opensOutput = true
        try bench.say("start")
        bench.pass(ms: 100)
        #expect(try bench.status().song?.section?.index == nil)
        try bench.playOut()
        // Four beats of count-in, and two bars.
        #expect(bench.heard.count == 12)
    }

    @Test func `a start in step with a place begins with its beat, whatever is asked for before it is heard`() throws {
        let (bench, _, path) = try bench("tempo = 120\n[[section]]\nlabel = \"a\"\nbars = 90\n")
        try bench.say("song load \(path)")
        bench.holdsPlans = true
        // A tenth of a second before its first beat a run can be begun, and a moment later not.
        let begin = bench.moment.now.nanoseconds + 105_000_000
        try bench.ask("start song 8 time \(begin)")
        bench.pass(ms: 10)
        try bench.ask("volume 50%")
        #expect(bench.lastOrder?.start?.time.nanoseconds == begin)
        bench.holdsPlans = false
        bench.pass(ms: 50)
        #expect(bench.sentPlans == 2 && bench.performance.musicInForce?.song(ofBeat: 0)?.songBeat(at: 0) == 8)
    }

    @Test func `a start behind the loop tells none while it plays, and the next start has it again`() throws {
        let (bench, _, path) = try bench("tempo = 300\n[[section]]\nlabel = \"a\"\nbars = 90\n")
        for words in ["song load \(path)", "practise 2 3 at 50%"] { try bench.say(words) }
        try bench.ask("start song 40 time \(bench.moment.now.nanoseconds + 500_000_000)")
        bench.pass(ms: 1000)
        let song = try #require(try bench.status().song)
        #expect(song.section != nil && song.loop == nil && song.practice == nil)
        #expect(try bench.say("song scale 60% at @30").values["song"]?["loop"] == .null)
        #expect(try bench.say("loop 4 5 at @31").values["song"]?["loop"]?["from_bar"] == 4)
        try bench.say("stop")
        bench.pass(ms: 200)
        #expect(try bench.status().song?.loop?.fromBar == 2)
    }

    @Test func `a tempo that is tapped before an unload holds with it, and a nudge is told from when`() throws {
        let (bench, _, path) = try bench("tempo = 60\n[[section]]\nlabel = \"a\"\nbars = 90\n")
        for words in ["song load \(path)", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 1)
        #expect(try bench.refusal(bench.ask("tap")).message.hasPrefix("tempo cannot be set while a song is loaded"))
        try bench.ask("song unload")
        for words in ["nudge 10", "nudge bar"] {
            let refused = try bench.refusal(bench.ask(words))
            #expect(refused.reason == "song_plays")
            #expect(refused.message.hasSuffix("before bar 2, beat 1, with which the song is unloaded: ask again then"))
        }
        try bench.ask("tap")
        bench.pass(ms: 300)
        let tapped = try bench.say("tap")
        #expect(tapped.atBeat == 2 && tapped.values["bpm"]?.number == 200)
        try bench.wait(forBeat: 3)
        let status = try bench.status()
        #expect(status.song == nil && status.bpm == 200)
    }

    private struct WrongAnswer: Error {}

    @Test func `a place that is asked for while the music ends is one of the song that plays`() throws {
        let (bench, files, path) = try bench("tempo = 60\n[[section]]\nlabel = \"a\"\nbars = 9\n")
        let other = try files.write(
            "tempo = 60\nmeter = \"3/4\"\n[[section]]\nlabel = \"b\"\nbars = 9\n", to: "other.toml")
        for words in ["song load \(path)", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 1)
        try bench.say("song load \(other) at bar")
        bench.ask(.stop())
        #expect(try bench.say("seek 3").values["song"]?["start_bar"] == 3)
        bench.pass(ms: 500)
        // What was asked for at once holds before that.
        for words in ["start", "song load \(other)"] { try bench.say(words) }
        bench.ask(.stop())
        #expect(try bench.say("seek 3").values["song"]?["start_bar"] == 3)
        bench.pass(ms: 500)
        let song = try #require(try bench.status().song)
        #expect(song.path == other && song.startBar == 3)
    }

    @Test func `before a song that waits for a later bar a place is one of the song that plays`() throws {
        let (bench, files, path) = try bench("tempo = 300\n[[section]]\nlabel = \"a\"\nbars = 90\n")
        let other = try files.write(
            "tempo = 300\n[[section]]\nlabel = \"b\"\nbars = 40\n[[section]]\nlabel = \"c\"\nbars = 9\n",
            to: "other.toml")
        for words in ["song load \(path)", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 4)
        try bench.say("song load \(other) at @10")
        #expect(try bench.refusal(of: "seek c at @6").reason == "not_found")
        #expect(try bench.refusal(of: "loop c at bar").reason == "not_found")
        // Bars are counted from where that song begins: its bar 11 is 40 beats behind beat 36.
        let later = try bench.say("seek c at @11")
        #expect(later.atBeat == 76 && later.values["song"]?["path"]?.string == other, "\(later)")
        let waiting = try bench.status().pending.map { $0.changes["song"]?["path"]?.string }
        #expect(waiting == [other, other])
        try bench.say("seek 5 at @6")
        try bench.wait(forBeat: 21)
        #expect(try bench.status().song?.section?.label == "a")
    }

    @Test
    func `in the last bar of a song a place is one of that song, though another one waits for a bar that never comes`()
        throws
    {
        let (bench, files, path) = try bench(
            "tempo = 300\n[[section]]\nbars = 1\nmeter = \"2/4\"\n[[section]]\nbars = 2\nmeter = \"5/4\"\n")
        let other = try files.write("tempo = 300\n[[section]]\nbars = 9\n", to: "other.toml")
        for words in ["start", "song load \(other) at @5", "song load \(path)"] { try bench.say(words) }
        try bench.wait(forBeat: 12)
        let loop = try bench.say("loop 2").values["song"]?["loop"]
        #expect(loop?["from_bar"] == 2 && loop?["to_bar"] == 2, "\(String(describing: loop))")
    }

    @Test func `what is asked of a song that waits is answered of that song`() throws {
        let (bench, _, path) = try bench("tempo = 300\n[[section]]\nlabel = \"a\"\nbars = 90\n")
        try bench.say("start")
        bench.pass(ms: 500)
        try bench.say("song load \(path) at bar")
        let song = try bench.say("song scale 200% at bar").values["song"]
        #expect(song?["path"]?.string == path && song?["scale"]?.number == 2, "\(String(describing: song))")
    }

    @Test func `a place of a song that waited is none of the song that plays where the music ends before`() throws {
        let (bench, files, path) = try bench("tempo = 60\n[[section]]\nlabel = \"a\"\nbars = 9\n")
        let other = try files.write(
            "tempo = 60\nmeter = \"3/4\"\n[[section]]\nlabel = \"b\"\nbars = 9\n", to: "other.toml")
        try bench.say("start")
        bench.pass(ms: 20)
        for words in ["song load \(path)", "song load \(other) at bar", "seek 4"] { try bench.say(words) }
        try bench.say("stop")
        bench.pass(ms: 500)
        let song = try #require(try bench.status().song)
        #expect(song.path == path && song.startBar == 1)
    }

    @Test func `the section that follows is that into whose midst a seek leads, and not the one behind it`() throws {
        let parts = ["a", "b", "c"].map { "[[section]]\nlabel = \"\($0)\"\nbars = 8\n" }
        let (bench, _, path) = try bench("tempo = 300\n" + parts.joined())
        func places() throws -> [String?] {
            let song = try bench.status().song
            return [song?.section?.label, song?.next?.label]
        }
        for words in ["song load \(path)", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 2)
        #expect(try places() == ["a", "b"])
        try bench.say("seek 12 at @4")
        #expect(try places() == ["a", "b"])
        #expect(try bench.status().song?.next?.atNs == bench.status().pending[0].atNs)
        _ = try bench.json("cancel")
        try bench.say("seek 20 at @4")
        #expect(try places() == ["a", "c"])
        _ = try bench.json("cancel")
        // Within one section none begins.
        try bench.say("seek 7 at @4")
        #expect(try places() == ["a", "b"])
        try bench.wait(forBeat: 14)
        #expect(try places() == ["a", "b"])
        _ = try bench.json("cancel")
        try bench.say("loop 8 9")
        try bench.wait(forBeat: 22)
        #expect(try places() == ["b", "a"])
    }
}
