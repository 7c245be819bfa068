// SPDX-License-Identifier: Apache-2.0

import Control
import Foundation
import Glibc
import Linux
import Testing

/// Clients that send too much, read too little, or are too many.
@Suite(.serialized) struct FloodTests {
    @Test(arguments: [true, false])
    func `a line of 10 MiB is refused and its connection closed`(ends: Bool) throws {
        try withDaemon("--bpm", "300") { daemon in
            try daemon.waitForBeat(1)
            try daemon.isUndisturbed {
                let client = try daemon.connect()
                let line = [UInt8](repeating: UInt8(ascii: "x"), count: 10 << 20) + (ends ? [0x0A] : [])
                try client.send(Array("ping\n".utf8) + line, timeout: patience)
                let lines = try client.linesUntilTheEnd()
                #expect(lines.count == 2)
                #expect(lines.first?["result"] != nil)
                #expect(lines.last?["error"]?["data"]?["reason"] == "line_too_long")
            }
        }
    }

    @Test func `changes of the tempo while it stands still are not hoarded`() throws {
        try withDaemon("--bpm", "600") { daemon in
            try daemon.waitForBeat(1)
            let client = try daemon.connect()
            try client.say("stop")
            func flood(_ count: Int) throws {
                for round in 0..<count / 100 {
                    try client.send((0..<100).map { "tempo \(300 + (round + $0) % 500)" }.joined(separator: "\n"))
                    for _ in 0..<100 { #expect(try client.next()["result"] != nil) }
                }
            }
            // As many as it remembers for a while.
            try flood(5000)
            let before = try residentKiB(of: daemon.child)
            try flood(10_000)
            let grown = try residentKiB(of: daemon.child) - before
            #expect(grown < 32 << 10, "\(grown) KiB")
        }
    }

    private func residentKiB(of child: ChildProcess) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(child.pid)/statm", encoding: .utf8)
        let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        return pages * sysconf(Int32(_SC_PAGESIZE)) / 1024
    }

    @Test func `the longest line allowed is taken`() throws {
        try withDaemon { daemon in
            let client = try daemon.connect()
            let head = #"{"method":"ping","more":""#
            let rest = String(repeating: "x", count: (64 << 10) - head.utf8.count - 2)
            try client.send(head + rest + "\"}")
            #expect(try client.next()["result"] != nil)
        }
    }

    @Test func `of a thousand connections as many are served as fit, and the rest is told so`() throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 4096))
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)

        let home = try Home(.capture)
        try home.withDaemon(["--bpm", "300"]) { daemon in
            try daemon.waitForBeat(1)
            try daemon.isUndisturbed {
                // Those that waited for the daemon may not be gone yet.
                wait(milliseconds: 100)
                let clients = try (0..<1000).map { _ in try daemon.connect() }
                for client in clients[..<32] { try client.say("ping") }
                for client in clients[32...] {
                    let lines = try client.linesUntilTheEnd()
                    #expect(lines.map { $0["error"]?["data"]?["reason"] } == ["too_many_clients"])
                }
                #expect(try clients[31].status().playing)
            }
            try daemon.end()
        }
        let onsets = try home.captured().onsets
        try #require(onsets.count >= 3)
        #expect(Grid(frame0: onsets[0].frame, tenthsOfBPM: 3000).largestDeviation(of: onsets) <= 0.5)
    }

    @Test func `who does not read keeps nobody waiting, and learns what was left out`() throws {
        try withDaemon("--bpm", "1000") { daemon in
            let (sleeper, other) = (try daemon.connect(), try daemon.connect())
            _ = try sleeper.subscribe()
            // Every change is an event of state for the sleeper, far more than a socket and the daemon will hold.
            for round in 0..<10 {
                let lines = (0..<100).map { "volume 0.\(round)\($0 % 10)\($0 / 10)" }.joined(separator: "\n")
                try other.send(lines)
                for _ in 0..<100 { #expect(try other.next()["result"] != nil) }
            }
            let position = try #require(try other.status().position)
            try daemon.waitForBeat(position.beatIndex + 10)
            try other.say("tempo 500")

            // It wakes up: what had been written, how many beats are missing, the newest state, and then it goes on.
            var (states, dropped, isNew) = (0, 0, false)
            while !isNew {
                switch try sleeper.nextEvent() {
                case .lagged(let event): dropped += event.dropped.beat
                case .state(let event):
                    states += 1
                    isNew = event.state.bpm == 500
                default: break
                }
            }
            #expect(dropped >= 5)
            #expect(states < 1000)
            #expect(try sleeper.nextBeat().bpm == 500)
            #expect(try sleeper.status().bpm == 500)
        }
    }

    @Test func `a line begun and not ended, and events not read, are waited for 10 s and no longer`() throws {
        try withDaemon("--bpm", "300") { daemon in
            try daemon.waitForBeat(1)
            try daemon.isUndisturbed {
                let (half, sleeper, idle) = (try daemon.connect(), try daemon.connect(), try daemon.connect())
                try half.send(Array("ping\ntemp".utf8), timeout: patience)
                try sleeper.send("subscribe")
                // More answers than a socket and the daemon will hold.
                try? sleeper.send(
                    Array(String(repeating: "describe\n", count: 2000).utf8), timeout: .milliseconds(500))
                let began = MonotonicClock.nowNs
                let lines = try half.linesUntilTheEnd(within: .seconds(30))
                #expect(lines.count == 2)
                #expect(lines.last?["error"]?["data"]?["reason"] == "line_timeout")
                #expect(MonotonicClock.nowNs - began > 5_000_000_000)

                try poll(for: "end of the sleeper") {
                    daemon.child.stderr.contains("read nothing for 10 s") ? true : nil
                }
                #expect(throws: ClientError.closed) {
                    while true { _ = try sleeper.nextLine(timeout: patience) }
                }
                // Who only waits may wait for ever.
                try idle.say("ping")
            }
        }
    }
}
