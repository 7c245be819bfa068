// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import Proofs

@Suite struct ProofTests {
    private let map: TempoMap

    init() throws {
        let rate = try #require(SampleRate(hertz: 11_025))
        map = TempoMap(tempo: try Tempo(1373, over: 10), sampleRate: rate, length: .beats(200), changes: 40, seed: 7)
    }

    /// Where the beats of the map are heard if all is well.
    private var onsets: [Int64] { (0..<200).map { map.timeline.frame(ofBeat: $0) } }

    private func verdict(on onsets: [Int64]) -> ProofReport {
        var judge = ProofJudge(timeline: map.timeline, sampleRate: map.sampleRate, frames: map.frames)
        for onset in onsets { judge.hear(onset) }
        return judge.finish()
    }

    @Test func `the engine passes, at any rate, tempo and number of changes`() throws {
        var random = SeededGenerator(seed: 90)
        for seed in 0..<12 as Range<UInt64> {
            let rate = try random.sampleRate()
            let changes = Int.random(in: 0...20, using: &random)
            let length: TempoMap.Length =
                seed.isMultiple(of: 2)
                ? .frames(.random(in: 4000...200_000, using: &random))
                : .beats(.random(in: 20...60, using: &random))
            let map = TempoMap(
                tempo: try random.tempo(from: 300), sampleRate: rate, length: length, changes: changes, seed: seed)
            let report = try Proof(map: map, bell: BellPattern(every: 4, on: 1)).run()
            #expect(report.isProven, "\(report)")
            #expect(report.beats > 0 && report.largestErrorFrames <= 0.5)
            if case .beats(let beats) = length { #expect(report.beats == beats) }
        }
    }

    @Test func `right onsets pass`() {
        let report = verdict(on: onsets)
        #expect(report.isProven && report.beats == 200 && report.faults.isEmpty)
        #expect((0.25...0.5).contains(report.largestErrorFrames))
        #expect(abs(report.driftFrames) < 0.3)
    }

    @Test(arguments: [0, 1, 77, 199])
    func `one beat a frame off is found`(beat: Int) {
        var onsets = onsets
        onsets[beat] +=
            onsets[beat] == 0 || map.timeline.error(ofFrame: onsets[beat], beat: Int64(beat)).frames > 0 ? 1 : -1
        let report = verdict(on: onsets)
        #expect(!report.isProven && report.off == 1 && report.missing == 0 && report.extra == 0)
        #expect((1...1.5).contains(report.largestErrorFrames))
        guard case .off(Int64(beat), onsets[beat], _) = report.faults.first else {
            Issue.record("\(report.faults)")
            return
        }
    }

    @Test(arguments: [0, 1, 77, 199])
    func `a missing beat is found`(beat: Int) {
        var onsets = onsets
        onsets.remove(at: beat)
        let report = verdict(on: onsets)
        #expect(!report.isProven && report.off == 0 && report.missing == 1 && report.extra == 0)
        #expect(report.faults == [.missing(beat: Int64(beat))])
    }

    @Test(arguments: [0, 1, 77, 199], [-700, -9, -1, 1, 9, 700] as [Int64])
    func `an extra onset is found, and the beat beside it is not blamed`(beat: Int, distance: Int64) {
        let extra = onsets[beat] + distance
        guard extra >= 0 else { return }
        let report = verdict(on: (onsets + [extra]).sorted())
        #expect(!report.isProven && report.off == 0 && report.missing == 0 && report.extra == 1)
        #expect(report.faults == [.extra(frame: extra)])
    }

    @Test func `an engine that is heard nothing of has missed every beat`() {
        let report = verdict(on: [])
        #expect(!report.isProven && report.beats == 0 && report.missing == 200)
        #expect(report.faults.count == ProofReport.faultsKept)
        #expect(report.text(elapsed: .seconds(1)).contains("and 192 more"))
    }

    @Test func `a beat more at the end is extra or off`() {
        #expect(!verdict(on: onsets + [map.frames - 1]).isProven)
    }

    @Test func `an engine that rounds its steps drifts`() throws {
        // 137.3 bpm at 48 kHz: a beat lasts 20975.96 frames, and 20976 are counted.
        let map = TempoMap(tempo: try Tempo(1373, over: 10), sampleRate: .hz48000, length: .beats(1000))
        var judge = ProofJudge(timeline: map.timeline, sampleRate: .hz48000, frames: map.frames)
        for beat in 0..<1000 as Range<Int64> { judge.hear(beat * 20_976) }
        let report = judge.finish()
        let drift = 999 * (20_976 - 60 * 48_000 * 10 / 1373.0)
        #expect(abs(report.driftFrames - drift) < 0.01)
        #expect(abs(report.largestErrorFrames - drift) < 0.01 && report.off > 900)
    }

    @Test func `every sounding frame is an onset, on either side, wherever it is`() {
        let chunk = UnsafeMutablePointer<Float>.allocate(capacity: 2000)
        chunk.initialize(repeating: 0, count: 2000)
        defer { chunk.deallocate() }
        let indices = [0, 3, 255, 256, 511, 700, 999]
        for (number, index) in indices.enumerated() { chunk[2 * index + number % 2] = 1e-30 }
        chunk[2 * 600] = -0.0
        var found: [Int] = []
        Proof.forEachOnset(in: chunk, count: 1000) { found.append($0) }
        #expect(found == indices)
        found = []
        Proof.forEachOnset(in: chunk + 2 * 999, count: 1) { found.append($0) }
        #expect(found == [0])
    }

    @Test func `the report speaks in frames, microseconds and real time`() {
        var report = ProofReport(sampleRate: .hz48000, frames: 48_000 * 3600)
        report.beats = 8238
        report.largestErrorFrames = 0.48
        report.driftFrames = -0.0004
        let text = report.text(elapsed: .milliseconds(500))
        #expect(text.contains("8238: 0 off, 0 missing, 0 extra"))
        #expect(text.contains("0.480000 frames, 10.000 µs"))
        #expect(text.contains("drift          0.000 frames in 1.000 h"))
        #expect(text.contains("7200 times real time, 0.5 s"))
        #expect(text.hasSuffix("proven: every beat is within half a frame of its place"))
    }
}
