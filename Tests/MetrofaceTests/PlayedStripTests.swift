// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import MetronomeSession
import Testing

@testable import metroface

@Suite struct PlayedStripTests {
    private func status(run: Int = 1, _ taps: Int, beat: Int = 0, part: Double = 0, ms: Double = 0, missed: Int = 0)
        -> Status
    {
        var status = Status.stopped
        status.run = run
        var score = ScoreState()
        (score.on, score.missed, score.total.taps) = (true, missed, taps)
        (score.total.meanMs, score.total.scatterMs, score.total.tendency) = (ms, 9.4, "rushing")
        var hit = ScoreState.Hit()
        (hit.beatIndex, hit.part, hit.asynchronyMs) = (beat, part, ms)
        score.last = taps > 0 ? hit : nil
        status.score = score
        return status
    }

    private func shape(_ strip: PlayedStrip, _ status: Status) throws -> (
        strokes: [PracticePanel.Stroke], missed: [Double]
    ) {
        let panel = try #require(strip.panel(status))
        guard case .strokes(let strokes, let missed) = panel.shape else { throw Missing() }
        return (strokes, missed)
    }

    private struct Missing: Error {}

    @Test func `a score that begins anew in the same run forgets the strokes before`() throws {
        var strip = PlayedStrip()
        for (taps, beat) in [(1, 4), (2, 5), (1, 6)] { strip.take(status(taps, beat: beat, ms: Double(beat))) }
        #expect(try shape(strip, status(1, beat: 6, ms: 6)).strokes.map(\.lateMs) == [6])
    }

    @Test func `the strokes of the last sixteen beats lie at their beats, and what was missed between them`() throws {
        var strip = PlayedStrip()
        for (taps, beat, missed) in [(1, 0, 0), (2, 20, 0), (3, 21, 0), (4, 24, 2)] {
            strip.take(status(taps, beat: beat, ms: Double(beat), missed: missed))
        }
        // A status that tells nothing new.
        strip.take(status(4, beat: 24, ms: 24, missed: 2))
        let (strokes, missed) = try shape(strip, status(4, beat: 24, ms: 24, missed: 2))
        #expect(strokes.map(\.lateMs) == [20, 21, 24])
        #expect(strokes.map { $0.place * 16 } == [11.5, 12.5, 15.5])
        #expect(missed.map { $0 * 16 } == [13.5, 14.5])
    }

    @Test func `a new run or score begins without strokes, and without a score there is no picture`() throws {
        var strip = PlayedStrip()
        strip.take(status(5, beat: 7, ms: 3))
        strip.take(status(run: 2, 0))
        #expect(try shape(strip, status(run: 2, 0)).strokes.isEmpty)
        strip.take(status(run: 2, 1, beat: 1, ms: 3))
        #expect(try shape(strip, status(run: 2, 1)).strokes.count == 1)
        #expect(strip.panel(.stopped) == nil)
    }

    @Test(arguments: [(12.6, "13 ms late"), (-4.2, "4 ms early"), (0.3, "on the beat")])
    func `its title says how late the player is`(ms: Double, words: String) {
        let panel = PlayedStrip().panel(status(4, ms: ms))
        #expect(panel?.title == words && panel?.words == "rushing, ±9 ms")
    }
}
