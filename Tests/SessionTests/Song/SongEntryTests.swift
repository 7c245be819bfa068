// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import SongSamples
import Testing

@testable import MetronomeSession

@Suite struct SongEntryTests {
    /// When a place of a song is played, by its arrangement, in seconds from its begin.
    private func seconds(_ music: Arrangement, at quarters: Ratio) -> Double {
        let passes = music.passes(at: .hz48000)
        let position = Position(units: quarters)
        let pass = passes.last { $0.begin <= position } ?? passes[0]
        return pass.segment.place(of: position).frames / 48000
    }

    /// Where a beat is, in quarter notes from the begin.
    private func quarters(_ course: SongCourse, ofBeat beat: Int64) throws -> Ratio {
        let stretch = course.stretches[course.stretch(ofBeat: beat)]
        return try #require(stretch.beat.times(beat - stretch.begin)?.adding(stretch.written.begin))
    }

    @Test func `a song enters with the first beat that is left, when a render that passes the place then has it`()
        throws
    {
        var random = SeededGenerator(seed: 11)
        var entered = 0
        for _ in 0..<200 {
            let song = try Song.random(&random)
            var loaded = LoadedSong(try SongCourse(song), path: "/song.toml")
            loaded.scale = Ratio(Int64.random(in: 1...8, using: &random), over: 4) ?? .one
            let (course, scale) = (loaded.course, loaded.scale.value)
            let music = try song.arrangement(countsIn: false)
            let clocks = Int64.random(in: 0...Int64(course.map.length.value * 24) + 24, using: &random)
            let place = try #require(Ratio(clocks, over: 24))
            let earliest = Int64.random(in: -3_000_000_000...3_000_000_000, using: &random)
            /// When a beat is due, in seconds after the place.
            func due(_ beat: Int64) throws -> Double {
                (seconds(music, at: try quarters(course, ofBeat: beat)) - seconds(music, at: place)) / scale
            }
            let entry = SongEntry(
                loaded, quarters: place.value, atNs: 7_000_000_000,
                notBefore: ClockTime(nanoseconds: 7_000_000_000 + earliest))
            let first = try (0..<course.length).first {
                try quarters(course, ofBeat: $0) >= place && due($0) >= Double(earliest) / 1e9
            }
            #expect(entry?.beat == first, "\(place) \(earliest)")
            guard let entry else { continue }
            entered += 1
            let late = Double(entry.time.nanoseconds - 7_000_000_000) / 1e9 - (try due(entry.beat))
            #expect(abs(late) < 1e-5)
        }
        #expect(entered > 100)
    }

    @Test func `a song that begins in its midst has no count-in`() throws {
        var random = SeededGenerator(seed: 12)
        var song = try Song.random(&random)
        song.countIn = Song.CountIn(bars: 2)
        var loaded = LoadedSong(try SongCourse(song), path: "/song.toml")
        #expect(PlayedSong(loaded, fromBeat: 0).countIn > 0)
        loaded.countsIn = false
        #expect(PlayedSong(loaded, fromBeat: 0).countIn == 0)
    }
}
