// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// What is kept of a run for the next process.
@Suite struct KeptRunTests {
    private static let song = """
        tempo = 300
        section = [{ label = "A", bars = 20 }, { label = "B", bars = 400 }]
        """

    /// A metronome with a song `a` and another one `b`, whose runs are kept.
    private func bench(_ files: ClickFolder) throws -> PerformanceBench {
        try files.write(Self.song, to: "a.toml")
        try files.write(Self.song.replacing("300", with: "240"), to: "b.toml")
        try files.write(
            "entries = ['\(files.path)/a.toml', '\(files.path)/b.toml']", to: "metronomed/setlists/gig.toml")
        var settings = Settings()
        settings.resumes = true
        return try PerformanceBench(settings, clicks: files, boot: "this")
    }

    /// Lets time go by. Returns the run as it is saved at the end, a second after each cause at the latest.
    private func kept(_ bench: PerformanceBench, ms: Int) -> SavedRun? {
        var (kept, isDue, seen): (SavedRun?, Bool, Int) = (nil, false, bench.actions.count)
        for _ in 0..<ms / 10 {
            for case .save(_, let cause) in bench.actions[seen...] where cause != .course { isDue = true }
            seen = bench.actions.count
            if isDue, bench.performance.isRunSettled { (kept, isDue) = (bench.performance.runToSave, false) }
            bench.pass(ms: 10)
        }
        return kept
    }

    @Test(arguments: [
        "seek B", "seek B at @6", "loop 3 4", "loop 3 4 at @6", "song scale 50% at @6", "song load b.toml at @6",
        "song unload at @6", "setlist next", "practise 2 3 at 50% up 10%",
    ])
    func `what changes the song of a run is part of what is saved, once it holds`(words: String) throws {
        let files = try ClickFolder()
        let bench = try bench(files)
        for line in ["setlist load gig", "start"] { try bench.say(line) }
        try bench.wait(forBeat: 9)
        try bench.say(words.replacing("b.toml", with: files.path + "/b.toml"))
        var saved = try #require(kept(bench, ms: 9000))
        var present = try #require(bench.performance.runToSave)
        // A loop begins anew, so its place does not count.
        if present.song?.loop == nil { #expect(saved.predicts(present)) }
        saved.song?.quarters = nil
        present.song?.quarters = nil
        #expect(saved.song == present.song)
    }

    @Test func `a song that a seek has taken out of its loop is told, saved and started where it is`() throws {
        let files = try ClickFolder()
        let bench = try bench(files)
        for line in ["song load \(files.path)/a.toml", "loop 3 4", "start"] { try bench.say(line) }
        try bench.wait(forBeat: 2)
        let told = try bench.say("seek B").values["song"]
        #expect(told?["loop"] == .null && told?["start_bar"] == 21)
        let saved = try #require(kept(bench, ms: 2000)?.song)
        #expect(saved.loop == nil && saved.quarters ?? 0 >= 80)
        try bench.say("stop")
        bench.pass(ms: 500)
        let song = try #require(try bench.status().song)
        #expect(song.loop == nil && song.startBar == 21)
    }

    @Test(arguments: [(true, 90), (false, 10)])
    func `the end lets go of the output once the device has played what is written, and the fade`(
        isPlaying: Bool, ms: Int
    ) throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        if isPlaying { try bench.say("start") }
        bench.pass(ms: 100)
        let id = bench.end()
        let isReleased = {
            bench.actions.contains { if case .closeOutput(atOnce: true) = $0 { true } else { false } }
        }
        if ms > 10 { bench.pass(ms: ms - 10) }
        #expect(bench.answers[id] == nil && !isReleased())
        bench.pass(ms: 10)
        #expect(bench.answers[id]?.count == 1 && isReleased() && bench.performance.wakes[.ending(id)] == nil)
    }

    @Test func `a run is settled while no plan is on its way that changes it`() throws {
        let bench = try bench(ClickFolder())
        func isSettled() -> Bool { bench.performance.isRunSettled }
        try bench.say("start")
        #expect(isSettled())
        bench.holdsPlans = true
        try bench.ask("tempo 90")
        #expect(!isSettled())
        bench.holdsPlans = false
        bench.pass(ms: 20)
        #expect(isSettled())
    }

    @Test(arguments: ["meter 3/4", "nudge bar"])
    func `bars that change are part of what is saved, once they are heard`(words: String) throws {
        let files = try ClickFolder()
        let bench = try bench(files)
        for line in ["tempo 240", "start"] { try bench.say(line) }
        try bench.wait(forBeat: 9)
        try bench.say(words)
        let saved = try #require(kept(bench, ms: 4000))
        #expect(try saved.predicts(#require(bench.performance.runToSave)))
    }

    @Test func `a song that was counted in is saved at its place with its first beat`() throws {
        let files = try ClickFolder()
        let bench = try bench(files)
        for line in ["song load \(files.path)/a.toml", "count-in 1", "start"] { try bench.say(line) }
        #expect(kept(bench, ms: 2000)?.song?.quarters != nil)
    }

    @Test func `a run that is to be kept from its midst on is saved with what is heard anew`() throws {
        let files = try ClickFolder()
        let bench = try bench(files)
        let key = try #require(Key.named("resume"))
        func keep(_ isKept: Bool) {
            var edit = Edit()
            edit[key] = .flag(isKept)
            bench.configure(edit)
        }
        keep(false)
        for line in ["song load \(files.path)/a.toml", "count-in 2", "start"] { try bench.say(line) }
        bench.pass(ms: 500)
        keep(true)
        #expect(kept(bench, ms: 3000)?.song?.quarters != nil)
    }

    @Test func `a pass of a song that is practised at another tempo is saved as it begins`() throws {
        let files = try ClickFolder()
        let bench = try bench(files)
        for line in ["song load \(files.path)/a.toml", "practise 2 3 at 50% up 10%", "start"] { try bench.say(line) }
        for pass in 1..<4 {
            try bench.wait(forBeat: 8 * pass - 1)
            let saved = try #require(kept(bench, ms: 600))
            #expect(saved.song?.scale == Ratio(Int64(5 + pass), over: 10))
        }
    }

    @Test func `a run that is played on begins with its beat, whatever is asked for before it is heard`() throws {
        let bench = try PerformanceBench()
        let run = SavedRun(
            boot: "this", time: bench.moment.now + .milliseconds(255), bar: 7, beat: 2, beatsPerBar: 4, beatNs: 5e8,
            edit: SavedRun.edit(of: Settings()))
        bench.holdsPlans = true
        bench.resume(run)
        bench.pass(ms: 10)
        try bench.ask("volume 50%")
        bench.holdsPlans = false
        bench.pass(ms: 50)
        let rule = try #require(bench.performance.musicInForce?.rule(ofBeat: 0))
        #expect(rule.grid.bar(ofBeat: 0) == 7 && rule.grid.beatInBar(ofBeat: 0) == 2)
    }
}
