// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import Testing

/// The bridge to JACK against a real server, seen by a program that knows nothing of metronomed.
@Suite(.waitsFirst, .serialized, .enabled(if: JACKServer.isInstalled, "jackd is not installed")) struct JACKTests {
    // JACK keeps the names of eight servers: those of this suite have one.
    private static let server = "metronomed-transport-test"

    private func bridge(_ home: Home, _ server: String, _ words: String...) throws -> ChildProcess {
        let child = try ChildProcess(
            Built.metrobridge, ["jack", "--server", server] + words, environment: home.environment, in: home.folder)
        _ = try poll(for: "the bridge") { child.stderr.contains("joined the transport") ? true : nil }
        return child
    }

    /// Asks for a tempo, which is refused where a busy machine's bridge does not take it in time.
    private func take(_ words: String, _ client: ControlClient) throws {
        try poll(for: words) { try? client.say(words) }
    }

    private func waitForBars(at bpm: Double, _ home: Home, _ server: JACKServer) throws {
        try poll(for: "bars at \(bpm)") {
            try JACKServer.watch(home, server.name, 0.3).last?.bars?[6] == bpm ? true : nil
        }
    }

    /// Ticks from the begin of the music to a place, as JACK tells it.
    private func ticks(_ bars: [Double]) -> Double { bars[7] + (bars[1] - 1) * bars[3] + bars[2] }

    @Test func `the transport starts with the beat, and its bars and beats are those that are heard`() throws {
        let home = try Home()
        let server = try JACKServer(in: home, name: Self.server, frames: 1024)
        try home.withDaemon(["--bpm", "137.3", "--meter", "7/8", "--no-play"]) { daemon in
            let child = try bridge(home, server.name)
            defer { child.kill() }
            let client = try daemon.connect()
            let watcher = try JACKServer.watcher(home, server.name)
            defer { watcher.kill() }
            try poll(for: "bars at rest") { child.stderr.isEmpty ? nil : true }
            try client.say("start")
            try poll(for: "bar 2") { (try client.say("status")["position"]?["bar"]?.integer ?? 0) >= 2 ? true : nil }
            let status = try client.say("status")
            #expect(status["sync"]?["source"]?.string == "jack")
            try client.say("stop")
            // It stops with the beat.
            try poll(for: "the end") { try JACKServer.watch(home, server.name, 0.1).last?.state == 0 ? true : nil }
            watcher.signal(SIGTERM)
            #expect(try watcher.end() == .exit(0))
            let cycles = JACKServer.cycles(watcher.stdout)
            let rolling = cycles.filter { $0.state == 1 }
            #expect(rolling.count > 100)
            let perBeat = 48000 * 60 / 137.3
            let odd = try rolling.filter { cycle in
                let bars = try #require(cycle.bars)
                #expect(bars[3...6] == [1920, 7, 8, 137.3] && bars[0] == (bars[7] / 1920 / 7).rounded(.down) + 1)
                // A tick is rounded down.
                return abs(Double(cycle.place) / perBeat * 1920 - 0.5 - ticks(bars)) > 0.51
            }
            // Where a busy machine lets the server miss a cycle, it tells the bars of the one before: most must be right.
            #expect(odd.count * 2 < rolling.count, "\(odd.count) of \(rolling.count)")
            #expect(cycles.last?.state == 0)
        }
    }

    @Test func `the beat starts, follows and stops with the transport`() throws {
        let home = try Home()
        let server = try JACKServer(in: home, name: Self.server)
        try home.withDaemon(["--bpm", "240", "--no-play"]) { daemon in
            let child = try bridge(home, server.name)
            defer { child.kill() }
            let client = try daemon.connect()
            try poll(for: "its report") {
                let list = try client.say("bridges")["bridges"]?.array ?? []
                return list.first?["name"]?.string == "jack" && list.first?["trouble"] == .null ? true : nil
            }
            let before = try JACKServer.watch(home, server.name, 1.5, ["locate=90000@0.1", "start@0.3"])
            try poll(for: "the beat; \(before.suffix(3)), \(child.stderr), \(daemon.child.stderr)") {
                try client.say("status")["playing"]?.bool == true ? true : nil
            }
            let sync = try poll(for: "its clock") { () -> JSONValue? in
                let sync = try client.say("status")["sync"] ?? .null
                return sync["error_us"]?.number == nil ? nil : sync
            }
            #expect(sync["source"]?.string == "jack" && sync["bpm"]?.number == 240)
            // A tempo that is asked for is taken, and told to JACK.
            try take("tempo 120", client)
            try waitForBars(at: 120, home, server)
            _ = try JACKServer.watch(home, server.name, 0.4, ["stop@0.1"])
            try poll(for: "the end") { try client.say("status")["playing"]?.bool == false ? true : nil }
            #expect(try client.say("status")["sync"] == .null)
        }
    }

    @Test func `beats are heard with their frames where JACK's buffer gets another size, too`() throws {
        let home = try Home()
        let server = try JACKServer(in: home, name: Self.server)
        try home.withDaemon(["--bpm", "240"]) { daemon in
            let child = try bridge(home, server.name)
            defer { child.kill() }
            let (client, listener) = (try daemon.connect(), try daemon.connect())
            try poll(for: "its clock") { try client.say("status")["sync"]?["error_us"]?.number == nil ? nil : true }
            try server.setFrames(2048, home)
            // The bar is cut, and its beats are led.
            sleep(4)
            let watcher = try JACKServer.watcher(home, server.name, seconds: 4, [])
            defer { watcher.kill() }
            try poll(for: "the watcher") { watcher.stderr.contains("connected") ? true : nil }
            var told: [Int64] = []
            _ = try listener.subscribe("beat")
            while told.count < 8 { told.append(try listener.nextBeat().atNs) }
            _ = try watcher.end()
            let cycles = JACKServer.cycles(watcher.stdout).filter { $0.state == 1 }
            let off = try told.map { ns in
                let cycle = try #require(cycles.min { abs($0.timeNs - Int(ns)) < abs($1.timeNs - Int(ns)) })
                // The hardware ports of the server have a latency of two cycles.
                let frame = Double(cycle.place) + Double(Int(ns) - cycle.timeNs) * 48e-6 - 4096
                return abs(frame.remainder(dividingBy: 12000))
            }.sorted()
            #expect(off[off.count / 2] < 240, "\(off)")
        }
    }

    @Test func `a second bridge tells the name that JACK has given it`() throws {
        let home = try Home()
        let server = try JACKServer(in: home, name: Self.server)
        let first = try bridge(home, server.name)
        defer { first.kill() }
        let second = try bridge(home, server.name)
        defer { second.kill() }
        #expect(second.stderr.contains("as metronomed-01"), "\(second.stderr)")
    }

    @Test func `bars and beats of another program are followed while it tells them`() throws {
        let home = try Home()
        let server = try JACKServer(in: home, name: Self.server)
        try home.withDaemon(["--bpm", "120", "--no-play"]) { daemon in
            let child = try bridge(home, server.name)
            defer { child.kill() }
            let client = try daemon.connect()
            func isPlayed(_ bpm: Double) throws -> Bool? {
                abs((try client.say("status")["sync"]?["bpm"]?.number ?? 0) - bpm) < 0.01 ? true : nil
            }
            _ = try JACKServer.watch(home, server.name, 0.5, ["start@0.1"])
            try poll(for: "its own bars") { try isPlayed(120) }
            let other = try JACKServer.watcher(home, server.name, ["lead=90@0.1"])
            defer { other.kill() }
            try poll(for: "the bars of the other") { try isPlayed(90) }
            #expect(child.stderr.contains("another program tells bars and beats"))
            #expect(throws: (any Error).self) { try client.say("tempo 100") }
            other.signal(SIGTERM)
            #expect(try other.end() == .exit(0))
            try poll(for: "its own bars again") { child.stderr.contains("no other program tells") ? true : nil }
            try waitForBars(at: 90, home, server)
            try take("tempo 100", client)
            try waitForBars(at: 100, home, server)
        }
    }

    @Test func `a song begins where the transport is in it`() throws {
        let home = try Home()
        let server = try JACKServer(in: home, name: Self.server)
        let song = try home.folder.write(
            """
            count_in = 1
            [[section]]
            label = "verse"
            meter = "4/4"
            tempo = 240
            bars = 4
            times = 2
            [[section]]
            label = "coda"
            meter = "6/8"
            beat = "dotted-quarter"
            tempo = "dotted-quarter=60"
            bars = 30
            """, to: "song.toml")
        try home.withDaemon(["--no-play", "--song", song]) { daemon in
            let child = try bridge(home, server.name)
            defer { child.kill() }
            let client = try daemon.connect()
            // The coda is at 8 s; its fourth bar at 14 s.
            var begin = ContinuousClock.now
            let rolling = try poll(for: "the roll") { () -> [JACKServer.Cycle]? in
                begin = .now
                let cycles = try JACKServer.watch(
                    home, server.name, 2, ["locate=\(48000 * 14)@0.2", "start@0.8"])
                let rolling = cycles.filter {
                    $0.state == 1 && $0.bars != nil && (48000 * 14..<48000 * 16).contains($0.place)
                }
                return rolling.isEmpty ? nil : rolling
            }
            let right = try rolling.filter { cycle in
                let (bars, place) = (try #require(cycle.bars), Double(cycle.place - 48000 * 14))
                // Eight bars are over, and three: bar 12.
                #expect(bars[0] == 12 && bars[4...6] == [6, 8, 180])
                return abs((ticks(bars) - bars[7]) - place / 16000 * 1920) < 1.01
            }
            // Where a busy machine lets the server miss a cycle, it tells the bars of the one before: most must be right.
            #expect(right.count * 2 > rolling.count, "\(right.count) of \(rolling.count)")
            let status = try client.say("status")
            #expect(status["playing"]?.bool == true && status["song"]?["section"]?["label"]?.string == "coda")
            // Bars as they are written: 4 of the verse, 3 of the coda, and one more every two seconds.
            let more = Int((ContinuousClock.now - begin) / .seconds(2))
            #expect((8...8 + more).contains(status["position"]?["bar"]?.integer ?? 0), "\(status)")
            // While it rolls it is sent back to the begin, then stopped, and sent to the coda again.
            _ = try JACKServer.watch(home, server.name, 0.5, ["locate=0@0.1"])
            try poll(for: "the verse") { () -> Bool? in
                let status = try client.say("status")
                guard status["playing"]?.bool == true, status["song"]?["section"]?["label"]?.string == "verse" else {
                    return nil
                }
                return (1...3).contains(status["position"]?["bar"]?.integer ?? 0) ? true : nil
            }
            _ = try JACKServer.watch(home, server.name, 0.3, ["stop@0.1"])
            try poll(for: "the end") { try client.say("status")["playing"]?.bool == false ? true : nil }
            _ = try JACKServer.watch(home, server.name, 0.3, ["locate=\(48000 * 12)@0.1"])
            // Two bars into the coda, whose first is 5.
            try poll(for: "the coda") { try client.say("status")["song"]?["start_bar"]?.integer == 7 ? true : nil }
        }
    }

    @Test func `a server that goes is told, and its place is found when it is back`() throws {
        let home = try Home()
        var server: JACKServer? = try JACKServer(in: home, name: Self.server)
        let name = try #require(server?.name)
        try home.withDaemon(["--bpm", "240", "--no-play"]) { daemon in
            let child = try bridge(home, name)
            defer { child.kill() }
            let client = try daemon.connect()
            try client.say("start")
            try poll(for: "the roll") { try client.say("status")["sync"]?["source"]?.string == "jack" ? true : nil }
            try server?.end()
            server = nil
            _ = try poll(for: "its loss") { child.stderr.contains("is gone; waiting for one") ? true : nil }
            // The beat goes on.
            try poll(for: "the trouble") {
                let list = try client.say("bridges")["bridges"]?.array ?? []
                return list.first?["trouble"]?.string?.contains("is gone") == true ? true : nil
            }
            #expect(try client.say("status")["playing"]?.bool == true)
            server = try JACKServer(in: home, name: name)
            try poll(for: "its return") {
                let list = try client.say("bridges")["bridges"]?.array ?? []
                return list.first?["trouble"] == .null ? true : nil
            }
            try poll(for: "the roll") {
                try JACKServer.watch(home, name, 0.3).contains { $0.state == 1 } ? true : nil
            }
            child.signal(SIGTERM)
            #expect(try child.end() == .exit(0))
        }
    }

    @Test func `without a server it says so, and waits`() throws {
        let home = try Home()
        let child = try ChildProcess(
            Built.metrobridge, ["jack", "--server", "nowhere"], environment: home.environment, in: home.folder)
        defer { child.kill() }
        _ = try poll(for: "a line") { child.stderr.contains("no JACK server called nowhere runs") ? true : nil }
        child.signal(SIGTERM)
        #expect(try child.end() == .exit(0))
    }
}
