// SPDX-License-Identifier: Apache-2.0

import Control
import Foundation
import Glibc
import Testing

/// Presets and set lists from the socket to the samples that a sound device is given.
@Suite(.waits, .serialized) struct PresetTests {
    private func song(_ bpm: Int, bars: Int) -> String {
        "title = \"Song\"\ntempo = \(bpm)\n[[section]]\nlabel = \"verse\"\nbars = \(bars)\n"
    }

    /// Follows the events until the music is over; each order is said soon after that before it has taken hold. Returns the
    /// last announcement of each beat, and the answers.
    private func untilTheEnd(
        _ listener: ControlClient, saying orders: [String], _ client: ControlClient
    ) throws -> (beats: [BeatEvent], answers: [JSONValue], states: [StateEvent]) {
        var (beats, answers, states) = ([Int: BeatEvent](), [JSONValue](), [StateEvent]())
        while true {
            let event = try listener.nextEvent()
            try #require(beats.count < 300, "it does not end")
            if case .beat(let beat) = event {
                beats[beat.beatIndex] = beat
                let last = answers.last?["at_beat"]?.number ?? 0
                if answers.count < orders.count, Double(beat.beatIndex) >= last + 2 {
                    answers.append(try client.say(orders[answers.count]))
                }
            }
            guard case .state(let state) = event else { continue }
            states.append(state)
            if !state.state.playing, !beats.isEmpty { break }
        }
        return (beats.values.sorted { $0.beatIndex < $1.beatIndex }, answers, states)
    }

    @Test func `entries of a set list follow each other on the bar line to the frame, and no beat is lost`() throws {
        let home = try Home(.capture)
        var told: (beats: [BeatEvent], answers: [JSONValue], states: [StateEvent])?
        try home.folder.write(song(450, bars: 40), to: "evening.toml")
        try home.withDaemon(["--volume", "1", "--bell-every", "off"]) { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            for words in [
                "set tempo=600 meter=3/4 count_in=0", "preset save fast", "set tempo=300 meter=4/4 subdivision=1",
                "preset save slow", "tempo 60", "setlist add friday fast slow \(home.folder("evening.toml")) fast",
                "setlist load friday",
            ] {
                try client.say(words)
            }
            #expect(try client.status().bpm == 600 && client.status().setList?.entry.preset == "fast")
            _ = try listener.subscribe("lead 100 beat state")
            try client.say("start")
            told = try untilTheEnd(
                listener,
                saying: [
                    "setlist next", "setlist next", "setlist next", "setlist previous at bar",
                    "preset load fast at bar", "stop at bar",
                ], client)
            try daemon.end()
        }
        let (beats, answers, states) = try #require(told)
        let onsets = try home.captured().onsets
        #expect(beats.map(\.beatIndex) == Array(0..<beats.count) && onsets.count == beats.count)
        // Each beat is as long as the entry that holds says, from the bar line on, to the frame.
        let places = answers.dropLast().map { Int($0["at_beat"]?.number ?? -1) }
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
        #expect(answers[0]["setlist"]?["place"]?.integer == 2 && answers[0]["pending"] != nil)
        #expect(answers[1]["song"]?["title"]?.string == "Song" && answers[4]["song"] == .null)
        #expect(states.last?.state.pending == [])
    }

    @Test func `a preset is one change, which is undone and redone as a whole and saved`() throws {
        let home = try Home()
        try home.withDaemon { daemon in
            let client = try daemon.connect()
            try client.say("set tempo=137.3 meter=7/8 accents=XxxAxAx swing=2:1 subdivision=2")
            try client.say("lanes kick x...x... | hat x.x.x.x. gain=50%")
            try client.say("trainer gap 3 1")
            let saved = try client.status().otherSettings
            let file = try client.say("preset save odd")
            #expect(file["replaced"]?.bool == false)
            #expect(try client.say("preset save odd")["replaced"]?.bool == true)
            for words in [
                "set tempo=60 meter=4/4 swing=even subdivision=1", "lanes off", "trainer gap off", "volume 0.3",
            ] {
                try client.say(words)
            }
            let before = try client.status()
            let answer = try client.say("preset load odd")
            #expect(answer["preset"]?.string == "odd" && answer["bpm"]?.number == 137.3)
            let loaded = try client.status()
            #expect(loaded.bpm == 137.3 && loaded.meter == "7/8" && loaded.otherSettings == saved)
            #expect(loaded.volume == 0.3 && loaded.history?.undo == (before.history?.undo ?? 0) + 1)
            try client.say("undo")
            #expect(try client.status().otherSettings == before.otherSettings && client.status().bpm == 60)
            try client.say("redo")
            #expect(try client.status().otherSettings == saved)
            try daemon.end()
        }
        try home.withDaemon { daemon in
            let (status, client) = (try daemon.status(), try daemon.connect())
            #expect(status.bpm == 137.3 && status.meter == "7/8")
            let list = try client.say("preset list")["presets"]?.array ?? []
            #expect(list.map { $0["name"]?.string } == ["odd"])
        }
    }

    @Test func `a preset takes the place of a song, and one that names a song plays that from its place`() throws {
        let home = try Home()
        try home.folder.write(song(600, bars: 400) + "[[section]]\nlabel = \"coda\"\nbars = 9\n", to: "evening.toml")
        try home.folder.write(
            "song = \"../../../evening.toml\"\nfrom = \"coda\"\nscale = \"50%\"\n",
            to: "data/metronomed/presets/coda.toml")
        try home.withDaemon(["--bpm", "120", "--no-play"]) { daemon in
            let client = try daemon.connect()
            try client.say("preset save plain")
            let answer = try client.say("preset load coda")
            #expect(answer["song"]?["start_bar"]?.integer == 401 && answer["song"]?["scale"]?.number == 0.5)
            #expect(try client.status().bpm == 300)
            // What is kept of a song is its file, its place and its scale.
            try client.say("preset save again")
            let text = try client.say("preset show again")["text"]?.string ?? ""
            #expect(text.contains("evening.toml\"\nfrom = 401\nscale = 0.5\n") && !text.contains("bpm"), "\(text)")
            try client.say("song load \(home.folder("evening.toml"))")
            try client.say("preset load again")
            #expect(try client.status().song?.startBar == 401)
            try client.say("start")
            let back = try client.say("preset load plain at bar")
            #expect(back["song"] == .null && back["bpm"]?.number == 120)
            _ = try poll(for: "the metronome") { try client.status().song == nil ? true : nil }
            #expect(try client.status().bpm == 120 && client.status().playing)
        }
    }

    @Test func `where the song of an entry ends, the next start plays the next entry`() throws {
        let home = try Home()
        try home.folder.write(song(900, bars: 1), to: "short.toml")
        try home.withDaemon(["--no-play"]) { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            try client.say("tempo 200")
            try client.say("preset save slow")
            try client.say("setlist add friday \(home.folder("short.toml")) slow")
            try client.say("setlist load friday")
            #expect(try client.status().song?.title == "Song")
            _ = try listener.subscribe("state")
            try client.say("start")
            while true {
                let state = try listener.nextState()
                if state.state.setList?.place == 2 {
                    #expect(!state.state.playing && state.state.song == nil && state.state.bpm == 200)
                    #expect(state.changed.contains("setlist"))
                    break
                }
            }
            // What a person stops stays where it is.
            try client.say("start")
            try client.say("setlist previous at now")
            _ = try poll(for: "the song") { try client.status().song }
            try client.say("stop")
            let end = try poll(for: "the end") { try client.status().playing ? nil : client.status() }
            #expect(end.setList?.place == 1)
        }
    }

    @Test func `where the timer of an entry ends, the next start plays the next entry, and a stop by hand stays`()
        throws
    {
        try withDaemon("--no-play", "--bpm", "900") { daemon in
            let client = try daemon.connect()
            for words in [
                "timer 2 bars", "preset save short", "timer off", "preset save long", "setlist add friday short long",
                "setlist load friday", "start",
            ] {
                try client.say(words)
            }
            let next = try poll(for: "the next entry") {
                try client.status().setList.flatMap { $0.place == 2 ? $0 : nil }
            }
            #expect(next.entry.name == "long" && next.next == nil)
            let status = try client.status()
            #expect(!status.playing && status.otherSettings["timer"] == "off")
            try client.say("setlist previous")
            try client.say("start")
            try client.say("stop at beat")
            _ = try poll(for: "the end") { try client.status().playing ? nil : true }
            try client.say("ping")
            #expect(try client.status().setList?.place == 1)
        }
    }

    @Test func `of entries that one goes through before the bar the last is played, and the way back plays on`() throws
    {
        try withDaemon("--bpm", "100") { daemon in
            let client = try daemon.connect()
            for name in ["a", "b", "c"] { try client.say("preset save \(name)") }
            try client.say("setlist add friday a b c")
            try client.say("setlist load friday at now")
            _ = try poll(for: "the set list") { try client.status().setList }
            try daemon.waitForBeat(1)
            try client.say("tempo 1.5")
            #expect(try client.say("setlist next")["setlist"]?["entry"]?["name"]?.string == "b")
            #expect(try client.say("setlist next")["setlist"]?["entry"]?["name"]?.string == "c")
            #expect(try client.status().pending?.count == 1 && client.status().setList?.place == 1)
            #expect(try client.refusal(of: "setlist next").reason == "out_of_range")
            try client.say("setlist previous")
            #expect(try client.say("setlist previous")["setlist"]?["place"]?.integer == 1)
            #expect(try client.status().pending == [] && client.status().bpm == 1.5)
            // A save is followed: what plays has another number now.
            try daemon.home.folder.write(
                "title = 't'\nentries = ['c', 'b', 'a']", to: "data/metronomed/setlists/friday.toml")
            _ = try poll(for: "the new version") { try client.status().setList?.place == 3 ? true : nil }
            try daemon.home.folder.write("entries = [", to: "data/metronomed/setlists/friday.toml")
            try client.say("preset save d")
            #expect(try client.status().setList?.title == "t")
            try client.say("setlist go c")
            try client.say("setlist close")
            #expect(try client.status().setList == nil && client.refusal(of: "setlist next").reason == "no_setlist")
        }
    }

    @Test func `what cannot be loaded is told with its place, and nothing changes`() throws {
        let home = try Home()
        let presets = home.folder("data/metronomed/presets")
        for (name, text) in [
            ("broken", "bpm = 96\nmeter = "), ("wrong", "bpm = 96\n[sounds]\nbeat = 3"),
            ("gone", "bpm = 96\nsounds.beat = \"nosuch\""), ("signs", "bpm = 96\nmeter = \"4/4\"\naccents = \"Xx\""),
            ("nosong", "song = \"/nowhere/a.toml\""), ("steps", "lanes = \"kick x..q\""), ("empty", ""),
            ("good", "bpm = 99"),
        ] {
            try home.folder.write(text, to: "data/metronomed/presets/\(name).toml")
        }
        try home.folder.write(
            "entries = [\"good\", \"wrong\", \"/nowhere/a.toml\", \"none\"]", to: "data/metronomed/setlists/mixed.toml")
        try home.folder.write("entries = [3]", to: "data/metronomed/setlists/bad.toml")
        try home.withDaemon(["--bpm", "120"]) { daemon in
            let client = try daemon.connect()
            let before = try client.status()
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
                (
                    "preset load nosong", "unusable_song",
                    "\(presets)/nosong.toml:1:1: song: cannot read /nowhere/a.toml"
                ),
                ("preset load steps", "unusable_file", "\(presets)/steps.toml:1:18: lanes: \"q\" is no step"),
                ("preset load empty", "unusable_file", "it states nothing"),
                ("preset load godo", "not_found", "did you mean good?"),
                ("preset show nix", "not_found", "there are broken"),
                ("preset remove nix", "not_found", "there is no preset"),
                ("preset save ../../x", "invalid", "is no name"), ("preset load /etc/passwd", "invalid", "is no name"),
                ("setlist load bad", "unusable_file", "setlists/bad.toml:1:12: an entry must be"),
                ("setlist load nix", "not_found", "there are bad, mixed"),
                ("setlist next", "no_setlist", "setlist load NAME"),
                ("setlist add new none", "not_found", "there is no preset \"none\""),
                ("setlist add new /nowhere/a.toml", "unusable_song", "/nowhere/a.toml"),
                ("setlist remove mixed 9", "out_of_range", "it has 1 to 4"),
                ("preset load good at section", "invalid", "no section"),
            ] {
                let error = try client.refusal(of: words)
                #expect(error.reason == reason && error.message.contains(message), "\(words): \(error.message)")
            }
            for name in ["a\u{0}b", "", "\u{1B}[2J", ".x", String(repeating: "a", count: 65)] {
                let error = try client.refusal(of: "preset.save", ["name": .string(name)])
                #expect(error.reason == "invalid", "\(name.debugDescription)")
            }
            let list = try client.say("preset list")["presets"]?.array ?? []
            // Its sounds are looked for when it is loaded.
            #expect(list.filter { $0["trouble"]?.string == nil }.compactMap { $0["name"]?.string } == ["gone", "good"])
            let after = try client.status()
            #expect(after.bpm == before.bpm && after.history == before.history && after.setList == nil)
            // Of a set list the entries that cannot be played are told when it is loaded.
            try client.say("setlist load mixed at now")
            let page = try client.say("setlist show mixed")
            let troubles = page["entries"]?.array?.map { $0["trouble"]?.string ?? "" } ?? []
            #expect(troubles.map(\.isEmpty) == [true, false, false, false])
            #expect(troubles[1].contains("wrong.toml:3:1") && troubles[3].contains("there is no preset"))
            _ = try poll(for: "the first entry") { try client.status().bpm == 99 ? true : nil }
            #expect(try client.refusal(of: "setlist next").message.contains("wrong.toml:3:1"))
            #expect(try client.status().setList?.place == 1)
        }
        #expect(!home.folder.names.contains("x.toml"))
    }

    @Test(.enabled(if: getuid() != 0)) func `a folder that cannot be written is told`() throws {
        let home = try Home()
        chmod(home.folder("data"), 0o500)
        defer { chmod(home.folder("data"), 0o700) }
        try home.withDaemon(["--no-play"]) { daemon in
            let client = try daemon.connect()
            let error = try client.refusal(of: "preset save waltz")
            #expect(error.reason == "unusable_file" && error.message.contains("Permission denied"), "\(error.message)")
            #expect(try client.say("preset list")["presets"] == .array([]))
        }
    }

    /// What is written past the limit of a file's size fails, as on a full disk.
    @Test func `on a full disk the preset that was there stays`() throws {
        let home = try Home()
        let child = try ChildProcess(
            "/bin/sh", ["-c", "trap '' XFSZ; ulimit -f 1; exec \(Built.metronomed) --no-play"],
            environment: home.environment, in: home.folder)
        let daemon = DaemonProcess(home: home, child: child)
        defer { child.kill() }
        try daemon.waitUntilItAnswers()
        let client = try daemon.connect()
        try client.say("preset save waltz")
        let before = try home.folder.bytes("data/metronomed/presets/waltz.toml")
        // Longer than the limit.
        let pattern = String(repeating: "x.", count: 250)
        let lanes = (1...4).map { "l\($0) \(pattern) over 64 bars" }.joined(separator: " | ")
        _ = try client.call("lanes.set", params: ["lanes": .string(lanes)], timeout: patience).get()
        let error = try client.refusal(of: "preset save waltz")
        #expect(error.reason == "unusable_file" && error.message.contains("waltz.toml"), "\(error.message)")
        #expect(try home.folder.bytes("data/metronomed/presets/waltz.toml") == before)
    }

    @Test func `every command of the guide to presets and set lists works`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Docs/Setlists.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let blocks = text.components(separatedBy: "```sh\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
        #expect(blocks.count >= 3)
        let home = try Home()
        try home.folder.write(song(900, bars: 400), to: "evening.toml")
        let files = text.components(separatedBy: "```toml\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        try home.folder.write(
            try #require(files.first { $0.hasPrefix("bpm") }), to: "data/metronomed/presets/shuffle.toml")
        try home.withDaemon(["--no-play"]) { daemon in
            let programs = URL(filePath: Built.metroctl).deletingLastPathComponent().path
            let environment = home.environment.merging(["PATH": "\(programs):/usr/bin:/bin"]) { $1 }
            for block in blocks {
                let child = try ChildProcess(
                    "/bin/sh", ["-c", "set -e\n" + block], environment: environment, in: home.folder)
                #expect(try child.end() == .exit(0), "\(block): \(child.stderr)")
                #expect(child.stderr.isEmpty, "\(block): \(child.stderr)")
            }
            let list = try #require(files.first { $0.hasPrefix("title") })
            try home.folder.write(
                list.replacing("songs/evening.toml", with: home.folder("evening.toml")),
                to: "data/metronomed/setlists/written.toml")
            let shown = try daemon.connect().say("setlist show written")
            #expect(shown["entries"]?.array?.allSatisfy { $0["trouble"] == nil } == true, "\(shown.text)")
        }
    }
}
