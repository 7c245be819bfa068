// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import Testing

/// `metrobridge mpris`, with a D-Bus of its own.
@Suite(.waitsFirst, .serialized, .enabled(if: PrivateBus.isInstalled, "dbus-daemon is not installed"))
struct MediaPlayerTests {
    private static let song = """
        title = "Evening"
        tempo = 240
        [[section]]
        label = "intro"
        bars = 4
        [[section]]
        label = "verse"
        bars = 400
        """

    private func home() throws -> Home {
        var home = try Home()
        home.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(home.folder("bus"))"
        return home
    }

    private func bridge(_ home: Home, _ words: [String] = []) throws -> ChildProcess {
        try ChildProcess(Built.metrobridge, ["mpris"] + words, environment: home.environment, in: home.folder)
    }

    /// A song is loaded, and nothing plays.
    private func withSong(_ body: (Home, DaemonProcess, ControlClient, _ path: String) throws -> Void) throws {
        let home = try home()
        let bus = try PrivateBus(in: home)
        let path = try home.folder.write(Self.song, to: "evening.toml")
        try home.withDaemon(["--no-play"]) { daemon in
            let child = try bridge(home)
            defer { child.kill() }
            let client = try daemon.connect()
            try client.say("song load \(path)")
            try body(home, daemon, client, path)
        }
        try bus.end(home)
    }

    private func run(_ home: Home, _ words: [String]) throws -> Outcome {
        let child = try ChildProcess("/usr/bin/env", words, environment: home.environment, in: home.folder)
        return Outcome(end: try child.end(), stdout: child.stdout, stderr: child.stderr)
    }

    /// Waits until playerctl prints what is expected.
    private func wait(_ home: Home, _ words: String, for expected: String) throws {
        var last = ""
        do {
            try poll(for: words) {
                last = try run(home, ["playerctl"] + words.split(separator: " ").map(String.init)).stdout
                return last == expected + "\n" ? true : nil
            }
        } catch { throw HarnessError("playerctl \(words) says \(last), not \(expected)") }
    }

    private func playerctl(_ home: Home, _ words: String...) throws {
        let outcome = try run(home, ["playerctl"] + words)
        #expect(outcome.end == .exit(0), "playerctl \(words): \(outcome.stderr)")
    }

    @Test(.enabled(if: PrivateBus.hasPlayerctl, "playerctl is not installed"))
    func `playerctl starts, stops, sets the volume and shows what is set`() throws {
        let home = try home()
        let bus = try PrivateBus(in: home)
        try home.withDaemon(["--bpm", "137.3", "--no-play"]) { daemon in
            let child = try bridge(home)
            defer { child.kill() }
            try wait(home, "status", for: "Stopped")
            let client = try daemon.connect()
            let told: [JSONValue] = [["name": "mpris", "to": "org.mpris.MediaPlayer2.metronomed", "trouble": .null]]
            try poll(for: "its report") { try client.say("bridges")["bridges"]?.array == told ? true : nil }
            for (words, isPlaying) in [
                ("play", true), ("play", true), ("pause", false), ("play-pause", true), ("play-pause", false),
                ("play", true), ("stop", false),
            ] {
                try playerctl(home, words)
                #expect(try daemon.status().playing == isPlaying, "\(words)")
                try wait(home, "status", for: isPlaying ? "Playing" : "Stopped")
            }
            try playerctl(home, "volume", "0.25")
            #expect(try daemon.status().settings.volume == 0.25)
            try wait(home, "metadata title", for: "137.3 bpm")
            try client.say("tempo 96")
            try client.say("volume 50%")
            try wait(home, "metadata title", for: "96 bpm")
            try wait(home, "volume", for: "0.500000")
            #expect(try run(home, ["playerctl", "next"]).end != .exit(0))
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(0))
            #expect(try run(home, ["playerctl", "-l"]).stdout == "")
        }
        try bus.end(home)
    }

    @Test(.enabled(if: PrivateBus.hasPlayerctl, "playerctl is not installed"))
    func `a song has a place to go to, sections to step through, and a pause`() throws {
        try withSong { home, daemon, client, path in
            try wait(home, "metadata title", for: "Evening")
            try wait(home, "metadata mpris:length", for: "404000000")
            try playerctl(home, "next")
            try wait(home, "position", for: "4.000000")
            try wait(home, "status", for: "Paused")
            try playerctl(home, "position", "30")
            #expect(try daemon.status().song?.startBar == 31)
            try playerctl(home, "position", "10-")
            #expect(try daemon.status().song?.startBar == 21)
            let begun = ContinuousClock.now
            try playerctl(home, "play")
            try wait(home, "metadata metronomed:section", for: "verse")
            try playerctl(home, "pause")
            try wait(home, "status", for: "Paused")
            // A bar lasts a second.
            let last = 22 + Int((ContinuousClock.now - begun).components.seconds)
            #expect(21...last ~= (try daemon.status().song?.startBar ?? 0))
            try playerctl(home, "previous")
            try wait(home, "position", for: "0.000000")
            try playerctl(home, "position", "8")
            try playerctl(home, "stop")
            try wait(home, "position", for: "0.000000")
            try client.say("preset save waltz")
            try client.say("setlist add friday \(path) waltz")
            try client.say("setlist load friday")
            try wait(home, "metadata xesam:trackNumber", for: "1")
            try playerctl(home, "next")
            try wait(home, "metadata xesam:trackNumber", for: "2")
            #expect(try run(home, ["playerctl", "next"]).end != .exit(0))
            try playerctl(home, "previous")
            try wait(home, "metadata xesam:trackNumber", for: "1")
        }
    }

    @Test func `a place that the music goes to by itself is told`() throws {
        try withSong { home, _, client, _ in
            let ear = try ChildProcess(
                "/usr/bin/env", ["dbus-monitor", "--session", "type='signal',member='Seeked'"],
                environment: home.environment, in: home.folder)
            defer { ear.kill() }
            try poll(for: "the ear") { ear.stdout.contains("NameAcquired") ? true : nil }
            // A bar of a second.
            try client.say("loop 7")
            try client.say("start")
            try poll(for: "the loop") {
                ear.stdout.split(separator: "member=Seeked").count >= 5 ? true : nil
            }
        }
    }

    /// The names of players on the bus.
    private func players(_ home: Home) throws -> [String] {
        let words = ["dbus-send", "--bus=unix:path=\(home.folder("bus"))", "--print-reply"]
        let list = try run(
            home, words + ["--dest=org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.ListNames"])
        return list.stdout.split(separator: "\"").map(String.init).filter { $0.hasPrefix("org.mpris.") }.sorted()
    }

    @Test func `the player comes and goes with the daemon, and outlives a bus`() throws {
        let home = try home()
        var bus = try PrivateBus(in: home)
        let child = try bridge(home)
        defer { child.kill() }
        for _ in 0..<2 {
            try home.withDaemon(["--no-play"]) { _ in
                _ = try poll(for: "the player") { try players(home).isEmpty ? nil : true }
            }
            try poll(for: "its end") { try players(home).isEmpty ? true : nil }
        }
        try home.withDaemon(["--no-play"]) { daemon in
            try poll(for: "the player") { try players(home).isEmpty ? nil : true }
            let client = try daemon.connect()
            try bus.end(home)
            try poll(for: "the trouble") {
                let list = try client.say("bridges")["bridges"]?.array ?? []
                return list.first?["trouble"]?.string == "the session bus is gone; waiting for one" ? true : nil
            }
            bus = try PrivateBus(in: home)
            try poll(for: "the player") { try players(home).isEmpty ? nil : true }
            try poll(for: "its report") {
                let list = try client.say("bridges")["bridges"]?.array ?? []
                return list.first?["trouble"] == .null ? true : nil
            }
        }
        child.signal(SIGINT)
        #expect(try child.end() == .exit(0))
        try bus.end(home)
    }

    @Test func `two daemons are two players`() throws {
        let home = try home()
        let bus = try PrivateBus(in: home)
        try home.withDaemon(["--no-play"]) { _ in
            let first = try bridge(home)
            defer { first.kill() }
            try poll(for: "the first") { try players(home).count == 1 ? true : nil }
            let second = try bridge(home)
            let third = try bridge(home, ["--instance", "stage"])
            defer {
                second.kill()
                third.kill()
            }
            let names = ["", ".instance\(second.pid)", ".stage"].map { "org.mpris.MediaPlayer2.metronomed\($0)" }
            try poll(for: "\(names)") { try players(home) == names ? true : nil }
        }
        try bus.end(home)
    }

    @Test func `without a bus one line says what to do`() throws {
        let home = try home()
        for (words, status, reason) in [
            ([], 1, "there is no session bus (No such file or directory): start it from the desktop"),
            (["--instance", "9"], 2, "--instance takes 1 to 64 letters"),
            (["--instance", "a.b"], 2, "--instance takes 1 to 64 letters"),
        ] as [([String], Int32, String)] {
            let child = try bridge(home, words)
            #expect(try child.end() == .exit(status))
            #expect(child.stderr.contains(reason) && (status == 2 || child.stderr.count { $0 == "\n" } == 1))
        }
    }
}
