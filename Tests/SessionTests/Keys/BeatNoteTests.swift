// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

/// Which note a beat is, and tempi that count a note.
@Suite struct BeatNoteTests {
    private let source = SettingForm.Source(folder: "/", home: nil)

    private func applied(_ values: [(String, String)], to settings: Settings = Settings()) throws -> Settings {
        var edit = Edit()
        for (name, value) in values { try #require(Key.named(name)).read(.untyped(value), from: source, into: &edit) }
        return try edit.applied(to: settings)
    }

    @Test(arguments: [
        ("6/8", "dotted-quarter", 2), ("9/8", "dotted-quarter", 3), ("12/8", "dotted-quarter", 4), ("4/4", "half", 2),
        ("3/4", "dotted-half", 1), ("4/4", "eighth", 8), ("7/8", "sixteenth", 14), ("2/4", "triplet-quarter", 3),
    ])
    func `a bar has a whole number of beats of another note, with one bell`(meter: String, note: String, beats: Int)
        throws
    {
        let settings = try applied([("beat", note), ("meter", meter)])
        let written = try Meter(parsing: meter)
        #expect(settings.countedMeter.beats == beats && settings.meter == written)
        #expect(settings.bellPattern == (try BellPattern(every: beats, on: 1)))
        #expect(settings.beatAccents.bar == Array(repeating: .normal, count: beats))
        #expect(PlannedMusic(settings).arrangement(kits: []).passages[0].bar.count == beats)
        let plain = try applied([("beat", "auto")], to: settings)
        #expect(plain.countedMeter == settings.meter)
    }

    @Test func `a note of which no whole number makes a bar is refused, with those that fit`() throws {
        let error = #expect(throws: SettingError.self) { try applied([("meter", "7/8"), ("beat", "dotted-quarter")]) }
        #expect(error?.message.contains("auto, or one of eighth, sixteenth") == true)
        #expect(throws: SettingError.self) { try applied([("beat", "crotchet")]) }
        // 64 beats at most.
        #expect(throws: SettingError.self) { try applied([("meter", "32/2"), ("beat", "eighth")]) }
    }

    @Test func `a meter that the beat does not fit has its own beat, and accents go with their number of beats`() throws
    {
        let two = try applied([("meter", "6/8"), ("beat", "dotted-quarter"), ("accents", "xX")])
        #expect(two.accents == [.normal, .bell])
        let seven = try applied([("meter", "7/8")], to: two)
        #expect(seven.beatNote == nil && seven.accents.isEmpty)
        let three = try applied([("meter", "9/8")], to: two)
        #expect(three.beatNote == two.beatNote && three.accents.isEmpty)
        // Dotted beats are those of compound meters, and others of simple ones.
        let waltz = try applied([("meter", "3/4")], to: two)
        #expect(waltz.beatNote == nil)
        let halves = try applied([("meter", "4/4"), ("beat", "half")])
        #expect(try applied([("meter", "6/4")], to: halves).beatNote == halves.beatNote)
        #expect(try applied([("meter", "6/8")], to: halves).beatNote == nil)
        #expect(try applied([("meter", "3/4"), ("beat", "dotted-quarter")]).countedMeter.beats == 2)
        var history = History()
        history.record(from: two, to: seven)
        let undone = try #require(history.restoration(.undo, in: seven)).edit.applied(to: seven)
        #expect(undone == two)
    }

    @Test(arguments: [
        ("dotted-quarter=60", "6/8", "auto", 180), ("dotted-quarter=60", "6/8", "dotted-quarter", 60),
        ("quarter=120", "6/8", "auto", 240), ("quarter = 120", "4/4", "auto", 120), ("eighth=120", "4/4", "auto", 60),
        ("half=Largo", "4/4", "auto", 100), ("quarter=500ms", "2/2", "auto", 60),
    ])
    func `a tempo of a note is that of the beat, in one edit with the meter in any order`(
        tempo: String, meter: String, beat: String, bpm: Int64
    ) throws {
        let settings = try applied([("bpm", tempo), ("meter", meter), ("beat", beat)])
        #expect(settings.tempo == (try Tempo(bpm)))
        // It is remembered as what it comes to.
        let remembered = try Edit(remembering: settings).applied(to: Settings())
        #expect(remembered.tempo == settings.tempo)
    }

    @Test func `another beat leaves the number of beats a minute as it is`() throws {
        let six = try applied([("meter", "6/8"), ("bpm", "180")])
        let two = try applied([("beat", "dotted-quarter")], to: six)
        #expect(two.tempo == (try Tempo(180)))
    }

    @Test(arguments: ["quarter=eighth", "x2", "=60", "quarter=", "quarter=60=70", "crotchet=60"])
    func `what a source states is a tempo, not a change of one`(text: String) {
        #expect(throws: SettingError.self) { try applied([("bpm", text)]) }
    }
}
