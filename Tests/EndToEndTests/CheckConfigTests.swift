// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import Testing

/// What the configuration says, checked, reported and left out.
@Suite(.waits) struct CheckConfigTests {
    private static let file = "config/metronomed/config.toml"

    private func home(_ text: String? = nil, _ variables: [String: String] = [:]) throws -> Home {
        var home = try Home()
        if let text { try home.folder.write(text, to: Self.file) }
        home.environment.merge(variables) { _, given in given }
        return home
    }

    private func lines(_ outcome: Outcome) -> [String] { outcome.stdout.split(separator: "\n").map(String.init) }

    @Test func `every setting is told with its value and who decides it`() throws {
        let home = try home(
            "bpm = 90\nvolume = 0.5\n[bell]\nevery = 4\non = 2\n",
            ["METRONOMED_METER": "7/8", "METRONOMED_SOCKET": "/elsewhere"])
        try home.folder.write(#"{"latency": "quiet", "tempo": "60"}"#, to: "state/metronomed/state.json")
        let outcome = try home.run(["--check-config", "--volume", "20%"])
        #expect(outcome.end == .exit(0) && outcome.stderr.isEmpty, "\(outcome.stderr)")
        let path = home.folder(Self.file)
        let told = lines(outcome).map { $0.split(separator: " ").joined(separator: " ") }
        for line in [
            "file: \(path)", "bpm 90 \(path):1:1", "volume 0.2 --volume", "bell.every 4 on 2 \(path):4:1",
            "meter 7/8 METRONOMED_METER", "audio.latency quiet remembered", "audio.device default default",
            "socket /elsewhere METRONOMED_SOCKET", "play false default", "audio.output clock METRONOMED_OUTPUT",
            "audio.preroll_ms not set default",
        ] {
            #expect(told.contains(line), "\(line) in \(outcome.stdout)")
        }
        let usual = ["XDG_RUNTIME_DIR": "/run/me", "METRONOMED_SOCKET": ""]
        let usually = lines(try self.home("", usual).run(["--check-config"]))
        #expect(usually.contains { $0.hasPrefix("socket ") && $0.contains(" /run/me/metronomed/control.sock ") })
        #expect(!home.folder.has("s") && home.folder.has("state/metronomed/state.json"))
    }

    @Test func `every mistake is told at once, each with its place, and exit 2`() throws {
        let home = try home(
            "bpm = 0\nvolum = 1\nmeter = \"4/4\"\n[sounds]\nbeat = \"nothing\"\n[audio]\nfill_ms = 1\n",
            ["METRONOMED_BELL_EVERY": "often"])
        let outcome = try home.run(["--check-config", "--volume", "2"])
        #expect(outcome.end == .exit(2))
        let path = home.folder(Self.file)
        for (index, begin) in [
            "--volume: must be a gain", "environment METRONOMED_BELL_EVERY: must be", "\(path):1:1: bpm: ",
            "\(path):2:1: unknown key volum: did you mean volume?", "\(path):7:1: audio.fill_ms: must be",
            "\(path):5:1: sounds.beat: no sound is called 'nothing'",
        ].enumerated() {
            let line = try #require(outcome.lines.dropFirst(index).first, "\(outcome.stderr)")
            #expect(line.hasPrefix("metronomed: " + begin), "\(line)")
        }
        #expect(outcome.lines.count == 6)
        // What is right is told all the same.
        #expect(lines(outcome).contains { $0.hasPrefix("meter") && $0.hasSuffix("\(path):3:1") })
    }

    @Test func `what keeps the daemon from starting is a mistake, also where each value alone is right`() throws {
        let home = try home("meter = '3/4'\naccents = 'XxAx'\n")
        for arguments in [["--check-config"], []] {
            let outcome = try home.run(arguments)
            #expect(outcome.end == .exit(2))
            let place = home.folder(Self.file) + ":2:1: accents: 4 signs"
            #expect(outcome.stderr.hasPrefix("metronomed: " + place), "\(outcome.stderr)")
        }
    }

    @Test func `a socket for which there is no place is a mistake, as it keeps the daemon from starting`() throws {
        let long = "/tmp/" + String(repeating: "x", count: 120)
        for (variables, complaint) in [
            (["XDG_RUNTIME_DIR": "", "METRONOMED_SOCKET": ""], "socket: no place for the control socket"),
            (["XDG_RUNTIME_DIR": long, "METRONOMED_SOCKET": ""], "socket: the socket path has"),
            (["XDG_RUNTIME_DIR": "/proc/nowhere", "METRONOMED_SOCKET": ""], "socket: the folder /proc/nowhere"),
            (["METRONOMED_SOCKET": "/proc/nowhere/s"], "METRONOMED_SOCKET: socket: the folder /proc/nowhere"),
            (["METRONOMED_SOCKET": "~/s", "HOME": ""], "environment METRONOMED_SOCKET: ~ has no meaning here"),
        ] {
            let home = try home(nil, variables)
            let outcome = try home.run(["--check-config"])
            #expect(outcome.end == .exit(2) && outcome.lines.count == 1)
            #expect(outcome.stderr.hasPrefix("metronomed: " + complaint), "\(outcome.stderr)")
            #expect(lines(outcome).contains { $0.hasPrefix("socket ") })
            #expect(try home.run(["--no-play"]).end != .exit(0))
        }
        let home = try home(nil, ["METRONOMED_SOCKET": "~/s"])
        #expect(try home.run(["--check-config"]).end == .exit(0))
    }

    @Test(
        .enabled(
            if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0,
            "only root can run a program as another user"))
    func `a folder that the user cannot write to is no place for a socket`() throws {
        let home = try home()
        let program = try home.folder.copy(Built.metronomed)
        for name in [""] + home.folder.names { chown(home.folder(name), 65534, 65534) }
        for (variables, arguments) in [
            (["XDG_RUNTIME_DIR": "/usr", "METRONOMED_SOCKET": ""], []),
            ([:], ["--socket", "/usr/x.sock"]),
        ] {
            for check in [["--check-config"], ["--no-play"]] {
                let child = try ChildProcess(
                    "/usr/bin/setpriv",
                    ["--reuid=65534", "--regid=65534", "--clear-groups", program] + check + arguments,
                    environment: home.environment.merging(variables) { $1 }, in: home.folder)
                #expect(try child.end() != .exit(0))
                #expect(child.stderr.contains("/usr"), "\(child.stderr)")
            }
        }
    }

    @Test func `who decides a value is apart from it, however long the value is`() throws {
        let long = String(repeating: "x", count: 100)
        let outcome = try home().run(["--check-config", "--lanes", "kick \(long)", "--device", long])
        #expect(outcome.end == .exit(0), "\(outcome.stderr)")
        #expect(lines(outcome).contains("audio.device           \(long)  --device"), "\(outcome.stdout)")
        #expect(lines(outcome).contains { $0.hasSuffix("  --lanes") }, "\(outcome.stdout)")
    }

    @Test func `a voice that lacks a file is a mistake where it is stated, a warning where it is remembered`() throws {
        let home = try home("[sounds]\nbell = \"voice\"\n")
        try home.folder.write(#"{"sounds": {"beat": "voice"}}"#, to: "state/metronomed/state.json")
        #expect(try home.run(["--check-config"]).stderr.isEmpty)
        try home.folder.write("This is not audio.\n", to: "data/metronomed/sounds/voice-3.wav")
        let outcome = try home.run(["--check-config"])
        #expect(outcome.end == .exit(2))
        let complaint = "cannot decode sound '\(home.folder("data/metronomed/sounds/voice-3.wav"))'"
        #expect(outcome.stderr.contains("metronomed: \(home.folder(Self.file)):2:1: sounds.bell: \(complaint)"))
        #expect(outcome.stderr.contains("metronomed: warning: remembered: sounds.beat: \(complaint)"))
        #expect(outcome.lines.count == 2, "\(outcome.stderr)")
    }

    @Test func `a usual sound that cannot be played is a warning, as the built-in one stands in for it`() throws {
        let home = try home()
        try home.folder.write("This is not audio.\n", to: "data/metronomed/sounds/bell.wav")
        let outcome = try home.run(["--check-config"])
        #expect(outcome.end == .exit(0))
        #expect(
            outcome.stderr.hasPrefix("metronomed: warning: default: sounds.bell: cannot decode"), "\(outcome.stderr)")
        let stated = try home.run(["--check-config", "--accent-sound", "bell"])
        #expect(stated.end == .exit(2) && stated.stderr.contains("--accent-sound: sounds.accent: cannot"), "\(stated)")
    }

    @Test func `what may be a mistake is a warning, and the daemon starts`() throws {
        let home = try home(
            "[audio]\nlatency = \"low\"\nfill_ms = 50\n[sounds]\ndirectory = \"/nonexistent\"\n",
            ["METRONOMED_BMP": "120"])
        let outcome = try home.run(["--check-config"])
        #expect(outcome.end == .exit(0))
        let warnings = [
            "METRONOMED_BMP: did you mean METRONOMED_BPM?",
            "\(home.folder(Self.file)):3:1: audio.fill_ms takes the place of audio.latency",
            "cannot search /nonexistent for sounds: No such file or directory",
        ]
        for warning in warnings {
            let isTold = outcome.lines.contains { $0.hasPrefix("metronomed: warning: ") && $0.contains(warning) }
            #expect(isTold, "\(warning)")
        }
        try home.withDaemon { daemon in
            try poll(for: "warnings") { () -> Bool? in
                let log = daemon.child.stderr
                return warnings.allSatisfy { log.contains($0) } ? true : nil
            }
        }
    }

    @Test func `without configuration only the flags count, and nothing is remembered`() throws {
        let home = try home("bpm = 0\n", ["METRONOMED_METER": "no", "METRONOMED_OUTPUT": "clock"])
        let outcome = try home.run(["--check-config", "--no-config", "--bpm", "77"])
        #expect(outcome.end == .exit(0) && outcome.stderr.isEmpty, "\(outcome.stderr)")
        #expect(outcome.stdout.hasPrefix("file: none\n"))
        let flags = ["--no-config", "--no-play", "--output", "clock"]
        try home.withDaemon(flags + ["--socket", home.socket]) { daemon in
            let client = try daemon.connect()
            try client.say("tempo 99")
            #expect(try client.status().meter == "4/4")
            daemon.child.signal(SIGHUP)
            try poll(for: "line in the log") { daemon.child.stderr.contains("--no-config") ? true : nil }
            try daemon.end()
        }
        #expect(!home.folder.names.contains { $0.hasPrefix("state/") })
        #expect(try home.run(["--no-config", "--config", "x"]).end == .exit(2))
        // Nor does a variable say where it listens.
        var elsewhere = home
        elsewhere.environment["XDG_RUNTIME_DIR"] = home.folder.path
        let child = try elsewhere.metronomed(flags)
        defer { child.kill() }
        try poll(for: "the usual socket") { home.folder.has("metronomed/control.sock") ? true : nil }
    }

    @Test func `a home that is not UTF-8 counts as not set, and no other folder is made for it`() throws {
        let home = try Home()
        let child = try ChildProcess(
            "/bin/sh",
            [
                "-c", #"unset XDG_STATE_HOME XDG_CONFIG_HOME; HOME="$PWD/J$(printf '\374')rgen" exec "$0" --bpm 300"#,
                Built.metronomed,
            ],
            environment: home.environment, in: home.folder)
        let daemon = DaemonProcess(home: home, child: child)
        defer { child.kill() }
        try daemon.waitUntilItAnswers()
        #expect(child.stderr.contains("HOME is not UTF-8, and counts as not set"), "\(child.stderr)")
        try daemon.connect().say("tempo 99")
        try daemon.end()
        #expect(!home.folder.names.contains { $0.contains("rgen") }, "\(home.folder.names)")
    }

    @Test func `a render says which settings it used, and whose they are`() throws {
        let home = try home("meter = \"7/8\"\n", ["METRONOMED_BEAT_SOUND": "rim"])
        let outcome = try home.run(["--bpm", "300", "--render", "a.wav", "--verify", "--bars", "1"])
        #expect(outcome.end == .exit(0), "\(outcome.stderr)")
        let path = home.folder(Self.file)
        #expect(
            outcome.stdout.contains(
                "bpm 300 (--bpm), meter 7/8 (\(path):1:1), beat auto (default), bell.every bar (default), accents auto (default), "
                    + "subdivision 1 (default), swing even (default), lanes off (default), volume 0.8 (default), "
                    + "sounds.beat rim (METRONOMED_BEAT_SOUND), sounds.bell bell (default)\n"))
        #expect(
            outcome.stdout.contains(
                "bpm 300 (--bpm), meter 7/8 (\(path):1:1), beat auto (default), bell.every bar (default)\n"))
        let plain = try home.run(["--no-config", "--bpm", "300", "--render", "b.wav", "--bars", "1"])
        #expect(plain.stdout.contains("meter 4/4 (default)") && plain.stdout.contains("beat (default)"))
    }

    @Test func `a reload says what it changed, what it could not, and what others decide`() throws {
        let home = try home("bpm = 100\n")
        try home.withDaemon(["--volume", "0.5"]) { daemon in
            func reload(_ text: String, _ told: [String]) throws {
                try home.folder.write(text, to: Self.file)
                let before = daemon.child.stderr.count
                daemon.child.signal(SIGHUP)
                try poll(for: "\(told)") {
                    let log = daemon.child.stderr.dropFirst(before)
                    return told.allSatisfy { log.contains($0 + "\n") } ? true : nil
                }
            }
            try reload(
                "bpm = 90\nplay = true\nvolume = 0.1\n[bell]\nevery = 4\non = 2\n",
                [
                    "the configuration was read again: bpm 90 (was 100), bell.every 4 on 2 (was bar)",
                    "only a restart changes play", "left alone: volume (--volume decides)",
                ])
            try reload(
                "bpm = 90\nplay = true\nvolume = 0.1\n[bell]\nevery = 4\non = 2\n",
                ["the configuration was read again: nothing has changed"])
        }
    }
}
