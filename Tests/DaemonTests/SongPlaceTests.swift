// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import SongSamples
import Testing

@testable import Daemon

/// Places of a song, where another one waits.
@Suite struct SongPlaceTests {
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
        #expect(try bench.status().pending.map(\.at).sorted() == ["@31", "@6", "@8"])
        try bench.wait(forBeat: 40)
        let song = try #require(try bench.status().song)
        #expect(song.path == other && song.section?.fromBeat == 20)
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
        #expect(try bench.refusal(of: "volume 50% at +7").message.contains("before 7 bars are over: cancel 2"))
        try bench.playOut()
        #expect(bench.heard.count == 28)
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
}
