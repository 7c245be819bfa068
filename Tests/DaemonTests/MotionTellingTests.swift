// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// What clients are told of what moves, and when.
@Suite struct MotionTellingTests {
    private func motions(_ bench: PerformanceBench, to client: Int = 0) -> [MotionEvent] {
        bench.told(to: client).compactMap { if case .motion(let event) = $0 { event } else { nil } }
    }

    private func frames(_ bench: PerformanceBench) -> [FrameEvent] {
        bench.told(to: 0).compactMap { if case .frame(let event) = $0 { event } else { nil } }
    }

    private func beats(_ bench: PerformanceBench, to client: Int) -> [Int] {
        bench.told(to: client).compactMap { if case .beat(let event) = $0 { event.beatIndex } else { nil } }
    }

    /// Plays at a tempo, with two clients: one that follows some properties, and one the beats.
    private func playing(_ bpm: Int, _ properties: [String]) throws -> PerformanceBench {
        let bench = try PerformanceBench()
        try bench.ask("tempo \(bpm)")
        bench.ask(.subscribe([.motion], leadMs: nil, properties: properties))
        bench.ask(.subscribe([.beat], leadMs: nil), by: 1)
        try bench.ask("start")
        bench.pass(ms: 500)
        return bench
    }

    @Test func `movements that bend are told again with a higher revision, without a jump`() throws {
        let bench = try playing(30, ["pendulum.angle", "heart.scale"])
        let told = try #require(motions(bench).last)
        let tempo = bench.ask(.change(.tempo(.to(try Tempo(60)))), by: 2)
        bench.pass(ms: 30)
        let (atNs, bent) = (try #require(bench.change(tempo).atNs), try #require(motions(bench).last))
        #expect(bent.beatIndex == told.beatIndex && bent.revision > told.revision)
        for name in ["pendulum.angle", "heart.scale"] {
            let old = try #require(told.segments[name]?.last { $0.beginNs <= atNs })
            let new = try #require(bent.segments[name]?.first)
            #expect(abs(new.beginNs - atNs) < 1000)
            #expect(abs(old.value(atNs: new.beginNs) - new.from) < 0.001, "\(name)")
        }
    }

    @Test func `a bar cut short by a new meter is told to those who follow it, and beats are not told again`() throws {
        let bench = try playing(40, ["ring.progress"])
        let (told, count) = (try #require(motions(bench).last), motions(bench).count)
        #expect(beats(bench, to: 1) == [0])
        bench.ask(try CommandTable.call(words: ["meter", "3/4"]), by: 2)
        bench.pass(ms: 100)
        let cut = try #require(motions(bench).dropFirst(count).first)
        #expect(cut.beatIndex == told.beatIndex && cut.revision > told.revision)
        #expect(abs(try #require(cut.segments["ring.progress"]?.last?.to) - 1) < 1e-9)
        bench.pass(ms: 1400)
        #expect(beats(bench, to: 1) == [0, 1])
    }

    @Test func `frames come on their grid while something moves, and no more once all rests`() throws {
        let bench = try PerformanceBench()
        try bench.ask("start")
        bench.pass(ms: 100)
        bench.ask(
            .subscribe([.frame], leadMs: nil, properties: ["pendulum.angle", "beat.phase"], minimumIntervalMs: 20))
        bench.pass(ms: 2000)
        let moving = frames(bench)
        #expect((98...101).contains(moving.count))
        #expect(zip(moving, moving.dropFirst()).allSatisfy { $0.atNs < $1.atNs && $0.seq < $1.seq })
        for frame in moving {
            let (angle, phase) = (
                try #require(frame.values["pendulum.angle"]), try #require(frame.values["beat.phase"])
            )
            #expect(frame.atNs % 20_000_000 == 0 && abs(angle) <= 30 && (0...1).contains(phase))
            // In the first beat it may still be gliding there.
            let beat = try #require(frame.atBeat)
            #expect(beat < 1 || abs((beat - phase).remainder(dividingBy: 1)) < 1e-4, "phase \(phase) at beat \(beat)")
        }
        try bench.ask("stop")
        bench.pass(ms: 3000)
        let end = try #require(frames(bench).last)
        #expect(end.values == ["pendulum.angle": 0, "beat.phase": 0] && end.atBeat == nil)
        let count = frames(bench).count
        bench.pass(ms: 2000)
        #expect(frames(bench).count == count)
        try bench.ask("start")
        bench.pass(ms: 200)
        #expect(frames(bench).count > count)
        bench.ask(.unsubscribe([.frame]))
        let last = frames(bench).count
        bench.pass(ms: 1000)
        #expect(frames(bench).count == last)
    }

    @Test func `while nothing moves, clients that come and go send nobody a frame`() throws {
        let bench = try PerformanceBench()
        bench.ask(
            .subscribe([.frame], leadMs: nil, properties: ["pendulum.angle", "counter.value"], minimumIntervalMs: 20))
        #expect(frames(bench).map { $0.values["pendulum.angle"] } == [0])
        for _ in 0..<5 {
            bench.ask(.subscribe([.beat], leadMs: nil), by: 1)
            bench.ask(.status(), by: 1)
            bench.leave(1)
        }
        bench.pass(ms: 300)
        #expect(frames(bench).count == 1)
        bench.ask(.change(.tempo(.to(try Tempo(77)))), by: 2)
        bench.pass(ms: 20)
        #expect(frames(bench).last?.values["counter.value"] == 77)
    }

    @Test func `a stop is told as how everything comes to rest, and a new tempo at rest as a spring`() throws {
        let bench = try playing(120, ["pendulum.angle", "counter.value"])
        bench.ask(.stop(), by: 2)
        bench.pass(ms: 100)
        let rest = try #require(motions(bench).last)
        #expect(rest.beatIndex == nil)
        #expect(rest.segments["pendulum.angle"]?.map(\.to) == [0])
        #expect(rest.segments["counter.value"]?.map(\.to) == [120])
        bench.pass(ms: 1000)
        bench.ask(.change(.tempo(.to(try Tempo(90)))), by: 2)
        let spring = try #require(motions(bench).last)
        #expect(spring.beatIndex == nil && spring.segments["counter.value"]?.last?.to == 90)
    }

    @Test func `changes of the tempo while it stands still are not hoarded`() throws {
        let bench = try playing(120, ["counter.value"])
        bench.ask(.stop(), by: 2)
        bench.pass(ms: 1000)
        for change in 0..<600 {
            try bench.ask("tempo \(60 + change % 100)")
            bench.pass(ms: 10)
        }
        // The plans of the last two seconds.
        #expect((100...250).contains(try #require(bench.performance.ended).motion.plans.count))
    }

    @Test func `every beat's movements are told ahead of it, and go on where the last one ended`() throws {
        let bench = try playing(240, ["pendulum.angle", "ring.progress", "faces.index"])
        bench.pass(ms: 2000)
        let told = motions(bench).filter { $0.beatIndex ?? 0 > 0 }
        #expect(told.count > 7)
        for (last, motion) in zip(told, told.dropFirst()) {
            #expect(motion.beatIndex == (last.beatIndex ?? 0) + 1 && motion.revision == 0)
            let (before, now) = (last.segments["pendulum.angle"] ?? [], motion.segments["pendulum.angle"] ?? [])
            #expect(now.count == 1 && abs(now[0].beginNs - motion.atNs) < 100_000)
            #expect(now.first?.from == before.last?.to && abs(now[0].from) == 30)
            #expect(abs(now[0].beginNs - (before.last?.endNs ?? 0)) < 100_000)
            let ring = try #require(motion.segments["ring.progress"]?.first)
            #expect(abs(ring.to - ring.from - 0.25) < 1e-9)
            let face = try #require(motion.segments["faces.index"]?.first)
            #expect(face.from == face.to && (0...12).contains(face.from))
        }
    }

    @Test func `a property that is not there is refused with what was meant and what there is`() throws {
        let bench = try PerformanceBench()
        let subscribe = try #require(CommandTable.all.first { $0.name == "subscribe" })
        func refusal(_ params: [String: JSONValue]) throws -> ControlError {
            let call: Call
            do { call = try subscribe.call(params) } catch { return error }
            return try bench.refusal(bench.ask(call))
        }
        let error = try refusal(["events": ["motion"], "properties": ["pendulum.angel"]])
        #expect(error.reason == "invalid" && error.param == "properties")
        #expect(error.message.contains("did you mean pendulum.angle?"))
        let names = try bench.json("properties")["properties"]?.array?.compactMap { $0["name"]?.string }
        #expect(error.allowed == names && names?.contains("heart.scale") == true)
        #expect(try refusal(["events": ["motion"]]).reason == "missing_param")
        #expect(try refusal(["events": ["beat"], "properties": ["heart.scale"]]).reason == "invalid")
        #expect(try refusal(["minimum_interval_ms": 3]).reason == "out_of_range")
    }
}
