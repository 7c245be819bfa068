// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import MetronomeLinux
import Testing

/// Tapping along: keys pressed in a terminal at the times of the beats.
@Suite(.waits, .serialized) struct OffsetTapTests {
    private let home: Home
    private let card: VirtualCard
    private let terminal: Pseudoterminal

    init() throws {
        var home = try Home(.capture)
        card = try VirtualCard(in: &home)
        self.home = home
        terminal = try Pseudoterminal()
    }

    private func metroctl(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess(
            Built.metroctl, ["offset", "tap"] + arguments, environment: home.environment, in: home.folder,
            terminal: terminal)
    }

    /// Taps that long after each beat until the program has had enough of them: 16, and one more for each that a busy
    /// machine delivers too late to count. Returns the distances of the taps from the beats at offset 0.
    private func tap(
        _ program: ChildProcess, with listener: ControlClient, lateMs: Int64, offsetMs: Double
    ) throws -> [Double] {
        var delays: [Double] = []
        while delays.count < 64 {
            let beat = try listener.nextBeat()
            guard beat.revision == 0 else { continue }
            if delays.count >= 16, program.ended() != nil || program.stderr.contains("y or n") { break }
            let due = beat.atNs + lateMs * 1_000_000
            while MonotonicClock.nowNs < due { usleep(useconds_t(max(1, (due - MonotonicClock.nowNs) / 1000))) }
            terminal.type("\r")
            delays.append(Double(MonotonicClock.nowNs - beat.atNs) / 1e6 + offsetMs)
        }
        return delays
    }

    /// How late a busy machine may deliver a key.
    private static let toleranceMs = 60.0

    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    @Test func `what is tapped is proposed, stored on yes, and it is silent again`() throws {
        try trials(3) { number in
            try home.withDaemon(["--no-play"]) { daemon in
                let client = try daemon.connect()
                for words in ["offset 0", "tempo \(200 / number)"] { try client.say(words) }
                let listener = try daemon.connect()
                _ = try listener.subscribe("lead 1000 beat")
                let program = try metroctl()
                defer {
                    program.signal(SIGTERM)
                    _ = try? program.end()
                }
                let delays = try tap(program, with: listener, lateMs: 80, offsetMs: 0)
                try inTime {
                    try poll(for: "question; it says \(program.stderr)", within: .seconds(20)) {
                        program.stderr.contains("y or n") ? true : nil
                    }
                }
                #expect(!terminal.isCooked)
                // A surplus tap does not answer the question.
                terminal.type("\r")
                terminal.type("y")
                #expect(try program.end() == .exit(0), "\(program.stderr)")
                #expect(program.stderr.contains("proposed offset: "))
                let offset = try client.status().audio.offsetMs
                try ensure(abs(offset - mean(delays)) < Self.toleranceMs, "\(offset) of \(delays)")
                #expect(program.stdout == "offset +\(JSONValue(offset).text) ms on 'default'\n")
                #expect(try !client.status().playing)
                #expect(terminal.isCooked)
            }
        }
    }

    @Test func `a new proposal takes the place of the offset in force`() throws {
        try trials(3) { number in
            try home.withDaemon(["--bpm", "\(200 / number)"]) { daemon in
                let client = try daemon.connect()
                try client.say("offset 60")
                let listener = try daemon.connect()
                let program = try metroctl("--yes", "--json")
                defer {
                    program.signal(SIGTERM)
                    _ = try? program.end()
                }
                try poll(for: "invitation") { program.stderr.contains("tap any key") ? true : nil }
                _ = try listener.subscribe("lead 1000 beat")
                let delays = try tap(program, with: listener, lateMs: 30, offsetMs: 60)
                try ensure(inTime { try program.end(within: .seconds(20)) } == .exit(0), program.stderr)
                let result = try JSONLine.parse(Array(program.stdout.utf8))
                #expect(result["stored"] == true && result["taps"] == 16)
                let offset = try client.status().audio.offsetMs
                #expect(result["offset_ms"]?.number == offset)
                try ensure(abs(offset - mean(delays)) < Self.toleranceMs, "\(offset) of \(delays)")
                #expect(try client.status().playing)
            }
        }
    }

    @Test func `whoever gives up changes nothing, and gets the terminal back`() throws {
        try home.withDaemon(["--no-play"]) { daemon in
            for key in ["\u{03}", "\u{1C}", "\u{1A}", "q"] {
                let program = try metroctl()
                try poll(for: "invitation; it says \(program.stderr)") {
                    program.stderr.contains("tap any key") ? true : nil
                }
                #expect(!terminal.isCooked)
                terminal.type("\r")
                terminal.type(key)
                #expect(try program.end() == .exit(1))
                #expect(program.stderr.contains("nothing was stored"))
                #expect(terminal.isCooked)
            }
            let status = try daemon.status()
            #expect(!status.playing && status.audio.offsetMs == 0)
        }
    }

    @Test func `without a terminal, or without sound, it says so`() throws {
        try home.withDaemon(["--no-play", "--output", "clock"]) { daemon in
            let piped = try ChildProcess(
                Built.metroctl, ["offset", "tap"], environment: home.environment, in: home.folder)
            #expect(try piped.end() == .exit(2))
            #expect(piped.stderr.contains("terminal"))
            let silent = try metroctl()
            #expect(try silent.end() == .exit(1))
            #expect(silent.stderr.contains("nothing to tap along to"))
            #expect(try !daemon.status().playing)
            #expect(terminal.isCooked)
        }
    }
}
