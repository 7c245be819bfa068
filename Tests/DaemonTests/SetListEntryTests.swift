// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// What belongs to an entry of a set list alone.
@Suite struct SetListEntryTests {
    @Test func `a place in an entry is none of the entry that counts its bars anew`() throws {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        try files.write("count_in = 1\nentries = ['a', 'b']", to: "metronomed/setlists/gig.toml")
        for words in ["setlist load gig", "start", "volume 50% at @2", "tempo 500 at @6", "stop at @7"] {
            try bench.say(words)
        }
        try bench.say("setlist next at @3")
        let waiting = try bench.status().pending
        #expect(waiting.map(\.at) == ["@2", "@6", "@7", "@3"] && waiting.map(\.takenBackBy) == [nil, 4, 4, nil])
        // What is asked for afterwards is meant of that entry.
        try bench.say("volume 40% at @6")
        try bench.wait(forBeat: 50)
        let status = try bench.status()
        #expect(status.playing && status.bpm == 480 && status.setList?.place == 2 && status.settings.volume == 0.4)
    }

    @Test func `a place stays where another preset goes on with the bars`() throws {
        let (bench, _) = try PerformanceBench.withTwoPresets()
        for words in ["start", "volume 50% at @4", "preset load b at @3"] { try bench.say(words) }
        #expect(try bench.status().pending.map(\.at).sorted() == ["@3", "@4"])
    }

    @Test func `a preset that is saved in a set list keeps neither the end nor the count-in of the entry`() throws {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        try files.write(
            "count_in = 2\nentries = [{ play = 'a', bars = 4 }]", to: "metronomed/setlists/gig.toml")
        for words in ["setlist load gig", "tempo 310"] { try bench.say(words) }
        _ = try bench.json("preset save a")
        #expect(try bench.status().settings.others["timer"] == "4 bars")
        for words in ["setlist close", "preset load a"] { try bench.say(words) }
        let settings = try bench.status().settings
        #expect(settings.bpm == 310 && settings.others["timer"] == "off" && settings.others["count_in"] == 0)
    }

    @Test func `after an undo, too, a set list ends with what it has set for the entry`() throws {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        for words in ["preset load a", "timer 8 bars"] { try bench.say(words) }
        _ = try bench.json("preset save a")
        try files.write(
            "count_in = 2\nentries = [{ play = 'a', bars = 4 }, { play = 'b', bars = 4 }]",
            to: "metronomed/setlists/gig.toml")
        for words in ["timer off", "setlist load gig", "setlist next", "undo", "setlist close"] { try bench.say(words) }
        let settings = try bench.status().settings
        #expect(settings.bpm == 600 && settings.others["timer"] == "8 bars" && settings.others["count_in"] == 0)
    }

    @Test(arguments: [["setlist next", "bars", "undo"], ["bars", "undo", "redo"]])
    func `an entry that undo or redo leads back to ends as the list says by then`(steps: [String]) throws {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        try files.write(
            "entries = [{ play = 'a', bars = 3 }, 'b']", to: "metronomed/setlists/gig.toml")
        try bench.say("setlist load gig")
        for words in steps {
            if words == "bars" { _ = try bench.json("setlist bars gig 1 6") } else { try bench.say(words) }
        }
        let status = try bench.status()
        #expect(status.setList?.place == 1 && status.bpm == 600 && status.settings.others["timer"] == "6 bars")
        try bench.say("setlist close")
        #expect(try bench.status().settings.others["timer"] == "off")
    }

    @Test(arguments: ["count_in = 2\nentries = ['a', { play = 'b', bars = 6 }]", "entries = ['a', 'b']"])
    func `an entry that waits begins and ends as its list says by then`(list: String) throws {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        let path = "metronomed/setlists/gig.toml"
        try files.write("count_in = 1\nentries = ['a', { play = 'b', bars = 3 }]", to: path)
        for words in ["setlist load gig", "start", "setlist next at @4"] { try bench.say(words) }
        try files.write(list, to: path)
        bench.take(.setListSaved)
        try bench.wait(forBeat: 30)
        let (status, isEnded) = (try bench.status(), list.contains("bars"))
        #expect(status.setList?.place == 2 && status.settings.others["count_in"] == (isEnded ? 2 : 0))
        #expect(status.settings.others["timer"] == (isEnded ? "6 bars" : "off"))
        // After a bar of count-in and three bars there are two and six, or no end.
        try bench.wait(forBeat: 47)
        #expect(try bench.status().playing)
        bench.pass(ms: 1000)
        #expect(try bench.status().playing == !isEnded)
    }

    @Test func `a timer that was turned off stays so where undo leads back to the entry`() throws {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        try files.write("entries = [{ play = 'a', bars = 8 }, 'b']", to: "metronomed/setlists/gig.toml")
        for words in ["setlist load gig", "timer off", "setlist next", "undo"] { try bench.say(words) }
        let status = try bench.status()
        #expect(status.setList?.place == 1 && status.settings.others["timer"] == "off")
    }

    @Test(arguments: ["start", "setlist advance"])
    func `a start while an entry ends plays the next entry`(words: String) throws {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        try files.write("entries = [{ play = 'a', bars = 1 }, 'b']", to: "metronomed/setlists/gig.toml")
        for words in ["setlist load gig", "start"] { try bench.say(words) }
        while !bench.performance.isEndDecided, !bench.performance.strikesEnd { bench.pass(ms: 10) }
        #expect(try bench.status().playing && bench.status().setList?.place == 1)
        try bench.say(words)
        bench.pass(ms: 300)
        let status = try bench.status()
        #expect(status.playing && status.setList?.place == 2 && status.bpm == 480 && status.run == 2)
    }

    @Test(arguments: [false, true])
    func `a count-in of a set list goes with it, and one that was set since stays`(isSong: Bool) throws {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        let song = try files.write("tempo = 300\n[[section]]\nbars = 40\n", to: "song.toml")
        for words in ["tempo 600", "count-in 1"] { try bench.say(words) }
        _ = try bench.json("preset save a")
        try files.write(
            "count_in = 2\nentries = ['\(isSong ? song : "a")', 'a']", to: "metronomed/setlists/gig.toml")
        for words in ["setlist load gig", "setlist next"] {
            try bench.say(words)
            #expect(try bench.status().settings.others["count_in"] == 2)
        }
        try bench.say("setlist previous")
        #expect(try bench.say("setlist close").values["count_in"]?.number == 1)
        for words in ["setlist load gig", "count-in 3"] { try bench.say(words) }
        #expect(try bench.say("setlist close").values["count_in"] == nil)
        #expect(try bench.status().settings.others["count_in"] == 3)
        // One that waits is counted in as it says itself.
        for words in ["start", "setlist load gig at bar", "setlist close"] { try bench.say(words) }
        try bench.wait(forBeat: 40)
        #expect(try bench.status().settings.others["count_in"] == (isSong ? 3 : 1))
    }

    @Test(arguments: [("bars = 4", "timer", "off"), ("note = 'x'", "count_in", 0)] as [(String, String, JSONValue)])
    func `redo leads to an entry without what its set list had set where that was closed`(
        member: String, key: String, value: JSONValue
    ) throws {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        try files.write(
            "count_in = 1\nentries = [{ play = 'a', \(member) }]", to: "metronomed/setlists/gig.toml")
        for words in ["setlist load gig", "setlist close", "undo", "redo"] { try bench.say(words) }
        #expect(try bench.status().bpm == 600 && bench.status().settings.others[key] == value)
    }

    @Test func `entries that cannot be played are passed over, and one that is asked for says why`() throws {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        try files.write(
            "entries = ['/none.toml', { play = 'a', bars = 1 }, '/gone.toml', 'b', '/out.toml']",
            to: "metronomed/setlists/gig.toml")
        let loaded = try bench.say("setlist load gig").values["setlist"]
        #expect(loaded?["place"] == 2 && loaded?["next"]?["name"] == "b")
        #expect(try bench.refusal(of: "setlist next").message.contains("gone.toml"))
        try bench.say("start")
        try bench.playOut()
        #expect(try bench.status().setList?.place == 4 && bench.status().setList?.next == nil)
        for words in ["setlist go 2", "start"] { try bench.say(words) }
        #expect(try bench.say("setlist advance").values["setlist"]?["place"] == 4)
        try files.write("entries = ['/none.toml']", to: "metronomed/setlists/bad.toml")
        #expect(try bench.refusal(of: "setlist load bad").message.contains("none.toml"))
    }

    @Test func `what leads on from the end of a set list, or without one, is a command of a shell`() throws {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        let none = try bench.refusal(of: "setlist next").message
        #expect(none == "no set list is loaded: metroctl setlist load NAME loads one")
        try files.write("entries = ['a', 'b']", to: "metronomed/setlists/gig.toml")
        try bench.say("setlist load gig")
        let first = try bench.refusal(of: "setlist previous").message
        #expect(first == "a is the first entry of gig: metroctl setlist go 2 goes to the last")
        try bench.say("setlist go 2")
        let last = try bench.refusal(of: "setlist next").message
        #expect(last == "b is the last entry of gig: metroctl setlist go 1 goes to the first")
    }

    @Test func `a number above that of the last entry may be the name of an entry`() throws {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        _ = try bench.json("preset save 16")
        try files.write("entries = ['a', '16', 'b']", to: "metronomed/setlists/gig.toml")
        try bench.say("setlist load gig")
        #expect(try bench.say("setlist go 16").values["setlist"]?["place"] == 2)
        #expect(try bench.say("setlist go 3").values["setlist"]?["place"] == 3)
        #expect(try bench.refusal(of: "setlist go 17").reason == "not_found")
    }

    @Test func `the count-in is as the file of the set list says by then, and without as it was`()
        throws
    {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        func save(_ line: String) throws {
            try files.write(line + "entries = ['a', 'b']", to: "metronomed/setlists/gig.toml")
            bench.take(.setListSaved)
            bench.pass(ms: 20)
        }
        func countIn() throws -> JSONValue? { try bench.status().settings.others["count_in"] }
        try save("")
        for words in ["count-in 3", "setlist load gig"] { try bench.say(words) }
        try save("count_in = 2\n")
        #expect(try countIn() == 2)
        try save("count_in = 1\n")
        #expect(try countIn() == 1)
        try save("")
        #expect(try countIn() == 0, "that of the preset")
        try save("count_in = 2\n")
        // While it plays, the entry has been counted in; the next start is.
        try bench.say("start")
        try save("")
        bench.pass(ms: 500)
        try bench.say("stop")
        bench.pass(ms: 300)
        #expect(try countIn() == 0)
        // What was set by hand since stays.
        try bench.say("count-in 4")
        try save("count_in = 2\n")
        #expect(try countIn() == 4)
    }

    @Test(arguments: [true, false])
    func `an entry that says no count-in has none of a set list that says none any more`(waits: Bool) throws {
        let (bench, files) = try PerformanceBench.withTwoPresets()
        for name in ["c", "d"] { try files.write("bpm = 600", to: "metronomed/presets/\(name).toml") }
        func save(_ line: String) throws {
            try files.write(line + "entries = ['c', 'd']", to: "metronomed/setlists/gig.toml")
            bench.take(.setListSaved)
            bench.pass(ms: 20)
        }
        try save("count_in = 2\n")
        for words in ["count-in 1", "setlist load gig", "start"] { try bench.say(words) }
        if waits { try bench.say("setlist next at @3") }
        try save("")
        if !waits { try bench.say("setlist next at @3") }
        #expect(try bench.status().pending.map(\.atBeat) == [16])
        try bench.wait(forBeat: 17)
        let status = try bench.status()
        #expect(status.setList?.place == 2 && status.settings.others["count_in"] == 1 && status.position?.bar == 0)
    }
}
