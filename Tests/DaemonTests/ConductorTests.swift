// SPDX-License-Identifier: Apache-2.0

import Dispatch
import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import NIOCore
import Playback
import Sound
import Synchronization
import Testing

@testable import Daemon

@Suite(.timeLimit(.minutes(10))) struct ConductorTests {
    // MARK: requests

    @Test func `while the daemon ends no request is performed`() async throws {
        try await ConductorBench.with { bench in
            bench.ask(.ping)
            bench.conductor.end {}
            for call in [.start, .ping, .change(.volume(0.5))] as [Call] { bench.ask(call) }
            #expect(bench.answers == [nil] + Array(repeating: "shutting_down", count: 3))
            #expect(
                !bench.conductor.performance.transport.isStarted && bench.conductor.performance.settings == Settings())
        }
    }

    @Test func `the end waits for what is being saved, longer than for a driver that hangs`() async throws {
        try await ConductorBench.with { bench in
            let isFreed = DispatchSemaphore(value: 0)
            let isSaved = Mutex(false)
            let hasEnded = bench.loop.makePromise(of: Bool.self)
            bench.conductor.files.run({
                isFreed.wait()
                isSaved.withLock { $0 = true }
            }) { _ in }
            bench.conductor.finish(filesWithin: .hours(1)) { hasEnded.succeed(isSaved.withLock { $0 }) }
            bench.loop.scheduleTask(in: .milliseconds(700)) { isFreed.signal() }
            let wasSaved = try await hasEnded.futureResult.get()
            #expect(wasSaved)
        }
    }

    @Test func `the journal is read behind the run that is being added to it`() async throws {
        try await ConductorBench.with { bench in
            let isFreed = DispatchSemaphore(value: 0)
            bench.conductor.saves = Worker(loop: bench.loop)
            bench.conductor.saves.run({ isFreed.wait() }) { _ in }
            bench.ask(.journal(days: 1))
            try await bench.workIsDone()
            try await bench.turn()
            #expect(bench.answers.isEmpty)
            isFreed.signal()
            try await bench.eventually { bench.answers.count == 1 }
        }
    }

    @Test func `the end does not wait for files beyond its limit`() async throws {
        try await ConductorBench.with { bench in
            let isFreed = DispatchSemaphore(value: 0)
            bench.conductor.files.run({ isFreed.wait() }) { _ in }
            let hasEnded = bench.loop.makePromise(of: Void.self)
            bench.conductor.finish(filesWithin: .milliseconds(1)) { hasEnded.succeed() }
            try await hasEnded.futureResult.get()
            isFreed.signal()
        }
    }

    @Test func `an edit is answered with where it holds: a tempo behind a sound that has begun`() async throws {
        try await ConductorBench.with { bench in
            try await bench.play()
            let conductor = bench.conductor
            let begin = try #require(conductor.performance.record).timeline.segments[0].firstFrame
            let adopted = Transport.Adoption(frame: begin + 36_000, tempoFrame: begin + 48_000, nextBeat: 3)
            func beat(_ edit: Edit) -> Double? {
                conductor.performance.change(of: .changed(adopted), [:], edit).atBeat
            }
            #expect(beat(.volume(0.5)) == 1.5)
            #expect(try beat(.tempo(.to(Tempo(100)))) == 2)
            #expect(beat(.bell(.off)) == 3)
        }
    }

    @Test func `a hundred changes that wait with the longest lanes are told in a line that clients read`() async throws
    {
        try await ConductorBench.with { bench in
            let pattern = "x" + String(repeating: ".", count: 1023)
            let text = (0..<24).map { "lane\($0) \(pattern)" }.joined(separator: " | ")
            let lanes = try WrittenLane.lanes(parsing: text)
            for bar in 0..<100 { bench.ask(.change(.lanes([.all(lanes)]), at: .place(bar: bar + 2, beat: 1))) }
            #expect(bench.answers == Array(repeating: nil, count: 100))
            var line: [UInt8] = []
            bench.conductor.perform(.status(), for: bench.client) { answer in
                if case .success(let status) = answer { line = JSONLine.encode(status) }
            }
            #expect(line.count < 3 << 20)
            let pending = try JSONLine.decode(Status.self, from: line.dropLast()).pending
            let told = pending.map { $0.changes["lanes"] != nil }
            #expect(pending.count == 100 && told[0] && !told[99])
            #expect(told == told.sorted { $0 && !$1 })
        }
    }

    // MARK: announcements

    @Test func `without a subscriber to beats none is announced and no timer is armed`() async throws {
        try await ConductorBench.with { bench in
            try await bench.play()
            let conductor = bench.conductor
            let other = FakeSubscriber()
            bench.ask(.subscribe([.state], leadMs: nil), for: other)
            #expect(
                conductor.performance.audience.announcer.isIdle && conductor.performance.wakes[.announcement] == nil)
            bench.ask(.subscribe([.beat, .state], leadMs: nil))
            #expect(
                !conductor.performance.audience.announcer.isIdle && conductor.performance.wakes[.announcement] != nil)
            bench.ask(.unsubscribe([.beat]))
            #expect(
                conductor.performance.audience.announcer.isIdle && conductor.performance.wakes[.announcement] == nil)
            #expect(bench.events == [.state])
        }
    }

    @Test func `a client that has gone is sent nothing more`() async throws {
        try await ConductorBench.with { bench in
            try await bench.play()
            let conductor = bench.conductor
            bench.ask(.subscribe([.beat, .state, .frame], leadMs: nil, properties: ["pendulum.angle"]))
            #expect(
                conductor.performance.audience.feeds.count == 1
                    && conductor.performance.wakes[.frame(ObjectIdentifier(bench.client))] != nil)
            conductor.leave(bench.client)
            #expect(conductor.performance.audience.listeners.isEmpty && conductor.performance.audience.announcer.isIdle)
            #expect(conductor.performance.wakes[.announcement] == nil)
            #expect(
                conductor.performance.audience.feeds.isEmpty
                    && conductor.performance.wakes[.frame(ObjectIdentifier(bench.client))] == nil)
        }
    }

    @Test func `a new offset is told at once, and so are the new times of the beats that were announced`() async throws
    {
        try await ConductorBench.with { bench in
            try await bench.play()
            bench.ask(.subscribe([.beat, .state], leadMs: 5000))
            let before = bench.client.beats
            #expect(before.count > 5)
            bench.ask(.offsetSet(.to(40)))
            #expect(bench.client.states.first?.changed == ["position", "pendulum"])
            for beat in before.suffix(5) {
                let moved = bench.client.beats.last { $0.beatIndex == beat.beatIndex }
                #expect(moved?.revision == 1)
                #expect(moved.map { abs($0.atNs - beat.atNs - 40_000_000) < 1_000_000 } == true)
            }
        }
    }

    // MARK: sounds

    @Test func `a sound that was changed while a device was opened is made ready for its rate`() async throws {
        try await ConductorBench.with { bench in
            let conductor = bench.conductor
            // What the device was opened with, and what it finds.
            let old = try conductor.performance.sounds.samples(at: #require(SampleRate(hertz: 44_100)))
            conductor.performance.settings.beatSound = "bell"
            conductor.performance.sounds = try SoundSet(
                [SoundChoice(beat: "bell", bell: "bell")], from: conductor.library)
            conductor.output.attached("late", old)
            #expect(conductor.performance.samples.names == ["beat", "bell"])
            try await bench.workIsDone()
            #expect(conductor.performance.samples.names == ["bell"])
            #expect(conductor.performance.samples.sampleRate.hertz == 44_100)
        }
    }

    // MARK: reports

    @Test func `reports beyond one turn are taken in the next, without another signal`() async throws {
        try await ConductorBench.with { bench in
            let (conductor, samples) = (bench.conductor, bench.conductor.performance.samples)
            let music = try CompiledArrangement(Arrangement(tempo: Tempo(120)))
            let kits = try #require(samples.kits([conductor.performance.settings.sounds]))
            for revision in 1...100 as ClosedRange<UInt64> {
                // The last one plays, which shows that all are taken.
                let plan = Plan(
                    revision: revision, run: revision == 100 ? 1 : nil, volume: 1, music: music, kits: kits)
                bench.engine.send(.adopt(conductor.plans.place(plan, music: music, kits: kits, samples: samples)))
            }
            while bench.engine.timing.sinceStart.beats == 0 { try await Task.sleep(for: .milliseconds(2)) }
            conductor.takeReports()
            #expect((50..<100).contains(conductor.plans.count), "others had no turn")
            // 199 reports are four turns, of which each puts the next one behind what waits.
            for _ in 0..<4 { try await bench.turn() }
            // The last plan is in force, and comes back to nobody.
            #expect(conductor.plans.count == 1)
        }
    }
}
