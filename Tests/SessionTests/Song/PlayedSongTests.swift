// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import SongSamples
import Testing

@testable import MetronomeSession

/// A beat as it is played.
private struct Played: Equatable, CustomStringConvertible {
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

    /// The same up to what floating point rounds.
    static func == (one: Played, other: Played) -> Bool {
        one.bar == other.bar && one.beat == other.beat && one.accent == other.accent && abs(one.bpm - other.bpm) < 1e-6
    }

    var description: String { "\(bar).\(beat) \(accent) \(bpm)" }
}

/// The tempo at a position of a curve.
private func bpm(_ curve: TempoCurve, _ beat: Ratio, from begin: Ratio, at place: Ratio) -> Double {
    TimelineSegment(
        originPlace: FramePlace(frame: 0), originPosition: Position(quarters: begin), curve: curve, beat: beat,
        sampleRate: .hz48000
    ).beatsPerMinute(at: Position(quarters: place)) * beat.value
}

/// Bars and tempi of a plan.
private struct Laid {
    let rules: [BarRules.Rule]
    let tempi: [PlannedMusic.TempoPoint]

    init(_ music: PlannedMusic) { (rules, tempi) = (music.rules, music.tempi) }

    /// A beat as the plan has it.
    func played(_ index: Int64) -> Played {
        let place = Ratio(whole: index)
        let point = tempi.last { $0.from <= place } ?? tempi[0]
        return Played(
            rules.last { $0.fromBeat <= index } ?? rules[0], index,
            bpm: bpm(point.curve, point.beat, from: point.curveBegin, at: place))
    }
}

extension PlannedMusic {
    /// The beat before which everything is planned.
    fileprivate var horizon: Int64 {
        extensionBeat.map { $0 + 1 } ?? endBeat ?? rules.last.map { $0.fromBeat + 1 } ?? 0
    }
}

/// A song as a player would read it: beat by beat.
private struct Reader {
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
        case .seek(let beat): (place, countIn) = (beat, 0)
        case .loop(let beats):
            if let beats, !beats.contains(place) { (place, countIn) = (beats.lowerBound, 0) }
            loop = beats
        case .scale(let factor): scale = factor
        case .load(let song): self = Reader(song)
        case .unload, .reload, .practise: break
        }
    }

    var isOver: Bool { place >= course.length }

    /// What is played now; then goes on by a beat.
    mutating func next() -> Played {
        let stretch = course.stretches[course.stretch(ofBeat: place)]
        let perBar = Int64(stretch.beatsPerBar)
        if countIn > 0, let passage = course.passage(of: course.song.countIn, before: place) {
            defer { countIn -= 1 }
            let index = (course.countInBeats(course.song.countIn, before: place) - countIn) % perBar
            return Played(
                bar: 1 - (countIn + perBar - 1) / perBar, beat: Int(index) + 1,
                accent: course.accents(of: course.song.countIn, before: place)[Int(index)],
                bpm: passage.curve.start.beatsPerMinute * passage.beat.value * scale.value)
        }
        let inside = place - stretch.begin
        let passage = course.passages(from: place, to: place + 1)[0]
        let tempo = bpm(passage.curve, passage.beat, from: .zero, at: passage.lead) * scale.value
        let played = Played(
            bar: Int64(stretch.written.firstBar) + inside / perBar, beat: Int(inside % perBar) + 1,
            accent: stretch.accents[Int(inside) % stretch.accents.count], bpm: tempo)
        place += 1
        if let loop, place == loop.upperBound { place = loop.lowerBound }
        return played
    }
}

@Suite struct PlayedSongTests {
    private let kits = [SoundChoice(beat: "beat", bell: "bell")]

    private func loaded(_ random: inout SeededGenerator, hasLanes: Bool = false) throws -> LoadedSong {
        var song = try Song.random(&random, hasLanes: hasLanes)
        if Bool.random(using: &random) { song.countIn = Song.CountIn(bars: Int.random(in: 1...2, using: &random)) }
        for index in song.sections.indices { song.sections[index].label = "s\(index)" }
        return LoadedSong(try SongCourse(song), path: "/song.toml")
    }

    /// All that is planned of a song while it plays, and the last plan.
    private func planned(_ song: LoadedSong) throws -> (PlannedMusic, [Passage]) {
        var music = PlannedMusic(Settings(), song: song)
        var passages: [Passage] = []
        var begin: Int64 = 0
        while true {
            let plan = music.arrangement(kits: kits)
            let planned = Int64(plan.begin.quarters)
            let end = music.extensionBeat
            let from = try #require(Ratio(begin - planned))
            var part = from.numerator > 0 ? try plan.dropping(from) : plan
            part.begin = .zero
            if let end, let length = Ratio(end - begin) { part = try #require(part.spliced(with: [], at: length)) }
            passages += part.passages
            guard let end else { return (music, passages) }
            begin = end
            // As in the daemon, the beat that is heard cannot be changed any more.
            _ = music.change(to: Settings(), pending: [], nextBeat: end + 1)
            try #require(music.extensionBeat ?? .max > end, "it is planned again and again")
        }
    }

    /// The frames of all onsets that are not mute.
    private func heard(_ music: Arrangement) throws -> [Int64] {
        try music.passes(at: .hz48000).flatMap { try music.onsets(in: $0) }.filter { $0.accent != .mute }.map(
            \.place.frame)
    }

    @Test(arguments: [false, true])
    func `planned piece by piece from any place, every onset of a song falls on the frame that it falls on in a render`(
        hasLanes: Bool
    ) throws {
        var random = SeededGenerator(seed: 5)
        for round in 0..<60 {
            var song = try loaded(&random, hasLanes: hasLanes)
            if round >= 20 { song.start = Int64.random(in: 0..<song.course.length, using: &random) }
            let stretch = song.course.stretches[song.course.stretch(ofBeat: song.start)]
            let distance = try #require(stretch.beat.times(song.start - stretch.begin)?.adding(stretch.written.begin))
            let (music, passages) = try planned(song)
            let whole = Arrangement(passages: passages)
            #expect(try heard(whole) == heard(song.course.song.arrangement(from: distance)), "\(song.start)")
            #expect(
                music.endBeat == song.course.length - song.start
                    + song.course.countInBeats(song.course.song.countIn, before: song.start))
        }
    }

    @Test(arguments: [40, 41, 63, 64, 65, 127, 400, 2000])
    func `a part may have any number of tempi: it is planned on as it is played`(count: Int) throws {
        let four = [Ratio](repeating: .one, count: 4)
        let steps = try (0..<count).map { SongTempo.Step(try Tempo(Int64(100 + $0 % 7)), length: .one) }
        let part = SongPart(
            bars: (count + 3) / 4, bar: four, tempo: .steps(steps),
            lanes: [Lane(id: 0, pattern: try Pattern(accents: Accent.accents(signs: "Xxxx"), inBarsOf: four))])
        let course = try SongCourse(Song(sections: [SongSection(label: "a", part: part)]))
        let (music, passages) = try planned(LoadedSong(course, path: "/song.toml"))
        #expect(music.endBeat == course.length)
        #expect(try heard(Arrangement(passages: passages)) == heard(course.song.arrangement()))
    }

    @Test func `a thousand random changes of place leave every beat where it was told`() throws {
        var random = SeededGenerator(seed: 9)
        var changes = 0
        while changes < 1000 {
            let song = try loaded(&random)
            var (music, reader) = (PlannedMusic(Settings(), song: song), Reader(song))
            var told: [Int64: Played] = [:]
            var taken: [(beat: Int64, change: SongChange)] = []
            var next: Int64 = 0
            var id = 0
            for _ in 0..<20 {
                let change = try self.change(of: song.course, &random)
                let cue = try #require(
                    [Cue.beat, .bar, .section, .place(bar: Int.random(in: 1...6, using: &random), beat: 1)]
                        .randomElement(using: &random))
                id += 1
                let pending = PendingChange(id: id, cue: cue, fromBeat: next, action: .song(change))
                let before = music
                let step = music.change(to: Settings(), pending: [pending], nextBeat: next)
                guard let beat = music.beat(ofChange: id) else {
                    music = before
                    continue
                }
                try #require(beat >= next)
                #expect(
                    (step.cue ?? beat) == beat,
                    "\(change) at \(cue) from \(next): \(before.parts.map(\.fromBeat)) \(music.parts.map(\.fromBeat))")
                // Up to the change nothing is another than before.
                let (old, new) = (Laid(before), Laid(music))
                for index in next..<max(next, min(beat, before.horizon, music.horizon)) {
                    guard new.played(index) != old.played(index) else { continue }
                    Issue.record("beat \(index) has changed")
                }
                taken.append((beat, change))
                changes += 1
                // The music goes on to the change, and a little further.
                let goal = beat + Int64.random(in: 1...40, using: &random)
                var laid = new
                while next < goal, next < music.endBeat ?? .max {
                    told[next] = laid.played(next)
                    next += 1
                    let waiting = next <= beat ? [pending] : []
                    if let extensionBeat = music.extensionBeat, next > extensionBeat || next == beat + 1 {
                        _ = music.change(to: Settings(), pending: waiting, nextBeat: next)
                        laid = Laid(music)
                    }
                }
                if next >= music.endBeat ?? .max { break }
            }
            var model: [Int64: Played] = [:]
            for index in 0..<next {
                for change in taken where change.beat == index { reader.take(change.change) }
                try #require(!reader.isOver, "beat \(index)")
                model[index] = reader.next()
            }
            for index in 0..<next where told[index] != model[index] {
                Issue.record(
                    "beat \(index): \(told[index].debugDescription) is not \(model[index].debugDescription): \(taken.filter { abs($0.beat - index) < 30 })"
                )
                return
            }
        }
    }

    private func change(of course: SongCourse, _ random: inout SeededGenerator) throws -> SongChange {
        /// The begin of a bar.
        func bar() -> Int64 {
            course.beat(ofBar: Int.random(in: 1...course.map.writtenBars, using: &random)) ?? 0
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .seek(bar())
        case 1:
            let ends = [bar(), bar() + 1].sorted()
            return .loop(ends[0]..<max(ends[1], ends[0] + 1))
        case 2: return .loop(nil)
        default: return .scale(try #require(Ratio(Int64.random(in: 50...150, using: &random), over: 100)))
        }
    }

    @Test func `where a song ends the music does, and a loop has no end`() throws {
        var random = SeededGenerator(seed: 2)
        var song = try loaded(&random)
        var music = PlannedMusic(Settings(), song: song)
        let end = song.course.length + song.course.countInBeats(song.course.song.countIn, before: 0)
        for _ in 0..<100 where music.endBeat == nil {
            _ = music.change(to: Settings(), pending: [], nextBeat: try #require(music.extensionBeat))
        }
        #expect(music.endBeat == end)
        song.loop = 0..<1
        music = PlannedMusic(Settings(), song: song)
        for _ in 0..<100 {
            _ = music.change(to: Settings(), pending: [], nextBeat: try #require(music.extensionBeat))
        }
        #expect(music.endBeat == nil && music.arrangement(kits: kits).passages.count < 100)
    }

    @Test func `another version of the song goes on at the same place`() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<50 {
            let song = try loaded(&random)
            let other = try SongCourse(song.course.song)
            for beat in 0..<song.course.length { #expect(other.beat(like: beat, of: song.course) == beat) }
            // A section in front moves it.
            var longer = song.course.song
            longer.sections.insert(SongSection(label: "new", part: longer.sections[0].part), at: 0)
            let moved = try SongCourse(longer)
            let shift = moved.length - song.course.length
            for beat in 0..<song.course.length { #expect(moved.beat(like: beat, of: song.course) == beat + shift) }
        }
    }
}
