// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import SongSamples
import Testing

@Suite struct SongTests {
    private let four = [Ratio](repeating: .one, count: 4)

    private func part(_ bars: Int, _ bpm: Int64, fermatas: [SongPart.Fermata] = []) throws -> SongPart {
        SongPart(
            bars: bars, bar: four, tempo: .constant(try Tempo(bpm)),
            lanes: [Lane(id: 0, pattern: try Pattern(accents: Accent.accents(signs: "Xxxx"), inBarsOf: four))],
            fermatas: fermatas)
    }

    private func onsets(_ song: Song, from distance: Ratio = .zero) throws -> [PlayedOnset] {
        let music = try song.arrangement(from: distance)
        return try music.passes(at: .hz48000).flatMap { try music.onsets(in: $0) }
    }

    private func quarters(_ numerator: Int64, over denominator: Int64 = 1) throws -> Ratio {
        try #require(Ratio(numerator, over: denominator))
    }

    // MARK: the map

    @Test func `bars are numbered as they are written, and a repeated bar keeps its number`() throws {
        let verse = SongSection(
            label: "verse", part: try part(4, 120), times: 3,
            endings: [.init(passes: [1, 2], part: try part(1, 120)), .init(passes: [3], part: try part(2, 120))])
        let song = Song(sections: [SongSection(label: "intro", part: try part(2, 120)), verse])
        let map = try SongMap(song)
        #expect(map.stretches.map(\.firstBar) == [1, 3, 7, 3, 7, 3, 8])
        #expect(map.stretches.map(\.pass) == [1, 1, 1, 2, 2, 3, 3])
        #expect(map.stretches.map(\.begin) == [0, 8, 24, 28, 44, 48, 64].compactMap { Ratio($0) })
        #expect(map.writtenBars == 9)
        #expect(try map.length == quarters(72))
        #expect(try map.distance(ofLabel: "verse") == quarters(8))
        #expect(try map.distance(ofBar: 7) == quarters(24))
        #expect(try map.distance(ofBar: 9) == quarters(68))
        #expect(map.distance(ofBar: 10) == nil && map.distance(ofBar: 0) == nil)
        #expect(map.place(at: try quarters(61, over: 2)) == SongMap.Place(stretch: 3, bar: 3, beat: 3))
        #expect(map.place(at: try quarters(72)) == nil)
    }

    @Test func `a place that is none is refused with those that there are`() throws {
        let map = try SongMap(Song(sections: [SongSection(label: "intro", part: try part(2, 120))]))
        #expect(
            throws: RhythmError.invalid(
                "\"solo\" is no place of this song: its labels are intro, and its bars are 1 to 2")
        ) { try map.distance(of: "solo") }
        #expect(try map.distance(of: "2") == quarters(4))
        #expect(throws: RhythmError.self) { try map.distance(of: "+2") }
    }

    @Test func `a number that is a bar of the song is that bar, whatever is a label`() throws {
        let song = Song(sections: [
            SongSection(label: "2", part: try part(1, 120)), SongSection(label: "9", part: try part(2, 120)),
        ])
        #expect(try SongMap(song).distance(of: "2") == quarters(4) && SongMap(song).distance(of: "9") == quarters(4))
        let course = try SongCourse(song)
        #expect(try course.beat(ofPlace: "2") == 4 && course.beat(ofPlace: "9") == 4)
        #expect(try course.beats(ofPlace: "2") == 4..<8 && course.beats(ofPlace: "9") == 4..<12)
    }

    @Test func `numbers out of their range are refused`() throws {
        #expect(throws: RhythmError.self) { try SongMap(Song(sections: [SongSection(part: part(0, 120))])) }
        #expect(throws: RhythmError.self) { try SongMap(Song(sections: [SongSection(part: part(1, 120), times: 0)])) }
        let twice = SongSection(
            part: try part(1, 120),
            endings: [.init(passes: [1], part: try part(1, 1)), .init(passes: [1], part: try part(1, 1))])
        #expect(throws: RhythmError.self) { try SongMap(Song(sections: [twice])) }
        #expect(throws: RhythmError.self) { try Song(sections: []).arrangement() }
        let fermata = SongPart.Fermata(bar: 2, beat: 1, hold: .one)
        #expect(throws: RhythmError.self) {
            try Song(sections: [SongSection(part: part(1, 120, fermatas: [fermata]))]).arrangement()
        }
    }

    // MARK: what is played

    @Test func `passes of a section without endings are passes of one passage`() throws {
        let song = Song(sections: [
            SongSection(part: try part(2, 120), times: 40), SongSection(label: "b", part: try part(2, 120)),
        ])
        let music = try song.arrangement()
        #expect(music.passages.map(\.times) == [40, 1])
        #expect(music.passages.map(\.section) == [nil, "b"])
    }

    @Test func `a held beat lasts so many times its length, and all others are as they were`() throws {
        let hold = try quarters(5, over: 2)
        let song = Song(sections: [
            SongSection(part: try part(2, 120, fermatas: [.init(bar: 1, beat: 3, hold: hold)]))
        ])
        // At 120, a beat is 24000 frames.
        #expect(try onsets(song).map(\.place.frame) == [0, 24000, 48000, 108_000, 132_000, 156_000, 180_000, 204_000])
        #expect(try onsets(song).map(\.accent).filter { $0 == .bell }.count == 2)
    }

    @Test func `nothing is played within a held beat`() throws {
        var section = SongSection(part: try part(1, 120, fermatas: [.init(bar: 1, beat: 4, hold: try quarters(2))]))
        section.part.lanes.append(
            Lane(id: 1, pattern: try Pattern(beats: [.normal], of: try quarters(1, over: 2))))
        let music = try Song(sections: [section]).arrangement()
        let eighths = try music.passes(at: .hz48000).flatMap { try music.onsets(in: $0) }.filter { $0.lane == 1 }
        #expect(eighths.map(\.place.frame) == [0, 12000, 24000, 36000, 48000, 60000, 72000])
        #expect(music.passes(at: .hz48000).last.map { $0.segment.frame(of: $0.end) } == 120_000)
    }

    @Test func `a beat may be held so long that its tempo is below 1 bpm`() throws {
        let song = Song(sections: [
            SongSection(part: try part(1, 20, fermatas: [.init(bar: 1, beat: 1, hold: try quarters(60))]))
        ])
        #expect(try onsets(song)[1].place.frame == 60 * 144_000)
    }

    @Test(
        arguments: [.linearInBeats, .linearInTime] as [TempoCurve.Shape],
        [(120, 40), (40, 160), (3, 1)] as [(Int64, Int64)])
    func `a held beat of a ramp lasts so many times what it lasts without the fermata`(
        shape: TempoCurve.Shape, ends: (from: Int64, to: Int64)
    ) throws {
        var part = try part(1, 120)
        part.tempo = .ramp(from: try Tempo(ends.from), to: try Tempo(ends.to), shape)
        func beats(_ fermatas: [SongPart.Fermata]) throws -> [Double] {
            part.fermatas = fermatas
            let music = try Song(sections: [SongSection(part: part), SongSection(part: self.part(1, 60))]).arrangement()
            let frames = try music.passes(at: .hz48000).flatMap { try music.onsets(in: $0) }.map(\.place.frames)
            return zip(frames, frames.dropFirst()).map { $1 - $0 }
        }
        let plain = try beats([])
        let holds = [(1, 1), (11, 10), (64, 1), (1_234_567, 1_000_000)] as [(Int64, Int64)]
        for hold in try holds.map({ try quarters($0, over: $1) }) {
            for beat in 1...4 {
                let held = try beats([.init(bar: 1, beat: beat, hold: hold)])
                var expected = plain
                expected[beat - 1] *= hold.value
                for (one, other) in zip(held, expected) { #expect(abs(one - other) < 0.01, "\(hold) on \(beat)") }
            }
        }
    }

    @Test func `a count-in has the meter and the tempo of where the song begins`() throws {
        var song = Song(
            sections: [SongSection(part: try part(1, 60)), SongSection(part: try part(1, 240))], countIn: .init(bars: 2)
        )
        song.sections[1].part.bar = Array(repeating: .one, count: 3)
        let counted = try song.arrangement(from: quarters(4))
        #expect(counted.passages.count == 2)
        #expect(try counted.passages[0].length == quarters(6) && counted.passages[0].times == 1)
        #expect(try counted.passages[0].curve == TempoCurve(Tempo(240)))
        #expect(counted.passages[0].lanes[0].pattern.onsets.map(\.accent) == [.bell, .normal, .normal])
        #expect(try song.arrangement(from: quarters(4), countsIn: false).passages.count == 1)
    }

    @Test func `a list of tempi holds each for its length, and equal neighbours are one`() throws {
        var section = SongSection(part: try part(1, 60))
        section.part.tempo = .steps(
            try [60, 60, 120, 240].map { SongTempo.Step(try Tempo($0), length: .one) })
        #expect(try Song(sections: [section]).arrangement().passages.count == 3)
        #expect(try onsets(Song(sections: [section])).map(\.place.frame) == [0, 48000, 96000, 120_000])
    }

    @Test func `from any bar on, a song is what it is from there in the whole`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<60 {
            let song = try Song.random(&random)
            let map = try SongMap(song)
            let all = try onsets(song)
            let stretch = try #require(map.stretches.randomElement(using: &random))
            let bar = Int.random(in: 0..<stretch.part.bars, using: &random)
            let begin = try #require(try stretch.part.barLength.times(Int64(bar)).flatMap(stretch.begin.adding))
            let first = Position(units: begin).ticks - 1 << 20
            let rest = all.filter { $0.position.ticks >= first }
            let part = try onsets(song, from: begin)
            try #require(part.count == rest.count)
            let offset = try #require(rest.first).place.frames
            for (onset, expected) in zip(part, rest) {
                #expect(onset.accent == expected.accent && onset.lane == expected.lane)
                #expect(abs(onset.place.frames - (expected.place.frames - offset)) < 1e-6)
            }
        }
    }

    @Test func `every onset of random songs is where an independent sum of beats puts it`() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<60 {
            let song = try Song.random(&random)
            let onsets = try onsets(song)
            let expected = SongModel(song).beats
            try #require(onsets.count == expected.count)
            for (onset, seconds) in zip(onsets, expected) {
                #expect(abs(onset.place.frames / 48000 - seconds) < 1e-6)
            }
        }
    }
}
