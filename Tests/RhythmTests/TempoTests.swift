// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@Suite struct TempoTests {
    @Test(
        arguments: [
            ("120", 120, 1), ("137.3", 1373, 10), ("1", 1, 1), ("1000", 1000, 1), ("1000.000", 1000, 1),
            ("0090.50", 181, 2), (" 120\t", 120, 1), ("59.999999", 59_999_999, 1_000_000),
            ("99.9999999", 100, 1), ("Allegro", 144, 1), ("aLLEGRO", 144, 1), ("lento", 52, 1), ("ADAGIETTO", 75, 1),
            ("andantino", 94, 1), ("Allegretto", 116, 1), ("Vivacissimo", 174, 1), (" Largo ", 50, 1),
            ("120bpm", 120, 1), ("137.3 BPM", 1373, 10), ("7200bph", 120, 1), ("100 bph", 5, 3), ("500ms", 120, 1),
            ("437 ms", 60_000, 437), ("0.5s", 120, 1), ("1.25 s", 48, 1), ("400/3", 400, 3),
            ("60/1", 60, 1), ("400/3 bpm", 400, 3),
        ] as [(String, Int64, Int64)])
    func `a decimal, a ratio or a name is read exactly`(text: String, numerator: Int64, denominator: Int64) throws {
        let tempo = try Tempo(parsing: text)
        #expect(tempo.numerator == numerator && tempo.denominator == denominator)
    }

    @Test(
        arguments: [
            "", " ", "fast", "NaN", "nan", "inf", "1e3", "1e2", "12 0", "12,5", "+5", "x2", "120.", ".", "-", "--5",
            "1.2.3",
            "0x50", "120b", "120 beats", "ms", "bpm", "0ms", "500 ms ms", "1e3ms", "Allegro bpm", "１２０", "٣٠",
            "120\u{0}", "1234567890123456789", "Allegro!", "+", "60/", "60/0", "60/1/1", "60/-1",
        ])
    func `anything else is invalid`(text: String) {
        let error = #expect(throws: RhythmError.self) { try Tempo(parsing: text) }
        #expect(error?.reason == .invalid)
        #expect(error?.message.contains("137.3") == true && error?.minimum == nil)
    }

    @Test(arguments: [
        "0", "0.999999", "1001", "1000.000001", "1000.00000001", ".5", "-5", "-120", "999999999999999999", "59ms",
        "60001 ms", "59 bph", "-500ms",
    ])
    func `a number outside 1 to 1000 is out of range, and the error says the range`(text: String) {
        let error = #expect(throws: RhythmError.self) { try Tempo(parsing: text) }
        #expect(error?.reason == .outOfRange)
        #expect(error?.minimum == 1 && error?.maximum == 1000)
        #expect(error?.message.contains("between 1 and 1000 bpm") == true)
    }

    @Test func `the error repeats what was asked`() {
        #expect(throws: RhythmError.self) { try Tempo(1001) }
        let tooFast = #expect(throws: RhythmError.self) { try Tempo(10_005, over: 10) }
        #expect(tooFast?.message.hasPrefix("1000.5 bpm is out of range") == true)
        let negative = #expect(throws: RhythmError.self) { try Tempo(parsing: "-2.50") }
        #expect(negative?.message.hasPrefix("-2.5 bpm") == true)
        let escape = #expect(throws: RhythmError.self) {
            try Tempo(parsing: "\u{1B}[2J\(String(repeating: "a", count: 1000))")
        }
        #expect(escape?.message.contains("\u{1B}") == false)
        #expect((escape?.message.count ?? 0) < 180)
    }

    @Test func `a ratio is reduced, whatever its signs`() throws {
        let tempo = try Tempo(-2400, over: -20)
        #expect(tempo == (try Tempo(120)) && tempo.numerator == 120 && tempo.denominator == 1)
        #expect(throws: RhythmError.self) { try Tempo(120, over: 0) }
        #expect(throws: RhythmError.self) { try Tempo(120, over: -1) }
        #expect(throws: RhythmError.self) { try Tempo(.min, over: .max) }
        #expect(try Tempo(.max, over: .max) == Tempo(1))
        #expect(try Tempo(.min, over: .min) == Tempo(1))
    }

    @Test func `too fine a ratio is rounded to the nearest millionth`() throws {
        var random = SeededGenerator(seed: 31)
        for _ in 0..<5000 {
            let denominator = Int64.random(in: 1_000_001...1 << 50, using: &random)
            let numerator = Int64.random(in: denominator...1000 * denominator, using: &random)
            let tempo = try Tempo(numerator, over: denominator)
            #expect(tempo.denominator <= 1_000_000)
            // |tempo − ratio| ≤ 1/2000000, or exact.
            let (left, right) = (
                Int128(tempo.numerator) * Int128(denominator), Int128(numerator) * Int128(tempo.denominator)
            )
            #expect((left - right).magnitude * 2_000_000 <= UInt128(tempo.denominator) * UInt128(denominator))
        }
    }

    @Test func `a double is the decimal that it is written as`() throws {
        #expect(try Tempo(beatsPerMinute: 137.3) == Tempo(1373, over: 10))
        #expect(try Tempo(beatsPerMinute: 0.1 + 119.9) == Tempo(120))
        #expect(try Tempo(beatsPerMinute: 1000) == Tempo(1000))
        for value in [Double.nan, .infinity, -.infinity] {
            let error = #expect(throws: RhythmError.self) { try Tempo(beatsPerMinute: value) }
            #expect(error?.reason == .invalid)
        }
        for value in [0, -0.0, -5, 0.99, 1000.1, 1e300, -1e300, .leastNonzeroMagnitude, 1e16] {
            let error = #expect(throws: RhythmError.self) { try Tempo(beatsPerMinute: value) }
            #expect(error?.reason == .outOfRange)
        }
    }

    @Test func `written and read again it is the same tempo`() throws {
        var random = SeededGenerator(seed: 32)
        for _ in 0..<5000 {
            let scale = [1, 10, 1000, 1_000_000, 64, 4096].randomElement(using: &random) ?? 1
            let tempo = try Tempo(
                Int64.random(in: Int64(scale)...1000 * Int64(scale), using: &random), over: Int64(scale))
            #expect(try Tempo(parsing: tempo.description) == tempo)
            #expect(try Tempo(beatsPerMinute: tempo.beatsPerMinute) == tempo)
        }
        #expect(try Tempo(120).description == "120")
        #expect(try Tempo(1373, over: 10).description == "137.3")
        #expect(try Tempo(100_003, over: 1000).description == "100.003")
        #expect(try Tempo(400, over: 3).description == "133.333333")
        #expect(try Tempo(599_999, over: 6000).description == "99.999833")
        #expect(try Tempo(99_999_999, over: 999_999).description == "100.000099")
    }

    @Test func `faster is greater`() throws {
        #expect(try Tempo(1373, over: 10) < Tempo(1374, over: 10))
        #expect(try Tempo(400, over: 3) > Tempo(133))
        #expect(try !(Tempo(120) < Tempo(240, over: 2)))
    }
}
