// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct PresentMusicTests {
    /// Settings that a few words change.
    private func settings(_ edits: Edit...) throws -> Settings {
        try edits.reduce(Settings()) { try $1.applied(to: $0) }
    }

    private func lanes(_ text: String) throws -> Edit { Edit.lanes([.all(try WrittenLane.lanes(parsing: text))]) }

    /// A song of two sections, the second with a lane of its own.
    private func song() throws -> LoadedSong {
        func part(_ named: [WrittenLane], volume: Double) throws -> SongPart {
            SongPart(
                bars: 1, bar: [.one, .one], tempo: .constant(try Tempo(120)),
                lanes: [Lane(id: 0, pattern: Pattern(BeatAccents(bar: [.bell, .normal])))], named: named, volume: volume
            )
        }
        let hat = try #require(try WrittenLane.lanes(parsing: "hat xx gain=50%").first)
        let song = Song(sections: [
            SongSection(label: "A", part: try part([], volume: 1)),
            SongSection(label: "B", part: try part([hat], volume: 0.5)),
        ])
        return LoadedSong(try SongCourse(song), path: "/a.toml")
    }

    @Test func `while stopped it is what a start plays first`() throws {
        let present = PresentMusic(startOf: try settings(lanes("kick x... gain=50%; hat xx mute")), song: nil)
        #expect(present.meter == "4/4" && present.volume == 0.8)
        #expect(present.lanes.map(\.name) == ["beat", "kick", "hat"])
        #expect(present.lanes.map(\.mix.gain) == [1, 0.5, 1])
        #expect(present.lanes.map(\.mix.isMuted) == [false, false, true])
        #expect(present.lanes[1].sounds.beat == "kick")
    }

    @Test func `a solo mutes all other lanes of the metronome, and none of a song`() throws {
        let settings = try settings(lanes("kick x... solo; hat xx"))
        let plain = PlannedMusic(settings)
        #expect(plain.heard(atBeat: 5).lanes.map(\.mix.isMuted) == [true, false, true])
        #expect(plain.parts[0].mixes[0]?.isMuted == true)
        let music = PlannedMusic(settings, song: try song())
        #expect(music.heard(atBeat: 3).lanes.map(\.mix.isMuted) == [false, false])
        #expect(music.parts[0].mixes[0]?.isMuted == false)
    }

    @Test func `a song says its lanes and its volume section by section, whatever the settings say`() throws {
        var settings = try settings(lanes("kick x..."))
        settings.subdivision = 3
        let music = PlannedMusic(settings, song: try song())
        let (first, second) = (music.heard(atBeat: 1), music.heard(atBeat: 2))
        #expect(first.lanes.map(\.name) == ["beat"] && second.lanes.map(\.name) == ["beat", "hat"])
        #expect((first.volume, second.volume) == (0.8, 0.4))
        #expect(second.lanes[1].mix.gain == 0.5 && second.lanes[1].sounds.beat == "hihat")
        #expect(first.meter == "2/4" && first.subdivision == 1 && second.rule.section?.label == "B")
        #expect(music.nextInterval(afterBeat: 0) == 2 && music.nextInterval(afterBeat: 2) == nil)
    }

    @Test func `what is told ahead of a song's lanes and volumes is what is heard there`() throws {
        let settings = Settings()
        let music = PlannedMusic(settings, song: try song())
        for beat in [Int64(0), 1, 2, 3] {
            let heard = music.heard(atBeat: beat)
            #expect(settings.volume * heard.rule.volume == heard.volume)
            let entries = music.laneRules.last { $0.from <= Position(whole: beat) }?.entries ?? []
            let own = heard.lanes.filter { $0.name != WrittenLane.own[0] }
            #expect(entries.map(\.name) == own.map(\.name))
            for (entry, lane) in zip(entries, own) {
                let voice = try #require(entry.voice)
                #expect(voice.sound == lane.sounds.beat && voice.bellVolume == lane.sounds.bellVolume)
                #expect(voice.gain == Double(lane.mix.gain) * lane.sounds.volume && voice.pan == Double(lane.mix.pan))
            }
        }
        // The metronome's own are played as they are set.
        let plain = PlannedMusic(try self.settings(lanes("kick x...")))
        #expect(plain.laneRules.first?.entries.first.map { $0.voice == nil } == true)
    }

    @Test(arguments: [("rim", ["rim"]), ("voice", (1...16).map { "voice-\($0)" }), ("auto", [])])
    func `a song is counted in with the sound of the count-in, and played with that of the beats`(
        name: String, sounds: [String]
    ) throws {
        var settings = Settings()
        (settings.countIn, settings.countInSound) = (1, name)
        let music = PlannedMusic(settings, song: try song())
        let kits = music.parts.flatMap(\.choices)
        #expect(Set(kits.flatMap(\.names)).isSubset(of: Set(settings.soundChoices.flatMap(\.names) + ["hihat"])))
        let passages = music.arrangement(kits: kits).passages
        try #require(passages.count == 3)
        #expect(passages.map { $0.lanes[0].beatKits.map { kits[$0].beat } } == [sounds, [], []])
        let told = [0, 2].map { music.heard(atBeat: $0).lanes[0].sounds }
        #expect(told.map(\.beat) == [name == "auto" ? "beat" : name, "beat"])
        #expect(told.map(\.bell) == [name == "auto" ? "bell" : name, "bell"])
    }
}
