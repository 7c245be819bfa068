// SPDX-License-Identifier: Apache-2.0

import Control
import Linux
import Testing
import VirtualDevice

@Suite(.waits, .serialized) struct OffsetTests {
    private static let ms: Int64 = 1_000_000

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
