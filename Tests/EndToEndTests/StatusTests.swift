// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@Suite(.waits) struct StatusTests {
    @Test func `the device's own values are there while it is open`() throws {
        try withDaemon("--bpm", "300", output: .capture) { daemon in
            try daemon.waitForBeat(2)
            let audio = try daemon.connect().status().audio
            #expect(audio.output == "alsa")
            #expect(audio.device == "default")
            #expect(audio.state == "running")
            #expect(audio.rate == 48000)
            #expect(try #require(audio.period) > 0)
            #expect(try #require(audio.latencyMs) > 0)
            #expect(audio.xruns == 0)
        }
    }
}
