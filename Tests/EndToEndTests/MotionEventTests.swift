// SPDX-License-Identifier: Apache-2.0

import Control
import Testing

extension ControlClient {
    fileprivate func nextMotion() throws -> MotionEvent {
        while true {
            if case .motion(let motion) = try nextEvent() { return motion }
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
