// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct StrokeGridTests {
    /// A run at 120 bpm whose frame 0 is heard at 0.
    private func run() throws -> HeardRun {
        let segment = TimelineSegment(
            originFrame: 0, originPosition: .zero, tempo: try Tempo(120), sampleRate: .hz48000)
        let record = RunRecord(
            AdoptedPlan(
                frame: 0, run: 1, segment: segment, grid: BarGrid(beatsPerBar: 4), nextBeat: 0), bell: nil)
        let device = DeviceClock(frame: 0, time: ClockTime(nanoseconds: 0), framesPerSecond: 48_000, writtenFrame: 0)
        return HeardRun(record, HeardClock(device, offsetMilliseconds: 0))
    }

    /// A score of strokes at these beats, each late by a number of milliseconds.
    private func score(_ beats: [Double], late: (Int) -> Double = { _ in 0 }, parts: Pattern? = nil) throws -> Score {
        let grid = StrokeGrid(try run(), subdivision: parts)
        var score = Score()
        for (index, beat) in beats.enumerated() {
            let time = ClockTime(nanoseconds: Int64(beat * 500e6 + late(index) * 1e6))
            let (hit, missed) = grid.stroke(time, after: score.lastPlace) { $0 == 2 }
            score.add(hit, missed: missed)
        }
        return score
    }

    @Test func `a stroke belongs to the nearest part of the subdivision`() throws {
        let parts = Pattern(subdivision: 4)
        let score = try score([0, 0.25, 0.5, 0.75, 1, 2.25], late: { Double($0) }, parts: parts)
        let played = score.places.filter { $0.figures.count > 0 }
        #expect(played.map(\.beat) == [1, 1, 1, 1, 2, 3])
        #expect(played.map(\.part) == [0, 0.25, 0.5, 0.75, 0, 0.25])
        for (index, place) in played.enumerated() {
            #expect(abs((place.figures.meanMs ?? -1) - Double(index)) < 0.05)
        }
        #expect(score.strays == 0 && score.bars.first?.silent == 1)
        // The beat between had no stroke, its parts need none.
        #expect(score.missed == 1 && score.places.filter { $0.missed == 1 }.map(\.beat) == [3])
    }

    @Test func `a stroke between two places, and a second one for a place, are strays`() throws {
        #expect(try score([0, 0.5, 1]).strays == 1)
        #expect(try score([0, 0.5, 1], parts: Pattern(subdivision: 2)).strays == 0)
        #expect(try score([0, 0.25, 1], parts: Pattern(subdivision: 2)).strays == 1)
        #expect(try score([0, 0.05, 1]).strays == 1)
        #expect(try score([-3, 1]).strays == 1)
    }

    @Test func `beats without a stroke are missed, but for those of a long rest`() throws {
        #expect(try score([0, 1, 4, 5]).missed == 2)
        #expect(try score([0, 1, 40, 41]).missed == 0)
        #expect(try score([7, 8]).missed == 0)
    }

    @Test(arguments: [0.5, 0.6, 2.0 / 3, 0.75])
    func `the swing is the ratio in which beats are played, whatever is written`(part: Double) throws {
        let beats = (0..<8).flatMap { [Double($0), Double($0) + part] }
        let written = Pattern(subdivision: 2, swing: try Swing(parsing: part > 0.6 ? "2:1" : "even"))
        let score = try score(beats, late: { _ in 7 }, parts: written)
        #expect(abs((score.swingRatio ?? 0) - part / (1 - part)) < 0.002)
        #expect(score.strays == 0)
    }

    @Test func `beats alone, or in more parts than two, have no swing`() throws {
        #expect(try score((0..<16).map { Double($0) }).swingRatio == nil)
        #expect(try score((0..<64).map { Double($0) / 4 }, parts: Pattern(subdivision: 4)).swingRatio == nil)
    }
}
