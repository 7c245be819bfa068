// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

/// What the trainers make of the music of a run.
@Suite struct PractisedMusicTests {
    private func settings(_ trainers: String..., bpm: Int64 = 100, meter: String = "4/4") throws -> Settings {
        var settings = Settings()
        settings.tempo = try Tempo(bpm)
        settings.meter = try Meter(parsing: meter)
        for trainer in trainers {
            let parts = trainer.split(separator: " ", maxSplits: 1).map(String.init)
            let kind = try #require(Trainer.Kind(rawValue: parts[0]))
            let key = try #require(Key.named(kind == .timer ? "timer" : "trainer.\(kind.rawValue)"))
            settings = try Edit([key: .trainer(try Trainer(kind, parsing: parts[1]))]).applied(to: settings)
        }
        return settings
    }

    /// The tempo of each beat, and whether it is silent, as the parts have it.
    private func beats(_ music: PlannedMusic, _ range: Range<Int64>) -> [String] {
        range.map { beat in
            let part = music.parts.last { $0.fromBeat <= beat } ?? music.parts[0]
            #expect(part.isSilent == (part.rule.accent(ofBeat: beat) == .mute))
            return "\(part.tempo)\(part.isSilent ? " silent" : "")"
        }
    }

    @Test func `a run begins with the first tempo, and the trainers combine`() throws {
        let music = PlannedMusic(try settings("speed 60 to 80 by 10 every 1", "gap 1 1", meter: "2/4"))
        #expect(
            beats(music, 0..<10) == [
                "60", "60", "70 silent", "70 silent", "80", "80", "80 silent", "80 silent", "80", "80",
            ])
        #expect(music.parts[0].accents == Settings().beatAccents || music.parts[0].accents.bar.count == 2)
        // The silent beats are there, and nothing of them is heard.
        let passages = music.arrangement(kits: [SoundChoice(beat: "beat", bell: "bell")]).passages
        #expect(passages[1].lanes.map(\.id) == [0])
        #expect(passages[1].lanes[0].pattern.onsets.allSatisfy { $0.accent == .mute })
    }

    @Test func `set while it plays, a trainer begins with the next bar`() throws {
        var music = PlannedMusic(try settings(bpm: 100, meter: "3/4"))
        let step = music.change(to: try settings("gap 1 1", meter: "3/4"), pending: [], nextBeat: 7)
        #expect(step == PlannedMusic.Step(cue: 12, meterBeat: 9))
        #expect(
            beats(music, 6..<16).map { $0.hasSuffix("silent") }
                == [false, false, false, false, false, false, true, true, true, false])
        // Off, it is heard again from the next beat on.
        let off = music.change(to: try settings(meter: "3/4"), pending: [], nextBeat: 13)
        #expect(off.cue == 13 && beats(music, 12..<15) == ["100 silent", "100", "100"] && music.renewalBeat == nil)
        #expect(music.change(to: try settings(meter: "3/4"), pending: [], nextBeat: 14) == PlannedMusic.Step())
        #expect(music.parts.count == 1)
    }

    @Test func `steps of the tempo that wait are counted from where the trainer leads to, each from the one before`()
        throws
    {
        let step = Edit.tempo(.by(try #require(Ratio(5))))
        func tempi(_ music: PlannedMusic, _ settings: Settings, _ pending: [PendingChange]) -> [Tempo?] {
            pending.map { music.settingsBeforeChanges(settings, pending: pending)[$0.id]?.tempo }
        }
        for (cue, led) in [(Cue.bar, Int64(60)), (.place(bar: 2, beat: 1), 60), (.place(bar: 3, beat: 1), 70)] {
            let pending = (1...2).map { PendingChange(id: $0, cue: cue, fromBeat: 0, action: .edit(step)) }
            let settings = try settings("speed 60 to 80 by 10 every 1")
            var music = PlannedMusic(settings, pending: pending)
            #expect(tempi(music, settings, pending) == [try Tempo(led), try Tempo(led + 5)], "\(cue)")
            _ = music.change(to: settings, pending: pending, nextBeat: 0)
            #expect(tempi(music, settings, pending) == [try Tempo(led), try Tempo(led + 5)], "\(cue)")
        }
        // Also from one that was set by hand before anything was heard.
        let (former, new) = (
            try settings("speed 60 to 80 by 10 every 1"), try settings("speed 60 to 80 by 10 every 1", bpm: 72)
        )
        let pending = [PendingChange(id: 1, cue: .bar, fromBeat: 0, action: .edit(step))]
        var music = PlannedMusic(former)
        _ = music.change(to: new, pending: pending, nextBeat: 0, gestures: [.tempo])
        #expect(tempi(music, new, pending) == [try Tempo(72)])
    }

    @Test func `trainers that were on before a song begin anew with the first bar behind it`() throws {
        let bar = Lane(id: 0, pattern: Pattern(BeatAccents(bar: [.bell, .normal, .normal]), fromBeat: 0))
        let written = SongPart(bars: 8, bar: [.one, .one, .one], tempo: .constant(try Tempo(100)), lanes: [bar])
        let song = Song(sections: [SongSection(part: written)])
        let pending: [PendingChange] = [
            PendingChange(
                id: 1, cue: .bar, fromBeat: 0,
                action: .song(.load(LoadedSong(try SongCourse(song), path: "/song.toml")))),
            PendingChange(id: 2, cue: .place(bar: 5, beat: 1), fromBeat: 0, action: .song(.unload)),
        ]
        let music = PlannedMusic(try settings("gap 3 1"), pending: pending)
        let unloaded = try #require(music.beat(ofChange: 2))
        let part = try #require(music.parts.last { $0.fromBeat <= unloaded })
        #expect(part.song == nil && unloaded == 12)
        let begin = music.course(atBeat: unloaded).begun.first?.begin
        #expect([begin?.beat, begin?.bar] == [12, part.grid.bar(ofBeat: 12)])
        #expect(music.course(atBeat: 11).begun.first?.begin.bar == 1)
    }

    /// A preset that waits for the first bar, for instance.
    @Test func `what waits for the first beat is practised with from there`() throws {
        func pending(_ trainer: String, _ kind: Trainer.Kind) throws -> [PendingChange] {
            let key = try #require(Key.named("trainer.\(kind.rawValue)"))
            let edit = Edit([key: .trainer(try Trainer(kind, parsing: trainer))])
            return [PendingChange(id: 1, cue: .bar, fromBeat: 0, action: .edit(edit))]
        }
        let music = PlannedMusic(try settings("gap 1 2"), pending: try pending("2 1", .gap))
        #expect(beats(music, 0..<16).map { $0.hasSuffix("silent") } == (0..<16).map { 8..<12 ~= $0 })
        let fast = PlannedMusic(try settings("gap 1 1"), pending: try pending("90 to 120 by 10 every 1", .speed))
        #expect(beats(fast, 0..<10) == (0..<10).map { $0 < 4 ? "90" : $0 < 8 ? "100 silent" : "110" })
        // Also where the plan is made anew before the first beat is decided.
        var again = PlannedMusic(try settings("gap 1 2"))
        _ = again.change(to: try settings("gap 1 2"), pending: try pending("2 1", .gap), nextBeat: 0)
        #expect(beats(again, 0..<16) == beats(music, 0..<16))
        _ = again.change(to: try settings("gap 2 1"), pending: [], nextBeat: 1)
        #expect(beats(again, 0..<16) == beats(music, 0..<16))
    }

    @Test(arguments: [true, false])
    func `a trainer that is asked for again begins with the next bar, at once or from a place on`(isAtOnce: Bool) throws
    {
        let gap = try settings("gap 2 1")
        var music = PlannedMusic(gap)
        if isAtOnce {
            let step = music.change(to: gap, pending: [], nextBeat: 5, gestures: [.trainer(.gap)])
            #expect(step.meterBeat == 8)
        } else {
            let edit = Edit([try #require(Key.named("trainer.gap")): .trainer(try Trainer(.gap, parsing: "2 1"))])
            let waiting = [
                PendingChange(id: 1, cue: .place(bar: 3, beat: 1), fromBeat: 0, action: .edit(edit)),
                PendingChange(
                    id: 2, cue: .place(bar: 3, beat: 1), fromBeat: 0, action: .edit(.tempo(.to(try Tempo(90))))),
            ]
            _ = music.change(to: gap, pending: waiting, nextBeat: 5)
        }
        #expect(beats(music, 0..<20).map { $0.hasSuffix("silent") } == (0..<20).map { 16..<20 ~= $0 })
        // The volume is no trainer.
        var louder = try settings("gap 2 1")
        louder.volume = 0.5
        var plain = PlannedMusic(gap)
        _ = plain.change(to: louder, pending: [], nextBeat: 5)
        #expect(beats(plain, 0..<20).map { $0.hasSuffix("silent") } == (0..<20).map { 8..<12 ~= $0 })
    }

    @Test func `a trainer that has not begun begins with the first bar of another meter`() throws {
        var music = PlannedMusic(try settings(meter: "8/4"))
        _ = music.change(to: try settings("gap 1 1", meter: "8/4"), pending: [], nextBeat: 2)
        #expect(beats(music, 0..<24).map { $0.hasSuffix("silent") } == (0..<24).map { 16..<24 ~= $0 })
        // Bar 2 begins with beat 3 now.
        _ = music.change(to: try settings("gap 1 1", meter: "4/4"), pending: [], nextBeat: 3)
        #expect(beats(music, 0..<15).map { $0.hasSuffix("silent") } == (0..<15).map { 7..<11 ~= $0 })
    }

    @Test(arguments: ["8 beats", "9 beats", "3 bars"])
    func `the beat with which a timer ends is told as the bell that it is`(timer: String) throws {
        let music = PlannedMusic(try settings("timer \(timer)"))
        let end = try #require(music.parts.last)
        #expect(end.isEnd && end.rule.accent(ofBeat: end.fromBeat) == .bell)
    }

    @Test(arguments: [("beat mute | hat xxxx", false), ("hat xxxx solo", false), ("beat gain=0", true)])
    func `the strokes that follow the beat with which a timer ends are told as a lane`(
        lanes: String, isMuted: Bool
    ) throws {
        let settings = try Edit.lanes([.all(try WrittenLane.lanes(parsing: lanes))]).applied(
            to: try settings("timer 2 bars"))
        let rules = PlannedMusic(settings).laneRules
        let strokes = try #require(rules.last)
        #expect(strokes.from == Position(whole: 8) && strokes.entries.map(\.name) == ["beat"])
        let entry = try #require(strokes.entries.first)
        #expect(entry.isMuted == isMuted && entry.lane.anchor.origin == Position(whole: 8))
        #expect(
            entry.lane.pattern.onsets.map { Ratio(Int64($0.place), over: 3) } == [Ratio(1, over: 3), Ratio(2, over: 3)])
        #expect(entry.lane.pattern.onsets.map(\.accent) == [.bell, .bell])
        #expect(rules.dropLast().allSatisfy { !$0.entries.contains(where: \.isOfBeats) })
    }

    @Test(arguments: ["beat mute | hat xxxx", "hat xxxx solo"])
    func `a count-in and the end of a timer are heard also where the beats are not`(lanes: String) throws {
        var settings = try settings("timer 1 bars")
        settings.countIn = 1
        settings = try Edit.lanes([.all(try WrittenLane.lanes(parsing: lanes))]).applied(to: settings)
        let music = PlannedMusic(settings)
        let unheard = music.parts.map { [$0.ownMixes, $0.mixes].map { $0[0]?.isMuted ?? false } }
        #expect(music.parts.map(\.role) == [.count, .music, .end])
        #expect(unheard == [[false, false], [true, true], [false, false]])
    }

    @Test func `a tempo set by hand holds at once, and the speed trainer goes on from it`() throws {
        var music = PlannedMusic(try settings("speed 60 to 200 by 10 every 1"))
        var changed = try settings("speed 60 to 200 by 10 every 1", bpm: 120)
        let step = music.change(to: changed, pending: [], nextBeat: 6, gestures: [.tempo])
        #expect(step.cue == 8)
        #expect(beats(music, 5..<13) == ["120", "120", "120", "130", "130", "130", "130", "140"])
        // The volume is no tempo.
        changed.volume = 0.5
        changed.tempo = try Tempo(130)
        _ = music.change(to: changed, pending: [], nextBeat: 10)
        #expect(beats(music, 8..<13) == ["130", "130", "130", "130", "140"])
    }

    @Test(arguments: [false, true])
    func `a tempo that waits for its place is where the trainer goes on from there`(isLouderToo: Bool) throws {
        let edit = Edit.tempo(.to(try Tempo(90)))
        var waiting = [PendingChange(id: 1, cue: .place(bar: 3, beat: 1), fromBeat: 0, action: .edit(edit))]
        if isLouderToo {
            let louder = Edit([try #require(Key.named("volume")): .number(0.5)])
            waiting.append(PendingChange(id: 2, cue: .place(bar: 3, beat: 1), fromBeat: 0, action: .edit(louder)))
        }
        let music = PlannedMusic(try settings("speed 60 to 200 by 10 every 1"), pending: waiting)
        #expect(music.beat(ofChange: 1) == 8)
        #expect(
            beats(music, 0..<16).enumerated().filter { $0.offset % 4 == 0 }.map(\.element) == ["60", "70", "90", "100"])
    }

    @Test func `bars of another meter are counted as bars`() throws {
        var music = PlannedMusic(try settings("speed 60 to 200 by 10 every 2"))
        _ = music.change(
            to: try settings("speed 60 to 200 by 10 every 2", bpm: 60, meter: "3/4"), pending: [], nextBeat: 4)
        #expect(
            beats(music, 0..<15).map { $0 } == Array(repeating: "60", count: 7) + Array(repeating: "70", count: 6) + [
                "80", "80",
            ])
    }

    @Test func `the music ends where the trainer is told to stop it`() throws {
        var music = PlannedMusic(try settings("speed 60 to 80 by 10 every 2 then stop"))
        #expect(music.endBeat == 24)
        #expect(music.course(atBeat: 0).end(in: BarGrid(beatsPerBar: 4)) == 24)
        let changed = try settings("speed 60 to 80 by 10 every 2 then stop", bpm: 70)
        _ = music.change(to: changed, pending: [], nextBeat: 10)
        #expect(music.endBeat == 24 && music.renewalBeat != nil)
    }

    @Test func `bars are counted in before bar 1, where the trainers begin, at its tempo`() throws {
        var counted = try settings("speed 60 to 80 by 10 every 1", "gap 1 1", bpm: 100, meter: "3/4")
        counted.countIn = 2
        counted.subdivision = 2
        var music = PlannedMusic(counted)
        #expect(music.parts[0].grid == BarGrid(originBeat: 6, originBar: 1, beatsPerBar: 3))
        #expect(
            beats(music, 0..<12)
                == Array(repeating: "60", count: 9) + Array(repeating: "70 silent", count: 3))
        // The accents are those of the bars, and nothing is heard between the beats.
        #expect(
            (0..<6).map { music.parts[0].rule.accent(ofBeat: $0) == .bell } == [true, false, false, true, false, false])
        let kits = music.parts.flatMap(\.choices)
        #expect(
            music.parts[0].lanes(kits: kits).map(\.id) == [0] && music.parts[1].lanes(kits: kits).map(\.id) == [0, 1])
        // A plan that comes meanwhile counts on.
        counted.tempo = try Tempo(60)
        counted.volume = 0.3
        #expect(music.change(to: counted, pending: [], nextBeat: 3).cue == 6)
        #expect(music.parts.prefix(2).map(\.fromBeat) == [0, 6] && music.parts[0].role == .count)
    }

    @Test func `each beat of a spoken count-in is its number`() throws {
        var counted = try settings(meter: "6/8")
        (counted.countIn, counted.countInSound) = (2, "voice")
        let music = PlannedMusic(counted)
        #expect(
            music.parts.map(\.sounds.beat) == (1...6).map { "voice-\($0)" } + (1...6).map { "voice-\($0)" } + ["beat"])
        #expect(music.parts.prefix(12).allSatisfy { $0.sounds.beat == $0.sounds.bell })
        #expect(Set(music.parts.map(\.sounds)).isSubset(of: Set(counted.soundChoices)))
        counted.countInSound = "rim"
        #expect(PlannedMusic(counted).parts.map(\.sounds.beat) == ["rim", "beat"])
    }

    @Test(arguments: [("8 bars", Int64(33)), ("10 beats", 11)])
    func `a timer ends the music, after three strokes on the beat that follows`(_ text: String, _ end: Int64) throws {
        var music = PlannedMusic(try settings("timer \(text)", "mute 100% seed 1"))
        #expect(music.endBeat == end)
        let last = try #require(music.parts.last)
        #expect(last.fromBeat == end - 1 && last.isEnd && !last.isSilent)
        let lane = last.lanes(kits: last.choices)[0]
        #expect(lane.pattern.onsets.map(\.accent) == [.bell, .bell, .bell] && lane.pattern.denominator == 3)
        // Nothing takes the strokes away once they have begun.
        let before = music
        #expect(music.change(to: try settings(bpm: 60), pending: [], nextBeat: end) == PlannedMusic.Step())
        #expect(music == before)
    }

    @Test func `the first of several ends is the end`() throws {
        let speed = "speed 60 to 80 by 10 every 1 then stop"
        #expect(PlannedMusic(try settings(speed, "timer 2 bars")).endBeat == 9)
        let music = PlannedMusic(try settings(speed, "timer 4 bars"))
        #expect(music.endBeat == 12 && music.parts.allSatisfy { !$0.isEnd })
    }

    @Test func `the last tempo needs no further plans`() throws {
        var music = PlannedMusic(try settings("speed 60 to 80 by 10 every 1"))
        #expect(music.renewalBeat == 32)
        _ = music.change(to: try settings("speed 60 to 80 by 10 every 1", bpm: 80), pending: [], nextBeat: 14)
        #expect(music.renewalBeat == nil && beats(music, 13..<20) == Array(repeating: "80", count: 7))
    }

    @Test(arguments: 1...20)
    func `however often plans follow each other, every beat is what the trainers say`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let wanted = try settings(
            ["speed 300 to 500 by 7 every 3 and back then again", "speed 90 to 180 by 60 per minute"][Int(seed % 2)],
            ["gap 2 1 growing to 5", "gap 3 2 beats"][Int(seed / 2 % 2)], "mute 30% over 10 seed \(seed)",
            meter: ["4/4", "7/8"][Int(seed / 4 % 2)])
        var music = PlannedMusic(wanted)
        let course = music.course(atBeat: 0)
        let grid = BarGrid(beatsPerBar: wanted.meter.beats)
        func exact(_ beat: Int64) -> String {
            "\(course.tempo(ofBeat: beat, in: grid) ?? Tempo())\(course.isSilent(beat: beat, in: grid) ? " silent" : "")"
        }
        var next: Int64 = 0
        while next < 600 {
            let renewal = try #require(music.renewalBeat)
            #expect(renewal >= next + 32)
            #expect(beats(music, max(0, next - 1)..<next + 64) == (max(0, next - 1)..<next + 64).map(exact))
            next = Int64.random(in: next + 1...renewal, using: &random)
            let before = music
            var led = wanted
            led.tempo = (music.parts.last { $0.fromBeat < next } ?? music.parts[0]).tempo
            let step = music.change(to: led, pending: [], nextBeat: next)
            // What was sent stays: it differs from the cue on only, and that has not been reached.
            let cue = step.cue ?? .max
            #expect(cue >= next && step.meterBeat == nil)
            #expect(beats(music, next - 1..<min(cue, next + 64)) == beats(before, next - 1..<min(cue, next + 64)))
        }
    }
}
