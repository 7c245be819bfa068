// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@Suite struct TimelineSegmentChangeTests {
    @Test func `a tempo change keeps the phase`() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<20_000 {
            let old = try random.segment()
            let curve = TempoCurve(try random.tempo())
            let frame = old.firstFrame + Int64.random(in: -1 << 36...1 << 36, using: &random)
            let new = old.changing(to: curve, atFrame: frame)
            #expect(new.curve == curve && new.sampleRate == old.sampleRate && new.firstFrame == frame)
            // Where the two meet, both have the same position, to a tick.
            let seam = FramePlace(beginOf: frame)
            #expect((new.position(at: seam).ticks - old.position(at: seam).ticks).magnitude <= 1, "\(old) \(curve)")
        }
    }

    @Test func `a tempo change loses no position and doubles none, however near to an onset`() throws {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<20_000 {
            let old = try random.segment()
            let onset = old.frame(ofBeat: random.beat(near: old, power: 30))
            let frame = onset + Int64.random(in: -2...2, using: &random)
            let new = old.changing(to: TempoCurve(try random.tempo()), atFrame: frame)
            #expect(new.firstPosition(atOrAfterFrame: frame) == old.firstPosition(atOrAfterFrame: frame))
            let next = old.firstBeat(atOrAfterFrame: frame)
            #expect(new.firstBeat(atOrAfterFrame: frame) == next, "\(old) \(new) \(frame)")
            #expect(new.frame(ofBeat: next - 1) < frame && new.frame(ofBeat: next) >= frame)
        }
    }

    @Test func `a change to the same tempo moves no onset`() throws {
        var random = SeededGenerator(seed: 14)
        for _ in 0..<5000 {
            let old = try random.segment()
            let frame = old.firstFrame + Int64.random(in: -1 << 30...1 << 30, using: &random)
            let new = old.changing(to: old.curve, atFrame: frame)
            let next = old.firstBeat(atOrAfterFrame: frame)
            for beat in next..<next + 50 {
                let moved = new.place(of: Position(whole: beat)).ticks - old.place(of: Position(whole: beat)).ticks
                // A tick of the position is at most 11,520,000 ticks of a frame: 192,000 Hz at 1 bpm.
                #expect(moved.magnitude <= 11_520_002, "\(old) \(frame)")
            }
        }
    }

    @Test func `half-way through a beat, the rest of it lasts half a beat of the new tempo`() throws {
        let slow = TimelineSegment(
            originFrame: 0, originPosition: .zero, tempo: try Tempo(60), sampleRate: .hz48000)
        let fast = slow.changing(to: TempoCurve(try Tempo(120)), atFrame: 72_000)
        #expect(fast.frame(ofBeat: 2) == 84_000)
        #expect(fast.frame(ofBeat: 3) == 108_000)
    }

    @Test func `a tempo that changes at a position holds from its place, between two frames`() throws {
        // 7 beats of 3147.2 frames, then 3000 frames each.
        let first = TimelineSegment(
            originFrame: 0, originPosition: .zero, tempo: try Tempo(10_066, over: 11), sampleRate: .hz48000)
        let second = first.changing(to: TempoCurve(try Tempo(2880, over: 3)), at: Position(whole: 7))
        let place = Double(7 * 60 * 48_000 * 11) / 10_066
        for beat: Int64 in 7..<200 {
            let exact = place + Double(beat - 7) * 3000
            #expect(abs(second.place(of: Position(whole: beat)).frames - exact) < 1e-9)
        }
    }

    @Test func `rebasing keeps the position and the tempo`() throws {
        var random = SeededGenerator(seed: 15)
        for _ in 0..<20_000 {
            let old = try random.segment()
            let rate = try random.sampleRate()
            let frame = old.firstFrame + Int64.random(in: -1 << 36...1 << 36, using: &random)
            let newFrame = Int64.random(in: -1 << 40...1 << 40, using: &random)
            let new = old.rebased(to: rate, atFrame: frame, newFrame: newFrame)
            #expect(new.tempo == old.tempo && new.sampleRate == rate && new.firstFrame == newFrame)
            #expect(new.firstPosition(atOrAfterFrame: newFrame) == old.firstPosition(atOrAfterFrame: frame))
        }
    }

    @Test func `rebased, the beats keep their distance in time`() throws {
        let old = TimelineSegment(
            originFrame: 1000, originPosition: .zero, tempo: try Tempo(120), sampleRate: .hz48000)
        let new = old.rebased(to: .hz44100, atFrame: 13_000, newFrame: 0)
        #expect(new.frame(ofBeat: 1) == 11_025)
        #expect(new.frame(ofBeat: 0) == -11_025)
    }

    @Test func `a ramp goes on at another rate as it would have`() throws {
        let curve = TempoCurve(
            from: try Tempo(60), to: try Tempo(180), .linearInBeats, length: try #require(Ratio(32)))
        let old = TimelineSegment(
            originPlace: FramePlace(frame: 0), originPosition: .zero, curve: curve, sampleRate: .hz48000)
        let new = old.rebased(to: .hz44100, atFrame: 300_000, newFrame: 1_000_000)
        for beat: Int64 in 10...40 {
            let seconds = (old.place(of: Position(whole: beat)).frames - 299_999.5) / 48_000
            let moved = (new.place(of: Position(whole: beat)).frames - 999_999.5) / 44_100
            #expect(abs(seconds - moved) < 1e-10)
        }
    }
}
