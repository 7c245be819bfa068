// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

/// A passage that is practised, as it is planned.
@Suite struct LoopPracticeTests {
    /// Eight bars of four at 100.
    private func song(countIn bars: Int? = nil) throws -> LoadedSong {
        let part = SongPart(
            bars: 8, bar: Array(repeating: .one, count: 4), tempo: .constant(try Tempo(100)), lanes: [])
        let song = Song(
            sections: [SongSection(label: "a", part: part)], countIn: bars.map { Song.CountIn(bars: $0) })
        return LoadedSong(try SongCourse(song), path: "/song.toml")
    }

    private func percent(_ percent: Int64) throws -> Ratio { try #require(Ratio(percent, over: 100)) }

    /// Bars 3 and 4, from 70 % up to 100 %.
    private func practised(_ song: LoadedSong, step: Int64 = 10, stops: Bool = false, countIn: Int? = 1) throws
        -> LoadedSong
    {
        let practice = LoopPractice(step: try percent(step), goal: .one, stops: stops, countIn: countIn)
        return try #require(SongChange.practise(8..<16, scale: try percent(70), practice).applied(to: song))
    }

    @Test func `a start begins with the count-in, then each pass of the bars is a step faster, up to the goal`() throws
    {
        let song = try practised(song())
        #expect(song.begin == 8 && song.usualScale == .one)
        let played = PlayedSong(song, fromBeat: 0)
        #expect(played.countIn == 4 && played.songBeat(at: 3) == nil && played.songBeat(at: 4) == 8)
        let scales = [0, 4, 11, 12, 20, 28, 35, 36, 1000].map { played.scale(at: Int64($0)) }
        #expect(try scales == [70, 70, 70, 80, 90, 100, 100, 100, 100].map(percent))
        #expect([4, 11, 12, 28].map { played.pass(at: $0) } == [1, 1, 2, 4] && played.endBeat == nil)
        // What is planned is as fast as the passes.
        let tempi = PlannedMusic(Settings(), song: song).tempi
        for (beat, bpm) in [(0, 70.0), (4, 70), (12, 80), (20, 90), (28, 100), (60, 100)] {
            let point = try #require(tempi.last { $0.from <= Ratio(whole: Int64(beat)) })
            #expect(abs(point.tempo.beatsPerMinute * point.beat.value - bpm) < 1e-9, "beat \(beat)")
        }
    }

    @Test func `a step that does not fit ends at the goal, and a goal may end the music after a pass at it`() throws {
        let song = try practised(song(), step: 20, stops: true, countIn: 0)
        let played = PlayedSong(song, fromBeat: 0)
        #expect(try [0, 8, 16].map { played.scale(at: $0) } == [70, 90, 100].map(percent))
        #expect(played.endBeat == 24 && PlannedMusic(Settings(), song: song).endBeat == 24)
        #expect(played.songBeat(at: 23) == 15 && played.songBeat(at: 24) == nil)
    }

    @Test func `without a number of its own it is counted in as the song is`() throws {
        let song = try practised(song(countIn: 2), countIn: nil)
        #expect(PlayedSong(song, fromBeat: 0).countIn == 8)
        #expect(PlayedSong(try practised(self.song(countIn: 2)), fromBeat: 0).countIn == 4)
    }

    @Test func `while a song plays it goes to the count-in at once, and ends with the loop as fast as before`() throws {
        let before = PlayedSong(try song(), fromBeat: 0)
        let practice = LoopPractice(step: try percent(10), goal: .one, countIn: 1)
        let played = try #require(
            PlayedSong(after: before, .practise(8..<16, scale: try percent(70), practice), atBeat: 20))
        #expect(played.songBeat(at: 23) == nil && played.songBeat(at: 24) == 8)
        let after = try #require(PlayedSong(after: played, .loop(nil), atBeat: 42))
        #expect(after.scale(at: 42) == .one && after.songBeat(at: 42) == 10 && after.endBeat == 64)
        let scaled = try #require(PlayedSong(after: played, .scale(try percent(85)), atBeat: 42))
        #expect(try scaled.scale(at: 60) == percent(85) && scaled.songBeat(at: 60) == 12)
    }

    @Test func `a seek within the bars keeps the speed that was reached, one out of them the usual one`() throws {
        let played = PlayedSong(try practised(song()), fromBeat: 0)
        let within = try #require(PlayedSong(after: played, .seek(12), atBeat: 22))
        #expect(try [22, 25].map { within.scale(at: $0) } == [90, 90].map(percent))
        #expect(try within.scale(at: 26) == percent(100))
        let out = try #require(PlayedSong(after: played, .seek(20), atBeat: 22))
        #expect(out.scale(at: 22) == .one && out.endBeat == 34)
    }

    @Test(arguments: [(4, true), (10, true), (16, false), (20, false)] as [(Int64, Bool)])
    func `a seek behind a loop ends it for what plays and for the next start`(place: Int64, isRepeated: Bool) throws {
        var song = try song()
        song.loop = 8..<16
        let loaded = try #require(SongChange.seek(place).applied(to: song))
        #expect((loaded.loop != nil) == isRepeated && loaded.begin == (place == 4 ? 8 : place))
        let played = try #require(PlayedSong(after: PlayedSong(song, fromBeat: 0), .seek(place), atBeat: 3))
        #expect(played.loop == loaded.loop && played.isEndless == isRepeated)
        // Back before its end nothing is repeated either.
        let back = try #require(PlayedSong(after: played, .seek(8), atBeat: 5))
        #expect(back.isEndless == isRepeated)
    }

    @Test func `it outlives the process, at the speed that it has reached`() throws {
        let song = try practised(song(), stops: true)
        let saved = SavedRun(
            boot: "b", time: ClockTime(nanoseconds: 5), bar: 3, beat: 1, beatsPerBar: 4, beatNs: 6e8,
            song: SavedRun.Song(
                path: song.path, scale: try percent(80), quarters: 8, loop: song.loop, practice: song.practice),
            edit: Edit())
        #expect(SavedRun(saved.plain) == saved)
    }
}
