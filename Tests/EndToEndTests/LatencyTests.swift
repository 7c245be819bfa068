// SPDX-License-Identifier: Apache-2.0

import Control
import Linux
import Session
import Testing

@Suite(.waits) struct LatencyTests {
    @Test func `a profile decides how much is written ahead, live, and is remembered`() throws {
        let home = try Home()
        try home.withDaemon(["--bpm", "60"]) { daemon in
            let client = try daemon.connect()
            #expect(try client.status().audio.latency == "normal")
            for profile in LatencyProfile.allCases {
                let answer = try client.say("latency \(profile.rawValue)")
                #expect(answer["latency"]?.string == profile.rawValue)
                #expect(answer["at_beat"]?.number != nil)
                // It has just been started.
                try poll(for: "fill of \(profile)", within: patience) {
                    try client.status().audio.fillMs == Double(profile.fillMs) ? true : nil
                }
            }
            try daemon.end()
        }
        try home.withDaemon(["--no-play"]) { daemon in
            let audio = try daemon.status().audio
            #expect(audio.latency == "quiet")
        }
        try home.withDaemon(["--no-play", "--latency", "low"]) { daemon in
            let audio = try daemon.status().audio
            #expect(audio.latency == "low" && audio.fillMs == 10)
        }
    }

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
