// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

/// Trainers and bars after years, and where their numbers are smallest.
@Suite struct TrainerBoundsTests {
    /// Ten years at 1000 bpm.
    private static let late: Int64 = 5_300_000_000

    @Test(arguments: [
        "1 to 1000 by 0.001 every 1000 and back then again", "1000 to 1 by 999 every 1 then again",
        "100 to 100.001 by 999 per minute then again", "1 to 1000 by 0.001 per minute and back then again",
        "1000 to 1 by 999 per minute and back", "120 to 120 by 5 per minute then stop",
        "60 to 120 by 5 every 4 then hold",
    ])
    func `a speed trainer has a tempo at every beat of ten years`(text: String) throws {
        let trainer = try SpeedTrainer(parsing: text)
        let grid = BarGrid(beatsPerBar: 4)
        var course = PracticeCourse()
        course.enter(Practice(trainer), tempo: try Tempo(120), fromBeat: 0, in: grid)
        for beat in [0, 1, 999, 100_000, Self.late / 2, Self.late - 1, Self.late, 1 << 40] {
            let tempo = try #require(course.tempo(ofBeat: beat, in: grid))
            #expect((1...1000).contains(tempo.beatsPerMinute))
            let place = TrainerPlace(course.begun[0].begin, BeatPosition(whole: beat), in: grid)
            _ = (trainer.nextTempo(at: place), trainer.facts(at: place), trainer.panel(at: place))
        }
        _ = course.end(in: grid)
    }

    @Test func `silences have their place after ten years`() {
        for gap in [GapTrainer(played: 1, muted: 1, growth: 1, longest: 1000), GapTrainer(played: 1000, muted: 1000)] {
            for index in [0, Self.late, 1 << 40] {
                let place = gap.place(index)
                #expect(place.passed < place.length && place.round > 0)
            }
        }
    }

    @Test func `an entry of a set list is chosen by any number`() throws {
        let name = try #require(LibraryName("a"))
        let list = SetList(name, entries: [.init(.preset(name)), .init(.preset(name))])
        #expect(
            list.place(of: "\(Int.min)") == nil && list.place(of: "\(Int.max)") == nil && list.place(of: "0") == nil)
        #expect(list.place(of: "1") == 0 && list.place(of: "2") == 1 && list.place(of: "3") == nil)
    }

    @Test func `a scale is kept to four decimals, and written as it is read`() throws {
        for parts in 1000...40_000 {
            let scale = try #require(Ratio(Int64(parts), over: 10_000))
            let text = try #require(LoadedSong.text(ofScale: scale))
            #expect(LoadedSong.scale(parsing: text) == scale)
        }
        #expect(LoadedSong.scale(parsing: "0.30000000000000004") == Ratio(3, over: 10))
        #expect(LoadedSong.scale(parsing: "33.33%") == Ratio(3333, over: 10_000))
    }
}
