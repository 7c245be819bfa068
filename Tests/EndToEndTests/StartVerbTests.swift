// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

/// What `metroctl start` changes, from where, and what it leaves as it is.
@Suite(.waits) struct StartVerbTests {
    @discardableResult
    private func metroctl(_ words: String, in home: Home) throws -> Outcome {
        let child = try ChildProcess(
            Built.metroctl, words.split(separator: " ").map(String.init), environment: home.environment,
            in: home.folder)
        return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
    }

    /// Has each of these done.
    private func done(_ lines: [String], in home: Home) throws {
        for line in lines {
            let outcome = try metroctl(line, in: home)
            #expect(outcome.end == .exit(0), "\(line): \(outcome)")
        }
    }

    @Test func `music that ends sooner than start asks for is played to its end, and bars of a loop count each time`()
        throws
    {
        let home = try Home()
        // However busy the machine is, it is asked for an end before bar 5.
        try home.folder.write("tempo = 10\n[[section]]\nbars = 8\n", to: "tune.toml")
        try home.withDaemon(["--no-play"]) { daemon in
            let client = try daemon.connect()
            let path = home.folder("tune.toml")
            try done(["song load \(path)"], in: home)
            let told = try metroctl("start --bars 100", in: home)
            #expect(told.end == .exit(0), "\(told)")
            #expect(told.stdout.hasSuffix("; the music ends before 100 bars are over\n"), "\(told)")
            #expect(try client.status().playing && client.status().pending.isEmpty)
            // The end that is nearer stays where the music never gets to the other.
            try done(["stop --at @5", "start --bars 200"], in: home)
            #expect(try client.status().pending.map(\.at) == ["@5"])
            try done(["start --bars 6"], in: home)
            #expect(try client.status().pending.map(\.at) == ["+6"])
            try done(["start --bars 2", "stop", "loop 5 8"], in: home)
            let repeated = try metroctl("start --bars 12", in: home)
            #expect(repeated.stdout.hasSuffix(", until 12 bars are over\n"), "\(repeated)")
            #expect(try client.status().pending.map(\.atBeat) == [48])
            try done(["stop", "song unload", "timer 2 bars", "start --bars 32"], in: home)
            #expect(try client.status().playing)
        }
    }

    @Test(arguments: [("fast", "preset fast, 200 bpm"), ("gig", "gig 1 of 1: fast, 200 bpm")])
    func `a piece that begins while it plays begins at the tempo that is asked for with it`(
        name: String, said: String
    ) throws {
        let home = try Home()
        try home.withDaemon(["--no-play", "--bpm", "240"]) { daemon in
            let client = try daemon.connect()
            try done(["preset save fast", "setlist add gig fast", "tempo 30", "start"], in: home)
            let told = try metroctl("start \(name) 200", in: home)
            #expect(told.end == .exit(0) && told.stdout.hasPrefix(said), "\(told)")
            let waiting = try client.status().pending
            // On a busy machine both may have begun.
            #expect(waiting.isEmpty || waiting.count == 2 && waiting[0].atBeat == waiting[1].atBeat, "\(waiting)")
            let state = try poll(for: "the piece") { () -> Status? in
                let status = try client.status()
                return status.pending.contains { $0.changes["bpm"] == 240 } ? nil : status
            }
            #expect(state.bpm == 200 && state.pending.isEmpty)
        }
    }

    @Test(arguments: [
        ("w3 --bars 2", 6), ("3/4 --bars 2", 6), ("waltz --bars 2", 6), ("g2 --bars 2", 6), ("w3 --for 20s", 12),
        ("tune.toml --from coda --bars 2", 6),
    ])
    func `what begins while it plays is played for all the bars that are asked for`(words: String, beats: Double) throws
    {
        let home = try Home()
        try home.folder.write(
            """
            tempo = 30
            [[section]]
            bars = 8
            [[section]]
            label = "coda"
            bars = 4
            meter = "3/4"

            """, to: "tune.toml")
        try home.withDaemon(["--no-play", "--bpm", "30", "--meter", "3/4"]) { daemon in
            let client = try daemon.connect()
            try done(["preset save w3", "setlist add g2 w3", "tempo 60", "meter 4/4", "start"], in: home)
            try daemon.waitForBeat(1)
            let told = try metroctl("start \(words) --json", in: home)
            let change = try JSONLine.decode(Change.self, from: Array(told.stdout.utf8))
            let end = try #require(client.status().pending.first { $0.changes["playing"] == false }?.atBeat)
            #expect(change.atBeat.map { end - $0 } == beats, "\(told)")
        }
    }

    @Test func `a count-in that is set while it plays puts off no end, as it begins nothing`() throws {
        let home = try Home()
        try home.withDaemon(["--bpm", "20", "--meter", "1/4"]) { daemon in
            let client = try daemon.connect()
            try daemon.waitForBeat(0)
            let first = try #require(client.status().position?.bar)
            try done(["start count-in 1 --bars 2"], in: home)
            let state = try client.status()
            let last = try #require(state.position?.bar)
            let end = try #require(state.pending.first { $0.changes["playing"] == false }?.atBar)
            #expect((first...last).contains(end - 2), "\(end)")
        }
    }

    @Test func `a piece that is started in another meter is told in that`() throws {
        let home = try Home()
        try home.withDaemon(["--no-play"]) { _ in
            try done(["preset save calm"], in: home)
            for state in ["stopped", "playing"] {
                let told = try metroctl("start calm 3/4", in: home)
                #expect(told.stdout.contains("3/4") && !told.stdout.contains("4/4"), "\(state): \(told)")
            }
        }
    }

    @Test func `while it plays a tempo alone waits for the place that is asked for`() throws {
        let home = try Home()
        try home.withDaemon(["--bpm", "120"]) { daemon in
            let client = try daemon.connect()
            try daemon.waitForBeat(0)
            let told = try metroctl("140 --at @500", in: home)
            #expect(told.end == .exit(0) && told.stdout.hasPrefix("140 bpm, from bar 500 (metroctl cancel "), "\(told)")
            try done(["150 in 300 bars", "start 3/4 --at @600"], in: home)
            let status = try client.status()
            #expect(status.bpm == 120 && status.meter == "4/4")
            let bars = status.pending.compactMap(\.atBar)
            #expect(bars.count == 3 && bars.first == 500 && bars.last == 600, "\(bars)")
            #expect((301...320).contains(bars[1]), "\(bars)")
        }
    }

    @Test func `what start refuses has changed nothing`() throws {
        let home = try Home()
        try home.folder.write("tempo = 60\n[[section]]\nbars = 8\n", to: "tune.toml")
        try home.withDaemon(["--no-play", "--bpm", "120"]) { daemon in
            let client = try daemon.connect()
            try done(["preset save calm", "setlist add gig calm", "preset load calm"], in: home)
            func isRefused(_ lines: [String], _ reason: String) throws {
                let before = try client.status()
                for line in lines {
                    let outcome = try metroctl(line, in: home)
                    #expect(outcome.end == .exit(1) && outcome.stderr.contains(reason), "\(line): \(outcome)")
                    let after = try client.status()
                    #expect(after.settings.bpm == before.settings.bpm && after.playing == before.playing, "\(line)")
                    #expect(after.song == nil && after.setList == nil && after.pending.isEmpty, "\(line)")
                    #expect(after.settings.others["lanes"] == before.settings.others["lanes"], "\(line)")
                }
            }
            try isRefused(["90 --at @50", "start calm --at nowhere", "start waltz 90 --at +2"], "at must be")
            for _ in 0..<2 {
                try isRefused(
                    ["start 100 --from 9", "start calm --from 9", "start gig --from 9", "start waltz --from 9"],
                    "only a song has a place to start from")
                try isRefused(["start waltz 5000", "start calm 5000", "start 5000 3/4"], "1000")
                try isRefused(["start tune.toml 100", "start tune 3/4"], "song scale")
                try done(["start"], in: home)
            }
            try isRefused(["90 --at nowhere", "start calm --at nowhere"], "is no place")
            try isRefused(["start waltz 90 --at @1"], "can still be changed")
        }
    }

    @Test func `what is wrong with entries of a set list is told where it is loaded and started`() throws {
        let home = try Home()
        try home.folder.write("tempo = 60\n[[section]]\nbars = 12\n", to: "tune.toml")
        for (name, piece) in [("gig", "waltz"), ("night", home.folder("tune.toml"))] {
            let entries = "entries = [\"nosuch\", \"\(piece)\", \"/nodir/x.toml\"]\n"
            try home.folder.write(entries, to: "data/metronomed/setlists/\(name).toml")
        }
        try home.withDaemon(["--no-play"]) { daemon in
            try done(["preset save waltz"], in: home)
            for line in ["setlist load gig", "start gig", "setlist load night", "start night"] {
                let told = try metroctl(line, in: home)
                #expect(told.end == .exit(0), "\(line): \(told)")
                #expect(
                    told.stdout.contains("\n(entry 1, nosuch: cannot be played: there is no preset \"nosuch\": "),
                    "\(line): \(told)")
                #expect(
                    told.stdout.hasSuffix(
                        "\n(entry 3, x: cannot be played: cannot read /nodir/x.toml: No such file or directory)\n"),
                    "\(line): \(told)")
            }
        }
    }

    @Test func `a name that two songs have is told with the names of both, and a preset of that name is played`() throws
    {
        let home = try Home()
        let song = "tempo = 60\n[[section]]\nbars = 12\n"
        for name in ["evening.toml", "data/metronomed/songs/morning.toml"] { try home.folder.write(song, to: name) }
        for name in ["evening.klick", "data/metronomed/songs/morning.klick"] {
            try home.folder.write("4 120\n", to: name)
        }
        try home.withDaemon(["--no-play"]) { daemon in
            for (line, told) in [
                ("song load evening", "2 songs are called evening: write evening.toml or evening.klick"),
                ("start evening", "2 songs are called evening: write evening.toml or evening.klick"),
                ("song load morning", "2 songs are called morning: write morning.klick or morning.toml"),
                ("start morning", "2 songs are called morning: write morning.klick or morning.toml"),
                ("render x.wav --song morning", "2 songs are called morning: write morning.klick or morning.toml"),
            ] {
                let refused = try metroctl(line, in: home)
                #expect(refused.end == .exit(1) && refused.stderr.contains(told), "\(line): \(refused)")
            }
            try done(["preset save evening", "start evening", "song load evening.klick"], in: home)
        }
    }

    @Test func `the tempo from before may come back at a place`() throws {
        let home = try Home()
        try home.withDaemon(["--bpm", "120"]) { daemon in
            let client = try daemon.connect()
            try daemon.waitForBeat(8)
            try done(["tempo 140"], in: home)
            let told = try metroctl("tempo back --at @500", in: home)
            #expect(told.end == .exit(0) && told.stdout.contains("120 bpm, from bar 500"), "\(told)")
            #expect(try client.status().bpm == 140)
        }
    }

    @Test func `a start that is refused for the tempo of a song leaves the song at its place`() throws {
        let home = try Home()
        try home.folder.write("tempo = 60\n[[section]]\nbars = 12\n", to: "tune.toml")
        try home.withDaemon(["--no-play"]) { daemon in
            try done(["song load tune.toml"], in: home)
            for line in ["start 3/4 --from 5", "start 120 --from 9"] {
                let refused = try metroctl(line, in: home)
                #expect(refused.end == .exit(1) && refused.stderr.contains("song scale"), "\(line): \(refused)")
            }
            let status = try daemon.connect().status()
            #expect(!status.playing && status.song?.startBar == 1)
        }
    }
}
