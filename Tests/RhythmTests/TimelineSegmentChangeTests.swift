// SPDX-License-Identifier: Apache-2.0

import Rhythm
import SeededRandom
import Testing

@Suite struct TimelineSegmentChangeTests {
    /// Whether an onset of either segment lies within two frames of the seam, where a phase may give way.
    private func onsetIsNear(_ frame: Int64, _ segment: TimelineSegment) -> Bool {
        segment.beat(atFrame: frame + 2) != segment.beat(atFrame: frame - 2)
    }

    @Test func `a tempo change keeps the phase`() throws {
        var random = SeededGenerator(seed: 11)
        var inBetween = 0
        for _ in 0..<20_000 {
            let old = try random.segment()
            let tempo = try random.tempo()
            let frame = old.originFrame + Int64.random(in: -1 << 36...1 << 36, using: &random)
            let new = old.changing(to: tempo, atFrame: frame)
            #expect(new.tempo == tempo && new.sampleRate == old.sampleRate)
            guard !onsetIsNear(frame, old) else { continue }
            inBetween += 1
            #expect(new.position(atFrame: frame) == old.position(atFrame: frame), "\(old) \(tempo) \(frame)")
        }
        #expect(inBetween > 15_000)
    }

    @Test func `a tempo change loses no beat and doubles none, however near to an onset`() throws {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<20_000 {
            let old = try random.segment()
            let tempo = try random.tempo()
            let onset = old.frame(ofBeat: random.beat(near: old, power: 30))
            let frame = onset + Int64.random(in: -2...2, using: &random)
            let new = old.changing(to: tempo, atFrame: frame)
            let next = old.firstBeat(atOrAfterFrame: frame)
            #expect(new.firstBeat(atOrAfterFrame: frame) == next, "\(old) \(tempo) \(frame)")
            #expect(new.frame(ofBeat: next - 1) < frame && new.frame(ofBeat: next) >= frame)
        }
    }

    @Test func `the phase gives way by less than half a frame`() throws {
        var random = SeededGenerator(seed: 13)
        var gaveWay = 0
        for _ in 0..<20_000 {
            let old = try random.segment()
            let tempo = try random.tempo()
            let frame = old.frame(ofBeat: random.beat(near: old, power: 30)) + Int64.random(in: 0...1, using: &random)
            let new = old.changing(to: tempo, atFrame: frame)
            let difference = new.originBeat.parts - old.position(atFrame: frame).parts
            if difference != 0 { gaveWay += 1 }
            // Half a frame is bpm / (120 · rate) beats, at the faster of both tempi.
            let faster = max(tempo, old.tempo)
            let halfFrame =
                (Int128(faster.numerator) << 64) / Int128(faster.denominator) / Int128(120 * old.sampleRate.hertz)
            #expect(difference.magnitude <= halfFrame.magnitude + 1, "\(old) \(tempo) \(frame)")
        }
        #expect(gaveWay > 100)
    }

    @Test func `a change to the same tempo moves no onset`() throws {
        var random = SeededGenerator(seed: 14)
        for _ in 0..<5000 {
            let old = try random.segment()
            let frame = old.originFrame + Int64.random(in: -1 << 30...1 << 30, using: &random)
            let new = old.changing(to: old.tempo, atFrame: frame)
            let next = old.firstBeat(atOrAfterFrame: frame)
            for beat in next..<next + 50 {
                #expect((new.frame(ofBeat: beat) - old.frame(ofBeat: beat)).magnitude <= 1)
            }
        }
    }

    @Test func `half-way through a beat, the rest of it lasts half a beat of the new tempo`() throws {
        let slow = TimelineSegment(
            originFrame: 0, originBeat: BeatPosition(whole: 0), tempo: try Tempo(60), sampleRate: .hz48000)
        let fast = slow.changing(to: try Tempo(120), atFrame: 72_000)
        #expect(fast.originBeat == BeatPosition(whole: 1, fraction: 1 << 63))
        #expect(fast.frame(ofBeat: 2) == 84_000)
        #expect(fast.frame(ofBeat: 3) == 108_000)
    }

    @Test func `rebasing keeps the position and the tempo`() throws {
        var random = SeededGenerator(seed: 15)
        var inBetween = 0
        for _ in 0..<20_000 {
            let old = try random.segment()
            let rate = try random.sampleRate()
            let frame = old.originFrame + Int64.random(in: -1 << 36...1 << 36, using: &random)
            let newFrame = Int64.random(in: -1 << 40...1 << 40, using: &random)
            let new = old.rebased(to: rate, atFrame: frame, newFrame: newFrame)
            #expect(new.tempo == old.tempo && new.sampleRate == rate && new.originFrame == newFrame)
            #expect(new.firstBeat(atOrAfterFrame: newFrame) == old.firstBeat(atOrAfterFrame: frame))
            guard !onsetIsNear(frame, old), !onsetIsNear(newFrame, new) else { continue }
            inBetween += 1
            #expect(new.position(atFrame: newFrame) == old.position(atFrame: frame))
        }
        #expect(inBetween > 15_000)
    }

    @Test func `rebased, the beats keep their distance in time`() throws {
        let old = TimelineSegment(
            originFrame: 1000, originBeat: BeatPosition(whole: 0), tempo: try Tempo(120), sampleRate: .hz48000)
        let new = old.rebased(to: .hz44100, atFrame: 13_000, newFrame: 0)
        #expect(new.originBeat == BeatPosition(whole: 0, fraction: 1 << 63))
        #expect(new.frame(ofBeat: 1) == 11_025)
        #expect(new.frame(ofBeat: 0) == -11_025)
    }
}
