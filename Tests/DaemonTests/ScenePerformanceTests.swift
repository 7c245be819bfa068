// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// Presets and set lists, as they are heard and told.
@Suite struct ScenePerformanceTests {
    private func song(_ bpm: Int, bars: Int) -> String {
        "title = \"Song\"\ntempo = \(bpm)\n[[section]]\nlabel = \"verse\"\nbars = \(bars)\n"
    }

    private func list(_ bench: PerformanceBench) throws -> SetListState? { try bench.status().setList }

    @Test(arguments: ["start", "toggle"], [false, true])
    func `a start while the next entry is being read plays that entry`(words: String, fades: Bool) throws {
        let clicks = try ClickFolder()
        let bench = try PerformanceBench(clicks: clicks)
        for words in [
            "tempo 600", "preset save fast", "tempo 300", "preset save slow", "setlist add gig fast slow",
            "setlist bars gig 1 1",
        ] {
            _ = try bench.json(words)
        }
        for words in ["setlist load gig", "start"] { try bench.say(words) }
        bench.readsAtOnce = false
        // Also before the last stroke has faded.
        while fades ? bench.performance.transport.isStarted : bench.performance.record != nil { bench.pass(ms: 1) }
        #expect((bench.performance.record != nil) == fades)
        let start = try bench.ask(words)
        while !bench.loads.isEmpty { bench.read() }
        bench.pass(ms: 50)
        #expect(try bench.change(start).values["bpm"]?.number == 300 && bench.status().settings.bpm == 300)
    }

    @Test func `entries of a set list follow each other on the bar line to the frame, and no beat is lost`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let evening = try files.write(song(450, bars: 40), to: "evening.toml")
        for words in ["bell off", "set bpm=600 meter=3/4 count_in=0"] { try bench.say(words) }
        try bench.ask("preset save fast")
        try bench.say("set bpm=300 meter=4/4 subdivision=1")
        try bench.ask("preset save slow")
        try bench.say("tempo 60")
        try bench.ask("setlist add friday fast slow \(evening) fast")
        try bench.say("setlist load friday")
        #expect(try bench.status().bpm == 600 && list(bench)?.entry.preset == "fast")
        bench.ask(.subscribe([.beat, .state], leadMs: 100))
        try bench.say("start")
        var answers: [Change] = []
        for words in [
            "setlist next", "setlist next", "setlist next", "setlist previous at bar", "preset load fast at bar",
            "stop at bar",
        ] {
            let last = Int(answers.last?.atBeat ?? 0)
            for _ in 0..<6000 where bench.beats().last?.beatIndex ?? -1 < last + 2 { bench.pass(ms: 10) }
            answers.append(try bench.say(words))
        }
        try bench.playOut()
        let (beats, onsets, states) = (bench.beats(), bench.heard, bench.states())
        #expect(beats.map(\.beatIndex) == Array(0..<beats.count) && onsets.count == beats.count)
        // Each beat is as long as the entry that holds says, from the bar line on, to the frame.
        let places = answers.dropLast().map { Int($0.atBeat ?? -1) }
        let bpms = [600, 300, 450, 600, 450, 600]
        for (beat, (one, next)) in zip(onsets, onsets.dropFirst()).enumerated() {
            let entry = places.filter { $0 <= beat }.count
            let length = 48_000.0 * 60 / Double(bpms[entry])
            #expect(abs(Double(next.frame - one.frame) - length) <= 1, "beat \(beat)")
            #expect(beats[beat].bpm == Double(bpms[entry]), "beat \(beat)")
        }
        for place in places {
            try #require(beats.indices.contains(place))
            #expect(beats[place].beat == 1, "beat \(place)")
        }
        // The place is told where it is heard.
        let seen = states.filter { $0.changed.contains("setlist") }.compactMap { $0.state.setList?.place }
        #expect(seen == [2, 3, 4, 3])
        #expect(answers[0].values["setlist"]?["place"]?.integer == 2 && answers[0].values["pending"] != nil)
        #expect(answers[1].values["song"]?["title"]?.string == "Song" && answers[4].values["song"] == .null)
        #expect(states.last?.state.pending == [])
    }

    @Test func `a set list that counts in does so while it plays too, and each entry begins with its bar 1`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let evening = try files.write(song(450, bars: 40), to: "evening.toml")
        for words in ["bell off", "set bpm=600 meter=3/4 subdivision=2", "trainer gap 1 1"] { try bench.say(words) }
        try bench.ask("preset save fast")
        for words in ["set bpm=300 meter=4/4", "trainer gap 2 1"] { try bench.say(words) }
        try bench.ask("preset save slow")
        try bench.ask("setlist add friday fast slow \(evening) fast")
        try bench.say("setlist load friday count-in 1")
        bench.ask(.subscribe([.beat], leadMs: 100))
        try bench.say("start")
        var places: [Int] = []
        for _ in 0..<3 {
            let last = places.last ?? 0
            for _ in 0..<6000 where bench.beats().last?.beatIndex ?? -1 < last + 9 { bench.pass(ms: 10) }
            #expect(try bench.status().practice?.countIn == nil)
            places.append(Int(try #require(try bench.say("setlist next").atBeat)))
            while bench.beats().last?.beatIndex ?? -1 < places[places.count - 1] { bench.pass(ms: 10) }
            bench.pass(ms: 150)
            let status = try bench.status()
            #expect(status.practice?.countIn?.beats == (status.song == nil ? [4, 4, 3][places.count - 1] : nil))
        }
        for _ in 0..<6000 where bench.beats().last?.beatIndex ?? -1 < places[2] + 12 { bench.pass(ms: 10) }
        let beats = bench.beats()
        for (place, (length, bpm)) in zip(places, [(4, 300.0), (4, 450), (3, 600)]) {
            let told = beats.filter { place..<place + length + 3 ~= $0.beatIndex }
            #expect(told.map(\.bar) == Array(repeating: 0, count: length) + [1, 1, 1])
            #expect(told.map(\.beat) == Array(1...length) + [1, 2, 3] && told.allSatisfy { $0.bpm == bpm })
        }
        // What is practised with begins behind the count-in: of 600 bpm in three, the second bar is silent.
        let silent = beats.filter { $0.beatIndex >= places[2] && $0.accent == "mute" }.map { $0.beatIndex - places[2] }
        #expect(silent.prefix(3) == [6, 7, 8])
    }

    @Test func `the count-in of an entry is that which the entry brings, not the one before`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let evening = try files.write(song(450, bars: 40), to: "evening.toml")
        try bench.say("set bpm=600 meter=3/4 count_in=0")
        try bench.ask("preset save plain")
        try bench.say("count-in 2")
        try bench.ask("preset save counted")
        try bench.say("count-in 0")
        try bench.ask("setlist add gig plain counted \(evening) plain")
        try bench.say("start")
        // While it plays the list is loaded, and begins with its count-in.
        let loaded = try bench.say("setlist load gig count-in 1")
        #expect(loaded.atBar == 0 && loaded.atBarBeat == 1)
        bench.pass(ms: 1500)
        try bench.say("setlist load gig")
        bench.pass(ms: 1500)
        #expect(try bench.say("setlist next").atBar == -1)
        bench.pass(ms: 2000)
        try bench.say("count-in 0")
        bench.pass(ms: 500)
        #expect(try bench.say("setlist next").atBar == 1)
        bench.pass(ms: 1500)
        #expect(try bench.say("setlist next").atBar ?? 0 > 0)
    }

    @Test func `when a song ends by itself is told from its beginning, and so it does`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let short = try files.write(song(300, bars: 3), to: "short.toml")
        #expect(try bench.status().position == nil)
        try bench.say("song load \(short)")
        let begin = try #require(try bench.say("start").atNs)
        let end = try #require(try bench.status().position?.endsAtNs)
        try bench.playOut()
        let (first, last) = (try #require(bench.heard.first), try #require(bench.heard.last))
        #expect(bench.heard.count == 12 && last.frame - first.frame == 11 * 9600)
        #expect(abs(end - begin - 2_400_000_000) < 100_000)
    }

    @Test func `a preset is one change, which is undone and redone as a whole and saved`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in [
            "set bpm=137.3 meter=7/8 accents=XxxAxAx swing=2:1 subdivision=2",
            "lanes a x...x... sound=soft | b x.x.x.x. gain=50% sound=clear", "trainer gap 3 1",
        ] {
            try bench.say(words)
        }
        #expect(try bench.json("preset save odd")["replaced"]?.bool == false)
        #expect(try bench.json("preset save odd")["replaced"]?.bool == true)
        let saved = try bench.status().settings.others
        for words in [
            "set bpm=60 meter=4/4 swing=even subdivision=1", "lanes off", "trainer gap off", "volume 0.3",
        ] {
            try bench.say(words)
        }
        let before = try bench.status()
        let answer = try bench.say("preset load odd")
        #expect(answer.values["preset"]?.string == "odd" && answer.values["bpm"]?.number == 137.3)
        let loaded = try bench.status()
        #expect(loaded.bpm == 137.3 && loaded.meter == "7/8" && loaded.settings.others == saved)
        #expect(loaded.settings.volume == 0.3 && loaded.history.undo == before.history.undo + 1)
        // What is saved is what is in force.
        let remembered = bench.actions.compactMap { if case .save(let settings, _) = $0 { settings } else { nil } }
        #expect(remembered.last?.tempo.beatsPerMinute == 137.3)
        try bench.say("undo")
        #expect(try bench.status().settings.others == before.settings.others && bench.status().bpm == 60)
        try bench.say("redo")
        #expect(try bench.status().settings.others == saved)
    }

    @Test func `undo takes the entry back that was asked for last and waits, and else the last change`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        try bench.ask("preset save slow")
        try bench.ask("setlist add gig slow slow")
        for words in ["tempo 300", "setlist load gig", "tempo 240", "start", "setlist next"] { try bench.say(words) }
        let before = try bench.status()
        let answer = try bench.say("undo")
        #expect(answer.values["taken_back"]?["changes"]?["setlist"]?["place"] == 2 && answer.values["bpm"] == nil)
        var status = try bench.status()
        #expect(status.pending.isEmpty && status.bpm == 240 && status.setList?.place == 1)
        #expect(status.history == before.history)
        // What was set after it is the last change.
        for words in ["setlist next", "tempo 200"] { try bench.say(words) }
        #expect(try bench.say("undo").values["bpm"]?.number == 240)
        #expect(try bench.status().pending.count == 1)
        #expect(try bench.say("undo").values["taken_back"] != nil)
        status = try bench.status()
        #expect(status.pending.isEmpty && status.bpm == 240)
        try bench.say("undo")
        #expect(try bench.status().bpm != 240)
    }

    @Test func `a preset takes the place of a song, and one that names a song plays that from its place`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let evening = try files.write(
            song(600, bars: 400) + "[[section]]\nlabel = \"coda\"\nbars = 9\n", to: "evening.toml")
        try files.write(
            "song = \"../../evening.toml\"\nfrom = \"coda\"\nscale = \"50%\"\n", to: "metronomed/presets/coda.toml")
        try bench.say("tempo 120")
        try bench.ask("preset save plain")
        let answer = try bench.say("preset load coda")
        #expect(answer.values["song"]?["start_bar"]?.integer == 401)
        #expect(try answer.values["song"]?["scale"]?.number == 0.5 && bench.status().bpm == 300)
        // What is kept of a song is its file, its place and its scale.
        try bench.ask("preset save again")
        let text = try bench.json("preset show again")["text"]?.string ?? ""
        #expect(text.contains("evening.toml\"\nfrom = 401\nscale = 0.5\n") && !text.contains("bpm"), "\(text)")
        try bench.say("song load \(evening)")
        try bench.say("preset load again")
        #expect(try bench.status().song?.startBar == 401)
        try bench.say("start")
        let back = try bench.say("preset load plain at bar")
        #expect(back.values["song"] == .null && back.values["bpm"]?.number == 120)
        bench.pass(ms: 2000)
        let status = try bench.status()
        #expect(status.song == nil && status.bpm == 120 && status.playing)
    }

    @Test func `a preset keeps no loop of its song, and begins where the song does without it`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let evening = try files.write(song(600, bars: 40), to: "evening.toml")
        func text() throws -> String { try bench.json("preset show")["text"]?.string ?? "" }
        for words in ["song load \(evening)", "loop 5 6"] { try bench.say(words) }
        #expect(try bench.status().song?.startBar == 5 && !text().contains("from = "))
        try bench.say("loop off")
        #expect(try bench.status().song?.startBar == 1)
        for words in ["seek 3", "loop 5 6"] { try bench.say(words) }
        #expect(try bench.status().song?.startBar == 5 && text().contains("\nfrom = 3\n"))
    }

    @Test func `the count-in of a set list is that of each preset in it, as its file says or as it was loaded`() throws
    {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        try bench.say("count-in 3")
        try bench.ask("preset save slow")
        try files.write("count_in = 2\nentries = ['slow', 'slow']\n", to: "metronomed/setlists/friday.toml")
        try bench.say("setlist load friday")
        #expect(try bench.status().settings.others["count_in"] == 2 && list(bench)?.countIn == 2)
        try bench.say("setlist load friday count-in 1")
        #expect(try bench.status().settings.others["count_in"] == 1 && list(bench)?.countIn == 1)
        try bench.say("setlist next")
        #expect(try bench.status().settings.others["count_in"] == 1 && list(bench)?.place == 2)
        // A song that says nothing is counted in, too.
        let short = try files.write(song(600, bars: 2), to: "short.toml")
        try bench.ask("setlist add friday \(short)")
        try bench.say("setlist go short")
        try bench.say("start")
        try bench.wait(forBeat: 2)
        #expect(try bench.status().position?.bar == 0)
        try bench.wait(forBeat: 4)
        #expect(try bench.status().position?.bar == 1)
        try bench.playOut()
        // What was asked for outlives a change of the file.
        try bench.ask("setlist add friday slow")
        #expect(try list(bench)?.countIn == 1 && bench.json("setlist show friday")["count_in"] == 2)
        try files.write("count_in = 17\nentries = ['slow']\n", to: "metronomed/setlists/long.toml")
        #expect(try bench.refusal(of: "setlist load long").message.contains("count_in: must be 0...16 bars, not 17"))
    }

    @Test func `advance starts what is ready, plays on at the next bar, and ends with the last entry`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let short = try files.write(song(900, bars: 1), to: "short.toml")
        try bench.say("tempo 600")
        try bench.ask("preset save fast")
        try bench.ask("setlist add friday \(short) fast fast")
        #expect(try bench.refusal(of: "setlist advance").reason == "no_setlist")
        try bench.say("setlist load friday")
        try bench.say("setlist advance")
        #expect(try bench.status().playing && list(bench)?.place == 1)
        // The song ends by itself, and the next entry is ready: it is not passed over.
        try bench.playOut()
        #expect(try list(bench)?.place == 2)
        try bench.say("setlist advance")
        try bench.wait(forBeat: 5)
        #expect(try list(bench)?.place == 2)
        let beat = try #require(try bench.say("setlist advance").atBeat)
        #expect(beat.truncatingRemainder(dividingBy: 4) == 0)
        try bench.wait(forBeat: Int(beat) + 1)
        #expect(try list(bench)?.place == 3)
        let last = try #require(try bench.say("setlist advance").atBeat)
        #expect(last.truncatingRemainder(dividingBy: 4) == 0)
        try bench.playOut()
        #expect(try !bench.status().playing && list(bench)?.place == 3)
    }

    @Test func `an order to the entries of a set list takes the end back that advance has asked for`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        try bench.say("tempo 60")
        try bench.ask("preset save slow")
        try bench.ask("setlist add friday slow slow")
        try bench.say("setlist load friday")
        try bench.say("start")
        try bench.wait(forBeat: 1)
        // The pedal is pressed twice, and once too often.
        try bench.say("setlist advance")
        try bench.say("setlist advance")
        #expect(try bench.status().pending.contains { $0.changes["playing"] == false })
        try bench.say("setlist previous")
        #expect(try bench.status().pending.isEmpty && list(bench)?.place == 1)
        // On the last entry, too; but an end that somebody asked for stays.
        try bench.say("setlist advance")
        try bench.wait(forBeat: 5)
        try bench.say("setlist advance")
        try bench.say("setlist previous")
        #expect(try bench.status().pending.allSatisfy { $0.changes["playing"] == nil })
        try bench.wait(forBeat: 9)
        #expect(try bench.status().playing && list(bench)?.place == 1)
        try bench.say("stop at @9")
        try bench.say("setlist next")
        #expect(try bench.status().pending.contains { $0.changes["playing"] == false })
    }

    @Test func `where the song of an entry ends, the next start plays the next entry`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let short = try files.write(song(900, bars: 1), to: "short.toml")
        try bench.say("tempo 200")
        try bench.ask("preset save slow")
        try bench.ask("setlist add friday \(short) slow")
        try bench.say("setlist load friday")
        #expect(try bench.status().song?.title == "Song")
        bench.ask(.subscribe([.state], leadMs: nil))
        try bench.say("start")
        try bench.playOut()
        let told = try #require(bench.states().first { $0.state.setList?.place == 2 })
        #expect(!told.state.playing && told.state.song == nil && told.state.bpm == 200)
        #expect(told.changed.contains("setlist"))
        // What a person stops stays where it is.
        try bench.say("start")
        try bench.say("setlist previous at now")
        for _ in 0..<100 where try bench.status().song == nil { bench.pass(ms: 10) }
        #expect(try bench.status().song != nil)
        try bench.say("stop")
        bench.pass(ms: 500)
        #expect(try !bench.status().playing && list(bench)?.place == 1)
    }

    @Test func `where the timer of an entry ends, the next start plays the next entry, and a stop by hand stays`()
        throws
    {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for words in ["tempo 900", "timer 2 bars"] { try bench.say(words) }
        try bench.ask("preset save short")
        try bench.say("timer off")
        try bench.ask("preset save long")
        try bench.ask("setlist add friday short long")
        for words in ["setlist load friday", "start"] { try bench.say(words) }
        try bench.playOut()
        let next = try list(bench)
        #expect(next?.place == 2 && next?.entry.name == "long" && next?.next == nil)
        #expect(try bench.status().settings.others["timer"] == "off")
        for words in ["setlist previous", "start", "stop at beat"] { try bench.say(words) }
        try bench.playOut()
        #expect(try list(bench)?.place == 1)
    }

    @Test func `each entry plays all of its bars, though the one before had as many`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        bench.ask(.subscribe([.beat], leadMs: 1000))
        try bench.say("tempo 600")
        try bench.ask("preset save a")
        try bench.ask("setlist add friday a a")
        for entry in 1...2 { try bench.ask("setlist bars friday \(entry) 8") }
        for words in ["setlist load friday", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 9)
        let place = try bench.say("setlist next").atBeat
        try bench.playOut()
        #expect(place == 12 && bench.beats().last?.beatIndex == 12 + 8 * 4)
    }

    @Test func `undo leads back to the entry whose music it brings, and redo on again`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        for (tempo, name) in [(90, "a"), (128, "b")] {
            try bench.say("tempo \(tempo)")
            try bench.ask("preset save \(name)")
        }
        try bench.ask("setlist add friday a b")
        for words in ["setlist load friday", "setlist next"] { try bench.say(words) }
        #expect(try bench.status().bpm == 128 && list(bench)?.place == 2)
        try bench.say("undo")
        #expect(try bench.status().bpm == 90 && list(bench)?.place == 1)
        try bench.say("redo")
        #expect(try bench.status().bpm == 128 && list(bench)?.place == 2)
        for words in ["tempo 100", "undo"] { try bench.say(words) }
        #expect(try bench.status().bpm == 128 && list(bench)?.place == 2)
    }

    @Test func `the end of an entry goes with its set list, and another timer stays`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        try bench.ask("preset save a")
        try bench.ask("setlist add friday a")
        try bench.ask("setlist bars friday a 16")
        for words in ["setlist load friday", "start"] { try bench.say(words) }
        #expect(try bench.status().settings.others["timer"] == "16 bars")
        let closed = try bench.say("setlist close").values
        #expect(closed["setlist"] == .null && closed["timer"] == "off")
        #expect(try list(bench) == nil && bench.status().settings.others["timer"] == "off")
        for words in ["setlist load friday", "timer 5 minutes"] { try bench.say(words) }
        #expect(try bench.say("setlist close").values["timer"] == nil)
        #expect(try bench.status().settings.others["timer"] == "5 minutes")
    }

    @Test func `an entry that waits is played without its end where its set list is closed`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        try bench.say("tempo 600")
        try bench.ask("preset save a")
        try bench.ask("setlist add friday a a")
        try bench.ask("setlist bars friday 2 4")
        for words in ["setlist load friday", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 5)
        try bench.say("setlist next")
        #expect(try bench.say("setlist close").values["setlist"] == .null)
        try bench.wait(forBeat: 60)
        #expect(try bench.status().playing && bench.status().settings.others["timer"] == "off")
        #expect(try list(bench) == nil && bench.status().pending == [])
    }

    @Test func `of entries that one goes through before the bar the last is played, and the way back plays on`() throws
    {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        for words in ["tempo 100", "start"] { try bench.say(words) }
        for name in ["a", "b", "c"] { try bench.ask("preset save \(name)") }
        try bench.ask("setlist add friday a b c")
        try bench.say("setlist load friday at now")
        bench.pass(ms: 1000)
        #expect(try list(bench)?.place == 1)
        try bench.wait(forBeat: 1)
        try bench.say("tempo 1.5")
        #expect(try bench.say("setlist next").values["setlist"]?["entry"]?["name"]?.string == "b")
        #expect(try bench.say("setlist next").values["setlist"]?["entry"]?["name"]?.string == "c")
        #expect(try bench.status().pending.count == 1 && list(bench)?.place == 1)
        #expect(try bench.refusal(of: "setlist next").reason == "out_of_range")
        try bench.say("setlist previous")
        #expect(try bench.say("setlist previous").values["setlist"]?["place"]?.integer == 1)
        #expect(try bench.status().pending == [] && bench.status().bpm == 1.5)
        // A save is followed: what plays has another number now.
        try files.write("title = 't'\nentries = ['c', 'b', 'a']", to: "metronomed/setlists/friday.toml")
        bench.take(.setListSaved)
        #expect(try list(bench)?.place == 3)
        try files.write("entries = [", to: "metronomed/setlists/friday.toml")
        bench.take(.setListSaved)
        #expect(try list(bench)?.title == "t" && list(bench)?.place == 3)
        for words in ["setlist go c", "setlist close"] { try bench.say(words) }
        #expect(try list(bench) == nil && bench.refusal(of: "setlist next").reason == "no_setlist")
    }

    @Test func `the entry that plays begins anew, also where that is asked for twice`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let short = try files.write(song(300, bars: 40), to: "short.toml")
        try bench.ask("setlist add friday \(short)")
        for words in ["setlist load friday", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 9)
        let place = try bench.say("setlist go 1").atBeat
        #expect(try place == 12 && bench.say("setlist go 1").atBeat == place)
        #expect(try bench.status().pending.count == 1)
        try bench.wait(forBeat: 13)
        #expect(try bench.status().song?.section?.fromBeat == 12)
    }

    @Test func `of entries that are ordered before a start the last counts, also after one for a place`() throws {
        let bench = try PerformanceBench(clicks: ClickFolder())
        bench.ask(.subscribe([.state], leadMs: nil))
        for name in ["a", "b", "c"] { try bench.ask("preset save \(name)") }
        try bench.ask("setlist add friday a b c")
        for words in ["setlist load friday", "setlist next at @1", "setlist next"] { try bench.say(words) }
        #expect(try list(bench)?.place == 3 && bench.status().pending == [])
        #expect(bench.states().last?.state.pending == [])
        #expect(try bench.refusal(of: "setlist next").reason == "out_of_range")
    }

    @Test func `what cannot be loaded is told with its place, and nothing changes`() throws {
        let files = try ClickFolder()
        let bench = try PerformanceBench(clicks: files)
        let presets = files.path + "/metronomed/presets"
        for (name, text) in [
            ("broken", "bpm = 96\nmeter = "), ("wrong", "bpm = 96\n[sounds]\nbeat = 3"),
            ("gone", "bpm = 96\nsounds.beat = \"nosuch\""), ("signs", "bpm = 96\nmeter = \"4/4\"\naccents = \"Xx\""),
            ("nosong", "song = \"/nowhere/a.toml\""), ("steps", "lanes = \"kick x..q\""), ("empty", ""),
            ("good", "bpm = 99"),
        ] {
            try files.write(text, to: "metronomed/presets/\(name).toml")
        }
        try files.write(
            "entries = [\"good\", \"wrong\", \"/nowhere/a.toml\", \"none\"]", to: "metronomed/setlists/mixed.toml")
        try files.write("entries = [3]", to: "metronomed/setlists/bad.toml")
        for words in ["tempo 120", "start"] { try bench.say(words) }
        let before = try bench.status()
        for (words, reason, message) in [
            ("preset load broken", "unusable_file", "\(presets)/broken.toml:2:"),
            (
                "preset load wrong", "unusable_file",
                "\(presets)/wrong.toml:3:1: sounds.beat: must be the name of a sound"
            ),
            ("preset load gone", "not_found", "\(presets)/gone.toml:2:8: no sound is called 'nosuch'"),
            (
                "preset load signs", "unusable_file",
                "\(presets)/signs.toml:3:1: accents: 2 signs were given for the 4 beats"
            ),
            ("preset load nosong", "unusable_song", "\(presets)/nosong.toml:1:1: song: cannot read /nowhere/a.toml"),
            ("preset load steps", "unusable_file", "\(presets)/steps.toml:1:18: lanes: \"q\" is no step"),
            ("preset load empty", "unusable_file", "it states nothing"),
            ("preset load godo", "not_found", "did you mean good?"),
            ("preset show nix", "not_found", "there are broken"),
            ("preset remove nix", "not_found", "there is no preset"),
            ("setlist load bad", "unusable_file", "setlists/bad.toml:1:12: an entry must be"),
            ("setlist load nix", "not_found", "there are bad, mixed"),
            ("setlist next", "no_setlist", "setlist load NAME"),
            ("setlist add new none", "not_found", "there is no preset or song \"none\""),
            ("setlist add new /nowhere/a.toml", "unusable_song", "/nowhere/a.toml"),
            ("setlist remove mixed 9", "out_of_range", "there are 1 to 4"),
            ("setlist remove mixed nix", "not_found", "there are 1 to 4, good, wrong"),
            ("setlist move mixed 9 1", "out_of_range", "there are 1 to 4"),
            ("setlist note mixed 9 capo 2", "out_of_range", "there are 1 to 4"),
            ("setlist note nix 1 capo 2", "not_found", "there is no set list"),
            ("setlist bars mixed 3 8", "invalid", "a song ends where it is written to"),
            ("preset load good at section", "invalid", "no section"),
        ] {
            let error = try bench.refusal(of: words)
            #expect(error.reason == reason && error.message.contains(message), "\(words): \(error.message)")
        }
        // As JSON an entry is any text.
        let mixed = try #require(LibraryName("mixed"))
        for entry in ["0", "-1", "5", "\(Int.min)", "\(Int.max)", "1\(Int.max)", "", " 1", "1.5", "\u{1B}"] {
            for edit in [SetListEdit.remove(entry), .move(entry, to: 1), .change(entry, note: "x")] {
                let id = bench.ask(.setList(.edit(mixed, edit)))
                for _ in 0..<100 where bench.answers[id] == nil { bench.pass(ms: 10) }
                let error = try bench.refusal(id)
                #expect(["not_found", "out_of_range"].contains(error.reason), "\(entry): \(error.message)")
            }
        }
        for name in ["../../x", "/etc/passwd", ".x", "\u{1B}[2J", String(repeating: "a", count: 65)] {
            let error = #expect(throws: ControlError.self) { try bench.ask("preset save \(name)") }
            #expect(error?.reason == "invalid" && error?.message.contains("is no name") == true)
        }
        let list = try bench.json("preset list")["presets"]?.array ?? []
        // Its sounds are looked for when it is loaded.
        #expect(list.filter { $0["trouble"]?.string == nil }.compactMap { $0["name"]?.string } == ["gone", "good"])
        let after = try bench.status()
        #expect(after.bpm == before.bpm && after.history == before.history && after.setList == nil)
        // Of a set list the entries that cannot be played are told when it is loaded.
        try bench.say("setlist load mixed at now")
        bench.pass(ms: 1000)
        let troubles = try bench.json("setlist show mixed")["entries"]?.array?.map {
            $0["trouble"]?.string ?? ""
        }
        #expect(troubles?.map(\.isEmpty) == [true, false, false, false])
        #expect(troubles?[1].contains("wrong.toml:3:1") == true)
        #expect(troubles?[3].contains("there is no preset") == true)
        #expect(try bench.status().bpm == 99)
        #expect(try bench.refusal(of: "setlist next").message.contains("wrong.toml:3:1"))
        #expect(try self.list(bench)?.place == 1)
    }
}
