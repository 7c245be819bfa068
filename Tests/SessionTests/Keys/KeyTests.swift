// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct KeyTests {
    private let source = SettingForm.Source(folder: "/c", home: "/home/me")

    /// A value that is not the default, as a flag states it.
    private func example(of key: Key) -> String {
        switch key.form {
        case .number(let range): PlainValue.text((range.lowerBound + range.upperBound) / 2 + 0.25)
        case .gain: "35%"
        case .lanes: "kick x...x... gain=0.5 | hat x.x."
        case .flag: key.fallback == "true" ? "false" : "true"
        case .choice(let words): words.first { $0 != key.fallback } ?? ""
        case .tempo: "77.5"
        case .meter: "7/8"
        case .count(let range): "\(range.upperBound)"
        case .beat: "half"
        case .accents: "xAo."
        case .swing: "58%"
        case .trainer(.speed): "60 to 90 by 5 every 4"
        case .trainer(.timer): "32 bars"
        case .trainer(.gap): "3 1 bars"
        case .trainer(.mute): "30% beats seed 7"
        case .trainer(.prompt): "C, F every 2"
        case .bell: "5 on 2"
        case .bellBeat: "2"
        case .text, .path, .sound, .offsets, .preset: "/other"
        }
    }

    @Test func `names, variables and flags are those of one key each`() {
        for names in [Key.all.map(\.name), Key.all.compactMap(\.variable), Key.all.compactMap(\.flag)] {
            #expect(Set(names).count == names.count)
        }
        #expect(Key.all.allSatisfy { !$0.summary.isEmpty && $0.summary.hasSuffix(".") })
        for name in Key.all.flatMap(\.related) { #expect(Key.named(name) != nil) }
    }

    @Test(arguments: Key.configurable.filter { $0.form != .bellBeat }.map(\.name))
    func `a value that a source states comes back from the settings`(name: String) throws {
        let key = try #require(Key.named(name))
        var edit = Edit()
        try key.read(.untyped(example(of: key)), from: source, into: &edit)
        let value = try #require(edit[key])
        let settings = try edit.applied(to: Settings())
        #expect(key.value(in: settings) == value)
        #expect(settings != Settings(), "\(key.name) changes no field")
        // No other key has changed with it.
        let others = Key.all.filter { $0 != key && $0.value(in: settings) != $0.value(in: Settings()) }
        #expect(others.isEmpty)
    }

    @Test(
        arguments: Key.configurable.filter { !$0.fallback.isEmpty && $0.form != .bellBeat && $0.name != "socket" }
            .map(\.name))
    func `the default that the documents state is the default`(name: String) throws {
        let key = try #require(Key.named(name))
        var edit = Edit()
        try key.read(.untyped(key.fallback), from: source, into: &edit)
        #expect(try edit.applied(to: Settings()) == Settings())
    }

    @Test func `where nothing is stated there are the documented defaults`() throws {
        let settings = Settings()
        #expect(settings.tempo == (try Tempo(120)) && settings.meter == .common && settings.bell == .bar)
        #expect(settings.volume == 0.8 && [settings.beatSound, settings.bellSound] == ["beat", "bell"])
        #expect(!settings.play && settings.output == .auto && settings.device == "default")
        #expect(settings.latency == .normal && settings.fillMs == 90 && settings.fallbackDevice == nil)
    }

    @Test func `a tempo is a number or a text of one, in a configuration as in what is remembered`() throws {
        let key = try #require(Key.named("bpm"))
        for value in [.integer(88), .number(88), .string("88"), .string("88/1")] as [PlainValue] {
            #expect(try key.form.read(value, from: source) == .tempo(.to(try Tempo(88))), "\(value)")
        }
    }

    @Test(arguments: [.bool(true), .list([.integer(1)])] as [PlainValue])
    func `a value of a type that a key does not have is told with what the key allows`(value: PlainValue) throws {
        for key in Key.configurable where key.form != .flag && key.form != .bellBeat {
            var edit = Edit()
            let error = #expect(throws: SettingError.self) { try key.read(value, from: source, into: &edit) }
            #expect(error?.message == "must be \(key.form.allowed), not \(value)", "\(key.name)")
        }
    }

    @Test func `the beat of the bell belongs to the bell of the same source`() throws {
        let (every, on) = (try #require(Key.named("bell.every")), try #require(Key.named("bell.on")))
        var edit = Edit()
        #expect(throws: SettingError.self) { try on.read(.integer(2), from: source, into: &edit) }
        try every.read(.integer(4), from: source, into: &edit)
        try on.read(.integer(3), from: source, into: &edit)
        #expect(edit == .bell(.every(try BellPattern(every: 4, on: 3))))
        #expect(throws: SettingError.self) { try on.read(.integer(5), from: source, into: &edit) }
    }

    @Test func `a path starts where its source is, or at home, and a name stays a name`() throws {
        let key = try #require(Key.named("sounds.beat"))
        for (text, path) in [
            ("a/b.wav", "/c/a/b.wav"), ("~/b.wav", "/home/me/b.wav"), ("/b.wav", "/b.wav"), ("b.wav", "b.wav"),
        ] {
            var edit = Edit()
            try key.read(.string(text), from: source, into: &edit)
            #expect(edit == .sounds(["beat": path]))
        }
    }

    @Test func `the bell is told as a pattern, with the bar's length where it follows the bar`() throws {
        let key = try #require(Key.named("bell.every"))
        var settings = Settings()
        settings.meter = try Meter(beats: 7, unit: 8)
        #expect(key.told(in: settings) == .table(["every": .integer(7), "on": .integer(1)]))
        settings.bell = .off
        #expect(key.told(in: settings) == .null)
    }
}
