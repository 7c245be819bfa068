// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@Suite struct SwingTests {
    @Test(arguments: [
        ("even", 1, 2, "even"), ("50%", 1, 2, "even"), ("1:1", 1, 2, "even"), ("2:1", 2, 3, "2:1"),
        ("66.7%", 667, 1000, "66.7%"), ("58", 29, 50, "58%"), ("75%", 3, 4, "75%"), ("3:1", 3, 4, "75%"),
        ("1.5:1", 3, 5, "60%"), ("3:2", 3, 5, "60%"),
    ])
    func `a swing is a part of two, in percent or as a ratio`(
        text: String, numerator: Int64, denominator: Int64, written: String
    ) throws {
        let swing = try Swing(parsing: text)
        #expect(swing.part == Ratio(numerator, over: denominator))
        #expect(swing.description == written)
        #expect(try Swing(parsing: written) == swing)
    }

    @Test(arguments: [
        "", "49.9%", "75.1%", "1:2", "4:1", "0:0", "1:0", "-2:1", "2:1:1", "x", "66.66%", "%", "1e2", "2:", ":1", "nan",
    ])
    func `what is no swing, or lies outside of half and three quarters, is refused`(text: String) {
        #expect(throws: RhythmError.self) { try Swing(parsing: text) }
    }

    @Test func `a refusal names the swing as it was written`() {
        let error = #expect(throws: RhythmError.self) { try Swing(parsing: "80%") }
        #expect(error?.message.hasPrefix("a swing of 80% is out of range") == true)
    }

    @Test(arguments: 2...9)
    func `a beat is divided into equal parts, and swing moves every second one of an even number`(
        parts: Int
    ) throws {
        let even = try #require(Pattern(subdivision: parts))
        #expect(even.onsets.count == parts - 1 && even.cycle == even.denominator)
        let swing = try Swing(parsing: "2:1")
        let swung = try #require(Pattern(subdivision: parts, swing: swing))
        for part in 1..<parts {
            let exact = try #require(Ratio(Int64(part), over: Int64(parts)))
            #expect(Ratio(Int64(even.onsets[part - 1].place), over: Int64(even.denominator)) == exact)
            let moved = try #require(Ratio(Int64(3 * (part - 1) + 4), over: Int64(3 * parts)))
            let isMoved = parts.isMultiple(of: 2) && !part.isMultiple(of: 2)
            #expect(
                Ratio(Int64(swung.onsets[part - 1].place), over: Int64(swung.denominator))
                    == (isMoved ? moved : exact))
        }
    }

    @Test func `a beat that is not divided has nothing between it and the next`() {
        #expect(Pattern(subdivision: 1) == nil && Pattern(subdivision: 10) == nil && Pattern(subdivision: 0) == nil)
    }
}
