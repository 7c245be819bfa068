// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct EditTests {
    private func key(_ name: String) throws -> Key { try #require(Key.named(name)) }

    @Test func `an edit changes what it has values for, and nothing else`() throws {
        var expected = Settings()
        expected.volume = 0.25
        expected.meter = try Meter(beats: 7, unit: 8)
        let edit = Edit([try key("volume"): .number(0.25), try key("meter"): .meter(expected.meter)])
        #expect(try edit.applied(to: Settings()) == expected)
        #expect(try Edit().applied(to: expected) == expected)
    }

    @Test func `an edit of which one value cannot be had changes nothing`() throws {
        let edit = Edit([try key("volume"): .number(0.25), try key("bpm"): .tempo(.by(try #require(Ratio(2000))))])
        let error = try #require(throws: SettingError.self) { try edit.applied(to: Settings()) }
        #expect(error.key?.name == "bpm")
    }

    @Test func `a change of the tempo starts from the tempo in force`() throws {
        let faster = try Edit.tempo(TempoChange(parsing: "+5"))
        let once = try faster.applied(to: Settings())
        #expect(once.tempo == (try Tempo(125)))
        #expect(try faster.applied(to: once).tempo == Tempo(130))
    }

    /// The settings after requests for a key, as the protocol has them, each to what the one before has led to.
    private func asked(_ name: String, _ texts: [String], of settings: Settings = Settings()) throws -> Settings {
        try texts.reduce(settings) { settings, text in
            let key = try key(name)
            return try Edit([key: try #require(try key.form.change(text))]).applied(to: settings)
        }
    }

    @Test func `a beat more, and one less, is counted from the meter in force`() throws {
        #expect(try asked("meter", ["+1", "+1", "+1"]).meter.description == "7/4")
        #expect(try asked("meter", ["+2", "-1", "\u{2212}2"]).meter.description == "3/4")
        #expect(throws: SettingError.self) { try asked("meter", ["-4"]) }
        #expect(throws: SettingError.self) { try asked("meter", ["+61"]) }
    }

    @Test func `one beat has another accent, and all others stay`() throws {
        let settings = try asked("accents", ["2=A", "3=o"])
        #expect(settings.accents.map(\.sign) == ["X", "A", "o", "x"])
        #expect(try asked("accents", ["1=."], of: settings).accents.map(\.sign) == [".", "A", "o", "x"])
        var groups = Settings()
        groups.meter = try Meter(groups: [2, 2, 3], unit: 8)
        #expect(try asked("accents", ["2=."], of: groups).accents.map(\.sign) == ["X", ".", "A", "x", "A", "x", "x"])
        groups.bell = .every(try BellPattern(every: 14, on: 1))
        #expect(try asked("accents", ["2=."], of: groups).accents.first == .normal)
        for text in ["0=x", "5=x", "2=", "2=AA", "2=q"] {
            #expect(throws: SettingError.self) { try asked("accents", [text]) }
        }
    }

    @Test func `a speed trainer without a begin goes from the tempo of the same edit`() throws {
        let trainer = try Trainer(.speed, parsing: "to 140")
        let edit = Edit([
            try key("bpm"): .tempo(TempoChange.to(try Tempo(60))), try key("trainer.speed"): .trainer(trainer),
        ])
        #expect(try edit.applied(to: Settings()).practice.speed?.from == 60_000)
    }

    @Test func `an offset belongs to its device, and a change of it starts from the one in force there`() throws {
        var settings = Settings()
        settings.defaultOffsetMs = 10
        settings = try Edit.offset(.by(5), of: "hw:0").applied(to: settings)
        settings = try Edit.offset(.to(-40), of: "bluealsa").applied(to: settings)
        #expect(settings.offsets == ["hw:0": 15, "bluealsa": -40])
        #expect(settings.offsetMs(of: "other") == 10)
        #expect(throws: SettingError.self) { try Edit.offset(.by(2000), of: "hw:0").applied(to: settings) }
    }

    @Test func `a profile takes the place of a fill in milliseconds, unless the same edit has both`() throws {
        let (latency, fill) = (try key("audio.latency"), try key("audio.fill_ms"))
        let exact = try Edit([fill: .number(50)]).applied(to: Settings())
        #expect(exact.fillMs == 50)
        #expect(try Edit([latency: .text("low")]).applied(to: exact).fillMs == 10)
        #expect(try Edit([latency: .text("low"), fill: .number(60)]).applied(to: exact).fillMs == 60)
    }

    @Test(arguments: [("low", 10, 10), ("normal", 90, 30), ("quiet", 250, 30)])
    func `after a change a profile writes no further ahead than 30 ms`(name: String, fillMs: Int, promptMs: Int) throws
    {
        let latency = try key("audio.latency")
        let settings = try Edit([latency: .text(name)]).applied(to: Settings())
        #expect(settings.fillMs == fillMs && settings.promptFillMs == promptMs)
        // Milliseconds that were asked for hold at any time.
        let exact = try Edit([latency: .text(name), try key("audio.fill_ms"): .number(120)]).applied(to: Settings())
        #expect(exact.fillMs == 120 && exact.promptFillMs == 120)
    }

    @Test func `keys that are one thing are left out and kept together`() throws {
        let (latency, fill) = (try key("audio.latency"), try key("audio.fill_ms"))
        let both = Edit([latency: .text("low"), fill: .number(50), try key("volume"): .number(1)])
        #expect(both.without(Edit([latency: .text("quiet")])).keys.map(\.name) == ["volume"])
        let before = Edit([latency: .text("low"), fill: .number(40)])
        #expect(both.changes(since: before) == both)
        #expect(both.changes(since: both).isEmpty)
        #expect(Edit().changes(since: both).isEmpty)
    }

    @Test func `what is remembered and put in force again gives the same music and offsets`() throws {
        var settings = Settings()
        settings.tempo = try Tempo(400, over: 3)
        settings.bell = .off
        settings.beatSound = "rim"
        settings.offsets = ["a": 1.5]
        settings.latency = .low
        let remembered = Edit(remembering: settings)
        #expect(try remembered.applied(to: Settings()) == settings)
        // Nothing of the machine and of this start.
        #expect(
            remembered.keys.map(\.name) == [
                "bpm", "meter", "beat", "accents", "subdivision", "swing", "bell.every", "lanes", "volume",
                "bell.volume",
                "subdivision_volume", "count_in", "sounds.count_in", "sounds.beat", "sounds.bell",
                "sounds.accent", "sounds.ghost", "sounds.subdivision",
                "audio.latency", "offsets", "preset",
            ])
    }
}
