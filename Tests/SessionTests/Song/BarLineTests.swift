// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

@Suite struct BarLineTests {
    @Test func `a number of bars on is a bar line of what is played, where what is repeated counts each time`() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<80 {
            var song = try LoadedSong.random(&random)
            song.start = Int64.random(in: 0..<song.course.length, using: &random)
            if Bool.random(using: &random) {
                let ends = (0..<2).map { _ in
                    song.course.beginOfBar(atBeat: Int64.random(in: 0..<song.course.length, using: &random))
                }
                song.loop = ends[0] == ends[1] ? nil : min(ends[0], ends[1])..<max(ends[0], ends[1])
                song.start = song.begin
            }
            var reader = SongReader(song)
            var lines: [Int64] = []
            for beat in 0..<Int64(400) where !reader.isOver && reader.next().beat == 1 { lines.append(beat) }
            let music = PlannedMusic(Settings(), song: song)
            for _ in 0..<8 {
                let from = Int64.random(in: 0...(lines.last ?? 0), using: &random)
                let ahead = lines.filter { $0 > from }
                for (index, line) in ahead.enumerated() { #expect(music.barLine(index + 1, after: from) == line) }
                if reader.isOver { #expect(music.barLine(ahead.count + 1, after: from) == nil) }
            }
        }
    }

    @Test(arguments: [1, 3, 6]) func `a million bars of a loop are counted by its passes`(bars: Int64) throws {
        let four = [Ratio](repeating: .one, count: 4)
        let part = SongPart(bars: 6, bar: four, tempo: .constant(try Tempo(100)), lanes: [])
        var song = LoadedSong(try SongCourse(Song(sections: [SongSection(part: part)])), path: "/song.toml")
        song.loop = 0..<4 * bars
        for from in [0, 5, 1001] as [Int64] {
            #expect(PlannedMusic(Settings(), song: song).barLine(1_000_000, after: from) == 4_000_000 + from / 4 * 4)
        }
    }

    @Test func `bars are counted through a change of the meter, and up to the end of the music`() throws {
        func change(_ id: Int, _ cue: Cue, _ action: PendingChange.Action) -> PendingChange {
            PendingChange(id: id, cue: cue, fromBeat: 0, action: action)
        }
        func meter(_ text: String) throws -> PendingChange.Action {
            var edit = Edit()
            edit[try #require(Key.named("meter"))] = .meter(try Meter(parsing: text))
            return .edit(edit)
        }
        let waltz = change(1, .place(bar: 3, beat: 1), try meter("3/4"))
        let cut = change(2, .place(bar: 4, beat: 2), try meter("2/4"))
        let end = change(3, .place(bar: 6, beat: 1), .stop)
        func lines(_ pending: [PendingChange]) -> [Int64?] {
            let music = PlannedMusic(Settings(), pending: pending)
            return (1...6).map { music.barLine($0, after: 1) }
        }
        #expect(lines([]) == [4, 8, 12, 16, 20, 24])
        #expect(lines([waltz]) == [4, 8, 11, 14, 17, 20])
        #expect(lines([waltz, cut]) == [4, 8, 11, 12, 14, 16])
        #expect(lines([waltz, cut, end]) == [4, 8, 11, 12, nil, nil])
    }
}
