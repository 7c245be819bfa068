// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

@Suite struct HeardRunTests {
    /// At 120 bpm; beat 0 is frame 4800, which leaves the device at 100 ms and is heard 40 ms later.
    private func run(endFrame: Int64? = nil) throws -> HeardRun {
        let segment = TimelineSegment(
            originFrame: 4800, originPosition: .zero, tempo: try Tempo(120), sampleRate: .hz48000)
        var record = RunRecord(
            AdoptedPlan(
                frame: 0, run: 7, segment: segment, grid: BarGrid(beatsPerBar: 3), nextBeat: 0),
            bell: try BellPattern(every: 3, on: 1))
        record.approach(fromFrame: 0) { $0.idle(bpm: 120) }
        if let endFrame { record.end(atFrame: endFrame, bpm: 120) }
        let device = DeviceClock(frame: 0, time: ms(0), framesPerSecond: 48_000, writtenFrame: 0)
        return HeardRun(record, HeardClock(device, offsetMilliseconds: 40))
    }

    private func ms(_ milliseconds: Int64) -> ClockTime { ClockTime(nanoseconds: milliseconds * 1_000_000) }

    @Test func `beats are heard the offset after they leave the device`() throws {
        let run = try run()
        #expect(run.time(ofBeat: 0) == ms(140) && run.time(ofBeat: 5) == ms(2640))
        #expect(run.beat(at: ms(139)) == -1)
        #expect(run.beat(at: ms(140)) == 0 && run.beat(at: ms(2639)) == 4 && run.beat(at: ms(2640)) == 5)
    }

    @Test func `the position is beat, bar and phase as heard, and beat 0 before it`() throws {
        let run = try run()
        let position = run.position(at: ms(2640 + 125))
        #expect(position.beat.index == 5 && position.beat.bar == 2 && position.beat.beat == 3 && !position.beat.bell)
        #expect(abs(position.phase - 0.25) < 1e-9)
        #expect(run.position(at: ms(100)).beat == run.beat(0) && run.position(at: ms(100)).phase == 0)
        #expect(run.position(at: ms(140)).beat.bell && run.position(at: ms(140)).phase == 0)
    }

    @Test func `each beat is heard from its onset on, whose exact place may lie within its frame`() throws {
        var run = try run()
        let segment = TimelineSegment(
            originFrame: 4800, originPosition: .zero, tempo: try Tempo(137), sampleRate: .hz48000)
        run.record = RunRecord(
            AdoptedPlan(
                frame: 0, run: 7, segment: segment, grid: BarGrid(beatsPerBar: 3), nextBeat: 0), bell: nil)
        for index in Int64(0)..<50 {
            let position = run.position(at: run.time(ofBeat: index))
            #expect(position.beat.index == index && (0..<1e-3).contains(position.phase))
        }
    }

    @Test(arguments: [8000, 44_100, 48_000, 192_000])
    func `a beat is heard at the time that is told of it, whatever the card's crystal`(hertz: Int) throws {
        var random = SeededGenerator(seed: UInt64(hertz))
        let rate = try #require(SampleRate(hertz: hertz))
        for _ in 0..<200 {
            let origin = Int64.random(in: 0...1 << 40, using: &random)
            let segment = TimelineSegment(
                originFrame: origin, originPosition: .zero, tempo: try Tempo(.random(in: 1...1000, using: &random)),
                sampleRate: rate)
            let record = RunRecord(
                AdoptedPlan(
                    frame: 0, run: 7, segment: segment, grid: BarGrid(beatsPerBar: 3), nextBeat: 0),
                bell: nil)
            let ppm = Double.random(in: -5000...5000, using: &random)
            let device = DeviceClock(
                frame: Double(origin) + .random(in: 0..<1, using: &random),
                time: ms(.random(in: 0...1 << 40, using: &random)),
                framesPerSecond: Double(hertz) * (1 + ppm * 1e-6), writtenFrame: 0)
            let run = HeardRun(record, HeardClock(device, offsetMilliseconds: .random(in: -500...500, using: &random)))
            for beat in (0..<20 as Range<Int64>).map({ $0 * $0 * $0 }) {
                let time = run.time(ofBeat: beat)
                #expect(run.beat(at: time) == beat)
                #expect(run.beat(at: time.advanced(byNanoseconds: -150_000)) == beat - 1)
            }
        }
    }

    @Test func `the rod swings between the heard onsets`() throws {
        let run = try run()
        let rod = run.rod(at: ms(2640 + 250))
        #expect(rod.movement == run.swing(inBeat: 5))
        #expect(rod.movement?.begin == ms(2640) && rod.movement?.end == ms(3140))
        #expect((rod.movement?.from, rod.movement?.to) == (-30, 30))
        #expect(abs(rod.angle) < 1e-6 && rod.velocity > 100)
        // On its way to the first beat.
        #expect(run.rod(at: ms(90)).movement?.end == ms(140) && run.rod(at: ms(40)).angle == 0)
    }

    @Test func `after the end it rests upright, and then has no movement`() throws {
        let run = try run(endFrame: 96_000)
        #expect(run.restBegin == ms(2040))
        #expect(run.record.isEnded && run.isMoving(at: ms(2041)))
        #expect(run.rod(at: ms(2039)).movement == (try self.run()).swing(inBeat: 3))
        #expect(run.rod(at: ms(2100)).movement == run.rest(of: .pendulumAngle))
        #expect(run.rest(of: .pendulumAngle).end == ms(2540))
        #expect(run.rod(at: ms(2540)) == .upright)
        #expect(run.beats(at: ms(1000)) == nil && !run.isMoving(at: ms(2541)) && run.isMoving(at: ms(2539)))
    }

    @Test func `movements are those of the beat that is heard, and after the end those to rest`() throws {
        let playing = try run()
        #expect(playing.movements(of: .ringProgress, at: ms(2700)) == playing.movements(of: .ringProgress, inBeat: 5))
        #expect(playing.movements(of: .ringProgress, at: ms(60)) == playing.movements(of: .ringProgress, inBeat: 0))
        #expect(playing.movements(of: .ringProgress, inBeat: 5).first?.begin == ms(2640))
        let over = try run(endFrame: 96_000)
        // What is heard now is still the music; what is announced is the rest.
        #expect(over.movements(of: .ringProgress, at: ms(1900)) == [over.rest(of: .ringProgress)])
    }
}
