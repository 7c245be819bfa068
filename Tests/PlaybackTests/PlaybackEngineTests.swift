// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeRhythm
import Playback
import Sound
import Testing

/// The real-time thread on CLOCK_MONOTONIC, without a device.
@Suite struct PlaybackEngineTests {
    private let bench: EngineBench

    init() throws {
        bench = try EngineBench()
    }

    @Test func `without a device a run begins 21 ms after its plan is adopted, so that clients hear of it before`()
        async throws
    {
        let before = bench.engine.clock.frame(at: .now)
        let adoption = try await bench.adopted(bpm: 120)
        #expect(adoption.revision == 1 && adoption.run == 1 && adoption.position.nextWhole == 0)
        #expect(adoption.frame >= Int64(before))
        #expect(Double(adoption.frame) <= bench.engine.clock.frame(at: .now))
        #expect(adoption.segment.firstFrame == adoption.frame + 48 + 960)
        #expect(adoption.segment.tempo == (try Tempo(120)) && adoption.segment.sampleRate == .hz48000)
    }

    @Test func `without a device the clock is CLOCK_MONOTONIC itself`() async throws {
        let start = try await bench.adopted(bpm: 600)
        try await bench.written(start.frame + 24_000)
        let clock = bench.engine.clock
        #expect(!clock.isOnDevice && clock.generation == 0 && clock.xruns == 0)
        #expect(clock.framesPerSecond == 48_000)
        // Rendered ahead by the fill, and by no more.
        let ahead = Double(bench.engine.clock.writtenFrame) - bench.engine.clock.frame(at: .now)
        #expect(ahead <= 30 * 48)
    }

    @Test func `a tempo change keeps the phase from the frame it is reported for`() async throws {
        var segment = try await bench.adopted(bpm: 137).segment
        var frame: Int64 = 0
        for bpm in [233, 61, 1000, 999] as [Int64] {
            try await bench.written(segment.firstFrame + 3000)
            let change = try await bench.adopted(bpm: bpm)
            #expect(change.frame > frame && change.run == 1)
            #expect(change.segment == segment.changing(to: try Tempo(bpm), atFrame: change.frame))
            #expect(change.position.nextWhole == segment.firstBeat(atOrAfterFrame: change.frame))
            segment = change.segment
            frame = change.frame
        }
    }

    @Test func `a stop ends the run, and a start begins another at beat 0`() async throws {
        let first = try await bench.adopted(bpm: 1000)
        try await bench.written(first.frame + 9000)
        let stop = try await bench.adopted(bpm: 1000, run: nil)
        #expect(stop.run == nil && stop.frame > first.frame)
        let second = try await bench.adopted(bpm: 500, run: 2)
        #expect(second.run == 2 && second.position.nextWhole == 0 && second.segment.originPosition == .zero)
        #expect(second.segment.firstFrame == second.frame + 48 + 960)
    }

    @Test func `every plan but the one in force is handed back, playing or not`() async throws {
        for run in [nil, 1, 1, nil, nil, 2, nil] as [UInt64?] { _ = try await bench.adopted(bpm: 600, run: run) }
        try await bench.eventually { bench.retired.count >= 6 }
        #expect(bench.retired.sorted() == [1, 2, 3, 4, 5, 6])
    }

    @Test(arguments: [nil, 1] as [UInt64?])
    func `a burst of plans is taken up in order, and all are handed back but the last`(run: UInt64?) async throws {
        for index in 0..<100 { try bench.adopt(bpm: 400 + Int64(index), run: run) }
        try await bench.eventually { bench.retired.count >= 99 }
        #expect(bench.retired.sorted() == Array(1 as UInt64..<100))
        let adopted: [UInt64] = bench.reports.compactMap { if case .adopted(let it) = $0 { it.revision } else { nil } }
        #expect(adopted == Array(1...100))
    }

    @Test func `a stop behind more plans than the rings hold is heard, and every plan comes back`() async throws {
        for index in 0..<2000 { try bench.adopt(bpm: 400 + Int64(index) % 100, run: 1) }
        let stop = try await bench.adopted(bpm: 400, run: nil)
        #expect(stop.revision == 2001 && stop.run == nil)
        try await bench.eventually { bench.retired.count >= 2000 }
        #expect(bench.retired.sorted() == (1...2000).map(UInt64.init))
        let adopted = bench.reports.compactMap { if case .adopted(let it) = $0 { it.revision } else { nil } }
        #expect(adopted == (1...2001).map(UInt64.init))
    }

    @Test func `at its end the thread has taken all plans, even more than the rings hold`() throws {
        for _ in 0..<1200 { try bench.adopt(bpm: 400, run: nil) }
        bench.stop()
        let adopted = bench.reports.compactMap { if case .adopted(let it) = $0 { it.revision } else { nil } }
        #expect(adopted == (1...1200).map(UInt64.init))
    }

    @Test func `silent it sleeps, and wakes for nothing but a command`() async throws {
        _ = try await bench.adopted(bpm: 1000)
        try await bench.eventually { bench.engine.clock.wakes > 4 }
        _ = try await bench.adopted(bpm: 1000, run: nil)
        // The fade takes a few wakes more; then none comes for a while.
        var wakes: UInt64 = 0
        repeat {
            wakes = bench.engine.clock.wakes
            try await Task.sleep(for: .milliseconds(500))
        } while bench.engine.clock.wakes != wakes
        _ = try await bench.adopted(bpm: 1000, run: nil)
        try await bench.eventually { bench.engine.clock.wakes == wakes + 1 }
    }

    @Test func `it sleeps from the first moment on`() async throws {
        try await bench.eventually { bench.engine.clock.wakes == 1 }
        try await Task.sleep(for: .milliseconds(200))
        #expect(bench.engine.clock.wakes == 1)
    }

    @Test func `the thread ends when it is told to, and its last reports can be read`() throws {
        try bench.adopt(bpm: 120)
        bench.stop()
        #expect(bench.reports.count >= 1)
        guard case .adopted(let adoption)? = bench.reports.first else {
            Issue.record("no plan was adopted")
            return
        }
        #expect(adoption.revision == 1)
    }

    @Test func `a report makes its descriptor readable`() throws {
        var descriptor = pollfd(fd: bench.engine.reportDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&descriptor, 1, 0) == 0)
        try bench.adopt(bpm: 120)
        #expect(poll(&descriptor, 1, 30_000) == 1)
    }

    @Test func `the fill can be changed while it plays`() async throws {
        let start = try await bench.adopted(bpm: 600)
        bench.engine.fillMs = 200
        #expect(bench.engine.fillMs == 200)
        try await bench.eventually {
            Double(bench.engine.clock.writtenFrame) - bench.engine.clock.frame(at: .now) > 3000
        }
        #expect(bench.engine.clock.writtenFrame > start.frame)
    }
}
