// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import MetronomeLinux
import Testing

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

    /// Sends lines until a program has ended: a line is stale 2 s later.
    func say(during child: ChildProcess) throws -> ChildProcess.End {
        try poll(for: "end of the program; it says: \(child.stderr)") {
            try say()
            return child.ended()
        }
    }

    /// Sends a line, and returns what is followed.
    @discardableResult func say() throws -> SyncState? {
        let answer = try client.call("follow", params: line, timeout: patience).get()
        return try JSONLine.decode(SyncAnswer.self, from: JSONLine.encode(answer)).sync
    }
}

@Suite(.waits, .serialized) struct SyncTests {
    private func metroctl(_ home: Home, beside owner: Owner? = nil, _ arguments: String...) throws -> String {
        let child = try ChildProcess(
            Built.metroctl, arguments, environment: home.environment.merging(["METRONOMED_SOCKET": home.socket]) { $1 },
            in: home.folder)
        let end = try owner?.say(during: child) ?? child.end()
        try #require(end == .exit(0), "\(child.stderr)")
        return child.stdout
    }

    @Test func `metroctl starts with the bar or the beat of the line, or at once`() throws {
        try withDaemon("--no-play", "--bpm", "90") { daemon in
            let owner = Owner(client: try daemon.connect(), bpm: 120)
            for (words, unit) in [(["start", "--at", "beat"], 1), (["start", "--at", "bar"], 4), (["start"], 4)] {
                try owner.say()
                let child = try ChildProcess(
                    Built.metroctl, words + ["--json"], environment: daemon.home.environment, in: daemon.home.folder)
                try #require(try owner.say(during: child) == .exit(0), "\(child.stderr)")
                let begin = try JSONLine.decode(Change.self, from: Array(child.stdout.utf8.dropLast())).atNs ?? 0
                #expect(abs(owner.late(begin)) < 1, "\(words)")
                #expect(Int64(owner.beat(at: begin).rounded()).isMultiple(of: Int64(unit)), "\(words)")
                try daemon.connect().say("stop")
            }
            #expect(try metroctl(daemon.home, beside: owner, "start", "at", "now").hasPrefix("playing"))
            let child = try ChildProcess(
                Built.metroctl, ["start", "--at", "noon"], environment: daemon.home.environment, in: daemon.home.folder)
            #expect(try child.end() == .exit(1) && child.stderr.contains("beat"), "\(child.stderr)")
        }
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
            // On a busy machine the line may have become stale meanwhile, which is told too.
            while try listener.nextState().state.sync?.peers != 3 {}
            #expect(try owner.say()?.peers == 3)
            #expect(try metroctl(home, beside: owner, "link") == "on, 3 peers\n")
            #expect(try metroctl(home, beside: owner, "bridges").contains("ok, 3 peers"))
            #expect(try metroctl(home, beside: owner, "status").contains("240 bpm, 3 peers"))
            // The peers of another client are not the clock's.
            try daemon.connect().say("bridge other Session peers 7")
            #expect(try owner.say()?.peers == 3)
            _ = try owner.client.call(
                "bridge.report",
                params: ["name": "link", "to": "Session", "peers": 1, "trouble": "no network"], timeout: patience)
            #expect(try metroctl(home, beside: owner, "link") == "on, 1 peer: no network\n")
            for peers in ["-1", "1.5", "x"] {
                #expect(try owner.client.refusal(of: "bridge link Session peers \(peers)").param == "peers")
            }
        }
    }

    @Test func `the clock of the system is chosen by a flag, and told`() throws {
        try withDaemon("--bpm", "240", "--clock", "system") { daemon in
            let (source, page) = (try daemon.status().sync?.source, try metroctl(daemon.home, "status"))
            #expect(source == "system" && page.contains("system clock"))
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
            func owner(_ bpm: Int) throws -> ChildProcess {
                try ChildProcess(
                    "/usr/bin/env", ["python3", daemon.home.folder("line.py"), "\(bpm)"], environment: environment,
                    in: daemon.home.folder)
            }
            let client = try daemon.connect()
            // A line that comes 2 s late on a busy machine is another client's to own by then.
            try trials(3) { _ in
                let child = try owner(300)
                try poll(for: "the line") { try daemon.status().sync?.bpm == 300 ? true : nil }
                // A proposal that is not taken within 2 s is refused.
                try poll(for: "the tempo") { (try? client.say("tempo 250"))?["bpm"] == 250 ? true : nil }
                #expect(try daemon.status().bpm == 250)
                let other = try owner(80)
                try ensure(inTime { try other.end(within: .seconds(20)) } == .exit(1), other.stderr)
                #expect(other.stderr.contains("another client owns it"))
                child.kill()
                try poll(for: "its end") { try daemon.status().sync?.stale == true ? true : nil }
            }
        }
    }
}
