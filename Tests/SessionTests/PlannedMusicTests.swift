// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

private func settings(
    _ bpm: Int64 = 120, meter: String = "4/4", bell: BellSetting = .off, volume: Double = 0.8
) throws -> Settings {
    var settings = Settings()
    settings.tempo = try Tempo(bpm)
    settings.meter = try Meter(parsing: meter)
    settings.bell = bell
    settings.volume = volume
    return settings
}

private func change(_ id: Int, _ cue: Cue, from beat: Int64 = 0, _ edit: Edit) -> PendingChange {
    PendingChange(id: id, cue: cue, fromBeat: beat, action: .edit(edit))
}

private func tempo(_ bpm: Int64) throws -> Edit { .tempo(.to(try Tempo(bpm))) }

private func meter(_ text: String) throws -> Edit {
    var edit = Edit()
    let key = try #require(Key.named("meter"))
    edit[key] = .meter(try Meter(parsing: text))
    return edit
}

@Suite struct PlannedMusicTests {
    private let kits = [SoundChoice(beat: "beat", bell: "bell")]

    @Test func `a new tempo, bell or volume changes the passage that plays`() throws {
        var music = PlannedMusic(try settings())
        let bell = try BellPattern(every: 4, on: 1)
        let step = music.change(
            to: try settings(90, bell: .every(bell), volume: 0.5), pending: [], nextBeat: 7)
        #expect(step == PlannedMusic.Step())
        var passage = Passage(tempo: try Tempo(90), beatsPerBar: 4, bell: bell)
        passage.volume = 0.5
        #expect(music.arrangement(kits: kits) == Arrangement(passages: [passage]))
    }

    @Test func `a new meter begins a bar at the next beat, and up to there the music is the same`() throws {
        var music = PlannedMusic(try settings())
        let step = music.change(to: try settings(meter: "3/4"), pending: [], nextBeat: 7)
        #expect(step == PlannedMusic.Step(cue: 7, meterBeat: 7))
        #expect(music.parts.map(\.fromBeat) == [0, 7])
        #expect(music.parts[1].grid == BarGrid(originBeat: 7, originBar: 3, beatsPerBar: 3))
        let passages = music.arrangement(kits: kits).passages
        #expect(passages.count == 2 && passages[0].length == Ratio(7) && passages[1].length == nil)
        #expect(passages[0].bar.count == 4 && passages[1].bar.count == 3)
        // The same meter once more changes nothing.
        #expect(music.change(to: try settings(meter: "3/4"), pending: [], nextBeat: 7) == PlannedMusic.Step())
    }

    @Test func `up to the bar that a new meter begins, the beats have the accents of the former one`() throws {
        var former = try settings(meter: "3+2/4")
        former.accents = [.bell, .normal, .normal, .accent, .normal]
        var music = PlannedMusic(former)
        _ = music.change(to: try settings(volume: 0.5), pending: [], nextBeat: 6, barBeat: 9)
        #expect(music.rule(ofBeat: 8).grid.beatsPerBar == 5 && music.rule(ofBeat: 8).accents.bar == former.accents)
        #expect(music.rule(ofBeat: 9).grid.beatsPerBar == 4 && music.rule(ofBeat: 9).accents.bar.count == 4)
        #expect(music.heard(atBeat: 8).meter == "3+2/4" && music.heard(atBeat: 9).meter == "4/4")
    }

    @Test func `a meter that still waits for its beat is replaced by another`() throws {
        var music = PlannedMusic(try settings())
        _ = music.change(to: try settings(meter: "3/4"), pending: [], nextBeat: 7)
        let step = music.change(to: try settings(meter: "5/4"), pending: [], nextBeat: 6)
        #expect(step == PlannedMusic.Step(cue: 6, meterBeat: 6))
        #expect(music.parts.map(\.fromBeat) == [0, 6] && music.parts.map(\.grid.beatsPerBar) == [4, 5])
        // Back to the one that plays: only what was sent is taken back, before its beat.
        let back = music.change(to: try settings(), pending: [], nextBeat: 5)
        #expect(back == PlannedMusic.Step(cue: 6, meterBeat: nil))
        #expect(music.parts.count == 1)
    }

    @Test func `what is over is dropped, and the bars go on`() throws {
        var music = PlannedMusic(try settings())
        for (meter, beat) in [("3/4", 8), ("5/4", 20), ("4/4", 45)] as [(String, Int64)] {
            #expect(music.change(to: try settings(meter: meter), pending: [], nextBeat: beat).meterBeat == beat)
            #expect(music.parts.count == 2)
        }
        #expect(music.parts[1].grid == BarGrid(originBeat: 45, originBar: 12, beatsPerBar: 4))
        #expect(music.arrangement(kits: kits).begin == Position(whole: 20))
        #expect(music.arrangement(kits: kits).passages[0].length == Ratio(25))
    }

    @Test func `a meter of the very first beat takes the place of the other`() throws {
        var music = PlannedMusic(try settings())
        #expect(music.change(to: try settings(meter: "3/4"), pending: [], nextBeat: 0).meterBeat == 0)
        #expect(music.parts.map(\.fromBeat) == [0] && music.parts[0].grid == BarGrid(beatsPerBar: 3))
    }

    // MARK: changes that wait

    @Test func `each change holds from its own beat, and what it leaves alone follows the settings`() throws {
        var music = PlannedMusic(try settings(bell: .bar))
        let pending = [
            change(1, .bar, from: 6, try tempo(90)), change(2, .place(bar: 5, beat: 2), from: 6, .volume(0.2)),
            change(3, .beat, from: 6, try meter("3/4")),
        ]
        let step = music.change(to: try settings(bell: .bar), pending: pending, nextBeat: 6)
        #expect(step == PlannedMusic.Step(cue: 6))
        // Beat 6 begins bar 3, of three beats: so the next bar is there too, and beat 2 of bar 5 is beat 13.
        #expect(music.parts.map(\.fromBeat) == [0, 6, 13])
        #expect(music.parts.map(\.changes) == [[], [1, 3], [2]])
        #expect(music.parts.map(\.tempo.beatsPerMinute) == [120, 90, 90])
        #expect(music.parts.map(\.volume) == [0.8, 0.8, 0.2])
        #expect(music.parts.map(\.accents.bell?.every) == [4, 3, 3])
        #expect([1, 2, 3].map { music.beat(ofChange: $0) } == [6, 13, 6])
        _ = music.change(to: try settings(200, volume: 0.4), pending: pending, nextBeat: 6)
        #expect(music.parts.map(\.tempo.beatsPerMinute) == [200, 90, 90])
        #expect(music.parts.map(\.volume) == [0.4, 0.4, 0.2])
        #expect(music.parts.allSatisfy { $0.accents.bell == nil })
    }

    @Test func `the next bar is the one that begins first, also where a new meter moves the bars`() throws {
        var music = PlannedMusic(try settings())
        let pending = [change(1, .bar, from: 5, try tempo(90))]
        _ = music.change(to: try settings(), pending: pending, nextBeat: 5)
        #expect(music.beat(ofChange: 1) == 8)
        _ = music.change(to: try settings(meter: "5/4"), pending: pending, nextBeat: 6)
        #expect(music.beat(ofChange: 1) == 6)
        _ = music.change(to: try settings(meter: "5/4"), pending: pending, nextBeat: 7)
        #expect(music.beat(ofChange: 1) == 11)
    }

    @Test func `where a newer change begins the bar that an older one waits for, the newer one holds of both`() throws {
        var music = PlannedMusic(try settings())
        let pending = [
            change(1, .bar, from: 1, try meter("7/8")), change(2, .bar, from: 1, .volume(0.3)),
            change(3, .beat, from: 1, try meter("5/4")), change(4, .bar, from: 1, try tempo(90)),
        ]
        _ = music.change(to: try settings(), pending: pending, nextBeat: 1)
        #expect(music.parts.map(\.fromBeat) == [0, 1] && music.parts[1].changes == [1, 2, 3, 4])
        #expect(music.parts[1].grid.beatsPerBar == 5 && music.parts[1].volume == 0.3)
        #expect(music.parts[1].tempo.beatsPerMinute == 90)
        // The end has the last word.
        let stop = PendingChange(id: 1, cue: .bar, fromBeat: 1, action: .stop)
        _ = music.change(to: try settings(), pending: [stop, pending[2]], nextBeat: 1)
        #expect(music.endBeat == 1)
    }

    @Test func `a place whose time has come too late holds as soon as it can`() throws {
        var music = PlannedMusic(try settings())
        let pending = [change(1, .place(bar: 2, beat: 1), try tempo(90))]
        _ = music.change(to: try settings(), pending: pending, nextBeat: 2)
        #expect(music.beat(ofChange: 1) == 4)
        _ = PlannedMusic(try settings(), pending: pending)
        var late = PlannedMusic(try settings())
        #expect(late.change(to: try settings(), pending: pending, nextBeat: 9).cue == 9)
        #expect(late.beat(ofChange: 1) == 9)
    }

    @Test func `taking a change back is as much a change as asking for it`() throws {
        var music = PlannedMusic(try settings())
        let pending = [change(1, .bar, from: 1, try tempo(90)), change(2, .place(bar: 9, beat: 1), try tempo(60))]
        _ = music.change(to: try settings(), pending: pending, nextBeat: 1)
        #expect(music.change(to: try settings(), pending: [pending[1]], nextBeat: 2).cue == 4)
        #expect(music.change(to: try settings(), pending: [], nextBeat: 2).cue == 32)
        #expect(music == PlannedMusic(try settings()))
    }

    @Test func `a stop ends the music, and nothing is reached after it`() throws {
        var music = PlannedMusic(try settings())
        let stop = PendingChange(id: 1, cue: .place(bar: 3, beat: 1), fromBeat: 0, action: .stop)
        let later = change(2, .place(bar: 4, beat: 1), try tempo(60))
        let step = music.change(to: try settings(), pending: [later, stop], nextBeat: 2)
        #expect(step.cue == 8 && music.endBeat == 8)
        #expect(music.beat(ofChange: 1) == 8 && music.beat(ofChange: 2) == nil)
        #expect(music.arrangement(kits: kits).passages.map(\.length) == [Ratio(8)])
        // At the place of another change that one is not heard any more.
        let same = change(2, .place(bar: 3, beat: 1), try tempo(60))
        _ = music.change(to: try settings(), pending: [same, stop], nextBeat: 2)
        #expect(music.parts.count == 1 && music.endBeat == 8)
        #expect(music.change(to: try settings(), pending: [], nextBeat: 2).cue == 8 && music.endBeat == nil)
    }

    @Test(arguments: [(Cue.beat, Int64(1)), (.bar, 4), (.place(bar: 1, beat: 3), 2)])
    func `a stop before anything was heard leaves the first beat, and ends at a place of its own`(
        _ cue: Cue, _ end: Int64
    ) throws {
        var music = PlannedMusic(try settings())
        let stop = PendingChange(id: 1, cue: cue, fromBeat: 0, action: .stop)
        _ = music.change(to: try settings(), pending: [stop], nextBeat: 0)
        #expect(music.endBeat == end && music.beat(ofChange: 1) == end)
    }

    @Test func `groups of the bell go on through a part that is not the bell's`() throws {
        let bell = try BellPattern(every: 3, on: 1)
        var music = PlannedMusic(try settings(bell: .every(bell)))
        let pending = [change(1, .bar, from: 1, try tempo(90))]
        _ = music.change(to: try settings(bell: .every(bell)), pending: pending, nextBeat: 1)
        let passage = music.arrangement(kits: kits).passages[1]
        // Beat 4 is the second of a group that began on beat 3.
        #expect(passage.lanes[0].pattern.onsets.map(\.accent) == [.normal, .normal, .bell])
        let played = (4..<40).map { music.parts[1].rule.rings(onBeat: $0) }
        let patterned = (0..<36).map { passage.lanes[0].pattern.onsets[$0 % 3].accent == .bell }
        #expect(played == patterned)
    }

    @Test func `each part is played with the kit of its sounds`() throws {
        var music = PlannedMusic(try settings())
        let pending = [change(1, .bar, from: 1, .sounds(["beat": "rim"]))]
        _ = music.change(to: try settings(), pending: pending, nextBeat: 1)
        let kits = [SoundChoice(beat: "beat", bell: "bell"), SoundChoice(beat: "rim", bell: "bell")]
        #expect(music.arrangement(kits: kits).passages.map { $0.lanes[0].kit } == [0, 1])
    }
}

@Suite struct SpokenBeatsTests {
    /// The sound of each beat of a run in turn.
    private func sounds(_ music: PlannedMusic) throws -> [String] {
        let kits = music.parts.flatMap(\.choices)
        return music.arrangement(kits: kits).passages.flatMap { passage in
            let lane = passage.lanes[0]
            return lane.pattern.onsets.prefix(passage.length.map { Int($0.value) } ?? .max).map { onset in
                let kit =
                    onset.beat > 0 && !lane.beatKits.isEmpty
                    ? lane.beatKits[(Int(onset.beat) - 1) % lane.beatKits.count] : lane.kit
                return onset.accent == .bell ? kits[kit].bell : kits[kit].beat
            }
        }
    }

    @Test func `each beat of a bar is counted by its number, whatever the bell does and wherever a change begins`()
        throws
    {
        var settings = try Edit.sounds(["beat": "voice"]).applied(to: Settings())
        settings = try Edit.bell(.every(BellPattern(every: 3, on: 1))).applied(to: settings)
        var music = PlannedMusic(settings)
        let pending = [change(1, .bar, from: 1, .sounds(["bell": "voice"]))]
        _ = music.change(to: settings, pending: pending, nextBeat: 1)
        let heard = try sounds(music)
        #expect(heard.prefix(4) == ["bell", "voice-2", "voice-3", "bell"])
        #expect(heard.dropFirst(4).prefix(5) == ["voice-1", "voice-2", "voice-3", "voice-4", "voice-1"])
    }

    @Test func `numbers begin again after sixteen, and what has no sound of its own is not spoken`() throws {
        var settings = try Edit.sounds(["beat": "voice", "bell": "voice"]).applied(to: Settings())
        settings = try meter("18/4").applied(to: settings)
        let heard = try sounds(PlannedMusic(settings))
        #expect(heard.count == 18 && heard.suffix(3) == ["voice-16", "voice-1", "voice-2"])
        #expect(settings.subdivisionSounds.beat == "beat" && settings.namelessSound == "beat")
        #expect(Set(settings.soundChoices.flatMap(\.names)).isSuperset(of: ["beat", "bell", "voice-1", "voice-16"]))
        #expect(!settings.soundChoices.flatMap(\.names).contains("voice"))
    }
}

@Suite struct CueTests {
    @Test(arguments: ["now", "beat", "bar", "@1", "@17", "@17.3", "@1000000.64", "+1", "+1000000"])
    func `a cue is written as it is read`(text: String) throws {
        #expect(Cue(parsing: text)?.description == text)
    }

    @Test func `beat 1 of a bar needs no number`() { #expect(Cue(parsing: "@17.1") == Cue(parsing: "@17")) }

    @Test(arguments: [
        "", "@", "17", "@0", "@17.", "@.3", "@17.0", "@17.65", "@1.2.3", "@-1", "@+1", "@١", "Bar", "@1000001",
        "+", "+0", "+-1", "++1", "+1.2", "+1000001", "8",
    ])
    func `what is no cue is refused`(text: String) { #expect(Cue(parsing: text) == nil) }

    @Test func `a bar that was asked for by hand begins with the next beat, also through later changes`() throws {
        let settings = Settings()
        var music = PlannedMusic(settings)
        let step = music.change(to: settings, pending: [], nextBeat: 6, gestures: [.bar])
        #expect(step.meterBeat == 6 && step.cue == 6)
        #expect(music.parts.map(\.grid.originBeat) == [0, 6] && music.parts[1].grid.originBar == 3)
        var faster = settings
        faster.tempo = try Tempo(200)
        let after = music.change(to: faster, pending: [], nextBeat: 6)
        #expect(after.meterBeat == nil && music.parts.map(\.grid.originBeat) == [0, 6])
        _ = music.change(to: settings, pending: [], nextBeat: 9)
        #expect(music.parts.map(\.grid.originBeat) == [6])
    }

    @Test func `muted music has no volume, and that which was set when it is heard again`() {
        var settings = Settings()
        settings.volume = 0.7
        var music = PlannedMusic(settings)
        for isMuted in [true, false] {
            settings.isMuted = isMuted
            _ = music.change(to: settings, pending: [], nextBeat: 4)
            #expect(music.parts[0].volume == (isMuted ? 0 : 0.7))
            #expect(music.arrangement(kits: []).passages[0].volume == (isMuted ? 0 : 0.7))
        }
    }

    @Test func `an end that can no longer be changed stays where it is, and nothing is planned for after it`() {
        let settings = Settings()
        var music = PlannedMusic(settings)
        let stop = PendingChange(id: 1, cue: .bar, fromBeat: 1, action: .stop)
        _ = music.change(to: settings, pending: [stop], nextBeat: 1)
        #expect(music.endBeat == 4)
        let ended = music
        #expect(music.change(to: settings, pending: [stop], nextBeat: 5) == PlannedMusic.Step() && music == ended)
        // Until then it can be taken back.
        #expect(music.change(to: settings, pending: [], nextBeat: 4).cue == 4 && music.endBeat == nil)
    }
}
