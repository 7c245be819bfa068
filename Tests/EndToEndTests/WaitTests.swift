// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import MetronomeLinux
import Testing

/// `metroctl wait` and `metroctl on` against the real daemon.
@Suite(.waitsFirst, .serialized) struct WaitTests {
    private func start(
        _ home: Home, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess(
            Built.metroctl, arguments, environment: home.environment.merging(environment) { $1 }, in: home.folder)
    }

    private func json(_ child: ChildProcess) throws -> JSONValue { try JSONLine.parse(Array(child.stdout.utf8)) }

    @Test func `it ends when the place is heard, and not before`() throws {
        try withDaemon("--bpm", "300", "--meter", "3/4") { daemon in
            func wait(for place: String, beat: Int? = nil) throws {
                let child = try start(daemon.home, ["wait", place, "--json"])
                try ensure(child.end() == .exit(0), child.stderr)
                let now = MonotonicClock.nowNs
                let heard = try json(child)
                #expect(try #require(heard["at_ns"]?.integer) <= now)
                #expect(beat == nil || heard["beat"]?.integer == beat)
                #expect(heard["run"]?.integer == 1 && heard["bpm"]?.number == 300)
            }
            try wait(for: "beat")
            try wait(for: "bar", beat: 1)
            // A place that a busy machine comes too late for is over.
            try trials { number in
                let bar = try daemon.status().position?.bar ?? 0
                try wait(for: "@\(bar + 2 << number).2", beat: 2)
            }
            #expect(try start(daemon.home, ["wait", "beat"]).end() == .exit(0))
            let over = try start(daemon.home, ["wait", "@2"])
            #expect(try over.end() == .exit(1) && over.stderr.contains("@2.1 is over"), "\(over.stderr)")
            let none = try start(daemon.home, ["wait", "@99.4", "--json"])
            #expect(try none.end() == .exit(1) && json(none)["error"]?["data"]?["reason"] == "out_of_range")
            try trials(3) { number in
                let late = try start(daemon.home, ["wait", "@90000", "--timeout", "\(2 * number)s"])
                #expect(try late.end() == .exit(4))
                // A busy machine may have had no time to connect.
                try ensure(late.stderr.contains("@90000"), late.stderr)
            }
        }
    }

    @Test func `on a stopped metronome it waits for the start, and for the end of what plays`() throws {
        try withDaemon("--no-play") { daemon in
            #expect(try start(daemon.home, ["wait", "stopped"]).end() == .exit(0))
            let beat = try start(daemon.home, ["wait", "bar", "--json"])
            // A script can start it again at its end.
            let script = "\"$0\" wait end && \"$0\" status --json"
            let end = try ChildProcess(
                "/bin/sh", ["-c", script, Built.metroctl], environment: daemon.home.environment, in: daemon.home.folder)
            let early = try start(daemon.home, ["wait", "end", "--early", "200ms", "--json"])
            try poll(for: "their connections") { [beat, early].allSatisfy { $0.socketCount > 0 } ? true : nil }
            wait(milliseconds: 300)
            #expect(beat.ended() == nil && end.ended() == nil)
            let client = try daemon.connect()
            try client.say("tempo 300")
            // Who has not subscribed by then waits for the next music.
            try trials { _ in
                try client.say("start")
                // Asked for behind that bar, it is refused.
                if (try? client.say("stop at @3")) == nil { try client.say("stop") }
                try inTime {
                    try poll(for: "their ends", within: .seconds(8)) {
                        [beat, end, early].allSatisfy { $0.ended() != nil } ? true : nil
                    }
                }
            }
            #expect(try beat.end() == .exit(0))
            // A machine that is busy may let it connect late.
            #expect(try [0, 4, 8].contains(json(beat)["beat_index"]?.integer))
            #expect(try end.end() == .exit(0) && early.end() == .exit(0), "\(end.stderr)")
            #expect(try json(end)["playing"] == false)
            #expect(try json(early)["at_ns"]?.integer != nil)
        }
    }

    @Test func `where the daemon goes it ends with 3, and wrong words with 2`() throws {
        try withDaemon("--no-play") { daemon in
            // By the second answer the daemon has closed what others have left.
            let client = try daemon.connect()
            for _ in 0..<2 { try client.say("ping") }
            let before = daemon.child.socketCount
            let child = try start(daemon.home, ["wait", "bar"])
            _ = try poll(for: "its connection") { daemon.child.socketCount > before ? true : nil }
            daemon.child.kill()
            #expect(try child.end() == .exit(3) && child.stderr.contains("closed the connection"), "\(child.stderr)")
        }
        let home = try Home()
        #expect(try start(home, ["wait", "bar"]).end() == .exit(3))
        for words in [
            ["wait", "baer"], ["on", "bar", "--"], ["on", "bar", "--", "no-such-command"],
            ["on", "bar", "--count", "0", "--", "true"],
        ] {
            let child = try start(home, words)
            #expect(try child.end() == .exit(2) && !child.stderr.isEmpty, "\(words): \(child.stderr)")
        }
        #expect(try start(home, ["on", "bar", "--no-retry", "--", "true"]).end() == .exit(3))
    }

    @Test func `a command is run at each place, with the place in its environment`() throws {
        try withDaemon("--bpm", "300", "--meter", "2/4") { daemon in
            // The words of the command are left as they are.
            let print =
                #"[ "$1$2$3" = at-5--json ] && echo $METROCTL_BEAT $METROCTL_BAR.$METROCTL_BEAT_IN_BAR $METROCTL_BELL "#
                + #"$METROCTL_BPM $METROCTL_METER $METRONOMED_SOCKET >> places"#
            let child = try start(
                daemon.home, ["on", "beat", "--count", "4", "--", "/bin/sh", "-c", print, "sh", "at", "-5", "--json"])
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            let text = String(decoding: try daemon.home.folder.bytes("places"), as: UTF8.self)
            let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            try #require(lines.count == 4)
            for line in lines {
                let beat = try #require(Int(line[0]))
                let (bar, inBar) = (beat / 2 + 1, beat % 2 + 1)
                let expected = ["\(bar).\(inBar)", inBar == 1 ? "1" : "0", "300", "2/4", daemon.home.socket]
                #expect(Array(line.dropFirst()) == expected)
            }
        }
    }

    @Test func `a program behind -- is run as it is named, with the variables of its own place alone`() throws {
        try withDaemon("--bpm", "600") { daemon in
            let program = daemon.home.folder("my prog;x")
            try daemon.home.folder.write("#!/bin/sh\nenv | grep -e ^METROCTL_ -e ^COLUMNS > found\n", to: "my prog;x")
            chmod(program, 0o755)
            let child = try start(
                daemon.home, ["on", "beat", "--count", "1", "--", program],
                environment: ["METROCTL_SECTION": "old", "METROCTL_PROMPT": "old", "COLUMNS": "20"])
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            let found = String(decoding: try daemon.home.folder.bytes("found"), as: UTF8.self)
            #expect(found.contains("METROCTL_BEAT=") && !found.contains("old"), "\(found)")
            // Help that is wider than a narrow terminal changes nothing for others.
            #expect(found.contains("COLUMNS=20\n"), "\(found)")
        }
    }

    @Test func `where a hang-up is ignored, as by nohup, it ends nothing`() throws {
        try withDaemon("--bpm", "600") { daemon in
            let script = "trap '' HUP; exec \"$0\" on beat --count 3 -- sh -c 'kill -HUP $PPID; echo >> beats'"
            let child = try ChildProcess(
                "/bin/sh", ["-c", script, Built.metroctl], environment: daemon.home.environment, in: daemon.home.folder)
            defer { child.kill() }
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            #expect(try daemon.home.folder.bytes("beats").count == 3)
        }
    }

    @Test func `one command runs at a time, and the next is told how many places it missed`() throws {
        try withDaemon("--bpm", "600") { daemon in
            // The first run is slow, however many places went by before it on a busy machine.
            let script = "[ -s runs ] || s=0.55; echo $METROCTL_BEAT $METROCTL_MISSED >> runs; sleep ${s:-0}"
            let child = try start(daemon.home, ["on", "beat", "--count", "2", "--", "sh", "-c", script])
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            let text = String(decoding: try daemon.home.folder.bytes("runs"), as: UTF8.self)
            let runs = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
            try #require(runs.count == 4)
            #expect(runs[3] >= 5 && runs[2] - runs[0] == runs[3] + 1, "\(runs)")
        }
    }

    @Test func `a signal is passed on to the command, and ends both`() throws {
        try withDaemon("--bpm", "600") { daemon in
            let script = "trap 'echo ended > end; exit' TERM; echo > begun; sleep 30 & wait"
            // Before it has run as often as it was to, that is no success.
            for (options, status) in [([], 0), (["--count", "1"], 0), (["--count", "2"], 1)] as [([String], Int32)] {
                for file in ["begun", "end"] { unlink(daemon.home.folder(file)) }
                let child = try start(daemon.home, ["on", "beat"] + options + ["--", "sh", "-c", script])
                try poll(for: "command") { daemon.home.folder.has("begun") ? true : nil }
                child.signal(SIGTERM)
                #expect(try child.end() == .exit(status), "\(options): \(child.stderr)")
                #expect(daemon.home.folder.has("end") && child.stderr.contains("1 of 2 times") == (status == 1))
            }
        }
    }

    @Test func `it goes on with the next daemon, and at each stop`() throws {
        let home = try Home()
        let child = try start(home, ["on", "stopped", "--count", "2", "--", "sh", "-c", "echo $METROCTL_RUN >> stops"])
        try home.withDaemon(["--no-play"]) { daemon in
            let client = try daemon.connect()
            // Until it has connected, a stop is not told.
            try poll(for: "a stop") {
                try client.say("start")
                try client.say("stop")
                return home.folder.has("stops") ? true : nil
            }
            // While the first command runs, a stop is left out.
            let end = try poll(for: "second stop") {
                try client.say("start")
                try client.say("stop")
                return child.ended()
            }
            #expect(end == .exit(0), "\(child.stderr)")
        }
    }

    @Test func `subscribe prints chosen events as lines, the state first`() throws {
        try withDaemon("--bpm", "600") { daemon in
            let child = try start(daemon.home, ["subscribe", "timeline", "beat"])
            try poll(for: "events") { child.stdout.contains("event.beat") ? true : nil }
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(0), "\(child.stderr)")
            let lines = try child.stdout.split(separator: "\n").map { try JSONLine.parse(Array($0.utf8)) }
            #expect(lines.first?["method"] == "event.state")
            #expect(lines.first?["params"]?["state"]?["timeline"]?["run"]?.integer == 1)
            #expect(!lines.contains { $0["method"] == "event.audio" })
            let refused = try start(daemon.home, ["subscribe", "beats"])
            #expect(try refused.end() == .exit(2) && refused.stderr.contains(#"not "beats""#), "\(refused.stderr)")
        }
    }
}
