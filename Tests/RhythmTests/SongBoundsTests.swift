// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeRhythm

/// What a song costs follows from what is written of it, not from how often that is played.
@Suite struct SongBoundsTests {
    private func part(
        bars: Int = 1, tempo: SongTempo? = nil, named: String = "", fermatas: [SongPart.Fermata] = []
    ) throws -> SongPart {
        let bar = [Ratio](repeating: .one, count: 4)
        return SongPart(
            bars: bars, bar: bar, tempo: try tempo ?? .constant(Tempo(120)),
            lanes: [Lane(id: 0, pattern: try Pattern(accents: [.bell, .normal, .normal, .normal], inBarsOf: bar))],
            named: try WrittenLane.lanes(parsing: named), fermatas: fermatas)
    }

    @Test func `all passes of a section share what is played`() throws {
        let written = try part(named: "kick (x.)*500 over 7 bars")
        let song = Song(sections: Array(repeating: SongSection(part: written, times: 1000), count: 100))
        let course = try SongCourse(song)
        #expect(course.stretches.count == 100_000 && course.passages.count == 100)
        #expect(course.length == 400_000)
        // A place deep in it is found, and what is played there is that of its bar.
        #expect(course.passages(from: 399_996, to: 400_000).map(\.length) == [Ratio(4)])
        try course.checkLimits(scale: .one)
        #expect(throws: RhythmError.self) { try SongCourse(Song(sections: song.sections + [song.sections[0]])) }
    }

    @Test func `a part of thousands of tempi and held beats has a passage for each`() throws {
        let steps = try (0..<8000).map { SongTempo.Step(try Tempo(Int64(60 + $0 % 100)), length: .one) }
        let fermatas = (1...2000).map { SongPart.Fermata(bar: $0, beat: 2, hold: Ratio(2) ?? .one) }
        let written = try part(bars: 2000, tempo: .steps(steps), named: "kick x...x...", fermatas: fermatas)
        let course = try SongCourse(Song(sections: [SongSection(part: written)]))
        let passages = course.passages(from: 0, to: course.length)
        #expect(passages.count == 8000)
        // The held beat of the first bar, at half its tempo, with what is played on it.
        #expect(passages[1].curve.start == (try Tempo(61, over: 2)))
        #expect(passages[1].lanes[0].pattern.onsets.map(\.accent) == [.normal])
        #expect(passages[1].lanes[1].pattern.onsets.isEmpty)
        #expect(passages[2].curve.start == (try Tempo(62)))
    }

    @Test func `a speed of too many digits is refused before anything counts in it`() throws {
        let course = try SongCourse(Song(sections: [SongSection(part: try part())]))
        try course.checkLimits(scale: try #require(Ratio(1234, over: 10_000)))
        let fine = try #require(Ratio(123_456_789_012_345_678, over: 1_000_000_000_000_000_000))
        #expect(throws: RhythmError.self) { try course.checkLimits(scale: fine) }
    }

    @Test func `a count-in has its bounds, and a part of no bars is refused`() throws {
        for bars in [0, 65, Int.max, Int.min] {
            let song = Song(sections: [SongSection(part: try part())], countIn: .init(bars: bars))
            #expect(throws: RhythmError.self) { try SongCourse(song) }
        }
        for bars in [0, -1, Int.max] {
            #expect(throws: RhythmError.self) {
                try SongCourse(Song(sections: [SongSection(part: try part(bars: bars))]))
            }
        }
    }

    @Test func `felt beats come at most 10000 times a second, whatever is played on them`() throws {
        func song(_ part: Int64) throws -> Song {
            let last = try #require(Ratio(part + 1, over: part))
            let pattern = try Pattern(accents: [.bell, .normal], inBarsOf: [.one, last])
            return Song(sections: [
                SongSection(
                    part: SongPart(
                        bars: 2, bar: [.one, last], tempo: .constant(try Tempo(120)),
                        lanes: [Lane(id: 0, pattern: pattern)]))
            ])
        }
        let fits = try SongCourse(song(4999))
        #expect(fits.stretches[0].beatsPerBar == 9999)
        #expect(throws: RhythmError.self) { try SongCourse(song(5001)) }
        #expect(throws: RhythmError.self) { try fits.checkLimits(scale: try #require(Ratio(11, over: 10))) }
    }

    @Test func `names and sounds of a song's lanes have an end`() throws {
        let names = (0..<65).map { "lane\($0) x" }
        let fits = try SongCourse(
            Song(sections: [SongSection(part: try part(named: names.dropLast().joined(separator: "|")))]))
        #expect(fits.map.lanes.names.count == 64)
        let many = Song(sections: [SongSection(part: try part(named: names.joined(separator: "|")))])
        #expect(throws: RhythmError.self) { try SongCourse(many) }
        let sounds = try (0..<257).map { SongSection(part: try part(named: "a x sound=s\($0)")) }
        #expect(throws: RhythmError.self) { try SongCourse(Song(sections: sounds)) }
    }
}
