// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import MetronomeLinux
import Testing

/// What comes in by MIDI: a clock that is followed, pedals, and how they are learnt.
@Suite(.waitsFirst, .serialized) struct MIDIInputTests {
    /// A FIFO, and the end that a machine plays into.
    private final class Port {
        let path: String
        private let descriptor: CInt
        /// Quarter notes a minute, of 24 clocks each.
        private(set) var bpm = 60.0

        init(_ path: String) throws {
            self.path = path
            try #require(mkfifo(path, 0o600) == 0)
            descriptor = open(path, O_RDWR | O_NONBLOCK)
            try #require(descriptor >= 0)
        }

        deinit { close(descriptor) }

        func send(_ bytes: UInt8...) { _ = write(descriptor, bytes, bytes.count) }

        /// Plays clocks until there is an outcome. A clock that a busy machine comes too late for is played at once, so that their tempo
        /// holds; where that does not do, their tempo is halved, so that late ones lie nearer to their places.
        func play<Outcome>(until outcome: () throws -> Outcome?) throws -> Outcome {
            let end = ContinuousClock.now + patience
            var (count, dueNs) = (0, MonotonicClock.nowNs)
            while ContinuousClock.now < end {
                send(0xF8)
                if count.isMultiple(of: 4), let outcome = try outcome() { return outcome }
                count += 1
                if count.isMultiple(of: 96) { bpm /= 2 }
                dueNs += Int64(60e9 / 24 / bpm)
                usleep(useconds_t(clamping: (dueNs - MonotonicClock.nowNs) / 1000))
            }
            throw HarnessError("\(patience) of clocks did not do")
        }
    }

    private func bridge(_ home: Home, _ words: String...) throws -> ChildProcess {
        let child = try ChildProcess(
            Built.metrobridge, ["midi"] + words, environment: home.environment, in: home.folder)
        _ = try poll(for: "the bridge") { child.stderr.contains("listening to") ? true : nil }
        return child
    }

    @Test func `the beat starts, follows and stops with a MIDI clock, and goes on where the clock dies`() throws {
        let home = try Home()
        let port = try Port(home.folder("port"))
        try home.withDaemon(["--bpm", "90", "--no-play"]) { daemon in
            let child = try bridge(home, "--in", port.path)
            defer { child.kill() }
            let client = try daemon.connect()
            try poll(for: "its report") {
                let list = try client.say("bridges")["bridges"]?.array ?? []
                return list == [["name": "midi", "to": .string("from \(port.path)"), "trouble": .null]] ? true : nil
            }
            func sync() throws -> JSONValue? {
                let sync = try client.say("status")["sync"]
                return sync == .null ? nil : sync
            }
            func isPlaying() throws -> Bool { try client.say("status")["playing"]?.bool == true }
            _ = try port.play { try sync() }
            #expect(try !isPlaying())
            port.send(0xFA)
            let followed = try port.play { try isPlaying() ? try sync() : nil }
            // A busy machine has some clocks come late.
            #expect((0.6...1.8).contains((followed["bpm"]?.number ?? 0) / port.bpm), "\(followed)")
            #expect(followed["source"]?.string == "midi" && followed["quantum"]?.integer == 4)
            port.send(0xFC)
            _ = try port.play { try isPlaying() ? nil : true }
            port.send(0xFB)
            _ = try port.play { try isPlaying() ? true : nil }
            try poll(for: "its end") { try sync()?["stale"]?.bool == true ? true : nil }
            #expect(try isPlaying())
            try poll(for: "its line") { child.stderr.contains("no more clocks come") ? true : nil }
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(0))
        }
    }

    @Test func `a master that starts and sends no clocks is reported, and well where they come`() throws {
        let home = try Home()
        let port = try Port(home.folder("port"))
        try home.withDaemon(["--no-play"]) { daemon in
            let child = try bridge(home, "--in", port.path)
            defer { child.kill() }
            let client = try daemon.connect()
            func trouble() throws -> JSONValue? { try client.say("bridges")["bridges"]?.array?.first?["trouble"] }
            try poll(for: "its report") { try trouble() == .null ? true : nil }
            port.send(0xFA)
            try poll(for: "the trouble") {
                try trouble()?.string?.hasPrefix("no clocks come from \(port.path)") == true ? true : nil
            }
            _ = try port.play { try trouble() == .null ? true : nil }
        }
    }

    @Test func `a song begins where the master goes on in it`() throws {
        let home = try Home()
        let port = try Port(home.folder("port"))
        let song = try home.folder.write(
            """
            count_in = 1
            [[section]]
            label = "verse"
            meter = "3/4"
            tempo = 240
            bars = 20
            times = 50
            """, to: "song.toml")
        try home.withDaemon(["--no-play", "--song", song]) { daemon in
            let child = try bridge(home, "--in", port.path)
            defer { child.kill() }
            let client = try daemon.connect()
            _ = try port.play { try client.say("status")["sync"] == .null ? nil : true }
            #expect(try client.say("status")["playing"]?.bool == false)
            // Bar 15, in the second pass of 20 bars of three quarters: sixteenth 12 * (20 + 14).
            port.send(0xF2, 0x18, 0x03, 0xFB)
            let begun = try port.play { () -> JSONValue? in
                let status = try client.say("status")
                // A nil literal would be null, which is an outcome.
                guard status["playing"]?.bool == true, status["position"] != .null else { return Optional.none }
                return status
            }
            // A busy machine asks some passes later.
            let (bar, section) = (begun["position"]?["bar"]?.integer ?? 0, begun["song"]?["section"] ?? .null)
            let pass = section["pass"]?.integer ?? 0
            #expect(pass == 2 && bar >= 15 || (3...49).contains(pass), "\(begun)")
        }
    }

    @Test func `a start in a song that has no such place is refused, with what is possible`() throws {
        let home = try Home()
        let song = try home.folder.write("[[section]]\nmeter = \"4/4\"\ntempo = 120\nbars = 2\n", to: "song.toml")
        try home.withDaemon(["--no-play"]) { daemon in
            let client = try daemon.connect()
            let now = MonotonicClock.nowNs
            func refused(_ words: String, _ text: String) throws {
                let error = #expect(throws: ControlError.self) { try client.say(words) }
                #expect(error?.message.contains(text) == true, "\(String(describing: error))")
            }
            try refused("start song 1 time \(now)", "no song is loaded")
            try client.say("song load \(song)")
            try refused("start song 7.5 time \(now)", "the song is over by then: it has 8 quarter notes")
            try refused("start song 1 time \(now - 61_000_000_000)", "at most 60 s are possible")
            try refused("start song -1 time \(now)", "quarters")
            #expect(try client.say("status")["playing"]?.bool == false)
            let begun = try client.say("start song 4 time \(now + 500_000_000)")
            let answeredMs = (MonotonicClock.nowNs - now) / 1_000_000
            let late = try #require(begun["at_ns"]?.integer) - Int(now) - 500_000_000
            // A daemon whose turn comes too late for it begins a quarter note of the song later, or several.
            let off = (late + 1_000_000) % 500_000_000
            #expect(late > -1_000_000 && off < 2_000_000, "\(begun)")
            #expect(off == late + 1_000_000 || answeredMs > 200, "\(begun) after \(answeredMs) ms")
        }
    }

    @Test func `its own clock that comes back is not followed`() throws {
        let home = try Home()
        let port = try Port(home.folder("port"))
        try home.withDaemon(["--bpm", "300", "--no-play"]) { daemon in
            let child = try bridge(home, "--out", port.path, "--in", port.path)
            defer { child.kill() }
            _ = try poll(for: "the loop") { child.stderr.contains("its own clock is not followed") ? true : nil }
            let client = try daemon.connect()
            try client.say("start")
            // Some hundred clocks come back.
            try poll(for: "bar 3") { (try client.say("status")["position"]?["bar"]?.integer ?? 0) > 2 ? true : nil }
            let status = try client.say("status")
            #expect(status["sync"] == .null && status["playing"]?.bool == true)
        }
    }

    @Test func `pedals do what a file says, from its next save on too`() throws {
        let home = try Home()
        let port = try Port(home.folder("port"))
        try home.folder.write(
            """
            "note 60" = "tempo 133"
            "controller 1" = "tempo 40...240"
            "note 61" = "tmpo 90"
            """, to: "config/metronomed/midi.toml")
        try home.withDaemon(["--no-play"]) { daemon in
            let child = try bridge(home, "--in", port.path)
            defer { child.kill() }
            _ = try poll(for: "the mistake") { child.stderr.contains("midi.toml:3:1: note 61: ") ? true : nil }
            let client = try daemon.connect()
            func wait(_ bpm: Double, _ press: () -> Void) throws {
                try poll(for: "\(bpm)") {
                    press()
                    return try client.say("status")["heard"]?["bpm"]?.number == bpm ? true : nil
                }
            }
            try wait(133) { port.send(0x90, 60, 100, 0xF8, 60, 0) }
            try wait(240) { port.send(0xB0, 1, 127) }
            try home.folder.write("\"note 60\" = \"tempo 77\"", to: "config/metronomed/midi.toml")
            try wait(77) { port.send(0x90, 60, 100) }
            // What the daemon refuses is told.
            try home.folder.write("\"program 2\" = \"setlist next\"", to: "config/metronomed/midi.toml")
            _ = try poll(for: "the refusal") {
                port.send(0xC0, 2)
                return child.stderr.contains("setlist next: ") ? true : nil
            }
        }
    }

    @Test func `what pedals send is printed as lines of the file`() throws {
        let home = try Home()
        let port = try Port(home.folder("port"))
        let child = try bridge(home, "learn", "--in", port.path)
        defer { child.kill() }
        port.send(0xB0, 64, 127, 64, 0, 64, 127, 0x99, 36, 100, 36, 0, 0xC3, 5)
        let lines = try poll(for: "the lines") {
            let lines = child.stdout.split(separator: "\n")
            return lines.count >= 3 ? lines : nil
        }
        #expect(
            lines == [
                #""controller 64 channel 1" = "toggle""#, #""note 36 channel 10" = "toggle""#,
                #""program 5 channel 4" = "toggle""#,
            ])
        child.signal(SIGINT)
        #expect(try child.end() == .exit(0))
    }

    @Test func `a port or a file that is not there is refused`() throws {
        let home = try Home()
        let port = try Port(home.folder("port"))
        for (words, reason) in [
            (["--in", "/proc/nowhere/port"], "cannot read from /proc/nowhere/port: No such file or directory"),
            (["--in", port.path, "--map", "/proc/nowhere/midi.toml"], "cannot read /proc/nowhere/midi.toml"),
            (["learn", "--in", "hw:7,0"], "/dev/snd/midiC7D0"),
        ] {
            let child = try ChildProcess(
                Built.metrobridge, ["midi"] + words, environment: home.environment, in: home.folder)
            #expect(try child.end() == .exit(1) && child.stderr.contains(reason), "\(words): \(child.stderr)")
        }
    }
}
