// SPDX-License-Identifier: Apache-2.0

import Motion
import Rhythm
import Testing

@testable import Daemon
@testable import Sound

/// A run at 48 kHz whose beat 0 is at frame 1000.
private func run(bpm: Int64, bell: BellPattern? = nil) throws -> Score {
    let segment = TimelineSegment(
        originFrame: 1000, originBeat: BeatPosition(whole: 0), tempo: try Tempo(bpm), sampleRate: .hz48000)
    return Score(adoption(at: 400, segment, BarGrid(beatsPerBar: 4), next: 0), bell: bell)
}

private func adoption(at frame: Int64, _ segment: TimelineSegment, _ grid: BarGrid, next: Int64) -> Adoption {
    Adoption(revision: 1, frame: frame, run: 1, segment: segment, grid: grid, nextBeat: next)
}

@Suite struct ScoreTests {
    @Test func `before beat 0 the rod waits where the first swing begins`() throws {
        let score = try run(bpm: 60)
        let swing = score.swing(atFrame: 0)
        #expect(swing.value(at: 0) == 30)
        #expect(swing.velocity(at: 0) == 0)
    }

    @Test func `the rod stands at an end of its swing on every beat`() throws {
        let score = try run(bpm: 90)
        for index in Int64(0)..<8 {
            let frame = Double(score.beat(index).frame)
            let angle = score.swing(atFrame: frame).value(at: frame / score.rate)
            #expect(abs(angle - (index.isMultiple(of: 2) ? 30 : -30)) < 1e-9)
        }
    }

    @Test(arguments: [(60, 120), (120, 60), (90, 91), (240, 40), (40, 1000)] as [(Int64, Int64)])
    func `a tempo change in mid-swing keeps angle and velocity and arrives on the beat`(from: Int64, to: Int64) throws {
        var score = try run(bpm: from)
        let beat = score.beat(3)
        let frame = beat.frame + (score.beat(4).frame - beat.frame) / 3
        let seconds = Double(frame) / score.rate
        let before = score.swing(atFrame: Double(frame))
        let segment = score.timeline.segment(atFrame: frame).changing(to: try Tempo(to), atFrame: frame)
        score.adopt(adoption(at: frame, segment, BarGrid(beatsPerBar: 4), next: 4), bell: nil)

        let after = score.swing(atFrame: Double(frame))
        #expect(abs(after.value(at: seconds) - before.value(at: seconds)) < 1e-6)
        #expect(abs(after.velocity(at: seconds) - before.velocity(at: seconds)) < 1e-3)
        let next = Double(score.beat(4).frame)
        #expect(abs(after.end - next / score.rate) < 1e-9)
        #expect(abs(after.value(at: after.end) - 30) < 1e-9)
        // What was heard before the change stays as it was.
        #expect(score.swing(atFrame: Double(frame) - 1) == before)
    }

    @Test func `a segment that begins after its plan, past a sound that has begun, changes nothing before`() throws {
        let before = try run(bpm: 1000)
        let onset = before.beat(4).frame
        let segment = before.timeline.segment(atFrame: onset).changing(to: try Tempo(10), atFrame: onset + 1)
        var score = before
        for frame in [onset - 1500, onset - 1000] {
            // The second plan brings no other segment, so nothing moves by it.
            score.adopt(adoption(at: frame, segment, BarGrid(beatsPerBar: 4), next: 5), bell: nil)
            #expect(score.turns.count == 2)
        }
        for frame in stride(from: onset - 2000, through: onset, by: 100) {
            #expect(score.swing(atFrame: Double(frame)) == before.swing(atFrame: Double(frame)))
            #expect(score.beats(at: Double(frame) / score.rate) == before.beats(at: Double(frame) / score.rate))
        }
        #expect(score.beat(4) == before.beat(4))
        #expect(score.beat(5).frame == segment.frame(ofBeat: 5))
    }

    @Test func `a new meter begins a bar at the next beat and leaves the beats before it alone`() throws {
        var score = try run(bpm: 120, bell: try BellPattern(every: 4, on: 1))
        let grid = BarGrid(beatsPerBar: 4).changing(beatsPerBar: 3, atBeat: 6)
        let segment = score.timeline.segment(atFrame: 100_000)
        score.adopt(adoption(at: 130_000, segment, grid, next: 6), bell: try BellPattern(every: 3, on: 1))
        #expect((score.beat(5).bar, score.beat(5).beat, score.beat(5).bell) == (2, 2, false))
        #expect((score.beat(6).bar, score.beat(6).beat, score.beat(6).bell) == (3, 1, true))
        #expect((score.beat(9).bar, score.beat(9).beat, score.beat(9).bell) == (4, 1, true))
        #expect(score.beat(4).bell)
    }

    @Test func `forgetting what is over changes nothing that is to come`() throws {
        var score = try run(bpm: 100, bell: try BellPattern(every: 4, on: 1))
        for change in Int64(1)...20 {
            let frame = change * 40_000
            let segment = score.timeline.segment(atFrame: frame).changing(to: try Tempo(100 + change), atFrame: frame)
            let next = segment.firstBeat(atOrAfterFrame: frame)
            score.adopt(adoption(at: frame, segment, BarGrid(beatsPerBar: 4), next: next), bell: nil)
        }
        var lean = score
        lean.forget(beforeFrame: 790_000)
        let present = score.timeline.beat(atFrame: 790_000)
        for index in present..<(present + 20) { #expect(lean.beat(index) == score.beat(index)) }
        #expect(lean.swing(atFrame: 795_000) == score.swing(atFrame: 795_000))
        #expect(lean.timeline.segments.count < 3)
    }

    @Test func `at the end of a run the rod comes to rest upright`() throws {
        let score = try run(bpm: 60)
        let frame = 1000.0 + 48000 * 2.3
        let rest = score.settling(fromFrame: frame)
        let swing = score.swing(atFrame: frame)
        #expect(abs(rest.value(at: frame / score.rate) - swing.value(at: frame / score.rate)) < 1e-9)
        #expect(rest.value(at: rest.end) == 0)
        #expect(rest.velocity(at: rest.end) == 0)
    }
}
