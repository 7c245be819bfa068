// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeMotion
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// What the status tells, at any time.
@Suite struct StatusPerformanceTests {
    private static let keys = [
        "": [
            "playing", "run", "heard", "settings", "history", "pending", "practice", "score", "song", "setlist", "sync",
            "position", "pendulum", "audio", "timeline", "now_ns", "uptime_s",
        ],
        "settings": [
            "bpm", "meter", "bell", "volume", "bell_volume", "muted", "sounds", "speed_trainer", "gap_trainer", "lanes",
            "random_mute", "timer", "prompt", "count_in", "count_in_sound", "beat", "accents", "subdivision", "swing",
            "subdivision_volume", "preset",
        ],
        "history": ["undo", "redo"],
        "heard": [
            "bpm", "meter", "beats", "accents", "bell", "subdivision", "swing", "volume", "lanes", "section",
        ],
        "position": ["beat_index", "bar", "beat", "phase", "bell"],
        "pendulum": ["angle", "velocity", "segment"],
        "audio": [
            "output", "device", "state", "reason", "trying", "rate", "period", "latency", "fill_ms", "latency_ms",
            "offset_ms", "xruns", "realtime",
        ],
    ]

    private func members(_ value: JSONValue?) -> Set<String> { Set((value?.object ?? [:]).keys) }

    @Test func `all keys are there while it plays`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 300", "start"] { try bench.say(words) }
        try bench.wait(forBeat: 1)
        let status = try bench.json(bench.ask(.status()))
        for (part, keys) in Self.keys {
            #expect(members(part.isEmpty ? status : status[part]) == Set(keys), "\(part)")
        }
        #expect(members(status["pendulum"]?["segment"]) == ["from", "to", "begin_ns", "duration_ns", "curve"])
        #expect(status["playing"] == true)
        #expect(try #require(status["uptime_s"]?.number) > 0)
    }

    @Test func `all keys are there while it rests, some of them null`() throws {
        let bench = try PerformanceBench()
        try bench.say("bell off")
        let status = try bench.json(bench.ask(.status()))
        #expect(members(status) == Set(Self.keys["", default: []]))
        for part in ["settings", "pendulum", "audio"] {
            #expect(members(status[part]) == Set(Self.keys[part, default: []]), "\(part)")
        }
        #expect(status["playing"] == false)
        for part in ["timeline", "position"] { #expect(status[part]?.isNull == true) }
        #expect(status["settings"]?["bell"]?.isNull == true)
        #expect(status["pendulum"] == ["angle": 0, "velocity": 0, "segment": nil])
    }

    @Test func `what is heard is told when it is heard, and not when it is decided`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 240", "start"] { try bench.say(words) }
        bench.ask(.subscribe([.state], leadMs: nil), by: 1)
        try bench.wait(forBeat: 1)
        let change = bench.ask(try bench.call("subdivision 3 at bar"))
        bench.pass(ms: 2500)
        let atNs = try #require(try bench.change(change).atNs)
        let told = try #require(bench.states(to: 1).first { $0.state.heard.subdivision == 3 })
        #expect(told.changed.contains("heard") && told.state.heard.lanes.map(\.name) == ["beat", "subdivision"])
        #expect((atNs..<atNs + 20_000_000).contains(told.state.nowNs))
    }

    @Test func `the pendulum is where its segment says`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 97", "start"] { try bench.say(words) }
        for words in ["status", "status", "tempo 180", "status", "tempo 45", "status", "status"] {
            try bench.ask(words)
            // So many milliseconds that the phase differs each time.
            bench.pass(ms: 130)
            let status = try bench.status()
            let segment = try #require(status.pendulum.segment)
            #expect(abs(segment.value(atNs: status.nowNs) - status.pendulum.angle) < 0.01)
            #expect(abs(segment.velocity(atNs: status.nowNs) - status.pendulum.velocity) < 1)
            #expect(abs(status.pendulum.angle) <= 30)
        }
    }

    @Test func `the rod is at its right end on even beats and at its left on odd ones`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 120", "start"] { try bench.say(words) }
        for beat in [1, 2, 5] {
            try bench.wait(forBeat: beat)
            bench.pass(ms: 70)
            let status = try bench.status()
            let (place, segment) = (try #require(status.position), try #require(status.pendulum.segment))
            #expect(segment.from == (place.beatIndex % 2 == 0 ? 30 : -30) && segment.to == -segment.from)
            #expect(segment.curve == .easeInOut)
            #expect(abs(segment.durationNs - 500_000_000) < 1_000_000)
            // Both are about the same beat.
            let elapsed = Double(status.nowNs - segment.beginNs) / Double(segment.durationNs)
            #expect(abs(elapsed - place.phase) < 0.001)
        }
    }

    @Test func `events of the state stay small: the timeline is for those who ask for it`() throws {
        let bench = try PerformanceBench()
        for words in ["tempo 240", "start"] { try bench.say(words) }
        let answer = bench.ask(.subscribe([.state], leadMs: nil))
        let subscription = try #require(bench.answer(to: answer).get() as? Subscription)
        #expect(subscription.state.timeline == nil)
        try bench.say("volume 0.3")
        bench.pass(ms: 50)
        #expect(!bench.states().isEmpty && bench.states().allSatisfy { $0.state.timeline == nil })
        #expect(try bench.status().timeline??.run == 1)
    }

    @Test func `the timeline is told when what it says changes, and from it follow the beats announced`() throws {
        let bench = try PerformanceBench()
        for words in ["set bpm=240 meter=3/4", "start"] { try bench.say(words) }
        bench.ask(.subscribe([.timeline, .beat], leadMs: nil))
        func timelines() -> [TimelineEvent] {
            bench.told(to: 0).compactMap { if case .timeline(let event) = $0 { event } else { nil } }
        }
        for words in ["tempo 300", "meter 5/4", "bell 2 on 2", "offset 40", "set bpm=280 meter=4/4 bell=bar"] {
            let count = timelines().count
            try bench.ask(words)
            bench.pass(ms: 3000)
            #expect(timelines().count > count, "\(words)")
            let music = try #require(timelines().last?.timeline.flatMap { HeardTimeline($0) })
            for beat in bench.beats().suffix(3) {
                let computed = try #require(music.beat(Int64(beat.beatIndex)))
                #expect(abs(computed.time.nanoseconds - beat.atNs) < 100_000, "\(words): \(computed.time)")
                #expect(
                    (computed.bar, computed.beat, computed.bell) == (Int64(beat.bar), beat.beat, beat.bell), "\(words)")
                #expect(computed.bpm == beat.bpm)
            }
        }
        try bench.say("stop")
        bench.pass(ms: 500)
        #expect(timelines().last?.timeline == nil)
        #expect(try bench.json(bench.ask(.status()))["timeline"]?.isNull == true)
        try bench.say("start")
        bench.pass(ms: 100)
        #expect(timelines().last?.timeline?.run == 2)
        #expect(timelines().last?.timeline?.segments.first?.origin == .init(beat: 0, fraction: 0))
    }
}
