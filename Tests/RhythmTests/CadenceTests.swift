// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@Suite struct CadenceTests {
    @Test func `a slower cadence compares greater, and its musical twin is as slow`() {
        #expect(Cadence.live < .seconds && Cadence.seconds < .minutes && Cadence.live < .minutes)
        #expect(Cadence.allCases.sorted() == [.live, .seconds, .minutes])
        #expect([Cadence.frame, .beat, .bar] == [.live, .seconds, .minutes])
        #expect(Cadence.allCases.map(\.rawValue) == ["live", "seconds", "minutes"])
        #expect(Cadence.allCases.map(\.musicalName) == ["frame", "beat", "bar"])
    }

    @Test func `a detail that changes more often than the viewer is updated is not worth showing`() {
        #expect(Cadence.allCases.allSatisfy(Cadence.live.shows))
        #expect(!Cadence.seconds.shows(.live) && Cadence.seconds.shows(.seconds) && Cadence.seconds.shows(.minutes))
        #expect(!Cadence.bar.shows(.beat) && Cadence.bar.shows(.bar))
    }

    @Test func `the time between updates tells the cadence`() throws {
        let cases: [(Double, Cadence)] = [
            (0.016, .live), (0.999999, .live), (1, .seconds), (59.9, .seconds), (60, .minutes), (3600, .minutes),
        ]
        for (seconds, cadence) in cases { #expect(Cadence(secondsApart: try .of(seconds)) == cadence) }
    }

    @Test func `the beats between updates tell the cadence`() throws {
        let cases: [(Double, Int, Cadence)] = [
            (0.25, 4, .frame), (1, 4, .beat), (3.5, 4, .beat), (4, 4, .bar), (3, 3, .bar), (1, 1, .bar),
            (0.5, 1, .frame),
        ]
        for (beats, beatsPerBar, cadence) in cases {
            #expect(Cadence(beatsApart: try .of(beats), beatsPerBar: beatsPerBar) == cadence)
        }
    }
}
