// SPDX-License-Identifier: Apache-2.0

import Control
import Linux
import Testing
import VirtualDevice

@Suite(.waits, .serialized) struct OffsetTests {
    private static let ms: Int64 = 1_000_000

    @Test func `beats to come are told again, later by the offset`() throws {
        try withDaemon("--bpm", "30") { daemon in
            let (listener, other) = (try daemon.connect(), try daemon.connect())
            _ = try listener.subscribe("beat")
            let told = try listener.nextBeat()
            let answer = try other.say("offset +40")
            #expect(answer["offset_ms"] == 40)
            #expect(answer["device"] == "clock")
            // The beat whose swing is under way is announced again too.
            let again = try poll(for: "beat \(told.beatIndex) again") { () -> BeatEvent? in
                let beat = try listener.nextBeat()
                return beat.beatIndex == told.beatIndex ? beat : nil
            }
            #expect(again.revision == told.revision + 1)
            #expect(abs(again.atNs - told.atNs - 40 * Self.ms) < Self.ms)
            #expect(abs(again.pendulum.beginNs - told.pendulum.beginNs - 40 * Self.ms) < Self.ms)
            // An offset that changes nothing sends no event; the next line is the next beat.
            try other.say("offset 40")
            let next = try listener.nextBeat()
            #expect(next.beatIndex == told.beatIndex + 1)
            #expect(abs(next.atNs - again.atNs - 2000 * Self.ms) < Self.ms)
        }
    }

    @Test(arguments: [-300, 0, 700]) func `all times agree with each other`(offset: Int) throws {
        try withDaemon("--bpm", "60") { daemon in
            let (listener, other) = (try daemon.connect(), try daemon.connect())
            try daemon.waitForBeat(1)
            try other.say("offset \(offset)")
            _ = try listener.subscribe("beat")
            let beat = try listener.nextBeat()
            #expect(beat.pendulum.beginNs == beat.atNs)

            let status = try other.status()
            #expect(status.audio.offsetMs == Double(offset))
            let position = try #require(status.position)
            let age = Double(status.nowNs - beat.atNs) / 1e9
            let beats = Double(position.beatIndex - beat.beatIndex) + position.phase
            #expect(abs(beats - age) < 0.002, "\(beats) beats in \(age) s")
            let swing = try #require(status.pendulum.segment)
            #expect(abs(status.pendulum.angle - swing.value(atNs: status.nowNs)) < 0.01)

            let change = try other.say("tempo 120")
            let (atNs, atBeat) = (try #require(change["at_ns"]?.integer), try #require(change["at_beat"]?.number))
            let beatsLater = atBeat - Double(beat.beatIndex)
            #expect(abs(Double(Int64(atNs) - beat.atNs) / 1e9 - beatsLater) < 0.001)
        }
    }

    @Test func `a change of the offset answers when and where it is heard`() throws {
        try withDaemon("--bpm", "60") { daemon in
            let client = try daemon.connect()
            try daemon.waitForBeat(1)
            let before = MonotonicClock.nowNs
            let answer = try client.say("offset 300")
            let atNs = Int64(try #require(answer["at_ns"]?.integer))
            #expect(atNs > before - 50 * Self.ms && atNs < MonotonicClock.nowNs + 50 * Self.ms)
            let atBeat = try #require(answer["at_beat"]?.number)
            #expect(atBeat >= 0)
            try client.say("stop")
            #expect(
                try client.say("offset by -5") == [
                    "run": 1, "at_beat": nil, "at_ns": nil, "offset_ms": 295, "device": "clock",
                ])
            #expect(try client.say("offset") == ["offset_ms": 295, "device": "clock"])
            let refusal = try client.refusal(of: "offset by 1800")
            #expect(refusal.reason == "out_of_range" && refusal.param == "by" && refusal.max == 1705)
            #expect(try client.refusal(of: "offset -1001").min == -1000)
        }
    }

    @Test func `it is remembered by the device, and a setting speaks for all others`() throws {
        var home = try Home(.capture)
        home.environment["METRONOMED_OFFSET_MS"] = "15"
        try home.withDaemon(["--no-play"]) { daemon in
            let client = try daemon.connect()
            #expect(try client.say("offset") == ["offset_ms": 15, "device": "default"])
            try client.say("offset 80")
            try daemon.end()
        }
        try home.withDaemon(["--bpm", "240"]) { daemon in
            try daemon.waitForBeat(1)
            #expect(try daemon.connect().say("offset") == ["offset_ms": 80, "device": "default"])
            try daemon.end()
        }
        try home.withDaemon(["--no-play", "--device", "null_sink"]) { daemon in
            let audio = try daemon.status().audio
            #expect(audio.offsetMs == 15)
        }
    }

    @Test func `while the device is away its offset holds`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        try home.withDaemon(["--bpm", "600"]) { daemon in
            let client = try daemon.connect()
            try card.waitUntilPlayed(0.3)
            try client.say("offset 120")
            card.control.pointee.unplugged = 19
            try poll(for: "missing device") { try client.status().audio.state == "missing" ? true : nil }
            #expect(try client.say("offset") == ["offset_ms": 120, "device": "default"])
            _ = try client.subscribe("beat")
            var last = try client.nextBeat()
            card.control.pointee.unplugged = 0
            for _ in 0..<20 {
                let beat = try client.nextBeat()
                guard beat.revision == 0 else { continue }
                #expect(beat.beatIndex == last.beatIndex + 1)
                #expect(abs(beat.atNs - last.atNs - 100 * Self.ms) < Self.ms)
                last = beat
            }
        }
    }
}
