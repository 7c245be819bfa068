// SPDX-License-Identifier: Apache-2.0

import Control
import Foundation
import Glibc
import Testing

/// MIDI by JACK against a real server, heard by a program that knows nothing of metronomed.
@Suite(.serialized, .enabled(if: JACKServer.isInstalled, "jackd is not installed")) struct JACKMIDITests {
    // JACK keeps the names of eight servers: those of this suite have one.
    private static let server = "metronomed-midi-test"

    private struct Heard {
        var frame: Int
        var bytes: String
    }

    private func bridge(_ home: Home, _ server: JACKServer, _ words: String...) throws -> ChildProcess {
        let child = try ChildProcess(
            Built.metrobridge, ["midi", "--jack", "--server", server.name] + words, environment: home.environment,
            in: home.folder)
        _ = try poll(for: "the bridge") { child.stderr.contains("JACK as metronomed-midi") ? true : nil }
        return child
    }

    /// What the port sends in so many seconds, while something is done.
    private func listen(
        _ home: Home, _ server: JACKServer, seconds: Double, to port: String = "-", _ messages: [String] = [],
        _ body: () throws -> Void = {}
    ) throws -> [Heard] {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../JACK/midi.py").path
        let child = try ChildProcess(
            "/usr/bin/env", ["python3", script, "\(seconds)", "metronomed-midi:clock", port] + messages,
            environment: home.environment.merging(["JACK_DEFAULT_SERVER": server.name]) { $1 }, in: home.folder)
        defer { child.kill() }
        usleep(500_000)
        try body()
        _ = try child.end(within: .seconds(seconds + 15))
        return child.stdout.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let frame = Int(words[0]) else { return nil }
            return Heard(frame: frame, bytes: String(words[1]))
        }
    }

    @Test func `clocks come one after the other, and start, stop and position as on any port`() throws {
        let home = try Home()
        let server = try JACKServer(in: home, name: Self.server)
        try home.withDaemon(["--bpm", "137.3", "--no-play"]) { daemon in
            let child = try bridge(home, server)
            defer { child.kill() }
            let client = try daemon.connect()
            let heard = try listen(home, server, seconds: 5) {
                try client.say("start")
                usleep(3_000_000)
                try client.say("stop")
            }
            let words = heard.map(\.bytes).filter { $0 != "f8" && !$0.hasPrefix("f0") }
            // Where a busy machine tells the beat too late for its frame, the music goes on from the next sixteenth.
            #expect(
                words == ["fa", "fc"] || words.count == 3 && words[0].hasPrefix("f2") && words[1...] == ["fb", "fc"])
            let begin = try #require(heard.firstIndex { ["fa", "fb"].contains($0.bytes) })
            let clocks = heard[begin...].filter { $0.bytes == "f8" }.map { Double($0.frame) }
            #expect(clocks.count > 100)
            #expect(zip(clocks, clocks.dropFirst()).allSatisfy { $0 < $1 })
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(0))
        }
    }

    @Test func `pedals that come by JACK do what a file says, and a clock is followed`() throws {
        let home = try Home()
        let server = try JACKServer(in: home, name: Self.server)
        try home.folder.write("\"note 36\" = \"tempo 77\"\n", to: "config/metronomed/midi.toml")
        try home.withDaemon(["--bpm", "90", "--no-play"]) { daemon in
            let child = try bridge(home, server)
            defer { child.kill() }
            let client = try daemon.connect()
            _ = try listen(home, server, seconds: 1.5, to: "metronomed-midi:control", ["902464@0.5"])
            #expect(try client.say("status")["bpm"]?.number == 77)
            let clocks = (0..<150).map { "f8@\(0.3 + Double($0) * 0.02)" }
            _ = try listen(home, server, seconds: 4, to: "metronomed-midi:control", ["fa@0.28"] + clocks) {
                _ = try poll(for: "the clock") {
                    try client.say("status")["sync"]?["source"]?.string == "midi" ? true : nil
                }
                _ = try poll(for: "the beat") { try client.say("status")["playing"]?.bool == true ? true : nil }
                let bpm = try client.say("status")["bpm"]?.number ?? 0
                #expect((100...150).contains(bpm), "\(bpm)")
            }
        }
    }

    @Test func `without a server it says so, and goes on when there is one`() throws {
        let home = try Home()
        try home.withDaemon(["--bpm", "240"]) { daemon in
            let name = Self.server
            let child = try ChildProcess(
                Built.metrobridge, ["midi", "--jack", "--server", name], environment: home.environment, in: home.folder)
            defer { child.kill() }
            let client = try daemon.connect()
            try poll(for: "the trouble") {
                let list = try client.say("bridges")["bridges"]?.array ?? []
                return list.first?["trouble"]?.string?.contains("no JACK server called \(name) runs") == true
                    ? true : nil
            }
            let server = try JACKServer(in: home, name: name)
            try poll(for: "its end") {
                let list = try client.say("bridges")["bridges"]?.array ?? []
                return list.first?["trouble"] == .null ? true : nil
            }
            let heard = try listen(home, server, seconds: 1.5)
            #expect(heard.contains { $0.bytes == "f8" })
        }
    }
}
