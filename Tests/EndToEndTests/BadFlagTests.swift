// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import Testing

/// Flags, variables and files that the real program must refuse.
@Suite(.waits) struct BadFlagTests {
    /// Flags, what the error message must contain, and the exit code.
    private static let flags: [([String], String, Int32)] = [
        (["--bpm", "0"], "between 1 and 1000", 2), (["--bpm", "-5"], "-5 bpm is out of range", 2),
        (["--bpm=-5"], "-5 bpm is out of range", 2), (["--bpm", "1001"], "between 1 and 1000", 2),
        (["--bpm", "NaN"], "120", 2), (["--bpm", "fast"], "Allegro", 2),
        (["--bpm", ""], "Allegro", 2), (["--bpm", "+5"], "120", 2),
        (["--meter", "0/4"], "1 to 64", 2), (["--meter", "4/3"], "64", 2), (["--meter", "4"], "3/4", 2),
        (["--bell-every", "0"], "1 to 128", 2), (["--bell-every", "never"], "off", 2),
        (["--bell-every", "4 on 5"], "4", 2),
        (["--volume", "1.5"], "0...1", 2), (["--volume", "-1"], "0...1", 2), (["--volume", "nan"], "0...1", 2),
        (["--output", "jack"], "auto, alsa, clock", 2), (["--device", ""], "default", 2),
        (["--log-level", "loud"], "warning", 2), (["--socket", ""], "socket", 2),
        (["--config", "missing.toml"], "missing.toml", 2), (["--config", "/"], "folder", 2),
    ]

    @Test func `a bad value is one clear line, and exit 2`() throws {
        let home = try Home()
        for (flags, advice, code) in Self.flags {
            let outcome = try home.run(flags)
            #expect(outcome.end == .exit(code), "\(flags)")
            #expect(outcome.lines.count == 1, "\(flags): \(outcome.stderr)")
            #expect(outcome.stderr.contains(advice), "\(flags): \(outcome.stderr)")
            #expect(outcome.stderr.hasPrefix("metronomed: \(flags[0].prefix { $0 != "=" })"), "\(outcome.stderr)")
        }
        #expect(!home.folder.has("s"))
    }

    @Test(arguments: [["--tempo", "120"], ["--bpm"], ["--play=yes"]])
    func `an unknown or unfinished flag is named, with exit 2`(flags: [String]) throws {
        let outcome = try Home().run(flags)
        #expect(outcome.end == .exit(2))
        #expect(outcome.stdout.isEmpty)
        #expect(outcome.lines.first?.contains(flags[0].split(separator: "=")[0]) == true, "\(outcome.stderr)")
    }

    @Test func `the word help is the flag, for every program`() throws {
        let home = try Home()
        for program in [Built.metronomed, Built.metroctl, Built.metroface, Built.metrobridge, Built.metroweb] {
            let (word, flag) = (
                try ChildProcess(program, ["help"], environment: home.environment, in: home.folder),
                try ChildProcess(program, ["--help"], environment: home.environment, in: home.folder)
            )
            #expect(try word.end() == .exit(0) && flag.end() == .exit(0))
            #expect(!word.stdout.isEmpty && word.stdout == flag.stdout)
        }
    }

    @Test func `help has the same words however narrow the terminal is said to be`() throws {
        var home = try Home()
        func help(_ program: String, _ columns: String) throws -> String {
            home.environment["COLUMNS"] = columns
            let child = try ChildProcess(program, ["--help"], environment: home.environment, in: home.folder)
            #expect(try child.end() == .exit(0), "COLUMNS=\(columns) \(program)")
            return child.stdout
        }
        func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
        for program in [Built.metronomed, Built.metroctl, Built.metroface, Built.metrobridge, Built.metroweb] {
            let usual = words(try help(program, "80"))
            for columns in ["0", "1", "20", "-1", "\(Int.min)", "\(Int.max)", "wide"] {
                #expect(words(try help(program, columns)) == usual, "COLUMNS=\(columns) \(program)")
            }
        }
    }

    @Test func `a name that is not UTF-8 is refused by every program`() throws {
        let home = try Home()
        for program in [Built.metronomed, Built.metroctl, Built.metroface, Built.metrobridge, Built.metroweb] {
            let child = try ChildProcess(
                "/bin/sh", ["-c", "exec \"$0\" --render \"$(printf 'caf\\351.wav')\"", program],
                environment: home.environment, in: home.folder)
            #expect(try child.end() == .exit(2))
            #expect(child.stderr.contains("argument 2, \"caf\u{FFFD}.wav\", is not UTF-8"), "\(child.stderr)")
        }
        #expect(!home.folder.names.contains { $0.contains("caf") })
    }

    @Test func `a file may be called by a number below zero`() throws {
        let home = try Home()
        #expect(try home.run(["--render", "-5.wav", "--bars", "1", "--bpm", "300"]).end == .exit(0))
        #expect(home.folder.has("-5.wav"))
    }

    @Test func `an error and the log show what a name would do to a terminal`() throws {
        let home = try Home()
        let outcome = try home.run(["--config", "a\u{1B}[2J\nmetronomed: all is well\u{9B}m"])
        #expect(outcome.lines.count == 1)
        #expect(outcome.stderr.contains("a\\u{1B}[2J\\nmetronomed: all is well\\u{009B}m"), "\(outcome.stderr)")
    }

    @Test func `the socket of the configuration is found by clients that do not read it`() throws {
        var home = try Home()
        home.environment["METRONOMED_SOCKET"] = nil
        try home.folder.write("socket = \"\(home.folder("elsewhere"))\"\n", to: "config/metronomed/config.toml")
        let child = try home.metronomed([])
        defer { child.kill() }
        let usual = home.folder("run/metronomed/control.sock")
        let client = try poll(for: "socket; it says \(child.stderr)") {
            try? ControlClient.connect(path: usual, timeout: patience)
        }
        try client.say("ping")
        #expect(home.folder.has("elsewhere"))
        child.signal(SIGTERM)
        #expect(try child.end() == .exit(0))
        #expect(!home.folder.has("elsewhere") && !home.folder.has("run/metronomed/control.sock"))
    }

    @Test func `a bad variable is named`() throws {
        for (name, value) in [("METRONOMED_BPM", "0"), ("METRONOMED_METER", "4"), ("METRONOMED_PLAY", "maybe")] {
            var home = try Home()
            home.environment[name] = value
            let outcome = try home.run([])
            #expect(outcome.end == .exit(2))
            #expect(outcome.lines.count == 1)
            #expect(outcome.stderr.contains(name))
        }
    }

    @Test(arguments: [
        ("[audio]\ndevise = \"x\"\n", "2:1: unknown key audio.devise: did you mean audio.device?"),
        ("bpm = 120 bpm\n", "1:"),
    ])
    func `a mistake in the file is told with line and column`(text: String, place: String) throws {
        let home = try Home()
        let file = try home.folder.write(text, to: "my.toml")
        for flags in [["--config", file], []] {
            if flags.isEmpty { try home.folder.write(text, to: "config/metronomed/config.toml") }
            let outcome = try home.run(flags)
            #expect(outcome.end == .exit(2))
            #expect(outcome.lines.count == 1, "\(outcome.stderr)")
            #expect(outcome.stderr.contains(".toml:\(place)"), "\(outcome.stderr)")
        }
    }

    @Test(arguments: [
        ("/tmp/" + String(repeating: "x", count: 110), "107"),
        ("/tmp/" + String(repeating: "ü", count: 60), "107"),
        ("no/such/folder/s", "folder"),
        ("/proc/metronomed/s", "folder"),
        ("/proc/s", "/proc"),
        ("asound.conf", "not a socket"),
        ("asound.conf/s", "asound.conf"),
        ("sounds", "not a socket"),
    ])
    func `a socket path that cannot be used is told, with exit 1`(path: String, advice: String) throws {
        let home = try Home()
        let outcome = try home.run(["--bpm", "300", "--socket", path])
        #expect(outcome.end == .exit(1))
        #expect(outcome.lines.count == 1, "\(outcome.stderr)")
        #expect(outcome.stderr.contains(advice), "\(outcome.stderr)")
        #expect(outcome.stderr.contains("--socket"), "\(outcome.stderr)")
    }

    @Test func `the longest path that fits is used`() throws {
        var home = try Home()
        let room = ControlSocket.maximumPathLength - home.folder.path.utf8.count - 1
        home.environment["METRONOMED_SOCKET"] = home.folder(String(repeating: "x", count: room))
        let child = try home.metronomed([])
        defer { child.kill() }
        let path = try #require(home.environment["METRONOMED_SOCKET"])
        let client = try poll(for: "socket") { try? ControlClient.connect(path: path, timeout: patience) }
        try client.say("ping")
    }

    @Test func `a device that is not there is told, and with auto the clock takes over`() throws {
        var home = try Home(.capture)
        home.environment["METRONOMED_DEVICE"] = "nonsense"
        try home.withDaemon(["--bpm", "600", "--output", "auto"]) { daemon in
            try daemon.waitForBeat(2)
            #expect(try daemon.status().audio.output == "clock")
            let complaints = daemon.child.stderr.split(separator: "\n").filter { $0.contains("nonsense") }
            #expect(complaints.count == 1, "\(daemon.child.stderr)")
        }
        try home.withDaemon(["--output", "alsa"]) { daemon in
            let client = try daemon.connect()
            #expect(try client.refusal(of: "start").reason == ErrorReason.audioUnavailable.rawValue)
            #expect(try !client.status().playing)
        }
    }
}
