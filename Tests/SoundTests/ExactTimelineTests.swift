// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import Proofs

@Suite struct ExactTimelineTests {
    @Test func `a beat is 60 · rate / bpm after the one before`() throws {
        let grid = ExactTimeline(tempo: try Tempo(1373, over: 10), sampleRate: .hz48000)
        // 28800000 / 1373 = 20975.9650…, and 197712 of them last 24 hours.
        #expect((0...3).map { grid.frame(ofBeat: $0) } == [0, 20_976, 41_952, 62_928])
        #expect(grid.frame(ofBeat: 197_712) == 86_400 * 48_000)
        let error = grid.error(ofFrame: 20_976, beat: 1)
        #expect(error.numerator * 1373 == 48 * error.denominator)
    }

    @Test func `half a frame is not off, and anything more is`() throws {
        // At 960 bpm and 44.1 kHz a beat lasts 2756.25 frames, so beat 2 is half-way between two frames.
        let grid = ExactTimeline(tempo: try Tempo(960), sampleRate: .hz44100)
        #expect(grid.frame(ofBeat: 2) == 5513)
        #expect(!grid.error(ofFrame: 5513, beat: 2).isOff && !grid.error(ofFrame: 5512, beat: 2).isOff)
        #expect(grid.error(ofFrame: 5514, beat: 2).isOff && grid.error(ofFrame: 5511, beat: 2).isOff)
        #expect(grid.error(ofFrame: 5512, beat: 2).frames == -0.5)
        #expect(grid.error(ofFrame: 2757, beat: 1).isOff && !grid.error(ofFrame: 2756, beat: 1).isOff)
    }

    @Test func `half-way through a beat, the rest of it lasts half a beat of the new tempo`() throws {
        let change = TempoStep(frame: 72_000, tempo: try Tempo(120))
        let grid = ExactTimeline(tempo: try Tempo(60), sampleRate: .hz48000, changes: [change])
        #expect((0...4).map { grid.frame(ofBeat: $0) } == [0, 48_000, 84_000, 108_000, 132_000])
        #expect(grid.nearestBeat(toFrame: 65_999) == 1)
        #expect(grid.nearestBeat(toFrame: 72_000) == 2)
    }

    @Test func `after ten thousand changes and back, no position is rounded`() throws {
        // Thirds and sevenths, whose beats no binary fraction holds: each pair of stretches is a whole beat.
        var grid = ExactTimeline(tempo: try Tempo(1000, over: 7), sampleRate: .hz48000)
        for pair in 0..<5000 as Range<Int64> {
            // 20160 frames of 1000/7 and of 200/3 bpm: 1 and 7/15 beats.
            grid.change(to: try Tempo(200, over: 3), atFrame: pair * 40_320 + 20_160)
            grid.change(to: try Tempo(1000, over: 7), atFrame: (pair + 1) * 40_320)
        }
        // 5000 · 22/15 beats = 7333 ⅓ of them.
        let error = grid.error(ofFrame: 5000 * 40_320, beat: 7334)
        // The first frame of a stretch begins half a frame before it.
        #expect(error.numerator * 3 == -2 * 20_160 * error.denominator)
    }

    @Test func `it agrees with the segment, which is computed in another way`() throws {
        var random = SeededGenerator(seed: 97)
        for seed in 0..<20 as Range<UInt64> {
            let rate = try random.sampleRate()
            let map = TempoMap(
                tempo: try random.tempo(), sampleRate: rate, length: .beats(300), changes: 100, seed: seed)
            var segment = TimelineSegment(
                originFrame: 0, originPosition: .zero, tempo: map.tempo, sampleRate: rate)
            var beat: Int64 = 0
            for (frame, tempo) in map.changes.map({ ($0.frame, $0.tempo) }) + [(map.frames, map.tempo)] {
                while segment.frame(ofBeat: beat) < frame {
                    #expect(segment.frame(ofBeat: beat) == map.timeline.frame(ofBeat: beat), "seed \(seed)")
                    beat += 1
                }
                segment = segment.changing(to: tempo, atFrame: frame)
            }
            #expect(beat == 300)
        }
    }
}
