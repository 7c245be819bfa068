// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

/// `Control` as a library, against the real daemon.
@Suite(.waits(on: .tasks), .serialized) struct MetronomeTests {
    /// Starts a daemon, calls `body` once it answers, and kills it afterwards.
    private func withDaemon(_ home: Home, _ arguments: [String], _ body: () async throws -> Void) async throws {
        let daemon = DaemonProcess(home: home, child: try home.metronomed(arguments))
        defer { daemon.child.kill() }
        try daemon.waitUntilItAnswers()
        try await body()
    }

    @Test func `each beat comes once, in order, when it is heard`() async throws {
        let home = try Home()
        try await withDaemon(home, ["--bpm", "600"]) {
            var beats: [Metronome.Beat] = []
            for await beat in try await Metronome.connect(socket: home.socket).beats {
                #expect(beat.time <= .now)
                beats.append(beat)
                if beats.count == 12 { break }
            }
            // Of a machine that stands still, beats are lost.
            for (one, next) in zip(beats, beats.dropFirst()) {
                #expect(next.index > one.index && next.run == 1)
                let periods = Double(next.index - one.index)
                #expect(abs((next.time - one.time) / .milliseconds(1) - 100 * periods) < 1)
            }
        }
    }

    @Test func `beats come ahead of their time where that is asked for`() async throws {
        let home = try Home()
        try await withDaemon(home, ["--bpm", "300"]) {
            let metronome = try await Metronome.connect(socket: home.socket, lead: .seconds(1))
            var early = 0
            var seen: Set<Int64> = []
            for await beat in metronome.beats(ahead: .milliseconds(500)) {
                #expect(seen.insert(beat.index).inserted)
                if beat.time > ClockTime.now + .milliseconds(200) { early += 1 }
                // A machine that stands still leaves no time for this task, until it goes on.
                if early == 4 || seen.count == 1000 { break }
            }
            #expect(early == 4)
        }
    }

    @Test func `answers, status and updates are typed, and a refusal is thrown`() async throws {
        let home = try Home()
        try await withDaemon(home, ["--bpm", "90", "--no-play"]) {
            let metronome = try await Metronome.connect(socket: home.socket, timeout: .seconds(60))
            #expect(metronome.status.bpm == 90 && !metronome.status.playing)
            let updates = metronome.updates
            let started = try await metronome.start()
            #expect(started.run == 1 && started.atBeat == 0 && started.time != nil)
            #expect(try await metronome.setTempo(137.3).values["bpm"] == 137.3)
            let error = await #expect(throws: ControlError.self) { try await metronome.setTempo(0) }
            #expect(error?.reason == "out_of_range")
            // What no daemon could read is not sent, and many at once are sent one after the other.
            for bpm in [Double.nan, .infinity] {
                let error = await #expect(throws: ControlError.self) { try await metronome.setTempo(bpm) }
                #expect(error?.reason == "invalid")
            }
            let long = await #expect(throws: ControlError.self) {
                try await metronome.set(["lanes": .string(String(repeating: "x", count: 70_000))])
            }
            #expect(long?.reason == "line_too_long")
            let answered = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<600 { group.addTask { (try? await metronome.currentStatus()) != nil } }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(answered == 600)
            #expect(try await metronome.set(["meter": "7/8", "volume": 0.5]).values["meter"] == "7/8")
            #expect(try await metronome.currentStatus().timeline??.run == 1)
            #expect(metronome.music?.timeline?.beat(0)?.index == 0)
            for await update in updates {
                guard case .event(.state(let event)) = update, event.state.meter == "7/8" else { continue }
                #expect(metronome.status.meter == "7/8")
                break
            }
            #expect(try await metronome.stop().values["playing"] == false)
        }
    }

    @Test func `without a daemon it says so, or waits; and it follows the next daemon`() async throws {
        let home = try Home()
        await #expect(throws: ClientError.self) { try await Metronome.connect(socket: home.socket) }
        let waiting = Task { try await Metronome.connect(socket: home.socket, waits: true) }
        var metronome: Metronome?
        try await withDaemon(home, ["--bpm", "600"]) { metronome = try await waiting.value }
        let beats = try #require(metronome).beats
        let lost = await #expect(throws: (any Error).self) { try await metronome?.setTempo(100) }
        #expect(lost != nil && metronome?.music == nil)
        try await withDaemon(home, ["--bpm", "300"]) {
            for await beat in beats where beat.bpm == 300 { break }
            #expect(metronome?.status.bpm == 300)
        }
        let cancelled = Task { try await Metronome.connect(socket: home.folder("none"), waits: true) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }
}
