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

    @Test(arguments: [LatencyProfile.normal, .quiet])
    func `a profile is prompt while somebody changes something, and saves wake-ups afterwards`(
        profile: LatencyProfile
    ) throws {
        try withDaemon("--bpm", "60", "--latency", profile.rawValue) { daemon in
            let client = try daemon.connect()
            func waitUntilRested() throws {
                try poll(for: "long fill", within: patience) {
                    try client.status().audio.fillMs == Double(profile.fillMs) ? true : nil
                }
            }
            try waitUntilRested()
            // What nobody hears does not shorten the fill, nor does somebody who only looks on.
            try client.say("offset 0")
            _ = try client.subscribe("state")
            #expect(try daemon.connect().status().audio.fillMs == Double(profile.fillMs))
            try client.say("tempo 61")
            try poll(for: "short fill") { try client.status().audio.fillMs == 30 ? true : nil }
            try poll(for: "end of what was written before") {
                try client.status().audio.latencyMs ?? 1000 <= 30 ? true : nil
            }
            let heard = Int64(try #require(client.say("volume 0.5")["at_ns"]?.integer))
            // It is answered once it has taken hold, so a slow machine only lowers this.
            #expect(heard - MonotonicClock.nowNs < 100_000_000)
            try waitUntilRested()
            try client.say("stop")
            try client.say("start")
            try poll(for: "short fill after a start") { try client.status().audio.fillMs == 30 ? true : nil }
        }
    }

    @Test(arguments: [LatencyProfile.normal, .quiet])
    func `what does not play is ready to be heard soon`(profile: LatencyProfile) throws {
        try withDaemon("--no-play", "--latency", profile.rawValue) { daemon in
            let audio = try daemon.status().audio
            #expect(audio.fillMs == 30)
        }
    }
}
