// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing

@Suite(.waits) struct LatencyTests {
    @Test func `milliseconds hold until a profile is chosen`() throws {
        try withDaemon("--bpm", "60", environment: ["METRONOMED_FILL_MS": "50"]) { daemon in
            let client = try daemon.connect()
            let audio = try client.status().audio
            #expect(audio.latency == nil && audio.fillMs == 50)
            try client.say("latency quiet")
            try poll(for: "fill of quiet", within: patience) {
                try client.status().audio.fillMs == 250 ? true : nil
            }
            #expect(try client.status().audio.latency == "quiet")
        }
    }
}
