// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct RateCorrectionTests {
    /// What the passages of a plan have as the course of the tempo.
    private func played(_ music: PlannedMusic) -> [(Ratio, TempoCurve)] {
        let arrangement = music.arrangement(kits: [SoundChoice(beat: "beat", bell: "bell")])
        var begin = Ratio.zero
        var points: [(Ratio, TempoCurve)] = []
        for passage in arrangement.passages {
            if points.last?.1 != passage.curve { points.append((begin, passage.curve)) }
            begin = passage.length.flatMap(begin.adding) ?? begin
        }
        return points
    }

    @Test func `a correction holds from its beat on, and what is played is what is adopted`() throws {
        var settings = Settings()
        settings.tempo = try Tempo(100)
        var music = PlannedMusic(settings)
        music.correct(fromBeat: 3, by: 1.004, then: 1.0002)
        #expect(music.tempi.map(\.tempo.beatsPerMinute) == [100, 100.4, 100.02])
        #expect(played(music).map(\.1.start) == music.tempi.map(\.tempo))
        #expect(played(music).map(\.0) == music.tempi.map(\.from))
        // Another tempo is corrected too, and another decision leaves what is before it.
        settings.tempo = try Tempo(200)
        _ = music.change(to: settings, pending: [], nextBeat: 4)
        music.correct(fromBeat: 5, by: 0.998, then: 1.0001)
        #expect(music.tempi.map(\.tempo.beatsPerMinute) == [200, 200.8, 200.04, 199.6, 200.02])
        #expect(played(music).map(\.1.start) == music.tempi.map(\.tempo))
        _ = music.change(to: settings, pending: [], nextBeat: 20)
        #expect(music.tempi.map(\.tempo.beatsPerMinute) == [200, 200.02])
        music.endCorrection(fromBeat: 21)
        #expect(music.tempi.last?.tempo == settings.tempo)
        _ = music.change(to: settings, pending: [], nextBeat: 30)
        #expect(music.tempi.count == 1 && music.corrections.isEmpty)
    }

    @Test func `every tempo is corrected by up to a tenth, at the ends of the range too, and by no more`() throws {
        #expect(try Tempo(120).times(1.0002).beatsPerMinute == 120.024)
        #expect(try Tempo(1000).times(1.1).beatsPerMinute == 1100 && Tempo(1).times(0.9).beatsPerMinute == 0.9)
        #expect(try Tempo(1000).times(1.01) > Tempo(1000))
        for factor in [0.89, 1.11, 0, -1, .nan, .infinity] { #expect(try Tempo(120).times(factor) == Tempo(120)) }
    }
}
