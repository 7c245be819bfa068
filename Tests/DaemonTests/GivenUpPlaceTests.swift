// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// What waits for a place that is none once another change holds.
@Suite struct GivenUpPlaceTests {
    /// Presets a and b in a set list that counts in, a song, and what waits in the first entry for bars 6 and 7.
    private func bench() throws -> (bench: PerformanceBench, song: String) {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        try files.write("count_in = 1\nentries = ['a', 'b']", to: "metronomed/setlists/gig.toml")
        let song = try files.write("tempo = 300\n[[section]]\nbars = 40\n", to: "song.toml")
        for words in ["setlist load gig", "start", "tempo 500 at @6", "stop at @7"] { try bench.say(words) }
        bench.ask(.subscribe([.state], leadMs: nil))
        return (bench, song)
    }

    @Test(arguments: [
        ("setlist next at @3", "cancel 3"), ("setlist next at @3", "setlist previous"),
        ("setlist next at @3", "undo"), ("song load SONG at @3", "cancel 3"),
    ])
    func `an end and a tempo wait again once the music is taken back that would be played in their place`(
        other: String, back: String
    ) throws {
        let (bench, song) = try bench()
        let before = try bench.status().pending
        let answer = try bench.say(other.replacing("SONG", with: song))
        #expect(answer.values["takes_back"] == [1, 2])
        var waiting = try bench.status().pending
        #expect(waiting.map(\.pending) == [1, 2, 3] && waiting.map(\.takenBackBy) == [3, 3, nil])
        #expect(waiting.map(\.atBeat) == [nil, nil, 12])
        _ = try bench.answered(back)
        waiting = try bench.status().pending
        #expect(waiting.map(\.atBeat) == before.map(\.atBeat) && waiting.map(\.takenBackBy) == [nil, nil])
        try bench.wait(forBeat: 26)
        #expect(try bench.status().bpm == 500)
        try bench.playOut()
        #expect(bench.performance.ended?.endBeat == 28)
    }

    @Test func `they are taken back when the other music begins, and clients are told so`() throws {
        let (bench, song) = try bench()
        try bench.say("song load \(song) at @3")
        // What is asked for behind it is meant of the song.
        try bench.say("stop at @5")
        try bench.wait(forBeat: 14)
        let status = try bench.status()
        #expect(status.song != nil && status.pending.map(\.pending) == [4] && status.pending[0].atBar == 5)
        let told = bench.states().last { $0.changed.contains("pending") }
        #expect(told?.state.pending.map(\.pending) == [4])
        try bench.playOut()
    }

    @Test func `an end before the other music stays, and that music is not played`() throws {
        let (bench, _) = try bench()
        #expect(try bench.say("setlist next at @6").values["takes_back"] == [2])
        _ = try bench.json("cancel 3")
        #expect(try bench.refusal(of: "setlist next at @8").message.contains("cancel 2"))
    }

    @Test func `no more loop or practice waits once the song is to go on, and which were taken back is told`() throws {
        let (bench, song) = try bench()
        for words in ["stop", "song load \(song)", "start", "volume 50% at @4", "loop 9 10 at @8"] {
            try bench.say(words)
        }
        guard case .practise(let practice, _) = try bench.call("practise 3 4") else {
            Issue.record("practise 3 4 is no practice")
            return
        }
        bench.ask(.practise(practice, at: .place(bar: 9, beat: 1)))
        bench.pass(ms: 50)
        let waiting = try bench.status().pending.map(\.pending)
        try #require(waiting.count == 3)
        // At a place it takes nothing back.
        let later = try bench.say("loop off at @7")
        #expect(later.values["cancelled"] == nil && later.values["pending"] != nil)
        _ = try bench.json("cancel \(try #require(later.values["pending"]?.integer))")
        let off = try bench.say("loop off")
        #expect(off.values["cancelled"] == .array(waiting.dropFirst().map { .integer(Int64($0)) }))
        #expect(try bench.status().pending.map(\.pending).contains(waiting[0]))
        try bench.wait(forBeat: 40)
        #expect(try bench.status().song?.loop == nil && bench.status().settings.volume == 0.5)
        #expect(try bench.say("loop off").values["cancelled"] == nil)
    }

    @Test(arguments: ["stop at bar", "volume 50% at bar", "stop at beat"])
    func `where a bar is cut short, the answer names a beat that is played or would be`(words: String) throws {
        let bench = try PerformanceBench()
        for words in ["tempo 60", "start", "meter 7/8"] { try bench.say(words) }
        let answer = try bench.say(words)
        let waiting = try #require(bench.status().pending.last)
        #expect(answer.atBeat == 1 && answer.atBar == 2 && answer.atBarBeat == 1, "\(answer)")
        #expect(waiting.atBar == 2 && waiting.atBarBeat == 1)
    }
}
