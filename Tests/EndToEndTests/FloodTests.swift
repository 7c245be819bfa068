// SPDX-License-Identifier: Apache-2.0

import Control
import Foundation
import Glibc
import Linux
import Testing

/// Clients that send too much, read too little, or are too many.
@Suite(.waits, .serialized) struct FloodTests {
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
            // First as many as it keeps at most.
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

    @Test func `30 clients that send 128 KiB of changes each make no beat late and keep the watchdog fed`() throws {
        var home = try Home()
        let manager = try DatagramSocket(path: home.folder("n"))
        home.environment["NOTIFY_SOCKET"] = manager.path
        home.environment["WATCHDOG_USEC"] = "2000000"
        try home.withDaemon(["--bpm", "300"]) { daemon in
            try daemon.waitForBeat(1)
            let listener = try daemon.connect()
            _ = try listener.subscribe("beat")
            var (aheadNs, feedingsNs): ([Int64], [Int64]) = ([], [MonotonicClock.nowNs])
            func listen() throws {
                while let line = try listener.nextEvent(timeout: .zero) {
                    if case .beat(let beat)? = try Event(line: line) {
                        aheadNs.append(beat.atNs - MonotonicClock.nowNs)
                    }
                }
                while let message = try? manager.next(within: 0) {
                    if message["WATCHDOG"] != nil { feedingsNs.append(MonotonicClock.nowNs) }
                }
            }
            try listen()
            let before = aheadNs.count
            let clients = try (0..<30).map { _ in try daemon.connect() }
            let flood = Array(String(repeating: "volume 0.5\n", count: (128 << 10) / 11).utf8)
            let end = MonotonicClock.nowNs + 5_000_000_000
            for client in clients {
                try? client.send(flood, timeout: .milliseconds(20))
                try listen()
            }
            var bytes = [UInt8](repeating: 0, count: 64 << 10)
            while MonotonicClock.nowNs < end {
                wait(milliseconds: 5)
                // A client that reads its answers has more of its requests performed.
                for client in clients { _ = recv(client.descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)) }
                try listen()
            }
            // 5 beats a second, each told 200 ms ahead. A machine that is busy with something else delays one or two.
            let told = aheadNs.dropFirst(before)
            let late = told.count { $0 < 0 }
            #expect(told.count >= 20 && late <= told.count / 10, "\(late) of \(told.count) late: \(told)")
            // It is fed twice in its time.
            let pausesNs =
                zip(feedingsNs.dropFirst(), feedingsNs).map { $0 - $1 } + [end - (feedingsNs.last ?? 0)]
            #expect(pausesNs.allSatisfy { $0 < 2_000_000_000 }, "\(pausesNs)")
        }
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
        try home.withDaemon(["--bpm", "300", "--connections", "100"]) { daemon in
            try daemon.waitForBeat(1)
            try daemon.isUndisturbed {
                // The connections of the waiting above may not be closed yet.
                wait(milliseconds: 100)
                let clients = try (0..<1000).map { _ in try daemon.connect() }
                for client in clients[..<100] { try client.say("ping") }
                for client in clients[100...] {
                    let lines = try client.linesUntilTheEnd()
                    #expect(lines.map { $0["error"]?["data"]?["reason"] } == ["too_many_clients"])
                }
                #expect(try clients[99].status().playing)
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
            // Every change is an event of state for the sleeper, far more than socket and daemon buffer.
            for round in 0..<4 {
                let lines = (0..<100).map { "volume 0.\(round)\($0 % 10)\($0 / 10)" }.joined(separator: "\n")
                try other.send(lines)
                for _ in 0..<100 { #expect(try other.next()["result"] != nil) }
            }
            let position = try #require(try other.status().position)
            try daemon.waitForBeat(position.beatIndex + 10)
            try other.say("tempo 500")

            // When it reads: what was buffered, the number of dropped beats, the newest state, then new events.
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
            #expect(states < 400)
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
                // More answers than socket and daemon buffer.
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
                // A client that is merely idle has no time limit.
                try idle.say("ping")
            }
        }
    }
}
