// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

/// Accents, subdivisions and swing, from a setting to what is played.
@Suite struct AccentsTests {
    private let source = SettingForm.Source(folder: "/", home: nil)

    private func applied(_ values: [(String, PlainValue)], to settings: Settings = Settings()) throws -> Settings {
        var edit = Edit()
        for (name, value) in values { try #require(Key.named(name)).read(value, from: source, into: &edit) }
        return try edit.applied(to: settings)
    }

    @Test func `accents have a sign for each beat of the bar, in one edit with the meter in any order`() throws {
        #expect(try applied([("accents", .string("XxAx"))]).accents == [.bell, .normal, .accent, .normal])
        #expect(try applied([("accents", .string("Xxx")), ("meter", .string("3/4"))]).accents.count == 3)
        for signs in ["Xxx", "Xxxxx", "Xx-x", "X x x x", "", "AUTO"] {
            #expect(throws: SettingError.self) { try applied([("accents", .string(signs))]) }
        }
    }

    @Test func `accents go with the bar that they were made for, and undo brings them back`() throws {
        let before = try applied([("accents", .string("xxAx"))])
        let same = try applied([("meter", .string("4/8"))], to: before)
        #expect(same.accents == before.accents)
        let after = try applied([("meter", .string("3/4"))], to: before)
        #expect(after.accents.isEmpty)
        var history = History()
        history.record(from: before, to: after)
        let undone = try #require(history.restoration(.undo, in: after)).edit.applied(to: after)
        #expect(undone == before)
    }

    @Test func `the bell of accents takes the place of the bell that was set, and is told where it is one beat`() throws
    {
        let one = try applied([("accents", .string("xXxx")), ("bell.every", .integer(3))])
        #expect(one.bellPattern == (try BellPattern(every: 4, on: 2)))
        #expect(try applied([("accents", .string("XxXx"))]).bellPattern == nil)
        #expect(try applied([("accents", .string("auto"))], to: one).bellPattern == (try BellPattern(every: 3, on: 1)))
    }

    @Test func `what lies between the beats is a lane of its own, counted from the run's begin`() throws {
        let settings = try applied([
            ("subdivision", .integer(4)), ("swing", .string("2:1")), ("subdivision_volume", .string("30%")),
        ])
        let music = PlannedMusic(settings)
        let choices = music.parts.flatMap(\.choices)
        #expect(choices.map(\.volume) == [1, 0.3])
        let lanes = music.arrangement(kits: choices).passages[0].lanes
        #expect(lanes.map(\.id) == [0, 1] && lanes.map(\.kit) == [0, 1] && lanes[1].anchor == .run)
        #expect(lanes[1].pattern.onsets.map(\.place) == [4, 6, 10] && lanes[1].pattern.denominator == 12)
        #expect(PlannedMusic(Settings()).arrangement(kits: []).passages[0].lanes.count == 1)
    }

    /// Where the parts of beats lie that two beats are divided into, and from which beat on they are counted.
    private func parts(_ music: PlannedMusic) throws -> [[Double]] {
        try music.arrangement(kits: []).passages.filter { $0.lanes.count > 1 }.map { passage in
            let lane = try #require(passage.lanes.first { $0.id == 1 })
            let places = lane.pattern.onsets.map { Double($0.place) / Double(lane.pattern.denominator) }
            return [Double(try #require(lane.anchor.origin).ticks) * 0x1p-64] + places
        }
    }

    @Test func `the parts of a silent beat are silent with it, wherever its bars begin`() throws {
        var settings = try applied([("subdivision", .integer(2)), ("accents", .string("x.xx"))])
        settings.countIn = 1
        var music = PlannedMusic(settings)
        #expect(try parts(music) == [[4, 0.5, 2.5, 3.5]])
        settings = try applied([("meter", .string("3/4")), ("accents", .string("..x"))], to: settings)
        _ = music.change(to: settings, pending: [], nextBeat: 10)
        #expect(try parts(music) == [[4, 0.5, 2.5, 3.5], [10, 2.5]])
        settings = try applied([("accents", .string("..."))], to: settings)
        #expect(try parts(PlannedMusic(settings)) == [[3]])
    }

    @Test func `the beat that is under way keeps its parts, or its silence, where other beats are silent from now on`()
        throws
    {
        let plain = try applied([("subdivision", .integer(2))])
        let resting = try applied([("accents", .string("x.xx"))], to: plain)
        var music = PlannedMusic(plain)
        for _ in 1...2 {
            let step = music.change(to: resting, pending: [], nextBeat: 6)
            #expect(music.parts.map(\.fromBeat) == [0, 6])
            #expect(music.parts.map(\.accents) == [plain.beatAccents, resting.beatAccents])
            #expect(step.cue == nil || step.cue == 6)
        }
        _ = music.change(to: plain, pending: [], nextBeat: 10)
        #expect(music.parts.map(\.accents) == [resting.beatAccents, plain.beatAccents])
        // Without parts nothing has to wait.
        var undivided = PlannedMusic(Settings())
        _ = undivided.change(to: try applied([("accents", .string("x.xx"))]), pending: [], nextBeat: 6)
        #expect(undivided.parts.count == 1)
    }

    @Test func `accents that wait change the lane of the beats at their place`() throws {
        var settings = Settings()
        settings.meter = try Meter(parsing: "2+3/8")
        var music = PlannedMusic(settings)
        var edit = Edit()
        try #require(Key.named("accents")).read(.string("XxxAx"), from: source, into: &edit)
        let change = PendingChange(id: 1, cue: .bar, fromBeat: 3, action: .edit(edit, direction: nil))
        let step = music.change(to: settings, pending: [change], nextBeat: 3)
        #expect(step.cue == 5)
        let accents = music.arrangement(kits: [settings.sounds]).passages.map {
            $0.lanes[0].pattern.onsets.map(\.accent)
        }
        #expect(accents[0] == [.bell, .normal, .accent, .normal, .normal])
        #expect(accents[1] == [.bell, .normal, .normal, .accent, .normal])
    }

    @Test(arguments: ["0", "10", "-1", "2.5", "x", ""]) func `a beat has one to nine parts`(text: String) {
        #expect(throws: SettingError.self) { try applied([("subdivision", .untyped(text))]) }
    }
}
