// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@Suite struct TimelineSegmentTests {
    @Test func `every onset is within half a frame of its exact place`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let segment = try random.segment()
            let beat = random.beat(near: segment)
            let frame = segment.frame(ofBeat: beat)
            let exact = Position(whole: beat)
            // frame − ½ ≤ exact < frame + ½: halves go up.
            #expect(segment.offset(ofFrame: frame, halfFrames: -1, from: exact) <= zero, "\(segment) \(beat)")
            #expect(segment.offset(ofFrame: frame, halfFrames: 1, from: exact) > zero, "\(segment) \(beat)")
        }
    }

    @Test func `the largest beats, frames and fractions allowed do not overflow`() throws {
        let frame: Int64 = 1 << 50
        let rate = try #require(SampleRate(hertz: 192_000))
        // At 1 bpm 2²⁶ beats fill 2⁵⁰ frames.
        let extremes: [(tempo: Tempo, beat: Int64)] = [
            (try Tempo(999_999_999, over: 1_000_000), 1 << 40), (try Tempo(1_000_001, over: 1_000_000), 1 << 26),
            (try Tempo(1000), 1 << 40), (try Tempo(1), 1 << 26),
        ]
        for (tempo, beat) in extremes {
            for sign: Int64 in [-1, 1] {
                let segment = TimelineSegment(
                    originFrame: -sign * frame, originPosition: Position(whole: 0, fraction: .max), tempo: tempo,
                    sampleRate: rate)
                let onset = segment.frame(ofBeat: sign * beat)
                let exact = Position(whole: sign * beat)
                #expect(segment.offset(ofFrame: onset, halfFrames: -1, from: exact) <= zero)
                #expect(segment.offset(ofFrame: onset, halfFrames: 1, from: exact) > zero)
                #expect(segment.beat(atFrame: onset) == sign * beat)
                let position = segment.position(atFrame: sign * frame)
                #expect(segment.offset(ofFrame: sign * frame, from: position) >= zero)
                #expect(segment.beat(atFrame: sign * frame) - Int64(position.ticks >> 64) <= 1)
            }
        }
    }

    @Test func `an onset half-way between two frames falls on the later`() throws {
        // 8008 · 60 / 960 = 500.5 frames a beat.
        let segment = TimelineSegment(
            originFrame: 0, originPosition: .zero, tempo: try Tempo(960),
            sampleRate: try #require(SampleRate(hertz: 8008)))
        #expect(segment.frame(ofBeat: 1) == 501)
        #expect(segment.frame(ofBeat: -1) == -500)
        #expect(segment.frame(ofBeat: 2) == 1001)
        // 15376 · 60 / 960 = 961 frames a beat, of which half remain.
        let inBetween = TimelineSegment(
            originFrame: 0, originPosition: Position(whole: 0, fraction: 1 << 63), tempo: try Tempo(960),
            sampleRate: try #require(SampleRate(hertz: 15_376)))
        #expect(inBetween.frame(ofBeat: 1) == 481)
        #expect(inBetween.firstBeat(atOrAfterFrame: 481) == 1)
        #expect(inBetween.beat(atFrame: 480) == 0)
    }

    @Test func `the beat at an onset is that beat, and a frame earlier the one before`() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let segment = try random.segment()
            let beat = random.beat(near: segment)
            let frame = segment.frame(ofBeat: beat)
            #expect(segment.beat(atFrame: frame) == beat, "\(segment) \(beat)")
            #expect(segment.beat(atFrame: frame - 1) == beat - 1, "\(segment) \(beat)")
            #expect(segment.firstBeat(atOrAfterFrame: frame) == beat, "\(segment) \(beat)")
            #expect(segment.firstBeat(atOrAfterFrame: frame + 1) == beat + 1, "\(segment) \(beat)")
        }
    }

    @Test func `at any frame the next onset is not before it and the last one not after it`() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let segment = try random.segment()
            let frame = segment.firstFrame + Int64.random(in: -1 << 40...1 << 40, using: &random)
            let next = segment.firstBeat(atOrAfterFrame: frame)
            #expect(segment.frame(ofBeat: next) >= frame && segment.frame(ofBeat: next - 1) < frame)
            let last = segment.beat(atFrame: frame)
            #expect(segment.frame(ofBeat: last) <= frame && segment.frame(ofBeat: last + 1) > frame)
        }
    }

    @Test func `the position at a frame is exact, rounded down`() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<20_000 {
            let segment = try random.segment()
            let frame = segment.firstFrame + Int64.random(in: -1 << 40...1 << 40, using: &random)
            let position = segment.position(atFrame: frame)
            let above = Position(ticks: position.ticks + 1)
            #expect(segment.offset(ofFrame: frame, from: position) >= zero, "\(segment) \(frame)")
            #expect(segment.offset(ofFrame: frame, from: above) < zero, "\(segment) \(frame)")
        }
        let segment = try random.segment()
        #expect(segment.position(atFrame: segment.firstFrame) == segment.originPosition)
    }

    @Test(arguments: [SampleRate.hz44100, .hz48000])
    func `24 hours at 137.3 bpm drift by no frame`(rate: SampleRate) throws {
        let segment = TimelineSegment(
            originFrame: 0, originPosition: .zero, tempo: try Tempo(parsing: "137.3"), sampleRate: rate)
        // Ten minutes hold 1373 beats exactly.
        for tenMinutes: Int64 in 0...144 {
            let frame = tenMinutes * 600 * Int64(rate.hertz)
            #expect(segment.frame(ofBeat: tenMinutes * 1373) == frame)
            #expect(segment.position(atFrame: frame) == Position(whole: tenMinutes * 1373))
        }
    }

    @Test func `cut anywhere, the frames of a stretch hold each beat once`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<50 {
            let segment = try random.segment()
            let start = segment.firstFrame
            var frame = start
            var heard: [Int64] = []
            while frame < start + 200_000 {
                let end = frame + Int64.random(in: 1...4096, using: &random)
                for beat in segment.firstBeat(atOrAfterFrame: frame)..<segment.firstBeat(atOrAfterFrame: end) {
                    heard.append(beat)
                }
                frame = end
            }
            #expect(heard == Array(segment.firstBeat(atOrAfterFrame: start)...segment.beat(atFrame: frame - 1)))
        }
    }
}
