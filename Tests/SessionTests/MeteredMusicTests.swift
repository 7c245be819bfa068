// SPDX-License-Identifier: Apache-2.0

import Rhythm
import Testing

@testable import Session

@Suite struct MeteredMusicTests {
    private func music(beats: Int = 4, bell: BellPattern? = nil) throws -> MeteredMusic {
        MeteredMusic(tempo: try Tempo(120), beatsPerBar: beats, bell: bell)
    }

    @Test func `a new tempo or bell changes the passage that plays`() throws {
        var music = try music()
        let bell = try BellPattern(every: 4, on: 1)
        #expect(music.change(tempo: try Tempo(90), beatsPerBar: 4, bell: bell, nextBeat: 7) == nil)
        let passages = music.arrangement.passages
        #expect(passages == [Passage(tempo: try Tempo(90), beatsPerBar: 4, bell: bell)])
        #expect(music.arrangement.begin == .zero)
    }

    @Test func `a new meter begins a bar at the next beat, and up to there the music is the same`() throws {
        var music = try music()
        #expect(music.change(tempo: try Tempo(120), beatsPerBar: 3, bell: nil, nextBeat: 7) == 7)
        #expect(music.rules.map(\.fromBeat) == [0, 7])
        #expect(music.rules[1].grid == BarGrid(originBeat: 7, originBar: 3, beatsPerBar: 3))
        let passages = music.arrangement.passages
        #expect(passages.count == 2 && passages[0].length == Ratio(7) && passages[1].length == nil)
        #expect(passages[0].bar.count == 4 && passages[1].bar.count == 3)
    }

    @Test func `a meter that still waits for its beat is replaced by another`() throws {
        var music = try music()
        _ = music.change(tempo: try Tempo(120), beatsPerBar: 3, bell: nil, nextBeat: 7)
        #expect(music.change(tempo: try Tempo(120), beatsPerBar: 5, bell: nil, nextBeat: 6) == 6)
        #expect(music.rules.map(\.fromBeat) == [0, 6] && music.rules.map(\.grid.beatsPerBar) == [4, 5])
        // Back to the one that plays: nothing is left to wait for.
        #expect(music.change(tempo: try Tempo(120), beatsPerBar: 4, bell: nil, nextBeat: 5) == nil)
        #expect(music.rules.count == 1)
    }

    @Test func `what is over is dropped, and the bars go on`() throws {
        var music = try music()
        for (meter, beat) in [(3, 8), (5, 20), (4, 45)] as [(Int, Int64)] {
            #expect(music.change(tempo: try Tempo(120), beatsPerBar: meter, bell: nil, nextBeat: beat) == beat)
            #expect(music.rules.count == 2)
        }
        #expect(music.rules[1].grid == BarGrid(originBeat: 45, originBar: 12, beatsPerBar: 4))
        #expect(music.arrangement.begin == Position(whole: 20))
        #expect(music.arrangement.passages[0].length == Ratio(25))
    }

    @Test func `a meter of the very first beat takes the place of the other`() throws {
        var music = try music()
        #expect(music.change(tempo: try Tempo(120), beatsPerBar: 3, bell: nil, nextBeat: 0) == 0)
        #expect(music.rules == [BarRules.Rule(fromBeat: 0, grid: BarGrid(beatsPerBar: 3), bell: nil)])
    }
}
