// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@Suite struct TempoChangeTests {
    @Test(
        arguments: [
            ("90", 90, 1), ("137.3", 1373, 10), ("presto", 188, 1), ("+5", 125, 1), ("-2.5", 235, 2),
            ("\u{2212}2.5", 235, 2), ("+.5", 241, 2), ("+0", 120, 1), ("+10%", 132, 1), ("-10%", 108, 1),
            ("\u{2212}10%", 108, 1), ("+0.5%", 603, 5), ("x2", 240, 1), ("X2", 240, 1), ("×2", 240, 1),
            ("x1.5", 180, 1),
            ("*0.5", 60, 1), ("/2", 60, 1), ("/1.5", 80, 1), ("/7", 120, 7), ("  +5 ", 125, 1), ("-119", 1, 1),
            ("+880", 1000, 1), ("-99%", 6, 5),
            ("quarter=dotted-eighth", 160, 1), ("eighth = quarter", 60, 1), ("quarter=triplet-quarter", 180, 1),
            ("quarter=60", 60, 1), ("dotted-quarter=60", 90, 1), ("HALF=60", 120, 1), ("eighth=Largo", 25, 1),
            ("eighth=500ms", 60, 1), ("250ms", 240, 1), ("92,5", 185, 2), ("+2,5", 245, 2), ("400/3", 400, 3),
        ] as [(String, Int64, Int64)])
    func `from 120 bpm`(text: String, numerator: Int64, denominator: Int64) throws {
        let tempo = try TempoChange(parsing: text).applied(to: Tempo(120))
        #expect(tempo == (try Tempo(numerator, over: denominator)))
    }

    @Test(
        arguments: [
            "", "+", "-", "\u{2212}", "x", "*", "/", "%", "+%", "x0", "*0.0", "/0", "-100%", "-150%", "fast", "NaN",
            "1e3",
            "12 0", "+ 5", "+-5", "--5", "+5%%", "10%", "x-2", "x2%", "2x", "+1e3", "+5 bpm", "1,000.5", "1,000",
            "1,2,3", "4/4",
            "12/8", "2+2+3/8", "60/64", "/", "+Allegro",
            "+1234567890123456789", "quarter", "quarter=", "=60", "quarter=eighth=60", "crotchet=60", "quarter=+5",
            "quarter=x2",
        ])
    func `what is not understood is invalid`(text: String) {
        let error = #expect(throws: RhythmError.self) { try TempoChange(parsing: text) }
        #expect(error?.reason == .invalid)
    }

    @Test func `a note counts as many beats as its length has`() throws {
        let beat = try NoteValue.length(named: "dotted-quarter")
        for (text, bpm) in [("dotted-quarter=60", 60), ("quarter=60", 40), ("eighth=120", 40), ("dotted-half=30", 60)] {
            let tempo = try TempoChange(parsing: text).applied(to: Tempo(120), beat: beat)
            #expect(tempo == (try Tempo(Int64(bpm))))
        }
        let error = #expect(throws: RhythmError.self) {
            try TempoChange(parsing: "whole=999").applied(to: Tempo(120), beat: NoteValue.length(named: "eighth"))
        }
        #expect(error?.reason == .outOfRange)
    }

    @Test(arguments: ["0", "1001", ".5"])
    func `an absolute tempo out of range is refused when read`(text: String) {
        let error = #expect(throws: RhythmError.self) { try TempoChange(parsing: text) }
        #expect(error?.reason == .outOfRange)
    }

    @Test(arguments: ["+881", "-119.5", "-5000", "x9", "/121", "+999999999999999999", "x999999999999999999", "-99.9%"])
    func `a relative change out of range is refused when applied, and says the range`(text: String) throws {
        let change = try TempoChange(parsing: text)
        let tempo = try Tempo(120)
        let error = #expect(throws: RhythmError.self) { try change.applied(to: tempo) }
        #expect(error?.reason == .outOfRange && error?.minimum == 1 && error?.maximum == 1000)
    }

    @Test func `the largest ratios are refused in words, not by a trap`() throws {
        let tempo = try Tempo(999_999_999, over: 1_000_000)
        for ratio in [Ratio(.max), Ratio(.min), Ratio(.max, over: .max - 1), Ratio(1, over: .max)] {
            let ratio = try #require(ratio)
            for change in [TempoChange.by(ratio), .times(ratio)] {
                if let changed = try? change.applied(to: tempo) { #expect(changed.denominator <= 1_000_000) }
            }
        }
    }

    @Test func `up and down again is where it was, exactly`() throws {
        var random = SeededGenerator(seed: 41)
        for _ in 0..<2000 {
            let tempo = try Tempo(Int64.random(in: 200...3000, using: &random), over: 10)
            let step = Int64.random(in: 1...150, using: &random)
            let there = try TempoChange(parsing: "+\(step).5").applied(to: tempo)
            #expect(try TempoChange(parsing: "-\(step).5").applied(to: there) == tempo)
            let thrice = try TempoChange(parsing: "x3").applied(to: tempo)
            #expect(try TempoChange(parsing: "/3").applied(to: thrice) == tempo)
            let third = try TempoChange(parsing: "/3").applied(to: tempo)
            #expect(try TempoChange(parsing: "x3").applied(to: third) == tempo)
        }
    }
}
