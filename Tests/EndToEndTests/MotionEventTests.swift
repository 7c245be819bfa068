// SPDX-License-Identifier: Apache-2.0

import Control
import Testing

extension ControlClient {
    fileprivate func nextMotion() throws -> MotionEvent {
        while true {
            if case .motion(let motion) = try nextEvent() { return motion }
        }
    }

    fileprivate func nextFrame() throws -> FrameEvent {
        while true {
            if case .frame(let frame) = try nextEvent() { return frame }
        }
    }
}

@Suite(.waits) struct MotionEventTests {
    @Test func `every beat's movements are told ahead of it, and go on where the last one ended`() throws {
        try withDaemon("--bpm", "240") { daemon in
            let client = try daemon.connect()
            let state = try client.subscribe("motion pendulum.angle ring.progress faces.index").state
            #expect(state.motion?.keys.sorted() == ["faces.index", "pendulum.angle", "ring.progress"])
            var last = try client.nextMotion()
            for _ in 0..<6 {
                let motion = try client.nextMotion()
                #expect(motion.beatIndex == (last.beatIndex ?? 0) + 1)
                #expect(motion.revision == 0)
                let (before, now) = (last.segments["pendulum.angle"] ?? [], motion.segments["pendulum.angle"] ?? [])
                #expect(now.count == 1 && abs(now[0].beginNs - motion.atNs) < 100_000)
                #expect(now.first?.from == before.last?.to && abs(now[0].from) == 30)
                // The first beat's movement comes behind the way to it.
                #expect(abs(now[0].beginNs - (before.last?.endNs ?? 0)) < 100_000)
                let ring = try #require(motion.segments["ring.progress"]?.first)
                #expect(abs(ring.to - ring.from - 0.25) < 1e-9)
                let face = try #require(motion.segments["faces.index"]?.first)
                #expect(face.from == face.to && (0...12).contains(face.from))
                last = motion
            }
        }
    }

    @Test func `movements that bend are told again with a higher revision, without a jump`() throws {
        try withDaemon("--bpm", "30") { daemon in
            let (client, other) = (try daemon.connect(), try daemon.connect())
            _ = try client.subscribe("motion pendulum.angle heart.scale")
            let told = try client.nextMotion()
            try daemon.waitForBeat(try #require(told.beatIndex))
            wait(milliseconds: 300)
            let change = try other.say("tempo 60")
            let atNs = Int64(try #require(change["at_ns"]?.integer))
            let bent = try client.nextMotion()
            #expect(bent.beatIndex == told.beatIndex)
            #expect(bent.revision > told.revision)
            for name in ["pendulum.angle", "heart.scale"] {
                let old = try #require(told.segments[name]?.last { $0.beginNs <= atNs })
                let new = try #require(bent.segments[name]?.first)
                #expect(abs(new.beginNs - atNs) < 2_000_000)
                #expect(abs(old.value(atNs: new.beginNs) - new.from) < 0.05, "\(name)")
            }
        }
    }

    @Test func `a bar cut short by a new meter is told to those who follow it, and beats are not told again`() throws {
        try withDaemon("--bpm", "40") { daemon in
            let (client, listener, other) = (try daemon.connect(), try daemon.connect(), try daemon.connect())
            _ = try client.subscribe("motion ring.progress")
            _ = try listener.subscribe("beat")
            let told = try client.nextMotion()
            let beat = try listener.nextBeat()
            try daemon.waitForBeat(try #require(told.beatIndex))
            try other.say("meter 3/4")
            let cut = try client.nextMotion()
            #expect(cut.beatIndex == told.beatIndex && cut.revision > told.revision)
            #expect(abs(try #require(cut.segments["ring.progress"]?.last?.to) - 1) < 1e-9)
            #expect(try listener.nextBeat().beatIndex == beat.beatIndex + 1)
        }
    }

    @Test func `frames come on their grid while something moves, and no more once all rests`() throws {
        try withDaemon("--bpm", "120") { daemon in
            let (client, other) = (try daemon.connect(), try daemon.connect())
            try daemon.waitForBeat(0)
            try client.say("subscribe frame 20 pendulum.angle beat.phase")
            var last = try client.nextFrame()
            for _ in 0..<100 {
                let frame = try client.nextFrame()
                #expect(frame.atNs % 20_000_000 == 0)
                #expect(frame.atNs > last.atNs && frame.seq > last.seq)
                let (angle, phase) = (
                    try #require(frame.values["pendulum.angle"]), try #require(frame.values["beat.phase"])
                )
                #expect(abs(angle) <= 30 && (0...1).contains(phase))
                let beat = try #require(frame.atBeat)
                // In the first beat it may still be gliding there.
                let isOnIt = beat < 1 || abs((beat - phase).remainder(dividingBy: 1)) < 1e-4
                #expect(isOnIt, "phase \(phase) at beat \(beat)")
                last = frame
            }
            try other.say("stop")
            var end = last
            while let line = try client.nextEvent(timeout: .milliseconds(1500)) {
                if case .frame(let frame) = try #require(try Event(line: line)) { end = frame }
            }
            #expect(end.values == ["pendulum.angle": 0, "beat.phase": 0])
            #expect(end.atBeat == nil)
            try other.say("start")
            #expect(try client.nextFrame().atNs > end.atNs)
            #expect(try client.say("unsubscribe frame")["events"] == [])
            while try client.nextEvent(timeout: .zero) != nil {}
            #expect(try client.nextEvent(timeout: .milliseconds(200)) == nil)
        }
    }

    @Test func `while nothing moves, clients that come and go send nobody a frame`() throws {
        try withDaemon { daemon in
            let client = try daemon.connect()
            try client.say("subscribe frame 20 pendulum.angle counter.value")
            #expect(try client.nextFrame().values["pendulum.angle"] == 0)
            for _ in 0..<5 { try daemon.connect().say("status") }
            #expect(try client.nextEvent(timeout: .milliseconds(300)) == nil)
            try daemon.connect().say("tempo 77")
            #expect(try client.nextFrame().values["counter.value"] == 77)
        }
    }

    @Test func `a stop is told as how everything comes to rest, and a new tempo at rest as a spring`() throws {
        try withDaemon("--bpm", "120") { daemon in
            let (client, other) = (try daemon.connect(), try daemon.connect())
            _ = try client.subscribe("motion pendulum.angle counter.value")
            _ = try client.nextMotion()
            try other.say("stop")
            let rest = try poll(for: "rest") { () -> MotionEvent? in
                let motion = try client.nextMotion()
                return motion.beatIndex == nil ? motion : nil
            }
            #expect(rest.segments["pendulum.angle"]?.map(\.to) == [0])
            #expect(rest.segments["counter.value"]?.map(\.to) == [120])
            try other.say("tempo 90")
            #expect(try client.nextMotion().segments["counter.value"]?.map(\.to) == [90])
            let asked = try client.say("status counter.value")
            #expect(asked["motion"]?["counter.value"]?[0]?["to"]?.number == 90)
            #expect(try client.say("status")["motion"] == nil)
        }
    }

    @Test func `a property that is not there is refused with what was meant and what there is`() throws {
        try withDaemon("--no-play") { daemon in
            let client = try daemon.connect()
            let error = try client.refusal(of: "subscribe", ["events": ["motion"], "properties": ["pendulum.angel"]])
            #expect(error.reason == "invalid" && error.param == "properties")
            #expect(error.message.contains("did you mean pendulum.angle?"))
            let names = try client.say("properties")["properties"]?.array?.compactMap { $0["name"]?.string }
            #expect(error.allowed == names && names?.contains("heart.scale") == true)
            #expect(try client.refusal(of: "subscribe", ["events": ["motion"]]).reason == "missing_param")
            #expect(
                try client.refusal(of: "subscribe", ["events": ["beat"], "properties": ["heart.scale"]]).reason
                    == "invalid")
            #expect(try client.refusal(of: "subscribe", ["minimum_interval_ms": 3]).reason == "out_of_range")
        }
    }
}
