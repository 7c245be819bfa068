// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

@Suite struct HistoryTests {
    /// Settings and the history of their edits.
    private struct Desk {
        var settings = Settings()
        var history = History()

        mutating func make(_ edit: Edit) throws {
            let before = settings
            settings = try edit.applied(to: before)
            history.record(from: before, to: settings)
        }

        /// Whether there was a step to go.
        @discardableResult
        mutating func go(_ direction: History.Direction) throws -> Bool {
            guard let step = history.restoration(direction, in: settings) else { return false }
            let before = settings
            settings = try step.edit.applied(to: before)
            _ = history.go(direction, by: step.edit, from: before, to: settings)
            return true
        }
    }

    @Test func `an undo restores what was before an edit, and a redo what was after it`() throws {
        var desk = Desk()
        let initial = desk.settings
        try desk.make(.tempo(TempoChange(parsing: "+5")))
        let faster = desk.settings
        try desk.make(.bell(.off))
        let silent = desk.settings
        try desk.go(.undo)
        #expect(desk.settings == faster)
        try desk.go(.undo)
        #expect(desk.settings == initial)
        #expect(try !desk.go(.undo) && desk.settings == initial)
        try desk.go(.redo)
        #expect(desk.settings == faster)
        try desk.go(.redo)
        #expect(desk.settings == silent)
        #expect(try !desk.go(.redo) && desk.settings == silent)
    }

    @Test func `an undo brings back the meter with the beat that was set under it`() throws {
        var desk = Desk()
        let (meter, beat) = (try #require(Key.named("meter")), try #require(Key.named("beat")))
        let eighth = try NoteValue.length(named: "eighth")
        for edit in [
            Edit([meter: .meter(try Meter(parsing: "57/8"))]), Edit([beat: .note(eighth)]),
            Edit([meter: .meter(try Meter(parsing: "4/4"))]),
        ] { try desk.make(edit) }
        try desk.go(.undo)
        #expect(desk.settings.meter.description == "57/8" && desk.settings.beatNote == eighth)
        try desk.go(.redo)
        #expect(desk.settings.meter.description == "4/4" && desk.settings.beatNote == eighth)
    }

    @Test func `which preset it is comes and goes with the music, and a new name stays`() throws {
        var desk = Desk()
        func preset(_ name: String) -> Edit { .preset(LibraryName(name)) }
        try desk.make(.tempo(.to(Tempo(90))).filled(from: preset("slow")))
        try desk.make(.tempo(.to(Tempo(180))).filled(from: preset("fast")))
        try desk.go(.undo)
        #expect(desk.settings.preset?.text == "slow")
        try desk.go(.redo)
        #expect(desk.settings.preset?.text == "fast")
        // A name alone is no step, and what is redone has it.
        for edit in [preset("presto"), .bell(.off)] { try desk.make(edit) }
        #expect(desk.history.count(.undo) == 3)
        for _ in 0..<2 { try desk.go(.undo) }
        #expect(desk.settings.preset?.text == "slow")
        try desk.make(preset("largo"))
        try desk.go(.redo)
        #expect(desk.settings.preset?.text == "presto")
        try desk.go(.undo)
        #expect(desk.settings.preset?.text == "largo")
        try desk.go(.undo)
        #expect(desk.settings.preset == nil)
    }

    @Test func `what the configuration has set since is what a redo leads back to`() throws {
        var desk = Desk()
        let initial = desk.settings
        try desk.make(.tempo(.to(try Tempo(110))))
        desk.settings.tempo = try Tempo(90)
        desk.history.adopt(Edit.tempo(.to(try Tempo(90))).keys, of: desk.settings)
        try desk.go(.undo)
        #expect(desk.settings == initial)
        try desk.go(.redo)
        #expect(desk.settings.tempo.beatsPerMinute == 90)
        try desk.go(.undo)
        #expect(desk.settings == initial)
    }

    @Test func `the place goes on where the oldest edits are forgotten`() throws {
        var desk = Desk()
        for bpm in 0..<(History.limit + 5) { try desk.make(.tempo(.to(Tempo(Int64(100 + bpm % 2))))) }
        let place = desk.history.place
        #expect(desk.history.count(.undo) == History.limit)
        try desk.make(.bell(.off))
        #expect(desk.history.place == place + 1)
        try desk.go(.undo)
        #expect(desk.history.place == place)
        try desk.go(.undo)
        #expect(desk.history.place == place - 1)
    }

    @Test func `a step that waited is gone where it is still the last, and else is a change of its own`() throws {
        for others in [[], [Edit.bell(.off)], [.tempo(.to(try Tempo(100)))]] {
            var desk = Desk()
            try desk.make(.tempo(.to(Tempo(90))))
            let waiting = try #require(desk.history.restoration(.undo, in: desk.settings)).edit
            for other in others { try desk.make(other) }
            let former = desk.settings
            desk.settings = try waiting.applied(to: former)
            _ = desk.history.go(.undo, by: waiting, from: former, to: desk.settings)
            #expect(desk.history.count(.undo) == (others.isEmpty ? 0 : 3))
            #expect(desk.history.count(.redo) == (others.isEmpty ? 1 : 0))
            try desk.go(others.isEmpty ? .redo : .undo)
            #expect(desk.settings == former)
        }
    }

    @Test func `a bell that moved in accents, or was there already, is undone with them as they were`() throws {
        let accents = try #require(Key.named("accents"))
        for edit in [Edit.bell(.every(try BellPattern(every: 4, on: 2))), .bell(.bar), .bell(.off)] {
            var desk = Desk()
            try desk.make(Edit([accents: .accents([.normal, .bell, .normal, .mute])]))
            let former = desk.settings
            try desk.make(edit)
            let later = desk.settings
            try desk.go(.undo)
            #expect(desk.settings == former)
            try desk.go(.redo)
            #expect(desk.settings == later)
        }
    }

    @Test func `accents of another bar do not stand in the way of what was changed before them`() throws {
        var desk = Desk()
        let accents = try #require(Key.named("accents"))
        try desk.make(.volume(0.3))
        try desk.make(Edit([accents: .accents([.bell, .normal, .accent, .normal])]))
        try desk.make(Edit([accents: .accents([.bell, .mute, .mute, .mute])]))
        // The configuration was read again.
        desk.settings = try Edit([try #require(Key.named("meter")): .meter(try Meter(parsing: "3/4"))])
            .applied(to: desk.settings)
        // The accents before the last are none of this bar; those before them, by the meter, are.
        let step = try #require(desk.history.restoration(.undo, in: desk.settings))
        #expect(step.skipped == 1 && step.leftOut.isEmpty)
        #expect(try desk.go(.undo) && desk.settings.accents.isEmpty)
        #expect(try desk.go(.undo) && desk.settings.volume == 0.8)
        #expect(try !desk.go(.undo) && desk.history.count(.redo) == 3)
        // What was passed over is passed over on the way back, too.
        #expect(try desk.go(.redo) && desk.settings.volume == 0.3)
        #expect(try !desk.go(.redo) && desk.history.count(.redo) == 2)
    }

    @Test func `of a step that no longer fits the rest is restored, and what is left out is told`() throws {
        var desk = Desk()
        let (accents, volume) = (try #require(Key.named("accents")), try #require(Key.named("volume")))
        try desk.make(Edit([accents: .accents([.bell, .normal, .accent, .normal])]))
        try desk.make(Edit([accents: .accents([]), volume: .number(0.1)]))
        desk.settings.meter = try Meter(parsing: "5/4")
        let step = try #require(desk.history.restoration(.undo, in: desk.settings))
        #expect(step.edit.keys == [volume] && step.leftOut == [accents] && step.skipped == 0)
        #expect(try desk.go(.undo) && desk.settings.volume == 0.8 && desk.settings.accents.isEmpty)
    }

    @Test func `an edit of several keys is undone at once, and what it left alone stays`() throws {
        var desk = Desk()
        let (volume, meter) = (try #require(Key.named("volume")), try #require(Key.named("meter")))
        try desk.make(Edit([volume: .number(0.1), meter: .meter(try Meter(parsing: "7/8"))]))
        // Not asked for by a client.
        desk.settings.tempo = try Tempo(77)
        #expect(desk.history.restoration(.undo, in: desk.settings)?.edit.keys == [meter, volume])
        try desk.go(.undo)
        #expect(desk.settings.volume == 0.8 && desk.settings.meter == .common)
        #expect(desk.settings.tempo == (try Tempo(77)))
    }

    @Test func `a new edit drops what could be redone`() throws {
        var desk = Desk()
        try desk.make(.volume(0.1))
        try desk.make(.volume(0.2))
        try desk.go(.undo)
        #expect(desk.history.count(.undo) == 1 && desk.history.count(.redo) == 1)
        try desk.make(.bell(.off))
        #expect(desk.history.count(.undo) == 2 && desk.history.count(.redo) == 0)
        try desk.go(.undo)
        #expect(desk.settings.volume == 0.1 && desk.settings.bell == .bar)
    }

    @Test func `an edit that changes nothing of the music is not recorded, and drops nothing`() throws {
        var desk = Desk()
        try desk.make(.volume(0.1))
        try desk.go(.undo)
        try desk.make(.volume(0.8))
        try desk.make(.offset(.to(40), of: "hw:0"))
        try desk.make(Edit())
        #expect(desk.history.count(.undo) == 0 && desk.history.count(.redo) == 1)
    }

    @Test func `the last 100 edits can be undone and redone, and no more`() throws {
        var desk = Desk()
        for number in 1...History.limit + 1 { try desk.make(.tempo(.to(try Tempo(Int64(number))))) }
        #expect(desk.history.count(.undo) == 100)
        while try desk.go(.undo) {}
        #expect(desk.settings.tempo == (try Tempo(1)), "the first edit is forgotten")
        #expect(desk.history.count(.redo) == 100)
        while try desk.go(.redo) {}
        #expect(desk.settings.tempo == (try Tempo(101)))
        #expect(desk.history.count(.undo) == 100)
    }

    @Test(arguments: UInt64(0)..<20)
    func `after any edits, undone and redone, the settings are those of a list of states`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var desk = Desk()
        var (states, place) = ([desk.settings], 0)
        for _ in 0..<300 {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: if try desk.go(.undo) { place -= 1 }
            case 1: if try desk.go(.redo) { place += 1 }
            default:
                let before = desk.settings
                let gain = Double(Int.random(in: 0..<4, using: &generator)) / 4
                let edits: [Edit] = [
                    .volume(gain), .bell(gain < 0.5 ? .off : .bar), .tempo(try TempoChange(parsing: "+0.5")),
                    .sounds(["beat": gain < 0.5 ? "rim" : "beat"]),
                ]
                try desk.make(try #require(edits.randomElement(using: &generator)))
                guard desk.settings != before else { continue }
                states = states[...place] + [desk.settings]
                place += 1
            }
            #expect(desk.settings == states[place])
            #expect(desk.history.count(.undo) == min(place, History.limit))
            #expect(desk.history.count(.redo) == states.count - 1 - place)
        }
    }

    @Test func `edits of one gesture are one step, as far as no other edit lies between`() throws {
        var desk = Desk()
        func tap(_ bpm: Int64, _ gesture: Int?) throws {
            let before = desk.settings
            desk.settings.tempo = try Tempo(bpm)
            desk.history.record(from: before, to: desk.settings, gesture: gesture.map { History.Gesture($0) })
        }
        for bpm in [100, 101, 102] as [Int64] { try tap(bpm, 1) }
        #expect(desk.history.count(.undo) == 1)
        try tap(90, 2)
        try desk.make(.bell(.off))
        try tap(91, 2)
        #expect(desk.history.count(.undo) == 4)
        for bpm in [90, 90, 102, 120] as [Double] {
            try desk.go(.undo)
            #expect(desk.settings.tempo.beatsPerMinute == bpm)
        }
        try desk.go(.redo)
        #expect(desk.settings.tempo.beatsPerMinute == 102)
        // After an undo the same gesture is a step of its own.
        try tap(103, 1)
        try tap(104, nil)
        try tap(105, nil)
        #expect(desk.history.count(.undo) == 4)
    }

    @Test func `a gesture that leads back to where it began is no step, and what follows of it is one`() throws {
        var desk = Desk()
        let initial = desk.settings
        func move(_ bpm: Int64) throws {
            let before = desk.settings
            desk.settings.tempo = try Tempo(bpm)
            desk.history.record(from: before, to: desk.settings, gesture: History.Gesture(1))
        }
        try desk.make(.bell(.off))
        for bpm in [130, 140] as [Int64] { try move(bpm) }
        let place = desk.history.place
        try move(120)
        // A change that was asked for before is none that comes later.
        #expect(desk.history.count(.undo) == 1 && desk.history.place == place)
        for bpm in [125, 150] as [Int64] { try move(bpm) }
        #expect(desk.history.count(.undo) == 2)
        try desk.go(.undo)
        #expect(desk.settings.tempo.beatsPerMinute == 120)
        try desk.go(.undo)
        #expect(desk.settings == initial)
        for bpm in [150, 120] as [Int64] { try move(bpm) }
        #expect(desk.history.count(.undo) == 0)
    }
}
