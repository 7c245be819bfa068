// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@Suite(.waits, .serialized) struct OffsetTests {
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
}
