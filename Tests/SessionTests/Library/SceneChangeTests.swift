// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

/// Presets and entries of set lists in the plan.
@Suite struct SceneChangeTests {
    private func song(bars: Int, bpm: Int64) throws -> LoadedSong {
        let beats = Pattern(BeatAccents(bar: [.bell, .normal, .normal, .normal]), fromBeat: 0)
        let part = SongPart(
            bars: bars, bar: [.one, .one, .one, .one], tempo: .constant(try Tempo(bpm)),
            lanes: [Lane(id: 0, pattern: beats)])
        let song = Song(sections: [SongSection(part: part)])
        return LoadedSong(try SongCourse(song), path: "/song.toml")
    }

    private func edit(_ values: [String: String]) throws -> Edit {
        var edit = Edit()
        for key in Key.all {
            guard let text = values[key.name] else { continue }
            try key.read(.untyped(text), from: SettingForm.Source(folder: "/", home: nil), into: &edit)
        }
        return edit
    }

    private func change(_ id: Int, _ scene: Scene, from beat: Int64, at cue: Cue = .bar) -> PendingChange {
        PendingChange(id: id, cue: cue, fromBeat: beat, action: .scene(scene))
    }

    @Test func `a preset begins on the bar line of what plays, with its own meter and tempo`() throws {
        let settings = try edit(["meter": "3/4", "bpm": "200"]).applied(to: Settings())
        var music = PlannedMusic(settings)
        let scene = Scene(try edit(["meter": "4/4", "bpm": "90", "subdivision": "2"]))
        _ = music.change(to: settings, pending: [change(1, scene, from: 4)], nextBeat: 4)
        #expect(music.beat(ofChange: 1) == 6 && music.parts.map(\.fromBeat) == [0, 6])
        #expect(music.parts.map(\.tempo) == [settings.tempo, try Tempo(90)])
        let rule = music.rule(ofBeat: 6)
        #expect(rule.grid.bar(ofBeat: 6) == 3 && rule.grid.beatInBar(ofBeat: 6) == 1 && rule.grid.beatsPerBar == 4)
    }

    @Test func `a song begins on the bar line, and what follows it on its own, also on its last`() throws {
        let settings = try edit(["meter": "4/4", "bpm": "300"]).applied(to: Settings())
        for (next, place) in [(11, 14), (12, 14), (14, 14), (15, 18), (18, 18)] as [(Int64, Int64)] {
            var music = PlannedMusic(settings)
            let song = Scene(song: try song(bars: 2, bpm: 450))
            _ = music.change(to: settings, pending: [change(1, song, from: 7)], nextBeat: 7)
            #expect(music.beat(ofChange: 1) == 8 && music.endBeat == 16)
            _ = music.change(to: settings, pending: [change(1, song, from: 7)], nextBeat: 8)
            // Once it is heard, the change does not wait any more.
            _ = music.change(to: settings, pending: [], nextBeat: 10)
            #expect(music.endBeat == 16)
            let preset = Scene(try edit(["meter": "3/4", "bpm": "600"]))
            _ = music.change(to: settings, pending: [change(2, preset, from: next - 2)], nextBeat: next - 2)
            let beat = try #require(music.beat(ofChange: 2))
            #expect(beat == (place == 14 ? 12 : 16), "\(next)")
            #expect(music.endBeat == nil && music.rule(ofBeat: beat).grid.beatInBar(ofBeat: beat) == 1)
            #expect(music.rule(ofBeat: beat).grid.beatsPerBar == 3 && music.song(ofBeat: beat) == nil)
        }
    }
}
