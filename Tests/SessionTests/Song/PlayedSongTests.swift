// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import SongSamples
import Testing

@testable import MetronomeSession

/// Bars and tempi of a plan.
private struct Laid {
    let rules: [BarRules.Rule]
    let tempi: [PlannedMusic.TempoPoint]

    init(_ music: PlannedMusic) { (rules, tempi) = (music.rules, music.tempi) }

    /// A beat as the plan has it.
    func played(_ index: Int64) -> PlayedBeat {
        let place = Ratio(whole: index)
        let point = tempi.last { $0.from <= place } ?? tempi[0]
        return PlayedBeat(
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

@Suite struct PlayedSongTests {
    private let kits = [SoundChoice(beat: "beat", bell: "bell")]

    /// All that is planned of a song while it plays, and the last plan.
    private func planned(_ song: LoadedSong, most: Int = .max) throws -> (PlannedMusic, [Passage]) {
        var music = PlannedMusic(Settings(), song: song)
        var passages: [Passage] = []
        var begin: Int64 = 0
        while true {
            let plan = music.arrangement(kits: kits)
            try #require(plan.passages.count <= most)
            let planned = Int64(plan.begin.units)
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
            // What is planned reaches beyond the beat with which the next plan is sent.
            if music.extensionBeat != nil { try #require(music.isPlanned(end + 12)) }
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
            var song = try LoadedSong.random(&random, hasLanes: hasLanes)
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

    @Test(arguments: [(40, 2, 3), (400, 1, 3), (2000, 3, 7), (3000, 5, 2), (4000, 1, 200)])
    func `a tempo may change anywhere between the beats: it is planned on as it is played`(
        count: Int, parts: Int64, over: Int64
    ) throws {
        let four = [Ratio](repeating: .one, count: 4)
        let length = try #require(Ratio(parts, over: over))
        // No change but the first falls on a beat.
        let first = try #require(Ratio(1, over: 1009).flatMap(length.adding))
        let steps = try (0..<count).map {
            SongTempo.Step(try Tempo(Int64(100 + $0 % 7)), length: $0 == 0 ? first : length)
        }
        let bars = (Int64(count) * parts + parts) / (4 * over) + 1
        let part = SongPart(
            bars: Int(bars), bar: four, tempo: .steps(steps),
            lanes: [Lane(id: 0, pattern: try Pattern(accents: Accent.accents(signs: "Xxxx"), inBarsOf: four))])
        let course = try SongCourse(Song(sections: [SongSection(label: "a", part: part)]))
        let (music, passages) = try planned(LoadedSong(course, path: "/song.toml"), most: 64 + 25 * 201)
        #expect(music.endBeat == course.length)
        #expect(try heard(Arrangement(passages: passages)) == heard(course.song.arrangement()))
    }

    @Test func `a thousand random changes of place leave every beat where it was told`() throws {
        var random = SeededGenerator(seed: 9)
        var changes = 0
        while changes < 1000 {
            let song = try LoadedSong.random(&random)
            var (music, reader) = (PlannedMusic(Settings(), song: song), SongReader(song))
            var told: [Int64: PlayedBeat] = [:]
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
            var model: [Int64: PlayedBeat] = [:]
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
        var song = try LoadedSong.random(&random)
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
            let song = try LoadedSong.random(&random)
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
