// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// Lanes that are kept by a name.
@Suite struct SavedGrooveTests {
    @Test func `lanes that are saved as a groove are played by its name, and off brings the former meter back`() throws
    {
        let bench = try PerformanceBench(clicks: ClickFolder())
        try bench.say("meter 7/8")
        try bench.say("lanes kick x...x.. sound=soft | hat x.x.x.x gain=50% sound=clear")
        let lanes = try bench.status().settings.others["lanes"]
        #expect(try bench.json("groove save mine")["replaced"]?.bool == false)
        #expect(try bench.json("groove save mine")["replaced"]?.bool == true)
        let list = try bench.json("groove")["grooves"]?.array ?? []
        #expect(list.first?["name"] == "mine" && list.first?["meter"] == "7/8" && list.first?["trouble"] == nil)
        #expect(list.dropFirst().compactMap { $0["name"]?.string } == Groove.all.map(\.name))
        for words in ["lanes off", "meter 3/4", "tempo 90"] { try bench.say(words) }
        let answer = try bench.say("groove mine")
        #expect(answer.values["meter"]?.string == "7/8")
        var status = try bench.status()
        #expect(status.settings.others["lanes"] == lanes && status.meter == "7/8" && status.bpm == 90)
        try bench.say("groove off")
        status = try bench.status()
        #expect((status.settings.others["lanes"]?.array ?? []).isEmpty && status.meter == "3/4")
        // With the beat that was felt in it.
        for words in ["set meter=6/8 beat=dotted-quarter", "groove mine", "groove off"] { try bench.say(words) }
        status = try bench.status()
        #expect(status.meter == "6/8" && status.settings.others["beat"]?.string == "dotted-quarter")
        #expect(try bench.json("groove remove mine")["name"] == "mine")
        #expect(try bench.refusal(of: "groove mine").reason == "not_found")
    }

    @Test func `off leaves a meter that was set after the groove, with its accents`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["meter 3/4", "lanes kick x.x. sound=soft"] { try bench.say(words) }
        _ = try bench.json("groove save mine")
        for words in ["lanes off", "meter 6/8", "groove mine", "meter 4/4", "accents 2=A,4=A", "groove off"] {
            try bench.say(words)
        }
        var status = try bench.status()
        #expect(status.meter == "4/4" && status.settings.others["accents"] == "XAxA")
        #expect(status.settings.others["lanes"]?.array?.isEmpty == true)
        // A lane that has the name of a lane of metronomed's own groove does not belong to that groove.
        for words in ["meter 6/8", "groove mine", "lanes clave x.x. sound=soft", "meter 4/4", "groove off"] {
            try bench.say(words)
        }
        status = try bench.status()
        #expect(status.meter == "4/4")
    }

    @Test func `while it plays, a groove of one's own holds from the next bar without a gap`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["tempo 300", "lanes kick x.x. sound=soft"] { try bench.say(words) }
        _ = try bench.json("groove save mine")
        for words in ["lanes off", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 2)
        let beat = try #require(try bench.say("groove mine at bar").atBeat)
        #expect(beat.truncatingRemainder(dividingBy: 4) == 0)
        try bench.wait(forBeat: Int(beat) + 2)
        #expect(try bench.status().timeline??.lanes?.last?.lanes.map(\.name) == ["kick"])
    }

    @Test func `a groove with a tempo is one change, which is undone at once`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["tempo 90", "lanes kick x.x. sound=soft"] { try bench.say(words) }
        _ = try bench.json("groove save mine")
        for words in ["lanes off", "meter 3/4"] { try bench.say(words) }
        let answer = try bench.say("groove mine 130")
        #expect(answer.values["bpm"]?.number == 130 && answer.values["meter"] == "4/4")
        #expect(answer.values["lanes"]?.array?.count == 1)
        try bench.say("undo")
        let status = try bench.status()
        #expect(status.bpm == 90 && status.meter == "3/4" && status.settings.others["lanes"]?.array?.isEmpty == true)
        #expect(try bench.say("groove off +10").values["bpm"]?.number == 100)
        for (words, reason) in [("groove mine 5000", "out_of_range"), ("groove mine soon", "invalid")] {
            let error = #expect(throws: ControlError.self) { try bench.say(words) }
            #expect(error?.reason == reason, "\(words)")
        }
    }

    @Test func `what cannot be kept or played says why`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        try files.write("meter = \"5/4\"\n", to: "metronomed/grooves/empty.toml")
        try files.write("bpm = 90\nlanes = \"a x...\"\n", to: "metronomed/grooves/fast.toml")
        try files.write("lanes = \"a x..q\"\n", to: "metronomed/grooves/wrong.toml")
        for (words, reason, text) in [
            ("groove save mine", "not_found", "no lanes to keep"), ("groove save Rock", "invalid", "another name"),
            ("groove save off", "invalid", "another name"), ("groove empty", "unusable_file", "lanes is missing"),
            ("groove fast", "unusable_file", "bpm: a groove has meter and lanes"),
            ("groove wrong", "unusable_file", "wrong.toml:1:15: lanes: \"q\" is no step"),
            ("groove fasd", "not_found", "did you mean fast?"),
            ("groove remove none", "not_found", "there is no groove"),
        ] {
            let error: ControlError
            do { error = try bench.refusal(of: words) } catch let refused as ControlError { error = refused }
            #expect(error.reason == reason, "\(words): \(error.reason)")
            #expect(error.message.contains(text), "\(words): \(error.message)")
        }
        // The list tells what is wrong with one, and lists the others.
        let list = try bench.json("groove")["grooves"]?.array ?? []
        #expect(list.prefix(3).allSatisfy { $0["trouble"] != nil } && list.count == 3 + Groove.all.count)
    }
}
