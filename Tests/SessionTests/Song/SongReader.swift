// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import SongSamples

@testable import MetronomeSession

/// A beat as it is played.
struct PlayedBeat: Equatable, CustomStringConvertible {
    var bar: Int64
    var beat: Int
    var accent: Accent
    var bpm: Double

    init(_ rule: BarRules.Rule, _ index: Int64, bpm: Double) {
        bar = rule.grid.bar(ofBeat: index)
        beat = rule.grid.beatInBar(ofBeat: index)
        accent = rule.accent(ofBeat: index)
        self.bpm = bpm
    }

    init(bar: Int64, beat: Int, accent: Accent, bpm: Double) {
        (self.bar, self.beat, self.accent) = (bar, beat, accent)
        self.bpm = bpm
    }

    /// Equal up to what floating point rounds.
    static func == (one: PlayedBeat, other: PlayedBeat) -> Bool {
        one.bar == other.bar && one.beat == other.beat && one.accent == other.accent && abs(one.bpm - other.bpm) < 1e-6
    }

    var description: String { "\(bar).\(beat) \(accent) \(bpm)" }
}

/// The tempo at a position of a curve.
func bpm(_ curve: TempoCurve, _ beat: Ratio, from begin: Ratio, at place: Ratio) -> Double {
    TimelineSegment(
        originPlace: FramePlace(frame: 0), originPosition: Position(units: begin), curve: curve, beat: beat,
        sampleRate: .hz48000
    ).beatsPerMinute(at: Position(units: place)) * beat.value
}

/// A song as a player would read it: beat by beat.
struct SongReader {
    var course: SongCourse
    var place: Int64
    var countIn: Int64
    var loop: Range<Int64>?
    var scale = Ratio.one

    init(_ song: LoadedSong) {
        (course, place, loop, scale) = (song.course, song.start, song.loop, song.scale)
        countIn = song.course.countInBeats(song.course.song.countIn, before: song.start)
    }

    mutating func take(_ change: SongChange) {
        switch change {
        case .seek(let beat):
            (place, countIn) = (beat, 0)
            if let loop, beat >= loop.upperBound { self.loop = nil }
        case .loop(let beats):
            if let beats, !beats.contains(place) { (place, countIn) = (beats.lowerBound, 0) }
            loop = beats
        case .scale(let factor): scale = factor
        case .load(let song): self = SongReader(song)
        case .unload, .reload, .practise: break
        }
    }

    var isOver: Bool { place >= course.length }

    /// What is played now; then goes on by a beat.
    mutating func next() -> PlayedBeat {
        let stretch = course.stretches[course.stretch(ofBeat: place)]
        let perBar = Int64(stretch.beatsPerBar)
        if countIn > 0, let passage = course.passage(of: course.song.countIn, before: place) {
            defer { countIn -= 1 }
            let index = (course.countInBeats(course.song.countIn, before: place) - countIn) % perBar
            return PlayedBeat(
                bar: 1 - (countIn + perBar - 1) / perBar, beat: Int(index) + 1,
                accent: course.accents(of: course.song.countIn, before: place)[Int(index)],
                bpm: passage.curve.start.beatsPerMinute * passage.beat.value * scale.value)
        }
        let inside = place - stretch.begin
        let passage = course.passages(from: place, to: place + 1)[0]
        let tempo = bpm(passage.curve, passage.beat, from: .zero, at: passage.lead) * scale.value
        let played = PlayedBeat(
            bar: Int64(stretch.written.firstBar) + inside / perBar, beat: Int(inside % perBar) + 1,
            accent: stretch.accents[Int(inside) % stretch.accents.count], bpm: tempo)
        place += 1
        if let loop, place == loop.upperBound { place = loop.lowerBound }
        return played
    }
}

extension LoadedSong {
    /// A random song, that may be counted in.
    static func random(_ random: inout SeededGenerator, hasLanes: Bool = false) throws -> LoadedSong {
        var song = try Song.random(&random, hasLanes: hasLanes)
        if Bool.random(using: &random) { song.countIn = Song.CountIn(bars: Int.random(in: 1...2, using: &random)) }
        for index in song.sections.indices { song.sections[index].label = "s\(index)" }
        return LoadedSong(try SongCourse(song), path: "/song.toml")
    }
}
