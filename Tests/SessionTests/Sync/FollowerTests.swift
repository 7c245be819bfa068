// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

/// An outside clock as it really is.
private struct TrueLine {
    var bpm: Double
    var ppm = 0.0
    var beat = 0.0
    var time = 100.0

    var period: Double { 60 / bpm / (1 + ppm / 1e6) }
    func beat(at seconds: Double) -> Double { beat + (seconds - time) / period }
    /// Goes on from a time at another tempo.
    mutating func change(to bpm: Double, at seconds: Double) {
        (beat, time, self.bpm) = (beat(at: seconds), seconds, bpm)
    }
    /// How far a time is from the nearest beat, in seconds, + for later.
    func late(_ seconds: Double) -> Double {
        let place = beat(at: seconds)
        return (place - place.rounded()) * period
    }
    /// What its owner says of it at a time, perhaps wrong by some seconds.
    func said(at seconds: Double, wrong: Double = 0, quantum: Int = 1) throws -> OutsideLine {
        try OutsideLine(
            beat: beat(at: seconds) + wrong / period, at: .seconds(seconds), bpm: bpm, quantum: quantum,
            cameAt: .seconds(seconds))
    }
}

extension SyncDesk {
    /// Takes a line, as the daemon does.
    mutating func take(_ line: OutsideLine) throws {
        guard case .line(var estimate) = follower.reference else { return }
        estimate.take(line)
        follower.reference = .line(estimate)
        let tempo = try Tempo(beatsPerMinute: (estimate.bpm * 100).rounded() / 100)
        if abs(estimate.bpm - settings.tempo.beatsPerMinute) > 0.01 { change(to: tempo, at: line.time) }
    }
}

@Suite struct FollowerTests {
    /// Plays some beats along a line that is told with every beat; `each` is handed the beat before it is taken.
    private func play(
        _ desk: inout SyncDesk, _ line: inout TrueLine, beats: Range<Int64>, quantum: Int = 1,
        each: (Int64, inout TrueLine) -> Double? = { _, _ in 0 }
    ) throws -> [Double] {
        var late: [Double] = []
        for beat in beats {
            let now = desk.heard(beat)
            late.append(line.late(now))
            if let wrong = each(beat, &line) { try desk.take(line.said(at: now, wrong: wrong, quantum: quantum)) }
            desk.wake(at: .seconds(now))
        }
        return late
    }

    private func desk(_ line: TrueLine, bpm: Double? = nil, ppm: Double, begin: Double = 100.0, quantum: Int = 1) throws
        -> SyncDesk
    {
        let first = LineEstimate(try line.said(at: begin, quantum: quantum))
        return try SyncDesk(bpm: bpm ?? line.bpm, ppm: ppm, begin: begin, follow: .line(first))
    }

    @Test(arguments: [-300.0, -20, 0, 200, 300], [60.0, 137.3, 300, 999])
    func `whatever crystals there are, after five seconds every beat is heard within a tenth of a millisecond`(
        ppm: Double, bpm: Double
    ) throws {
        for skew in [-300.0, 0, 300] {
            var line = TrueLine(bpm: bpm, ppm: skew)
            var desk = try desk(line, ppm: ppm, begin: 100.004)
            let late = try play(&desk, &line, beats: 1..<400)
            let settled = late.dropFirst(Int(10 * bpm / 60))
            #expect(settled.allSatisfy { abs($0) < 1e-4 }, "skew \(skew): \(settled.map { abs($0) }.max() ?? 0)")
            if skew == 0 {
                #expect(late.dropFirst(Int(5 * bpm / 60)).allSatisfy { abs($0) < 1e-4 })
                #expect(desk.plans < 30, "a line that goes on as it did needs no plans")
            }
            #expect(desk.bridges.isEmpty)
        }
    }

    @Test func `no beat is ever slewed by more than half a percent, nor moved once it is decided`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<30 {
            let bpm = Double.random(in: 30...400, using: &random)
            var line = TrueLine(bpm: bpm, ppm: .random(in: -300...300, using: &random))
            var desk = try desk(
                line, ppm: .random(in: -300...300, using: &random),
                begin: 100 + .random(in: -0.009...0.009, using: &random))
            for beat in 1..<200 as Range<Int64> {
                let decided = (max(0, beat - 3)...beat).map { desk.run.record.timeline.frame(ofBeat: $0) }
                _ = try play(&desk, &line, beats: beat..<beat + 1) { _, _ in
                    .random(in: -0.001...0.001, using: &random)
                }
                #expect(decided == (max(0, beat - 3)...beat).map { desk.run.record.timeline.frame(ofBeat: $0) })
            }
            for beat in 2..<198 as Range<Int64> {
                let ratio = (desk.heard(beat + 1) - desk.heard(beat)) / line.period
                // The line itself is known to some hundred millionths.
                #expect(abs(ratio - 1) < TempoFollower.mostSlew * 1.2, "\(bpm) bpm, beat \(beat)")
            }
        }
    }

    @Test func `with a millisecond of jitter in what the owner says, the beats stay within one of the line`() throws {
        var random = SeededGenerator(seed: 9)
        for skew in [-300.0, 0, 300] {
            var line = TrueLine(bpm: 120, ppm: skew)
            var desk = try desk(line, ppm: 150)
            let late = try play(&desk, &line, beats: 1..<600) { _, _ in .random(in: -0.001...0.001, using: &random) }
            let settled = late.dropFirst(40)
            #expect(settled.allSatisfy { abs($0) < 1e-3 }, "\(settled.map { abs($0) }.max() ?? 0)")
            let mean = settled.reduce(0) { $0 + abs($1) } / Double(settled.count)
            #expect(mean < 3e-4, "\(mean)")
        }
    }

    @Test func `a line that jumps is met again with the end of the bar, by one bridge, and no bar is lost`() throws {
        for jump in [0.02, -0.05, 0.24, -0.24, 0.4, 3.2, -61.7, 3600.3] {
            var line = TrueLine(bpm: 120)
            var desk = try desk(line, ppm: 100)
            let late = try play(&desk, &line, beats: 1..<60) { beat, line in
                if beat == 21 { line.time += jump }
                return 0
            }
            #expect(late[15..<20].allSatisfy { abs($0) < 1e-4 })
            #expect(desk.bridges.count == 1)
            let bridge = try #require(desk.bridges.first)
            #expect(bridge.from >= Ratio(whole: 23) && bridge.toBeat - 24 <= 1, "\(bridge)")
            #expect(late.dropFirst(Int(bridge.toBeat) + 4).allSatisfy { abs($0) < 1e-4 }, "\(jump): \(late)")
        }
    }

    @Test(arguments: [60.0, 300, 999, 1000])
    func `a line that jumps is met at the fastest tempi too, however often it is told`(bpm: Double) throws {
        for jump in stride(from: -0.5, to: 0.5, by: 0.01) {
            var line = TrueLine(bpm: bpm)
            var desk = try desk(line, ppm: 100)
            _ = try play(&desk, &line, beats: 1..<40)
            line.time += jump * line.period
            // Told, and looked at, more often than there are beats. From whatever moment on nothing is told any more, it goes on as
            // fast as the line.
            var farthest = 0.0
            for tenth in 400..<1200 as Range<Int64> {
                let beat = tenth / 10
                let now = desk.heard(beat) + Double(tenth % 10) / 10 * (desk.heard(beat + 1) - desk.heard(beat))
                try desk.take(line.said(at: now))
                desk.wake(at: .seconds(now))
                farthest = max(farthest, abs(desk.run.record.correction(at: Position(whole: 1000)) - 1))
            }
            #expect(abs(line.late(desk.heard(119))) < 1e-4, "\(jump)")
            #expect(farthest < 2e-4, "\(jump): \(farthest)")
        }
    }

    @Test func `another tempo of the line is taken at once, and its beats met without a bridge`() throws {
        for bpm in [121.0, 126, 119.5] {
            var line = TrueLine(bpm: 120)
            var desk = try desk(line, ppm: -80)
            let late = try play(&desk, &line, beats: 1..<80) { beat, line in
                if beat == 20 { line.change(to: bpm, at: 100 + Double(beat) / 2) }
                return 0
            }
            #expect(desk.bridges.isEmpty)
            #expect(desk.settings.tempo.beatsPerMinute == bpm)
            #expect(late.dropFirst(30).allSatisfy { abs($0) < 1e-4 }, "\(bpm): \(late)")
        }
    }

    @Test func `over a gap it goes on as fast as it did, and takes up again without a jump`() throws {
        var line = TrueLine(bpm: 120, ppm: 40)
        var desk = try desk(line, ppm: 200)
        let late = try play(&desk, &line, beats: 1..<200) { beat, _ in 60..<120 ~= beat ? nil : 0 }
        #expect(late.dropFirst(20).allSatisfy { abs($0) < 2e-4 }, "\(late)")
        #expect(desk.bridges.isEmpty)
    }

    @Test func `bars begin with those of the line, wherever it was joined`() throws {
        for begin in [100.5, 101.0, 101.5, 100.7] {
            var line = TrueLine(bpm: 120)
            var desk = try desk(line, ppm: 30, begin: begin, quantum: 4)
            _ = try play(&desk, &line, beats: 1..<40, quantum: 4)
            for beat in 20..<40 as Range<Int64> {
                let place = Int64(line.beat(at: desk.heard(beat)).rounded())
                #expect(desk.run.record.beat(beat).beat == Int(place % 4) + 1, "\(begin), beat \(beat)")
            }
            #expect(desk.bars.count <= 1)
        }
    }

    @Test func `by the clock on the wall the last beat of an hour is within a millisecond, on any crystal`() throws {
        for ppm in [-200.0, 200, 35] {
            var desk = try SyncDesk(bpm: 120, ppm: ppm)
            for beat in 1...7200 as ClosedRange<Int64> { desk.wake(at: .seconds(desk.heard(beat))) }
            #expect(abs(desk.heard(7200) - 3700) < 1e-3, "\(desk.heard(7200) - 3700)")
            #expect(desk.run.record.beat(7200).bpm == 120)
            #expect(desk.plans < 20)
        }
    }

    @Test func `by the clock on the wall, after a sleep the beats are counted anew, and none is hurried`() throws {
        for sleep in [0.3, 4, 3600.0] {
            var desk = try SyncDesk(bpm: 120, ppm: 100)
            for beat in 1...40 as ClosedRange<Int64> { desk.wake(at: .seconds(desk.heard(beat))) }
            desk.sleep(seconds: sleep)
            let begin = desk.heard(45)
            for beat in 41...200 as ClosedRange<Int64> { desk.wake(at: .seconds(desk.heard(beat))) }
            for beat in 46...200 as ClosedRange<Int64> {
                #expect(abs(desk.heard(beat) - begin - Double(beat - 45) / 2) < 1e-3, "\(sleep) s, beat \(beat)")
            }
        }
    }

    @Test func `by the clock on the wall a tempo that changes is counted from where it changed`() throws {
        var random = SeededGenerator(seed: 3)
        var desk = try SyncDesk(bpm: 120, ppm: 180)
        for beat in 1...400 as ClosedRange<Int64> {
            if beat.isMultiple(of: 7) {
                desk.change(to: try Tempo(.random(in: 60...200, using: &random)), at: .seconds(desk.heard(beat) + 0.1))
            }
            desk.wake(at: .seconds(desk.heard(beat)))
            #expect(abs(desk.follower.error(ofBeat: beat, in: desk.run)) < 2e-4 || beat < 3)
        }
    }
}
