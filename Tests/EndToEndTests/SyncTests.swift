// SPDX-License-Identifier: Apache-2.0

import Control
import Foundation
import Glibc
import Linux
import Testing
import VirtualDevice

/// An outside clock, as a client of the socket owns it.
private struct Owner {
    let client: ControlClient
    var bpm: Double
    var name = "test"
    var quantum = 4
    var beat = 0.0
    var ns = MonotonicClock.nowNs

    func beat(at time: Int64) -> Double { beat + Double(time - ns) / 60e9 * bpm }

    /// How far a time is from the nearest beat, in milliseconds.
    func late(_ time: Int64) -> Double {
        let place = beat(at: time)
        return (place - place.rounded()) * 60_000 / bpm
    }

    /// What it says of now.
    var line: [String: JSONValue] {
        let now = MonotonicClock.nowNs
        return [
            "source": .string(name), "beat": JSONValue(beat(at: now)), "time_ns": .integer(now),
            "bpm": JSONValue(bpm), "quantum": .integer(Int64(quantum)),
        ]
    }

    /// Sends a line, and returns what is followed.
    @discardableResult func say() throws -> SyncState? {
        let answer = try client.call("follow", params: line, timeout: patience).get()
        return try JSONLine.decode(SyncAnswer.self, from: JSONLine.encode(answer)).sync
    }

    /// Goes on from now at another tempo.
    mutating func change(to bpm: Double) {
        let now = MonotonicClock.nowNs
        (beat, ns, self.bpm) = (beat(at: now), now, bpm)
    }
}

@Suite(.waits, .serialized) struct SyncTests {
    private func metroctl(_ home: Home, _ arguments: String...) throws -> String {
        let child = try ChildProcess(
            Built.metroctl, arguments, environment: home.environment.merging(["METRONOMED_SOCKET": home.socket]) { $1 },
            in: home.folder)
        try #require(try child.end() == .exit(0), "\(child.stderr)")
        return child.stdout
    }

    private func milliseconds(_ value: Int) { usleep(UInt32(value) * 1000) }

    /// Sends lines while beats are heard, and returns the beats by their index, as they were told last.
    private func follow(_ owner: Owner, _ listener: ControlClient, until last: Int) throws -> [Int: BeatEvent] {
        var beats: [Int: BeatEvent] = [:]
        while beats[last] == nil {
            let beat = try listener.nextBeat()
            // One that moves is told again.
            if let told = beats[beat.beatIndex] { #expect(beat.revision > told.revision) }
            beats[beat.beatIndex] = beat
            try owner.say()
        }
        return beats
    }

    @Test func `a start lies on the next bar of the line, and every beat with one of its`() throws {
        try withDaemon("--no-play", "--bpm", "90") { daemon in
            let listener = try daemon.connect()
            _ = try listener.subscribe("lead 100 beat")
            let owner = Owner(client: try daemon.connect(), bpm: 240)
            #expect(try owner.say()?.source == "test")
            let client = try daemon.connect()
            let start = try client.say("start")
            let begin = try Int64(#require(start["at_ns"]?.integer))
            #expect(abs(owner.late(begin)) < 1 && Int64(owner.beat(at: begin).rounded()).isMultiple(of: 4))
            let beats = try follow(owner, listener, until: 24)
            #expect(beats.values.allSatisfy { abs(owner.late($0.atNs)) < 1 && $0.bpm == 240 })
            let sync = try #require(try client.status().sync)
            #expect(sync.bpm == 240 && sync.quantum == 4 && !sync.stale && sync.held == nil)
            #expect(abs(sync.errorUs ?? 1e9) < 500 && sync.p99Us ?? 1e9 < 1000)
        }
    }

    @Test func `a start at a time is heard then`() throws {
        try withDaemon("--no-play", "--bpm", "300") { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            _ = try listener.subscribe("lead 100 beat")
            let ns = MonotonicClock.nowNs + 600_000_000
            let start = try client.say("start time \(ns)")
            #expect(try abs(Int64(#require(start["at_ns"]?.integer)) - ns) < 1_000_000)
            let first = try listener.nextBeat()
            #expect(first.beatIndex == 0 && abs(first.atNs - ns) < 1_000_000)
        }
    }

    @Test func `metroctl starts with the bar or the beat of the line, or at once`() throws {
        try withDaemon("--no-play", "--bpm", "90") { daemon in
            let owner = Owner(client: try daemon.connect(), bpm: 120)
            for (words, unit) in [(["start", "--at", "beat"], 1), (["start", "--at", "bar"], 4), (["start"], 4)] {
                try owner.say()
                let child = try ChildProcess(
                    Built.metroctl, words + ["--json"], environment: daemon.home.environment, in: daemon.home.folder)
                try #require(try child.end() == .exit(0), "\(child.stderr)")
                let begin = try JSONLine.decode(Change.self, from: Array(child.stdout.utf8.dropLast())).atNs ?? 0
                #expect(abs(owner.late(begin)) < 1, "\(words)")
                #expect(Int64(owner.beat(at: begin).rounded()).isMultiple(of: Int64(unit)), "\(words)")
                try daemon.connect().say("stop")
            }
            try owner.say()
            #expect(try metroctl(daemon.home, "start", "at", "now").hasPrefix("playing"))
            let child = try ChildProcess(
                Built.metroctl, ["start", "--at", "noon"], environment: daemon.home.environment, in: daemon.home.folder)
            #expect(try child.end() == .exit(1) && child.stderr.contains("beat"), "\(child.stderr)")
        }
    }

    @Test func `a line that is joined while it plays is met within the bar, bars and all, and no beat is lost`() throws
    {
        let home = try Home(.capture)
        var heard: [BeatEvent] = []
        try home.withDaemon(["--volume", "1", "--bpm", "200", "--meter", "3/4"]) { daemon in
            let listener = try daemon.connect()
            _ = try listener.subscribe("lead 600 beat")
            while try listener.nextBeat().beatIndex < 3 {}
            var owner = Owner(client: try daemon.connect(), bpm: 240)
            owner.quantum = 3
            owner.beat = 0.37
            let beats = try follow(owner, listener, until: 40)
            heard = beats.values.sorted { $0.beatIndex < $1.beatIndex }
            for beat in heard where beat.beatIndex > 20 {
                #expect(abs(owner.late(beat.atNs)) < 1, "beat \(beat.beatIndex)")
                let place = Int(owner.beat(at: beat.atNs).rounded())
                #expect(beat.beat == place % 3 + 1 && beat.bell == (place % 3 == 0))
            }
            // Another phase while it plays, and another tempo.
            owner.beat += 0.4
            _ = try follow(owner, listener, until: 50)
            let jumped = try follow(owner, listener, until: 62)
            #expect(jumped.values.allSatisfy { abs(owner.late($0.atNs)) < 1 })
            owner.change(to: 250)
            let changed = try follow(owner, listener, until: 76)
            #expect(changed.values.contains { $0.revision > 0 })
            let faster = try follow(owner, listener, until: 84)
            #expect(faster.values.allSatisfy { abs(owner.late($0.atNs)) < 1 && $0.bpm == 250 })
            try daemon.end()
        }
        let onsets = try home.captured().onsets.map(\.frame)
        let lengths = zip(onsets, onsets.dropFirst()).map { $1 - $0 }
        #expect(onsets.count > 80 && lengths.allSatisfy { (5_500...29_000).contains($0) }, "\(lengths)")
    }

    @Test func `peers that the owner has found are told, and whether Link is on`() throws {
        let home = try Home()
        try home.withDaemon(["--no-play"]) { daemon in
            #expect(try metroctl(home, "link") == "off: metrolink turns it on\n")
            let owner = Owner(client: try daemon.connect(), bpm: 240)
            #expect(try owner.say()?.peers == nil)
            let listener = try daemon.connect()
            _ = try listener.subscribe("state")
            try owner.client.say("bridge link Session peers 3")
            #expect(try listener.nextState().state.sync?.peers == 3)
            #expect(try owner.say()?.peers == 3)
            #expect(try metroctl(home, "link") == "on, 3 peers\n")
            #expect(try metroctl(home, "bridges").contains("ok, 3 peers"))
            #expect(try metroctl(home, "status").contains("240 bpm, 3 peers"))
            // Those of another client are not the clock's.
            try daemon.connect().say("bridge other Session peers 7")
            #expect(try owner.say()?.peers == 3)
            _ = try owner.client.call(
                "bridge.report",
                params: ["name": "link", "to": "Session", "peers": 1, "trouble": "no network"], timeout: patience)
            #expect(try metroctl(home, "link") == "on, 1 peer: no network\n")
            for peers in ["-1", "1.5", "x"] {
                #expect(try owner.client.refusal(of: "bridge link Session peers \(peers)").param == "peers")
            }
        }
    }

    @Test func `the tempo of a preset is proposed as one that was loaded`() throws {
        try withDaemon("--bpm", "150") { daemon in
            let client = try daemon.connect()
            try client.say("preset save fast")
            try client.say("tempo 120")
            let owner = Owner(client: try daemon.connect(), bpm: 120)
            _ = try owner.client.subscribe("state")
            try owner.say()
            try client.say("preset load fast")
            let loaded = try poll(for: "the proposal") { try client.status().sync?.proposal.map { _ in true } }
            #expect(try loaded && client.status().sync?.loaded == true)
            try owner.client.say("follow refuse")
            #expect(try client.status().bpm == 120 && client.status().sync?.loaded == nil)
            try client.send("tempo 99")
            _ = try poll(for: "the proposal") { try daemon.connect().status().sync?.proposal.map { _ in true } }
            #expect(try daemon.connect().status().sync?.loaded == nil)
        }
    }

    @Test func `a second owner is refused, until the first has gone or fallen silent`() throws {
        try withDaemon("--bpm", "240") { daemon in
            let listener = try daemon.connect()
            _ = try listener.subscribe("state")
            var first: Owner? = Owner(client: try daemon.connect(), bpm: 240)
            var second = Owner(client: try daemon.connect(), bpm: 200)
            second.name = "other"
            try first?.say()
            let error = try second.client.refusal(of: "follow", second.line)
            #expect(error.reason == "led" && error.message.contains("test is followed already"))
            #expect(try daemon.status().sync?.source == "test")
            // It goes: it is told, and the beats go on.
            first = nil
            func isStale() throws -> Bool {
                while true {
                    let state = try listener.nextState()
                    if state.changed.contains("sync"), let sync = state.state.sync { return sync.stale }
                }
            }
            #expect(try isStale() == false)
            #expect(try isStale() == true)
            let status = try daemon.status()
            #expect(status.playing && status.bpm == 240 && status.sync?.stale == true && status.sync?.source == "test")
            #expect(try metroctl(daemon.home, "status").contains("test, 240 bpm, gone silent: running free"))
            // Another takes its place, and falls silent.
            #expect(try second.say()?.source == "other")
            #expect(try isStale() == false)
            #expect(try isStale() == true)
            let third = Owner(client: try daemon.connect(), bpm: 210)
            #expect(try third.say()?.bpm == 210)
            #expect(try second.client.refusal(of: "follow", second.line).reason == "led")
        }
    }

    @Test func `an owner that lies is refused line by line, and the beats go on`() throws {
        try withDaemon("--bpm", "240") { daemon in
            let owner = Owner(client: try daemon.connect(), bpm: 240)
            try owner.say()
            let now = MonotonicClock.nowNs
            let lies: [(String, JSONValue, String)] = [
                ("beat", 1e12, "out_of_range"), ("beat", "x", "wrong_type"),
                ("time_ns", .integer(now - 5_000_000_000), "invalid"),
                ("time_ns", .integer(.max), "invalid"), ("time_ns", .integer(.min), "invalid"),
                ("bpm", 0, "out_of_range"),
                ("bpm", -120, "out_of_range"), ("bpm", "1/0", "out_of_range"), ("bpm", "nan", "invalid"),
                ("bpm", "5000/1", "out_of_range"), ("quantum", 0, "out_of_range"), ("quantum", 1.5, "wrong_type"),
                ("source", "a b", "invalid"), ("source", "system", "invalid"),
            ]
            for (name, value, reason) in lies {
                var line = owner.line
                line[name] = value
                #expect(try owner.client.refusal(of: "follow", line).reason == reason, "\(name): \(value.text)")
            }
            try owner.client.send(#"{"method":"follow","params":{"source":"x","beat":NaN,"time_ns":0,"bpm":1}}"#)
            #expect(try owner.client.next()["error"]?["data"]?["reason"] == "parse_error")
            #expect(try owner.say()?.stale == false && daemon.status().playing)
            // Lines that are true each, and go anywhere.
            for step in 0..<60 {
                var line = owner.line
                line["beat"] = JSONValue(Double(step * step % 17) / 3)
                line["bpm"] = JSONValue(Double(step * 997 % 900) + 20)
                _ = try owner.client.call("follow", params: line, timeout: patience)
            }
            #expect(try daemon.status().playing)
        }
    }

    @Test(arguments: [-300, 300])
    func `on a card that is off, what is heard is on the line`(ppm: Int) throws {
        var home = try Home()
        let card = try VirtualCard(in: &home, fields: "ppm \(ppm)")
        var owner: Owner?
        try home.withDaemon(["--volume", "1", "--bpm", "240", "--bell-every", "off", "--no-play"]) { daemon in
            let listener = try daemon.connect()
            _ = try listener.subscribe("lead 100 beat")
            let line = Owner(client: try daemon.connect(), bpm: 240)
            owner = line
            try line.say()
            try listener.say("start")
            _ = try follow(line, listener, until: 44)
            try daemon.end()
        }
        let line = try #require(owner)
        let heard = try card.heard().onsets.map { card.nanoseconds(ofFrame: $0.frame) }
        try #require(heard.count >= 40)
        // Ten seconds without correction would make three milliseconds.
        let late = heard.dropFirst(22).map(line.late)
        #expect(late.allSatisfy { abs($0) < 1 }, "\(late)")
    }

    @Test func `by the clock of the system the beats keep the time of the wall, whatever the card does`() throws {
        var home = try Home()
        let card = try VirtualCard(in: &home, fields: "ppm 900")
        try home.withDaemon(["--volume", "1", "--bpm", "240", "--bell-every", "off", "--clock", "system"]) { daemon in
            try daemon.waitForBeat(36)
            let sync = try #require(try daemon.status().sync)
            #expect(sync.source == "system" && sync.bpm == nil && !sync.stale)
            #expect(try metroctl(daemon.home, "status").contains("system clock"))
            // A tempo is set as ever.
            #expect(try daemon.connect().say("tempo 200")["bpm"] == 200)
            try daemon.end()
        }
        let heard = try card.heard().onsets.map { card.nanoseconds(ofFrame: $0.frame) }
        try #require(heard.count >= 36)
        // Without it, 24 beats would be 5.4 ms short.
        #expect(abs(Double(heard[35] - heard[11]) / 1e6 - 6000) < 1, "\(heard)")
    }

    @Test func `by the clock of the system another offset moves what is told, and no beat`() throws {
        try withDaemon("--bpm", "240", "--clock", "system") { daemon in
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            _ = try listener.subscribe("lead 100 beat")
            var beats: [Int: BeatEvent] = [:]
            func listen(until last: Int) throws {
                while beats[last] == nil {
                    let beat = try listener.nextBeat()
                    beats[beat.beatIndex] = beat
                }
            }
            try listen(until: 6)
            try client.say("offset 40")
            try listen(until: 24)
            let (before, after) = (try #require(beats[4]), try #require(beats[24]))
            #expect(abs(Double(after.atNs - before.atNs) / 1e6 - 5040) < 1)
        }
    }

    private static let song = """
        tempo = 300
        [[section]]
        bars = 3
        pattern = "xxxx"
        [[section]]
        bars = 4
        pattern = "xxxx"
        tempo = { to = 200 }
        [[section]]
        bars = 2
        pattern = "xxxx"
        tempo = 200
        """

    @Test func `a song keeps the time of the wall too, along its ramps`() throws {
        // A card that ran dry, on a machine that stood still, says nothing of this.
        var (heard, tries) = ([Int64](), 0)
        repeat {
            var home = try Home()
            let card = try VirtualCard(in: &home, fields: "ppm 900")
            try home.folder.write(Self.song, to: "song.toml")
            try home.withDaemon([
                "--volume", "1", "--clock", "system", "--song", home.folder("song.toml"),
            ]) { daemon in
                try daemon.waitForBeat(29)
                try daemon.end()
            }
            heard = try card.heard().onsets.map { card.nanoseconds(ofFrame: $0.frame) }
            tries += 1
            if card.control.pointee.xruns == 0 { break }
        } while tries < 4
        try #require(heard.count >= 29)
        // 16 beats from 300 to 200 bpm, which without it would take 3.5 ms less.
        let seconds = 60 * 16 / -100 * log(200.0 / 300)
        #expect(abs(Double(heard[28] - heard[12]) / 1e9 - seconds) < 0.0012, "\(heard)")
    }

    @Test func `a song has its own tempo: the line is heard and not followed until it is over`() throws {
        try withDaemon("--no-play", "--bpm", "120") { daemon in
            let owner = Owner(client: try daemon.connect(), bpm: 240)
            try owner.say()
            let client = try daemon.connect()
            try daemon.home.folder.write(Self.song, to: "song.toml")
            try client.say("song load \(daemon.home.folder("song.toml"))")
            let held = try #require(try owner.say())
            #expect(held.held == "the song has its own tempo" && !held.stale && held.bpm == 240)
            #expect(try daemon.status().bpm == 300)
            try client.say("song unload")
            #expect(try owner.say()?.held == nil && daemon.status().bpm == 240)
            try client.say("trainer speed 60 to 90 by 5 every 4")
            #expect(try owner.say()?.held == "the speed trainer leads the tempo")
        }
    }

    @Test func `the owner of the guide is followed, and takes the tempo that is proposed`() throws {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL.path
        let text = try String(contentsOfFile: root + "/Docs/Sync.md", encoding: .utf8)
        let program = try #require(
            text.components(separatedBy: "```python\n").last?.components(separatedBy: "```").first)
        #expect(program.split(separator: "\n").count <= 20)
        try withDaemon("--bpm", "90") { daemon in
            try daemon.home.folder.write(program, to: "line.py")
            var environment = daemon.home.environment
            environment["METRONOMED_SOCKET"] = daemon.home.socket
            let child = try ChildProcess(
                "/usr/bin/env", ["python3", daemon.home.folder("line.py"), "300"], environment: environment,
                in: daemon.home.folder)
            try poll(for: "the line") { try daemon.status().sync?.bpm == 300 ? true : nil }
            #expect(try daemon.connect().say("tempo 250")["bpm"] == 250, "\(child.stderr)")
            #expect(try daemon.status().bpm == 250)
            let other = try ChildProcess(
                "/usr/bin/env", ["python3", daemon.home.folder("line.py"), "80"], environment: environment,
                in: daemon.home.folder)
            #expect(try other.end() == .exit(1) && other.stderr.contains("another client owns it"))
            child.signal(SIGKILL)
            _ = try child.end()
            try poll(for: "its end") { try daemon.status().sync?.stale == true ? true : nil }
        }
    }
}
