// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct SpeedTrainerTests {
    /// The tempi of its bars, in bpm.
    private func tempi(_ text: String, from start: Double? = nil, bars: Int64) throws -> [Double] {
        let trainer = try SpeedTrainer(parsing: text)
        let begin = TrainerBegin(beat: 0, bar: 1, tempo: start.map { Int64($0 * 1000) } ?? trainer.from ?? 0)
        let grid = BarGrid(beatsPerBar: 4)
        return (0..<bars).compactMap { bar in
            trainer.tempo(at: TrainerPlace(begin, BeatPosition(whole: 4 * bar), in: grid))?.beatsPerMinute
        }
    }

    @Test func `each tempo lasts so many bars, and the last one goes on`() throws {
        #expect(try tempi("60 to 90 by 10 every 2", bars: 10) == [60, 60, 70, 70, 80, 80, 90, 90, 90, 90])
        #expect(try tempi("90 to 60 by 15 every 1", bars: 4) == [90, 75, 60, 60])
        // The last step is shorter where the others would lead beyond.
        #expect(try tempi("100 to 107.5 by 5 every 1", bars: 4) == [100, 105, 107.5, 107.5])
        #expect(try tempi("100 to 100 by 5 every 1", bars: 2) == [100, 100])
    }

    @Test func `it goes back the way it came, and begins again where it is told to`() throws {
        #expect(try tempi("60 to 80 by 10 every 1 and back", bars: 7) == [60, 70, 80, 70, 60, 60, 60])
        #expect(try tempi("60 to 80 by 10 every 1 then again", bars: 7) == [60, 70, 80, 60, 70, 80, 60])
        #expect(try tempi("60 to 80 by 10 every 1 and back then again", bars: 7) == [60, 70, 80, 70, 60, 70, 80])
        #expect(try tempi("60 to 75 by 10 every 1 and back", bars: 6) == [60, 70, 75, 70, 60, 60])
    }

    @Test func `a tempo set by hand is where it goes on from`() throws {
        #expect(try tempi("60 to 90 by 10 every 1", from: 75, bars: 4) == [75, 85, 90, 90])
        // Beyond the last one it stays.
        #expect(try tempi("60 to 90 by 10 every 1", from: 100, bars: 3) == [100, 100, 100])
        #expect(try tempi("90 to 60 by 10 every 1", from: 50, bars: 3) == [50, 50, 50])
    }

    @Test func `it is over when the last tempo has been played as long as the others`() throws {
        #expect(try SpeedTrainer(parsing: "60 to 90 by 10 every 2").bars(from: 60_000) == 8)
        #expect(try SpeedTrainer(parsing: "60 to 85 by 10 every 2 and back").bars(from: 60_000) == 14)
        #expect(try SpeedTrainer(parsing: "60 to 85 by 10 every 2 then again").bars(from: 60_000) == nil)
        // A tempo set by hand beyond the last one stays: it has not come to its end.
        for words in ["60 to 85 by 10 every 2 then stop", "60 to 85 by 10 every 2 and back then stop"] {
            let trainer = try SpeedTrainer(parsing: words)
            #expect(trainer.bars(from: 85_001) == nil && trainer.bars(from: 85_000) == 2)
        }
        #expect(try SpeedTrainer(parsing: "85 to 60 by 10 per minute then stop").beats(from: 59_000) == nil)
    }

    @Test(arguments: [
        ("60 to 120 by 30 per minute", 60.0, 120.0, 30.0), ("180 to 90 by 45 per minute", 180, 90, -45),
        ("100 to 101 by 500 per minute", 100, 101, 500),
    ])
    func `by bpm per minute the beats fall where the tempo changes evenly in time`(
        _ text: String, from start: Double, to end: Double, by rate: Double
    ) throws {
        let trainer = try SpeedTrainer(parsing: text)
        let reached = (end * end - start * start) / (2 * rate)
        #expect(try abs(#require(trainer.beats(from: Int64(start * 1000))) - reached) < 1e-9)
        var minutes = 0.0
        for beat in 0..<200 {
            let beats = Double(beat)
            let exact =
                beats < reached
                ? ((start * start + 2 * rate * beats).squareRoot() - start) / rate
                : (end - start) / rate + (beats - reached) / end
            // Tempi are rounded to a millionth of a bpm.
            #expect(abs(minutes - exact) * 60 < 100e-9, "beat \(beat)")
            minutes += 1_000_000 / Double(trainer.millionths(ofBeat: Int64(beat), from: Int64(start * 1000)))
        }
    }

    @Test func `by bpm per minute it goes back, and begins again, where it is told to`() throws {
        let back = try SpeedTrainer(parsing: "120 to 240 by 360 per minute and back")
        // A minute is 180 beats; the way is 60 of them, and each beat of the way back is one of the way there.
        for beat in Int64(0)..<60 {
            #expect(back.millionths(ofBeat: beat, from: 120_000) == back.millionths(ofBeat: 119 - beat, from: 120_000))
        }
        #expect(back.millionths(ofBeat: 120, from: 120_000) == 120_000_000 && back.beats(from: 120_000) == 120)
        let again = try SpeedTrainer(parsing: "120 to 240 by 360 per minute then again")
        for beat in Int64(0)..<60 {
            #expect(
                again.millionths(ofBeat: beat, from: 120_000) == again.millionths(ofBeat: beat + 180, from: 120_000))
        }
        #expect(again.beats(from: 120_000) == nil)
    }

    @Test func `its way goes from its begin to its end, or to where it begins again`() throws {
        let grid = BarGrid(beatsPerBar: 4)
        func way(_ text: String, beat: Int64) throws -> ClosedRange<Double>? {
            let begin = TrainerBegin(beat: 8, bar: 3, tempo: 60_000)
            return try SpeedTrainer(parsing: text).way(at: TrainerPlace(begin, BeatPosition(whole: beat), in: grid))
        }
        // Eight bars from beat 8 on, and five.
        #expect(try way("60 to 90 by 10 every 2", beat: 100) == 8...40)
        #expect(try way("60 to 80 by 10 every 1 and back", beat: 0) == 8...28)
        for (beat, begin) in [(0, 8), (19, 8), (20, 20), (33, 32)] as [(Int64, Double)] {
            #expect(try way("60 to 80 by 10 every 1 then again", beat: beat) == begin...begin + 12)
        }
        // 180 beats, and on with a bar line.
        #expect(try way("60 to 120 by 30 per minute", beat: 9) == 8...188)
        #expect(try way("60 to 120 by 30 per minute then again", beat: 188) == 188...368)
        #expect(try way("60 to 60 then again", beat: 9) == nil)
    }

    @Test func `one that follows the player takes a step behind each pass that was good`() throws {
        let grid = BarGrid(beatsPerBar: 4)
        let trainer = try SpeedTrainer(parsing: "60 to 80 by 10 every 2 when within 15 then stop")
        var begin = TrainerBegin(beat: 8, bar: 3, tempo: 60_000)
        func place(pass: Int64) -> TrainerPlace {
            TrainerPlace(begin, BeatPosition(whole: 8 + 8 * pass), in: grid)
        }
        func tempo(_ pass: Int64) -> Double? { trainer.tempo(at: place(pass: pass))?.beatsPerMinute }
        #expect([0, 1, 9].map(tempo) == [60, 60, 60])
        begin = trainer.judged(begin, pass: 0, isGood: false)
        begin = trainer.judged(begin, pass: 1, isGood: true)
        #expect([0, 1, 2, 3].map(tempo) == [60, 60, 70, 70])
        #expect(trainer.nextTempo(at: place(pass: 1))?.beat == 24)
        // The same pass again, which was better before.
        #expect([0, 1, 2, 3].map { tempo($0) } == [60, 60, 70, 70])
        begin = trainer.judged(begin, pass: 1, isGood: false)
        #expect([1, 2].map(tempo) == [60, 60])
        begin = trainer.judged(begin, pass: 1, isGood: true)
        begin = trainer.judged(begin, pass: 2, isGood: false)
        begin = trainer.judged(begin, pass: 3, isGood: true)
        #expect([2, 3, 4].map(tempo) == [70, 70, 80] && trainer.end(at: place(pass: 3)) == nil)
        // One that is over stays over.
        begin = trainer.judged(begin, pass: 4, isGood: true)
        begin = trainer.judged(begin, pass: 5, isGood: true)
        #expect(trainer.end(at: place(pass: 0)) == 48)
        #expect(trainer.panel(at: place(pass: 4)).words == "ends in 2 bars")
    }

    @Test func `a pass is good where each bar was played, few strokes are missed, and they lie near`() {
        let (begin, passes) = (TrainerBegin(beat: 4, bar: 2, tempo: 60_000), TrainerPasses(bars: 2, withinMs: 15))
        /// The verdict on strokes, each in a bar and late by a number of milliseconds.
        func isGood(_ strokes: [(bar: Int64, ms: Double)], missed: Int = 0, left: Int = 0) -> Bool? {
            var tally = PassTally()
            for (index, stroke) in strokes.enumerated() {
                let hit = Score.Hit(
                    beat: Int64(index), bar: stroke.bar, asynchronyNs: Int64(stroke.ms * 1e6), periodNs: 1_000_000_000)
                _ = tally.add(
                    hit, missed: index == 0 ? missed : 0, left: left, begin: begin, passes: passes)
            }
            return tally.verdict?.isGood
        }
        #expect(isGood([(1, 0)]) == nil)
        #expect(isGood([(2, 20), (3, -10)]) == true && isGood([(2, 20), (3, -11)]) == false)
        #expect(isGood([(2, 0), (2, 0)]) == false)
        #expect(isGood([(2, 0), (2, 0), (3, 0)], missed: 1) == true)
        #expect(isGood([(2, 0), (2, 0), (3, 0)], missed: 2) == false)
        // What is left of a pass may be missed.
        #expect(
            isGood([(2, 0), (2, 0), (3, 0)], left: 1) == true && isGood([(2, 0), (2, 0), (3, 0)], left: 2) == false)
        // The next pass is another.
        #expect(isGood([(2, 100), (3, 100), (4, 0), (5, 0)]) == true)
    }
}
