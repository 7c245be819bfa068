// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import SongSamples
import Testing

@Suite struct SongCourseTests {
    private struct Heard: Hashable {
        var frame: Int64
        var lane: Int
        var accent: Accent
    }

    private func heard(_ music: Arrangement) throws -> [Heard] {
        try music.passes(at: .hz48000).flatMap { try music.onsets(in: $0) }.filter { $0.accent != .mute }
            .map { Heard(frame: $0.place.frame, lane: $0.lane, accent: $0.accent) }
    }

    private func music(_ course: SongCourse, cutAt cuts: [Int64] = []) -> Arrangement {
        let places = Set([0, course.length] + cuts.filter { 0..<course.length ~= $0 }).sorted()
        return Arrangement(passages: zip(places, places.dropFirst()).flatMap { course.passages(from: $0, to: $1) })
    }

    @Test func `counted in felt beats, every onset of a song falls on the frame that it falls on in a render`() throws {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<200 {
            let song = try Song.random(&random, hasLanes: true)
            let course = try SongCourse(song)
            let whole = try heard(song.arrangement(countsIn: false))
            #expect(try heard(music(course)) == whole)
            let cuts = (0..<5).map { _ in Int64.random(in: 0..<course.length, using: &random) }
            #expect(try heard(music(course, cutAt: cuts)) == whole)
        }
    }

    @Test func `a stretch begins when its first beat is rendered, and the song ends with its last`() throws {
        var random = SeededGenerator(seed: 31)
        for _ in 0..<200 {
            let song = try Song.random(&random)
            let course = try SongCourse(song)
            let passes = try song.arrangement(countsIn: false).passes(at: .hz48000)
            for stretch in course.stretches {
                let begin = Position(units: stretch.written.begin)
                let pass = try #require(passes.last { $0.begin <= begin })
                let frames = pass.segment.place(of: begin).frames
                #expect(abs(stretch.seconds * 48000 - frames) < 1)
            }
            let end = try #require(passes.last).segment.place(of: Position(units: course.map.length)).frames
            #expect(abs(course.seconds * 48000 - end) < 1)
        }
    }

    @Test func `the accents of a stretch are those of its onsets, beat by beat`() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<100 {
            let course = try SongCourse(try Song.random(&random))
            let music = music(course)
            var onsets: [Int64: Accent] = [:]
            for pass in music.passes(at: .hz48000) {
                for onset in try music.onsets(in: pass) where onset.position.ticks & ((1 << 64) - 1) == 0 {
                    onsets[Int64(onset.position.ticks >> 64)] = onset.accent
                }
            }
            for stretch in course.stretches where stretch.written.part.fermatas.isEmpty {
                for beat in stretch.begin..<stretch.end {
                    let accent = stretch.accents[Int(beat - stretch.begin) % stretch.accents.count]
                    // A beat of a bar of unequal ones lies at a third, which a position rounds down.
                    guard stretch.beat.denominator & (stretch.beat.denominator - 1) == 0 else { continue }
                    #expect(accent == onsets[beat] ?? .mute, "beat \(beat)")
                }
            }
        }
    }

    private func song() throws -> Song {
        let four = [Ratio](repeating: .one, count: 4)
        func part(_ bars: Int) throws -> SongPart {
            SongPart(
                bars: bars, bar: four, tempo: .constant(try Tempo(120)),
                lanes: [Lane(id: 0, pattern: try Pattern(accents: Accent.accents(signs: "Xxxx"), inBarsOf: four))])
        }
        let verse = SongSection(
            label: "verse", part: try part(2), times: 2,
            endings: [.init(passes: [1], part: try part(1)), .init(passes: [2], part: try part(2))])
        return Song(
            sections: [SongSection(label: "intro", part: try part(1)), verse], countIn: Song.CountIn(bars: 2))
    }

    @Test func `places are labels and written bars, and a section reaches to the end of its last pass`() throws {
        let course = try SongCourse(song())
        #expect(course.length == 32)
        #expect(try course.beat(ofPlace: "verse") == 4 && course.beat(ofPlace: "4") == 12)
        #expect(try course.beats(ofPlace: "verse") == 4..<32)
        #expect(try course.beats(ofPlace: "3") == 8..<12)
        #expect(course.bar(ofBeat: 17) == 2 && course.bar(ofBeat: 31) == 6)
        // Two passes end with a bar and with two; the first is bars 2 to 4.
        #expect(course.lastBar(in: 4..<32) == 6 && course.lastBar(in: 4..<16) == 4 && course.lastBar(in: 12..<20) == 4)
        #expect(throws: RhythmError.self) { try course.beat(ofPlace: "coda") }
        // A sign would say how many bars on.
        for place in ["+3", "-3", ""] {
            #expect(throws: RhythmError.self) { try course.beat(ofPlace: place) }
            #expect(throws: RhythmError.self) { try course.beats(ofPlace: place) }
        }
    }

    @Test func `a count-in is in the meter and tempo of the place that follows`() throws {
        let course = try SongCourse(song())
        #expect(course.countInBeats(course.song.countIn, before: 12) == 8)
        let bars = try #require(course.passage(of: course.song.countIn, before: 12))
        #expect(bars.length == Ratio(8) && bars.times == 1)
        #expect(course.accents(of: course.song.countIn, before: 12) == [.bell, .normal, .normal, .normal])
    }

    @Test func `signs of a count-in that do not fit the bar of a place leave its first beat to the bell`() throws {
        var song = try song()
        song.countIn?.accents = try Accent.accents(signs: "XxAx")
        #expect(try SongCourse(song).accents(of: song.countIn, before: 12) == [.bell, .normal, .accent, .normal])
        song.countIn?.accents = try Accent.accents(signs: "XxA")
        let course = try SongCourse(song)
        #expect(course.passage(of: song.countIn, before: 12)?.length == Ratio(8))
        #expect(course.accents(of: song.countIn, before: 12) == [.bell, .normal, .normal, .normal])
        // A render begins there as well.
        #expect(throws: Never.self) { try song.arrangement(from: try #require(Ratio(16))) }
    }

    @Test func `signs of a count-in over several bars are played once, bar after bar`() throws {
        let four = [Ratio](repeating: .one, count: 4)
        let part = SongPart(bars: 4, bar: four, tempo: .constant(try Tempo(60)), lanes: [])
        var song = Song(sections: [SongSection(part: part)], countIn: Song.CountIn(bars: 2))
        for (bars, heard) in [(1, "X.x."), (2, "X.x.Xxxx"), (3, "X.x.XxxxX.x.")] {
            song.countIn = Song.CountIn(bars: bars, accents: try Accent.accents(signs: "X.x.Xxxx"))
            let music = try song.arrangement()
            let counted = Arrangement(passages: [music.passages[0]])
            let onsets = try counted.passes(at: .hz48000).flatMap { try counted.onsets(in: $0) }
            #expect(String(onsets.map(\.accent.sign)) == heard)
            #expect(onsets.map(\.place.frame) == (0..<4 * Int64(bars)).map { $0 * 48_000 })
        }
    }

    @Test(arguments: [TempoCurve.Shape.linearInTime, .linearInBeats], [0, 4, 9, 15] as [Int64])
    func `a count-in within a ramp is as fast as the beat that follows it`(shape: TempoCurve.Shape, beat: Int64) throws
    {
        let four = [Ratio](repeating: .one, count: 4)
        let part = SongPart(bars: 4, bar: four, tempo: .ramp(from: try Tempo(60), to: try Tempo(180), shape), lanes: [])
        let course = try SongCourse(
            Song(sections: [SongSection(label: "a", part: part)], countIn: Song.CountIn(bars: 1)))
        let counted = try #require(course.passage(of: course.song.countIn, before: beat)?.curve)
        // What is played next begins at that tempo: so does a thousandth of a beat of it.
        let place = try #require(Ratio(beat))
        let next = try #require(place.adding(Ratio(1, over: 1000) ?? .one))
        #expect(counted.isConstant)
        #expect(abs(0.06 / course.seconds(from: place, to: next) / counted.start.beatsPerMinute - 1) < 1e-3)
    }

    @Test(
        arguments: [
            (2, 1, 2, 4, 4), (4, 3, 3, 4, 4), (1, 2, 6, 3, 4), (3, 1, 4, 12, 4), (3, 2, 2, 6, 8), (1, 1, 3, 3, 4),
        ] as [(Int64, Int64, Int, Int, Int)])
    func `a meter is told as it is stated, whatever it is felt in`(
        top: Int64, bottom: Int64, count: Int, beats: Int, unit: Int
    ) throws {
        let beat = try #require(Ratio(top, over: bottom))
        let bar = [Ratio](repeating: beat, count: count)
        let meter = try Meter(beats: beats, unit: unit)
        let part = SongPart(bars: 1, bar: bar, tempo: .constant(try Tempo(60)), lanes: [], meter: meter)
        let told = try SongCourse(Song(sections: [SongSection(part: part)])).stretches[0].writtenMeter
        #expect(told == (beats, unit))
        // A bar of a half is none of three quarters.
        if count == 3, bottom == 1 {
            let other = SongPart(
                bars: 1, bar: bar, tempo: part.tempo, lanes: [], meter: try Meter(beats: 1, unit: 2))
            #expect(other.statedMeter == nil)
        }
    }

    @Test func `an empty song has no course`() {
        #expect(throws: RhythmError.self) { try SongCourse(Song(sections: [])) }
    }
}
