// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MetronomeRhythm

@Suite struct SongLimitsTests {
    private static let whole = Ratio(4) ?? .one

    private func part(
        bars: Int = 1, bar: [Ratio] = [.one, .one, .one, .one], beat: Ratio = .one,
        tempo: SongTempo = .constant(Tempo())
    ) throws -> SongPart {
        let accents = [Accent.bell] + Array(repeating: .normal, count: bar.count - 1)
        return SongPart(
            bars: bars, bar: bar, beat: beat, tempo: tempo,
            lanes: [Lane(id: 0, pattern: try Pattern(accents: accents, inBarsOf: bar))])
    }

    /// A song of 2⁴⁰ quarter notes at 1000 a minute.
    private func longest() throws -> Song {
        let bar = Array(repeating: Self.whole, count: 64)
        let fastest = SongTempo.constant(try Tempo(1000))
        // 2³² bars of 2⁸ quarter notes.
        var sections = [SongSection](
            repeating: SongSection(part: try part(bars: 100_000, bar: bar, tempo: fastest), times: 1000), count: 42)
        let left = (1 << 32) - 42 * 100_000_000
        sections.append(SongSection(part: try part(bars: left / 1000, bar: bar, tempo: fastest), times: 1000))
        sections.append(SongSection(part: try part(bars: left % 1000, bar: bar, tempo: fastest)))
        return Song(sections: sections)
    }

    @Test func `a song of 2^40 quarter notes is played to its end, and one of a bar more is refused`() throws {
        var song = try longest()
        let map = try SongMap(song)
        #expect(map.length.value == 0x1p40 && map.writtenBars == 42 * 100_000 + 94_967 + 296)
        let course = try SongCourse(song)
        #expect(course.length == 1 << 38 && abs(course.seconds - 0x1p40 * 0.06) < 1)
        #expect(course.passages(from: course.length - 64, to: course.length).count == 1)
        #expect(course.bar(ofBeat: course.length - 1) == map.writtenBars)
        let last = try #require(map.stretches.last).begin.adding(try #require(Ratio(295 * 256)))
        let begin = try #require(last)
        let music = try song.arrangement(from: begin)
        for passage in music.passages { try passage.checkLimits() }
        let onsets = try music.passes(at: .hz48000).flatMap { try music.onsets(in: $0) }
        #expect(onsets.count == 64 && onsets.first?.accent == .bell)
        for passage in try song.arrangement().passages { try passage.checkLimits() }
        song.sections.append(SongSection(part: try part(bar: Array(repeating: Self.whole, count: 64))))
        #expect(throws: RhythmError.self) { try SongMap(song) }
    }

    @Test func `a song has 100000 stretches, and not one more`() throws {
        var song = Song(sections: Array(repeating: SongSection(part: try part(), times: 1000), count: 100))
        #expect(try SongCourse(song).stretches.count == 100_000)
        song.sections.append(SongSection(part: try part()))
        #expect(throws: RhythmError.self) { try SongCourse(song) }
    }

    @Test func `a tempo changes 200000 times in a song, and not once more`() throws {
        let steps = try (0..<20_000).map { SongTempo.Step(try Tempo(Int64(60 + $0 % 100)), length: .one) }
        let list = try part(bars: 5000, tempo: .steps(steps))
        let course = try SongCourse(Song(sections: [SongSection(part: list, times: 10)]))
        // Each is found without those before it.
        for beat in stride(from: Int64(0), to: course.length, by: 997) {
            let passages = course.passages(from: beat, to: beat + 1)
            #expect(try passages.map(\.curve.start) == [Tempo(60 + beat % 20_000 % 100)])
        }
        #expect(throws: RhythmError.self) {
            try SongMap(Song(sections: [SongSection(part: list, times: 10), SongSection(part: try part())]))
        }
    }

    @Test func `a tempo changes 256 times within a beat, and not once more`() throws {
        func song(_ changes: Int) throws -> Song {
            // They begin between two beats.
            let lengths =
                [try #require(Ratio(5, over: 4))]
                + Array(repeating: try #require(Ratio(1, over: 1000)), count: changes)
            let steps = try lengths.enumerated().map {
                SongTempo.Step(try Tempo(Int64(60 + $0.offset % 2)), length: $0.element)
            }
            return Song(sections: [SongSection(part: try part(bars: 2, tempo: .steps(steps)))])
        }
        #expect(try SongCourse(song(256)).length == 8)
        let refusal = #expect(throws: RhythmError.self) { try SongCourse(song(257)) }
        #expect(refusal?.message.contains("bar 1") == true, "\(String(describing: refusal))")
    }

    @Test func `what is made of a part is made once, however often it is played`() throws {
        let steps = try (0..<1000).map { SongTempo.Step(try Tempo(Int64(60 + $0 % 2)), length: .one) }
        let course = try SongCourse(
            Song(sections: [SongSection(part: try part(bars: 250, tempo: .steps(steps)), times: 100)]))
        let passages = course.passages(from: 0, to: course.length)
        #expect(passages.count == 100_000)
        let addresses = Set(passages.map { $0.lanes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } })
        #expect(addresses.count == 1)
    }

    @Test func `a song that lasts too long, or has too much written in it, is refused before anything is made of it`()
        throws
    {
        let steps = try [1, 100, 10].map { SongTempo.Step(try Tempo($0), length: .one) }
        for tempo in [SongTempo.constant(try Tempo(1)), .steps(steps)] {
            var tally = SongTally()
            let slow = try part(bars: 100_000, beat: #require(Ratio(1, over: 64)), tempo: tempo)
            // 400000 quarter notes of 64 minutes each, where its slowest tempo holds throughout.
            for _ in 0..<65 { try tally.add(SongSection(part: slow)) }
            #expect(throws: RhythmError.self) { try tally.add(SongSection(part: slow)) }
        }
        let wide = try part(bar: Array(repeating: .one, count: 4096))
        var signs = SongTally()
        // Each section has 4096 beats, as many felt beats, and a lane of as many onsets.
        for _ in 0..<341 { try signs.add(SongSection(part: wide)) }
        #expect(throws: RhythmError.self) { try signs.add(SongSection(part: wide)) }
    }

    @Test func `held beats are found in any number and order`() throws {
        var held = try part(bars: 10_000)
        held.fermatas = try (0..<10_000).reversed().map {
            SongPart.Fermata(bar: $0 + 1, beat: 4, hold: try #require(Ratio(2)))
        }
        let passages = try held.passages(section: nil, lanes: .none)
        #expect(passages.count == 20_000)
        #expect(abs(try SongCourse(Song(sections: [SongSection(part: held)])).seconds - 25_000) < 1e-6)
        held.fermatas.append(held.fermatas[7])
        #expect(throws: RhythmError.self) { try held.passages(section: nil, lanes: .none) }
    }

    @Test func `each held beat counts as eight onsets in every lane`() throws {
        var held = try part(bars: 8700)
        held.fermatas = try (0..<8700).map {
            SongPart.Fermata(bar: $0 + 1, beat: 4, hold: try #require(Ratio(2)))
        }
        held.named = try WrittenLane.lanes(parsing: (0..<59).map { "lane\($0) x" }.joined(separator: "|"))
        var tally = SongTally()
        try tally.add(SongSection(part: held))
        held.named += try WrittenLane.lanes(parsing: "more x")
        tally = SongTally()
        #expect(throws: RhythmError.self) { try tally.add(SongSection(part: held)) }
    }

    @Test func `lanes are counted in felt beats once, however many beats are held between`() throws {
        let compound = try #require(Ratio(3, over: 2))
        var held = try part(bars: 100, bar: [compound, compound])
        held.fermatas = try (1...100).map { SongPart.Fermata(bar: $0, beat: 2, hold: try #require(Ratio(2))) }
        let course = try SongCourse(Song(sections: [SongSection(part: held)]))
        let whole = course.passages.filter { $0.lanes[0].pattern.onsets.count == 2 }
        #expect(course.passages.count == 200 && whole.count == 100)
        let addresses = Set(
            whole.map { $0.lanes[0].pattern.onsets.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } })
        #expect(addresses.count == 1)
    }

    // MARK: names

    @Test func `a name has 1 to 64 characters and at most 256 bytes in one line`() {
        for name in ["a", String(repeating: "a", count: 64), String(repeating: "𝄞", count: 64), "a b", "e\u{301}"] {
            #expect(Song.isName(name), "\(name)")
            #expect(Song.name(name).map { $0 == (name, false) } == true)
        }
        let accents = String(repeating: "\u{301}", count: 200)
        for text in [
            "", String(repeating: "a", count: 65), "e" + accents, "a\nb", "a\u{1B}[2Jb", "a\u{9B}b", "a\u{2028}b", "\0",
        ] {
            #expect(!Song.isName(text))
            if let (name, _) = Song.name(text) { #expect(Song.isName(name), "\(name.debugDescription)") }
        }
        #expect(Song.name("a\nb").map { $0 == ("a b", false) } == true)
        #expect(Song.name(" \n ") == nil && Song.name("") == nil)
        #expect(Song.name(String(repeating: "a", count: 65))?.isCut == true)
        #expect(Song.name("e" + accents)?.isCut == true)
        let long = Song.name(String(repeating: "ab ", count: 1_000_000))
        #expect(long?.isCut == true && long?.name.count == 64)
    }

    @Test func `a song whose title or label is no name is refused`() throws {
        var song = Song(title: String(repeating: "a", count: 65), sections: [SongSection(part: try part())])
        #expect(throws: RhythmError.self) { try SongMap(song) }
        song.title = "a"
        song.sections[0].label = "a\n"
        #expect(throws: RhythmError.self) { try SongMap(song) }
    }
}
