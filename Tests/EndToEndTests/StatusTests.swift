// SPDX-License-Identifier: Apache-2.0

import Control
import Motion
import Testing

@Suite(.waits) struct StatusTests {
    private static let keys = [
        "": [
            "playing", "run", "bpm", "meter", "bell", "volume", "bell_volume", "muted", "sounds", "history", "pending",
            "practice", "speed_trainer", "gap_trainer", "lanes", "random_mute", "timer", "count_in", "count_in_sound",
            "score", "song", "setlist", "sync", "beat", "accents",
            "subdivision",
            "swing",
            "subdivision_volume",
            "position",
            "pendulum", "audio",
            "timeline",
            "now_ns",
            "uptime_s",
        ],
        "bell": ["every", "on"],
        "sounds": ["beat", "bell", "subdivision"],
        "history": ["undo", "redo"],
        "position": ["beat_index", "bar", "beat", "phase", "bell"],
        "pendulum": ["angle", "velocity", "segment"],
        "audio": [
            "output", "device", "state", "reason", "trying", "rate", "period", "latency", "fill_ms", "latency_ms",
            "offset_ms", "xruns", "realtime",
        ],
    ]

    private func members(_ value: JSONValue?) -> Set<String> { Set((value?.object ?? [:]).keys) }

    @Test func `all keys are there while it plays`() throws {
        try withDaemon("--bpm", "300") { daemon in
            try daemon.waitForBeat(1)
            let status = try daemon.connect().say("status")
            for (part, keys) in Self.keys {
                #expect(members(part.isEmpty ? status : status[part]) == Set(keys), "\(part)")
            }
            #expect(members(status["pendulum"]?["segment"]) == ["from", "to", "begin_ns", "duration_ns", "curve"])
            #expect(status["playing"] == true)
            #expect(status["audio"]?["output"] == "clock")
            #expect(try #require(status["uptime_s"]?.number) > 0)
        }
    }

    @Test func `all keys are there while it rests, some of them null`() throws {
        try withDaemon { daemon in
            let client = try daemon.connect()
            try client.say("bell off")
            let status = try client.say("status")
            #expect(members(status) == Set(Self.keys["", default: []]))
            for part in ["sounds", "pendulum", "audio"] {
                #expect(members(status[part]) == Set(Self.keys[part, default: []]), "\(part)")
            }
            #expect(status["playing"] == false)
            #expect(status["bell"]?.isNull == true)
            #expect(status["timeline"]?.isNull == true)
            #expect(status["position"]?.isNull == true)
            #expect(status["pendulum"] == ["angle": 0, "velocity": 0, "segment": nil])
        }
    }

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

    @Test func `the pendulum is where its segment says`() throws {
        try withDaemon("--bpm", "97") { daemon in
            let client = try daemon.connect()
            for words in ["status", "status", "tempo 180", "status", "tempo 45", "status", "status"] {
                try client.say(words)
                // A prime number of milliseconds, so that the phase differs each time.
                wait(milliseconds: 83)
                let status = try client.status()
                let segment = try #require(status.pendulum.segment)
                #expect(abs(segment.value(atNs: status.nowNs) - status.pendulum.angle) < 0.01)
                #expect(abs(segment.velocity(atNs: status.nowNs) - status.pendulum.velocity) < 1)
                #expect(abs(status.pendulum.angle) <= 30)
            }
        }
    }

    @Test func `the rod is at its right end on even beats and at its left on odd ones`() throws {
        try withDaemon("--bpm", "120") { daemon in
            let client = try daemon.connect()
            try daemon.waitForBeat(1)
            let status = try client.status()
            let (place, segment) = (try #require(status.position), try #require(status.pendulum.segment))
            #expect(segment.from == (place.beatIndex % 2 == 0 ? 30 : -30))
            #expect(segment.to == -segment.from)
            #expect(segment.curve == .easeInOut)
            #expect(abs(segment.durationNs - 500_000_000) < 1_000_000)
            // Both answers are about the same beat.
            let elapsed = Double(status.nowNs - segment.beginNs) / Double(segment.durationNs)
            #expect(abs(elapsed - place.phase) < 0.001)
        }
    }
}
