// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import SongSamples
import Testing

@testable import Daemon

/// A passage of a song that is practised, as it is asked for, heard and told.
@Suite struct PractisedSongTests {
    private func bench() throws -> (bench: PerformanceBench, files: ClickFolder) {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let path = try files.write("tempo = 300\n[[section]]\nlabel = \"a\"\nbars = 16\n", to: "song.toml")
        try bench.say("song load \(path)")
        return (bench, files)
    }

    @Test func `each pass is heard and told a step faster than the one before`() throws {
        let (bench, _) = try bench()
        let answer = try bench.say("practise 9 10 at 50% up 25%")
        let told = try #require(answer.values["song"])
        #expect(told["start_bar"] == 9 && told["scale"] == 0.5 && told["practice"]?["step"] == 0.25)
        bench.ask(.subscribe([.beat, .state], leadMs: nil))
        try bench.say("start")
        try bench.wait(forBeat: 9)
        let state = try #require(try bench.status().song)
        #expect(state.practice?.pass == 2 && state.scale == 0.75 && state.loop?.fromBar == 9)
        #expect(try bench.status().bpm == 225)
        let page = try bench.json("song show")
        #expect(page["sections"]?.array?.first?["bpm"] == 225 && page["song"]?["scale"] == 0.75)
        try bench.wait(forBeat: 30)
        try bench.say("stop")
        bench.pass(ms: 500)
        let beats = bench.beats().filter { $0.accent != "mute" }
        // Two bars a pass, up to the goal, which stays.
        #expect(beats.prefix(8).allSatisfy { $0.bpm == 150 })
        #expect(beats.dropFirst(8).prefix(8).allSatisfy { $0.bpm == 225 })
        #expect(beats.count > 28 && beats.dropFirst(16).allSatisfy { $0.bpm == 300 })
        #expect(Set(beats.map(\.bar)) == [9, 10] && bench.heard.count >= 28)
        for (beat, onset) in zip(beats, bench.heard) {
            #expect(abs(beat.atNs - bench.ns(ofFrame: onset.frame)) < 50_000)
        }
    }

    @Test func `when it is practised no more, a start begins where it did before`() throws {
        let (bench, _) = try bench()
        for (place, bar) in [(nil, 1), ("seek 3", 3), ("seek 10", 9)] {
            if let place { try bench.say(place) }
            #expect(try bench.say("practise 9 10").values["song"]?["start_bar"] == 9)
            #expect(try bench.say("loop off").values["song"]?["start_bar"]?.integer == bar)
        }
    }

    @Test func `a step whose passes are too fine to be played is refused, and none of a pass that is not`() throws {
        let (bench, files) = try bench()
        let path = try files.write(
            "tempo = 60\n[[section]]\nlabel = \"a\"\nbars = 2\nfermata = 64\n", to: "held.toml")
        try bench.say("song load \(path)")
        // In the second case the third pass is the first that is too fine.
        for words in ["practise a a at 70% up 0.13%", "practise a a at 69.95% up 0.13%"] {
            #expect(try bench.refusal(of: words).message.contains("fewer digits"), "\(words)")
        }
        try bench.say("practise a a at 70% up 0.26%")
        try bench.say("start")
    }

    @Test func `what cannot be practised is refused, and why`() throws {
        let (bench, _) = try bench()
        #expect(
            try bench.refusal(of: "practise 9 10 at 90% up 5% to 80%").message
                == "a goal of 80% is slower than the first pass, at 90%")
        #expect(try bench.refusal(of: "practise 10 9").message == "bar 9 comes before bar 10")
        #expect(try bench.refusal(of: "practise 99").reason == "not_found")
        try bench.say("song unload")
        #expect(try bench.refusal(of: "practise 9").reason == "no_song")
    }
}
