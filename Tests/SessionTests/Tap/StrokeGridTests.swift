// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct StrokeGridTests {
    /// A run whose frame 0 is heard at 0.
    private func run(bpm: Int64 = 120, lanes: [LaneRule] = []) throws -> HeardRun {
        let segment = TimelineSegment(
            originFrame: 0, originPosition: .zero, tempo: try Tempo(bpm), sampleRate: .hz48000)
        let record = RunRecord(
            AdoptedPlan(
                frame: 0, run: 1, segment: segment, grid: BarGrid(beatsPerBar: 4), nextBeat: 0),
            accents: BeatAccents(bar: [.normal], bell: nil), lanes: lanes)
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

    @Test func `nobody has to play the strokes with which a timer ends`() throws {
        let strokes = LaneRule.Entry(
            name: "beat",
            lane: Lane(
                id: 0, pattern: try Pattern(beats: [.bell, .bell, .bell], of: try #require(Ratio(1, over: 3))),
                anchor: .position(.zero)), isMuted: false)
        let rules = [LaneRule(from: .zero, entries: []), LaneRule(from: Position(whole: 4), entries: [strokes])]
        let grid = StrokeGrid(try run(lanes: rules))
        #expect(grid.expected(fromBeat: 2, before: BeatPosition(whole: 5)) == 3)
        #expect(grid.stroke(ClockTime(nanoseconds: 2_150_000_000), after: nil).hit.place == BeatPosition(whole: 4))
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

    // MARK: many onsets

    /// Lanes of onsets that are a part of a beat apart.
    private func lanes(_ count: Int = 1, partOfBeat part: Int, chance: Double = 1) throws -> [LaneRule] {
        let pattern = try Pattern(
            cycle: 1, denominator: part, onsets: [.init(place: 0, accent: .normal, chance: chance)])
        let entries = (0..<count).map {
            LaneRule.Entry(name: "l\($0)", lane: Lane(id: 1 + $0, pattern: pattern), isMuted: false)
        }
        return [LaneRule(from: .zero, entries: entries)]
    }

    @Test func `a stroke belongs to the nearest onset, however many there are in a beat`() throws {
        // A minute is a beat, and there is an onset each quarter of a millisecond.
        let grid = StrokeGrid(try run(bpm: 1, lanes: lanes(partOfBeat: 240_000)))
        let (hit, _) = grid.stroke(ClockTime(nanoseconds: 100_000_300_000), after: nil)
        #expect(hit.lanes == ["l0"] && abs(hit.place.beats * 60e9 - 100_000_250_000) < 10)
        #expect(hit.asynchronyNs == 50_000 && hit.reachNs == 250_000)
    }

    @Test func `a stroke is expected at each onset, and on each beat where there are thousands`() throws {
        let end = BeatPosition(whole: 64)
        let few = StrokeGrid(try run(lanes: lanes(2, partOfBeat: 8)))
        #expect(few.expected(fromBeat: 0, before: end) == 512)
        #expect(few.expected(fromBeat: 8, after: BeatPosition(beats: 9.25), before: BeatPosition(beats: 11.5)) == 17)
        let many = StrokeGrid(try run(lanes: lanes(62, partOfBeat: 64, chance: 0.01)))
        #expect(many.expected(fromBeat: 0, before: end) == 64)
        // Of two strokes with as many onsets between them the beats are missed.
        let (_, missed) = many.stroke(ClockTime(nanoseconds: 3_900_000_000), after: BeatPosition(whole: 4))
        #expect(missed.map(\.part) == [0, 0, 0] && missed.allSatisfy { $0.lanes.isEmpty })
    }

    @Test func `strokes are counted from the one before, also where a beat lasts long`() throws {
        let grid = StrokeGrid(try run(bpm: 1, lanes: lanes(partOfBeat: 32)))
        let (_, missed) = grid.stroke(ClockTime(nanoseconds: 50_625_000_000), after: BeatPosition(beats: 0.75))
        #expect(missed.count == 2)
    }
}
