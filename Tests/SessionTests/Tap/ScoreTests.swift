// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

@Suite struct ScoreTests {
    private func hit(_ beat: Int64, _ ms: Double, silent: Bool = false) -> Score.Hit {
        Score.Hit(
            beat: beat, bar: beat / 4 + 1, asynchronyNs: Int64(ms * 1e6), periodNs: 500_000_000, isSilent: silent)
    }

    private func score(_ hits: [Score.Hit]) -> Score {
        var score = Score()
        for hit in hits { score.add(hit) }
        return score
    }

    private func near(_ one: Double?, _ other: Double) -> Bool { one.map { abs($0 - other) < 1e-6 } ?? false }

    @Test func `mean and scatter are those of the taps, in total and in each bar`() {
        let score = score([hit(0, -10), hit(1, 10), hit(2, 30), hit(3, 50), hit(4, -5), hit(5, -15)])
        #expect(score.total.count == 6 && near(score.total.meanMs, 10))
        #expect(near(score.total.scatterMs, (3250.0 / 5).squareRoot()))
        #expect(score.bars.map(\.bar) == [1, 2] && score.bars.map(\.figures.count) == [4, 2])
        #expect(near(score.bars[0].figures.meanMs, 20) && near(score.bars[1].figures.meanMs, -10))
        #expect(near(score.bars[1].figures.scatterMs, 50.0.squareRoot()))
        #expect(score.missed == 0 && score.strays == 0)
    }

    @Test func `without taps there are no figures, and of one tap no scatter`() {
        #expect(Score().total.meanMs == nil && Score().missed == 0 && Score().driftMsPerBeat == nil)
        let one = score([hit(7, 12)])
        #expect(near(one.total.meanMs, 12) && one.total.scatterMs == nil && one.total.tendency == nil)
    }

    @Test func `ahead of the beat is rushing, behind it dragging, and what nobody hears is steady`() {
        func tendency(_ ms: Double...) -> Score.Tendency? {
            score(ms.enumerated().map { hit(Int64($0.offset), $0.element) }).total.tendency
        }
        #expect(tendency(-30, -32, -28, -31) == .rushing)
        #expect(tendency(30, 32, 28, 31) == .dragging)
        #expect(tendency(10, 12, 8, 11) == .steady)
        // Four such taps are no proof of anything.
        #expect(tendency(-60, 100, 80, -40) == .steady)
    }

    @Test func `a tap between beats, and a second for one beat, are strays and count for nothing else`() {
        let score = score([hit(0, 5), hit(1, 200), hit(1, 5), hit(1, 20), hit(0, 1), hit(2, 5)])
        #expect(score.strays == 3 && score.total.count == 3 && near(score.total.meanMs, 5))
        #expect(score.last == hit(2, 5))
    }

    @Test func `beats without a tap are missed, from the first tapped one to the last`() {
        #expect(score([hit(5, 0), hit(6, 0), hit(9, 0), hit(12, 0)]).missed == 4)
    }

    @Test func `the drift is how much later each silent beat is tapped, whatever lies between the stretches`() {
        var hits: [Score.Hit] = []
        for bar in 0..<6 as Range<Int64> {
            for beat in 0..<4 as Range<Int64> {
                // Bars 2, 4 and 6 are silent: from its own begin on the player loses 3 ms a beat in each.
                let isSilent = bar % 2 == 1
                hits.append(hit(4 * bar + beat, isSilent ? Double(bar) * 10 + 3 * Double(beat) : -20, silent: isSilent))
            }
        }
        #expect(near(score(hits).driftMsPerBeat, 3))
        #expect(score(hits).bars.map(\.silent) == [0, 4, 0, 4, 0, 4])
        #expect(score(hits.filter { !$0.isSilent }).driftMsPerBeat == nil)
        #expect(score([hit(0, 4, silent: true)]).driftMsPerBeat == nil)
    }

    @Test func `of hours the last 64 bars are kept, and the figures of all`() {
        let score = score((0..<1000).map { hit($0, Double($0 % 2)) })
        #expect(score.bars.count == 64 && score.bars.last?.bar == 250)
        #expect(score.total.count == 1000 && near(score.total.meanMs, 0.5))
    }

    @Test func `a tap belongs to the nearest beat as it is heard, the offset included`() throws {
        let segment = TimelineSegment(
            originFrame: 0, originPosition: .zero, tempo: try Tempo(120), sampleRate: .hz48000)
        let record = RunRecord(
            AdoptedPlan(
                frame: 0, run: 1, segment: segment, grid: BarGrid(beatsPerBar: 3), nextBeat: 0), bell: nil)
        let device = DeviceClock(
            frame: 0, time: ClockTime(nanoseconds: 0), framesPerSecond: 48_000, writtenFrame: 0)
        let run = HeardRun(record, HeardClock(device, offsetMilliseconds: 40))
        func hit(_ ms: Int64) -> Score.Hit {
            Score.Hit(ClockTime(nanoseconds: ms * 1_000_000), in: run) { $0 == 3 }
        }
        #expect(hit(540) == Score.Hit(beat: 1, bar: 1, beatInBar: 2, asynchronyNs: 0, periodNs: 500_000_000))
        #expect(hit(1530).asynchronyNs == -10_000_000 && hit(1530).beat == 3 && hit(1530).bar == 2)
        #expect(hit(1530).isSilent && !hit(540).isSilent)
        #expect(hit(789).beat == 1 && hit(791).beat == 2)
        // Before the first beat there is none.
        #expect(hit(-1000).beat == 0 && hit(-1000).asynchronyNs == -1_040_000_000)
    }
}
