// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import MetronomeSession
import SeededRandom
import Testing

@testable import Daemon

/// What the daemon writes, it reads back equal: state, presets and set lists.
@Suite struct WrittenAndReadTests {
    private let folder: TemporaryFolder
    private let store: StateStore

    init() throws {
        folder = try TemporaryFolder()
        store = StateStore(path: folder.path + "/state.json")
    }

    private static let signs = ["X", "A", "x", "o", "."]
    private static let texts = [
        "a.b.c", "\"quoted\" \\ back", "line\nand\ttab\u{0}\u{7F}", "cafe\u{301} é", "\u{1F941}", "# no comment",
        "''' \"\"\"",
        "\u{2028}\u{202E}", "[table]", "= {",
    ]

    /// Settings of any values that are remembered.
    private func settings(_ random: inout SeededGenerator) throws -> Settings {
        func one<Value>(_ values: [Value]) throws -> Value { try #require(values.randomElement(using: &random)) }
        var settings = Settings()
        func read(_ name: String, _ text: String) throws {
            let source = SettingForm.Source(folder: "/", home: nil)
            var edit = Edit()
            try #require(Key.named(name)).read(.untyped(text), from: source, into: &edit)
            settings = (try? edit.applied(to: settings)) ?? settings
        }
        let denominator = Int64.random(in: 1...1_000_000, using: &random)
        settings.tempo = try Tempo(
            .random(in: denominator...(1000 * denominator), using: &random), over: denominator)
        try read("meter", one(["4/4", "1/1", "64/64", "2+2+3/8", "3/4+4/4", "12/8", "7/16"]))
        try read("beat", one(["auto", "dotted-quarter", "eighth", "half", "triplet-eighth"]))
        if Bool.random(using: &random) {
            let accents = try (0..<settings.countedMeter.beats).map { _ in try one(Self.signs) }
            try read("accents", accents.joined())
        }
        try read("subdivision", "\(Int.random(in: 1...9, using: &random))")
        try read("swing", one(["even", "2:1", "66.7%", "51.3%", "75%", "3:2"]))
        try read("bell.every", one(["off", "bar", "1", "128 on 77", "4 on 3"]))
        try read("lanes", one(["off", "kick x...x... | hat x%30.x. sound=rim", "a 3:2 | b every 2 beats pan=-0.5"]))
        settings.volume = .random(in: 0...1, using: &random)
        settings.bellVolume = try one([
            0, 1, Double.leastNonzeroMagnitude, 0.1 + 0.2, .random(in: 0...1, using: &random),
        ])
        settings.subdivisionVolume = .random(in: 0...1, using: &random)
        settings.countIn = .random(in: 0...16, using: &random)
        settings.countInSound = try one(["auto", "voice", "/\(one(Self.texts).replacing("\0", with: ""))"])
        settings.beatSound = try one(["beat", "/\(one(Self.texts).replacing("\0", with: ""))"])
        settings.bellSound = try one(["bell", "/\(one(Self.texts).replacing("\0", with: ""))"])
        settings.subdivisionSound = try one([nil, "rim"])
        settings.latency = try one(LatencyProfile.allCases)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            settings.offsets[try one(Self.texts)] = .random(in: -1000...2000, using: &random)
        }
        return settings
    }

    /// Some trainers, of all of their words.
    private func train(_ settings: inout Settings, _ random: inout SeededGenerator) throws {
        let (few, many) = (Int.random(in: 1...16, using: &random), Int.random(in: 17...300, using: &random))
        let percent = Int.random(in: 1...100, using: &random)
        let texts = [
            "trainer.speed": [
                "\(few) to \(many) by \(few) every \(many)", "\(many) to \(few) by 0.5 per minute and back then again",
                "to \(many) by 8 per minute", "80 to \(many) by 5 every \(few) then hold",
                "80 to 120 and back then stop", "80 to 120 when within \(few) ms",
            ],
            "trainer.gap": ["\(few) 1", "\(few) \(many) beats", "2 1 growing to \(many)"],
            "trainer.mute": ["\(percent)%", "\(percent)% bars", "60% over \(few) seed \(many)"],
            "timer": ["\(few) minutes", "\(many)s", "\(many) bars", "\(many) beats", "\(few) hours"],
            "prompt": [
                "C, F, Bb every \(few)", "Dm7 G7 | Em7 \u{1F941} shuffled",
                "\"a\" \\, b # c = { | d shuffled seed \(many)",
            ],
        ]
        let source = SettingForm.Source(folder: "/", home: nil)
        for (name, texts) in texts.sorted(by: { $0.key < $1.key }) where Bool.random(using: &random) {
            var edit = Edit()
            let text = try #require(texts.randomElement(using: &random))
            try #require(Key.named(name)).read(.untyped(text), from: source, into: &edit)
            // A speed trainer that goes on from the tempo may have none to go to.
            settings = (try? edit.applied(to: settings)) ?? settings
        }
    }

    @Test(arguments: 1...200)
    func `any state is read back as it was`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let settings = try settings(&random)
        let state = Edit(remembering: settings)
        var trained = settings
        try train(&trained, &random)
        let run = SavedRun(
            boot: "b", time: ClockTime(nanoseconds: .random(in: 0 ... .max, using: &random)), bar: 3, beat: 1,
            beatsPerBar: settings.countedMeter.beats, beatNs: .random(in: 1e8...1e9, using: &random),
            edit: SavedRun.edit(of: trained))
        try store.save(state, run: run)
        let loaded = store.load()
        #expect(loaded.warning == nil && loaded.state == state && loaded.run == run)
        #expect(try loaded.state.applied(to: Settings()) == settings)
        // Nothing of it gives way to itself.
        var sources = ConfigurationSources()
        sources.saved = state
        #expect(sources.yieldSaved().isEmpty)
        #expect(try sources.settings() == settings)
    }

    @Test(arguments: 1...200)
    func `any preset, with a song or without, is read back as it was`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var settings = try settings(&random)
        try train(&settings, &random)
        let hasSong = Bool.random(using: &random)
        let song = PresetFile.Song(
            source: SongSource(path: "/" + Self.texts[2].replacing("\0", with: "") + ".toml", format: .klick),
            from: Bool.random(using: &random) ? Self.texts.randomElement(using: &random) : nil,
            scale: Ratio(.random(in: 10...400, using: &random), over: 100) ?? .one)
        let preset = PresetFile(Edit(presetOf: settings, besideSong: hasSong), song: hasSong ? song : nil)
        let again = PresetFile(toml: Array(preset.toml.utf8), path: "/p.toml", home: nil)
        #expect(again.mistakes.isEmpty, "\(again.mistakes)\n\(preset.toml)")
        #expect(again.edit == preset.edit && again.song == preset.song)
    }

    @Test(arguments: 1...200)
    func `any set list is read back as it was`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let entries = (0..<Int.random(in: 1...SetList.mostEntries, using: &random)).map { _ -> SetList.Source in
            let text = Self.texts.randomElement(using: &random) ?? ""
            if let name = LibraryName(text), Bool.random(using: &random) { return .preset(name) }
            return .song(path: "/" + text.replacing("\0", with: "") + ".toml")
        }
        var list = SetListFile(
            title: Bool.random(using: &random) ? Self.texts.randomElement(using: &random) : nil, entries)
        if Bool.random(using: &random) { list.countIn = .random(in: SetList.countIns, using: &random) }
        let notes = (Self.texts + [String(repeating: "é", count: SetList.Entry.longestNote)]).filter(SetListFile.isNote)
        for index in list.entries.indices {
            if case .preset = list.entries[index].source, Bool.random(using: &random) {
                list.entries[index].bars = .random(in: SetList.Entry.lengths, using: &random)
            }
            if Bool.random(using: &random) { list.entries[index].note = notes.randomElement(using: &random) }
        }
        let again = SetListFile(toml: Array(list.toml.utf8), path: "/l.toml", home: nil)
        #expect(again == list && again.mistakes.isEmpty)
    }

    @Test func `state and preset are read back at all limits at once`() throws {
        // The longest path that a sound can have, of what is longest as JSON.
        let path = "/" + String(repeating: "\u{1}", count: 4094)
        let steps = "x" + String(repeating: ".", count: 1023)
        var settings = Settings()
        // A lane's sound has no control characters; a backslash is written as four.
        let sound = #"sound="/"# + String(repeating: #"\\"#, count: 4094) + #"""#
        let lanes = try (0..<LaneRoster.most).map { number in
            try WrittenLane(parsing: "l\(number) \(steps) \(sound) gain=50% pan=-0.3 channel=3")
        }
        settings = try Edit.lanes([.all(lanes)]).applied(to: settings)
        (settings.beatSound, settings.bellSound, settings.subdivisionSound) = (path, path, path)
        settings.countInSound = path
        for number in 0..<1000 { settings.offsets["\(number)" + String(repeating: "\u{1}", count: 200)] = -12.345 }
        let state = Edit(remembering: settings)
        try store.save(state)
        let loaded = store.load()
        #expect(loaded.warning == nil && loaded.state == state)
        let preset = PresetFile(Edit(presetOf: settings))
        let files = NamedFiles(folder: folder.path, noun: "preset", making: "")
        let name = try #require(LibraryName("most"))
        _ = try files.write(preset.toml, to: name)
        let again = PresetFile(toml: try files.read(name), path: "/p.toml", home: nil)
        #expect(again.mistakes.isEmpty && again.edit == preset.edit)
        let list = SetListFile(
            title: path, (0..<SetList.mostEntries).map { _ in .song(path: path) })
        _ = try files.write(list.toml, to: name)
        #expect(SetListFile(toml: try files.read(name), path: "/l.toml", home: nil) == list)
    }
}
