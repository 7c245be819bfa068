// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Playback
import Sound
import Testing

/// The real-time thread on a real PCM that keeps what it plays in a file.
@Suite struct PlaybackCaptureTests {
    private let bench: EngineBench

    init() throws {
        // A busy machine may wake a thread without priority more than 30 ms late.
        bench = try EngineBench(fillMs: 150)
    }

    private func attach(_ number: Int) async throws -> PCMDevice { try await attach(number, to: bench) }

    private func attach(_ number: Int, to bench: EngineBench) async throws -> PCMDevice {
        let device = try PCMDevice(name: PrivateALSA.capture(number).device, id: UInt64(number))
        bench.engine.send(.attach(device.handle, try device.start(fillMs: bench.engine.fillMs)))
        try await bench.report { report in
            if case .running(device: UInt64(number)) = report { () } else { nil }
        }
        return device
    }

    /// Takes the device back, and closes it, which writes the file to its end.
    private func detach(_ device: PCMDevice) async throws { try await detach(device, from: bench) }

    private func detach(_ device: PCMDevice, from bench: EngineBench) async throws {
        bench.engine.send(.detach)
        let (reason, code) = try await bench.report { report in
            if case .released(device: device.handle.id, let reason, let code) = report { (reason, code) } else { nil }
        }
        #expect(reason == .detached && code == 0)
        device.close()
    }

    /// Stops, and takes the device back in silence. Returns what was heard of the left channel, each with its frame.
    private func finish(_ number: Int, _ device: PCMDevice) async throws -> [(frame: Int64, level: Float)] {
        let stop = try await bench.adopted(bpm: 600, run: nil)
        try await bench.written(stop.frame + 4000)
        try await detach(device)
        try await bench.eventually { !bench.engine.clock.isOnDevice }
        // Nothing is rendered in silence, so the last frame captured is the last one written.
        let captured = try PrivateALSA.frames(of: PrivateALSA.capture(number).path)
        let first = bench.engine.clock.writtenFrame - Int64(captured.count)
        return captured.enumerated().filter { $0.element != 0 }.map { (first + Int64($0.offset), $0.element) }
    }

    @Test func `every onset lies on its frame, and every bell on its beat`() async throws {
        let device = try await attach(0)
        #expect(device.handle.sampleRate == .hz48000)
        #expect(bench.engine.clock.isOnDevice)
        let bell = try BellPattern(every: 4, on: 1)
        let start = try await bench.adopted(bpm: 997, bell: bell)
        try await bench.written(start.frame + 40_000)
        let heard = try await finish(0, device)
        #expect(heard.count > 10)
        #expect(heard.map(\.frame) == heard.indices.map { start.segment.frame(ofBeat: Int64($0)) })
        // A beat that fell into the fade is quieter.
        #expect(heard.dropLast().map(\.level) == heard.indices.dropLast().map { $0 % 4 == 0 ? 0.25 : 0.5 })
        #expect(bench.engine.clock.xruns == 0 && bench.engine.clock.generation == 0)
    }

    @Test func `tempo changes in mid-beat are exact in what is heard`() async throws {
        let device = try await attach(1)
        let start = try await bench.adopted(bpm: 700)
        var timeline = Timeline(start.segment)
        var frame = start.frame
        for bpm in [1000, 611, 850] as [Int64] {
            try await bench.written(frame + 11_000)
            let change = try await bench.adopted(bpm: bpm)
            timeline.append(change.segment)
            frame = change.frame
        }
        try await bench.written(frame + 11_000)
        let heard = try await finish(1, device)
        #expect(heard.count > 8)
        #expect(heard.map(\.frame) == heard.indices.map { timeline.frame(ofBeat: Int64($0)) })
    }

    @Test func `a device that is given back and another that follows play on one timeline`() async throws {
        // Without a device at first: the run begins on the clock.
        let start = try await bench.adopted(bpm: 900)
        try await bench.written(start.frame + 5000)
        let first = try await attach(2)
        try await bench.written(bench.engine.clock.writtenFrame + 14_000)
        try await detach(first)
        let gap = bench.engine.clock.writtenFrame
        try await bench.written(gap + 5000)
        let second = try await attach(3)
        try await bench.written(bench.engine.clock.writtenFrame + 14_000)
        let heard = try await finish(3, second)

        let segment = start.segment
        #expect(heard.count >= 3)
        let beats = heard.map { segment.beat(atFrame: $0.frame) }
        #expect(heard.map(\.frame) == beats.map { segment.frame(ofBeat: $0) })
        let firstBeat = try #require(beats.first)
        #expect(firstBeat > segment.beat(atFrame: gap))
        #expect(beats == Array(firstBeat..<firstBeat + Int64(beats.count)))

        // The first device's frames are known only from one another.
        let captured = try PrivateALSA.frames(of: PrivateALSA.capture(2).path)
        let onsets = captured.indices.filter { captured[$0] != 0 }
        #expect(onsets.count >= 3)
        #expect(zip(onsets, onsets.dropFirst()).allSatisfy { $1 - $0 == 3200 })
        #expect(captured.allSatisfy { $0 == 0 || $0 == 0.5 })
    }

    @Test func `a device without a clock of its own does not bend ours`() async throws {
        // A busy machine may take the processor from the thread between a frame and its time.
        for trial in 1...5 {
            let bench = try EngineBench(fillMs: 150)
            let start = try await bench.adopted(bpm: 600)
            let before = bench.engine.clock
            let device = try await attach(7, to: bench)
            try await bench.written(start.frame + 48_000)
            let after = bench.engine.clock
            #expect(after.isOnDevice && after.generation == before.generation && after.xruns == 0)
            // Frames are rounded when it begins and at every look.
            let bend = abs(after.heardFrame - before.frame(at: after.time))
            // While it locks, at 0.5 Hz, such a frame tilts the line by up to 2π · 0.5 frames a second.
            let tilt = abs(after.framesPerSecond - 48_000)
            try await detach(device, from: bench)
            if bend < 2, tilt < 4 { return }
            #expect(trial < 5, "off by \(bend) frames, and \(tilt) a second")
        }
    }

    @Test func `at its end the thread gives the device back`() async throws {
        let device = try await attach(4)
        _ = try await bench.adopted(bpm: 600)
        bench.stop()
        let released = bench.reports.filter {
            if case .released(device: 4, reason: .detached, code: 0) = $0 { true } else { false }
        }
        #expect(released.count == 1)
        device.close()
    }

    @Test func `a second device takes the place of the first, which is given back`() async throws {
        let first = try await attach(5)
        let second = try await attach(6)
        try await bench.report { report in
            if case .released(device: 5, reason: .detached, code: 0) = report { () } else { nil }
        }
        first.close()
        try await detach(second)
    }
}
