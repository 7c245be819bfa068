// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import Daemon
@testable import MetronomeSession

@Suite struct PresetFileTests {
    private func read(_ text: String) -> PresetFile {
        PresetFile(toml: Array(text.utf8), path: "/p/waltz.toml", home: "/home/me")
    }

    /// For each key that a preset keeps, texts of values that are not the default.
    private static let values: [String: [String]] = [
        "bpm": ["97.5", "400/3", "1000", "1"], "meter": ["7/8", "2+2+3/8", "3/4+4/4", "6/8"],
        "beat": ["eighth"], "accents": ["XxAx"], "subdivision": ["3", "9"], "swing": ["2:1", "58%"],
        "bell.every": ["off", "3", "7 on 2", "bar"], "bell.volume": ["0.25", "0"], "subdivision_volume": ["1"],
        "lanes": ["kick x...x... | hat x%30.x. gain=50% sound=rim", "a 3:2 | b every 2 beats pan=-0.5"],
        "trainer.speed": ["60 to 120 by 5 every 4"], "trainer.gap": ["3 1"], "trainer.mute": ["30% beats seed 7"],
        "timer": ["5 minutes", "32 bars"], "prompt": ["C, F every 2", "Dm7, G7 | A every 4 shuffled seed 7"],
        "count_in": ["2"], "sounds.count_in": ["voice"],
        "sounds.beat": ["rim", "/a \"quoted\" \\ path/b.wav"], "sounds.bell": ["cowbell"],
        "sounds.accent": ["clave"], "sounds.ghost": ["shaker"], "sounds.subdivision": ["hihat"],
    ]

    @Test func `every key of the music comes back from its file as it was, also with the volume, which is not kept`()
        throws
    {
        for key in Key.all where key.isOfPreset && key.form != .bellBeat && key.name != "volume" {
            for text in try #require(Self.values[key.name], "\(key.name)") {
                var edit = Edit()
                try key.read(.untyped(text), from: SettingForm.Source(folder: "/", home: nil), into: &edit)
                let settings = try edit.applied(to: Settings())
                #expect(settings != Settings() || text == "bar" || key.name == "bpm", "\(key.name)")
                let kept = Edit(presetOf: settings)
                let file = PresetFile(kept)
                let again = read(file.toml)
                #expect(again.mistakes.isEmpty && again.edit == kept, "\(key.name): \(again.mistakes)\n\(file.toml)")
                // What was set otherwise in between is as it was.
                var other = Settings()
                (other.swing, other.subdivision, other.countIn) = (try Swing(parsing: "60%"), 5, 3)
                #expect(try again.edit.applied(to: other) == settings, "\(key.name)")
            }
        }
        #expect(read("volume = 0.3\n").edit.values == ["volume": .number(0.3)])
    }

    @Test(arguments: 1...200)
    func `any settings come back from a preset as they were`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var settings = Settings()
        for key in Key.all {
            guard let text = Self.values[key.name]?.randomElement(using: &random), Bool.random(using: &random) else {
                continue
            }
            var edit = Edit()
            try key.read(.untyped(text), from: SettingForm.Source(folder: "/", home: nil), into: &edit)
            // One may not go with those before.
            settings = (try? edit.applied(to: settings)) ?? settings
        }
        let kept = Edit(presetOf: settings)
        let again = read(PresetFile(kept).toml)
        #expect(again.edit == kept && again.mistakes.isEmpty)
        #expect(try again.edit.applied(to: Settings()) == settings)
        // The writer and the reader of the configuration have the same form.
        let configuration = ConfigurationFile(toml: Array(kept.toml().utf8), path: "/c.toml", home: nil)
        #expect(configuration.edit == kept && configuration.mistakes.isEmpty)
    }

    @Test func `a song, its begin and its scale come back as they were`() throws {
        for (from, text) in [(nil, "1"), ("17", "90%"), ("a \"b\"", "0.125")] {
            let source = SongSource(path: "/s/ev\"e.klick", format: nil)
            let scale = try #require(LoadedSong.scale(parsing: text))
            let song = PresetFile.Song(source: source, from: from, scale: scale)
            let preset = PresetFile(Edit(presetOf: Settings(), besideSong: true), song: song)
            let again = read(preset.toml)
            #expect(again.song == song && again.edit == preset.edit, "\(preset.toml): \(again.mistakes)")
        }
        let written = read("song = \"/a\"\nformat = \"klick\"\n")
        #expect(written.toml == "song = \"/a\"\nformat = \"klick\"\n")
        #expect(read("song = \"~/a.toml\"").song?.source.path == "/home/me/a.toml")
        let slow = read("song = \"a.toml\"\nfrom = 7\nscale = \"90%\"")
        #expect(slow.song?.source.path == "/p/a.toml" && slow.summary == "song a.toml from 7 at 90%")
        #expect(written.summary == "song a")
    }

    @Test(arguments: [
        ("bpm = 0", "1:1: bpm: "), ("\nmeter = 4", "2:1: meter: must be a meter"),
        ("bpm = 96\n[sounds]\nbaet = \"rim\"", "3:1: unknown key sounds.baet: did you mean sounds.beat?"),
        ("audio.device = \"hw:0\"", "1:7: unknown key audio.device"), ("tempo = 96", "1:1: unknown key tempo"),
        ("bpm = 96\nbpm = 97", "2:"), ("bpm = ", "1:"), ("from = 3", "1:1: from: belongs to a song"),
        ("song = \"/a.toml\"\nbpm = 96", "2:1: bpm: the song says that itself"), ("song = 3", "1:1: song: must be"),
        ("song = \"/a.toml\"\nscale = 9", "2:1: scale: must be 0.1...4"),
        ("song = \"/a.toml\"\nformat = \"wav\"", "2:1: format: must be one of toml"),
        ("song = \"/a.toml\"\nfrom = 1.5", "2:1: from: must be a label"), ("", " it states nothing"),
    ])
    func `a mistake is told with its line and column`(text: String, message: String) {
        let mistakes = read(text).mistakes.map(\.description)
        #expect(mistakes.first?.hasPrefix("/p/waltz.toml:" + message) == true, "\(mistakes)")
    }

    @Test func `a file that is cut off anywhere, or has any byte changed, states something or has a mistake`() {
        func read(_ text: [UInt8]) -> PresetFile {
            let file = PresetFile(toml: text, path: "/p/a.toml", home: nil)
            #expect(!file.mistakes.isEmpty || !file.edit.isEmpty || file.song != nil)
            return file
        }
        let text = Array(
            PresetFile(
                Edit(presetOf: Settings()),
                song: PresetFile.Song(source: SongSource(path: "/a.toml", format: nil), from: "verse", scale: .one)
            ).toml.utf8)
        for count in 0..<text.count {
            let cut = Array(text[..<count])
            _ = read(cut).summary
            // No part of a preset is a set list.
            #expect(!SetListFile(toml: cut, path: "/p/a.toml", home: nil).mistakes.isEmpty)
        }
        var random = SeededGenerator(seed: 5)
        for _ in 0..<1000 {
            var other = text
            other[Int.random(in: 0..<other.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            _ = read(other)
        }
    }
}
