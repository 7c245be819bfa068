// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

struct WrittenPatternTests {
    private let four = [Ratio](repeating: .one, count: 4)

    private func pattern(_ text: String, in bar: [Ratio]? = nil) throws -> Pattern {
        try WrittenPattern(parsing: text).pattern(inBarsOf: bar ?? four)
    }

    /// The places of the onsets in quarter notes.
    private func places(_ pattern: Pattern) -> [Ratio] {
        pattern.onsets.compactMap { Ratio(Int64($0.place), over: Int64(pattern.denominator)) }
    }

    private func length(_ pattern: Pattern) -> Ratio? { Ratio(Int64(pattern.cycle), over: Int64(pattern.denominator)) }

    private func ratios(_ numbers: [(Int64, Int64)]) -> [Ratio] { numbers.compactMap { Ratio($0.0, over: $0.1) } }

    @Test func `steps share a bar, whatever their number`() throws {
        #expect(places(try pattern("x...x...")) == ratios([(0, 1), (2, 1)]))
        #expect(places(try pattern("x.x")) == ratios([(0, 1), (8, 3)]))
        #expect(length(try pattern("x.x.x")) == Ratio(4))
        #expect(places(try pattern("x.x", in: [.one, .one, .one])) == ratios([(0, 1), (2, 1)]))
    }

    @Test func `separators, repeats and other signs for the same are read alike`() throws {
        let plain = try pattern("x..ox..o")
        for text in ["x..o x..o", "x..o|x..o", "(x..o)*2", "x--ox--o", "x.*2ox.*2o", "x..o_x..o", "((x..o))*2"] {
            #expect(try pattern(text) == plain, "\(text)")
        }
    }

    @Test func `a step has an accent and a chance`() throws {
        let onsets = try pattern("XAxox%30.%50x%0").onsets
        #expect(onsets.map(\.accent) == [.bell, .accent, .normal, .ghost, .normal])
        #expect(onsets.map(\.chance) == [1, 1, 1, 1, 0.3])
    }

    @Test func `a length behind the steps says how long they last`() throws {
        #expect(length(try pattern("x..x..x...x.x... over 2 bars")) == Ratio(8))
        #expect(length(try pattern("x.x over 5 beats")) == Ratio(5))
        #expect(length(try pattern("x.x over 3/2 beats")) == Ratio(3, over: 2))
        #expect(length(try pattern("x.x.x 4 per beat")) == Ratio(5, over: 4))
        #expect(length(try pattern("x.x 16 per bar")) == Ratio(3, over: 4))
    }

    @Test func `a number is so many strokes, and numbers with colons are all of them in one bar`() throws {
        #expect(places(try pattern("3 per beat")) == ratios([(0, 1), (1, 3), (2, 3)]))
        #expect(places(try pattern("5 per bar")) == (0..<5).compactMap { Ratio(4 * $0, over: 5) })
        let both = try pattern("3:2")
        #expect(places(both) == ratios([(0, 1), (4, 3), (2, 1), (8, 3)]))
        #expect(both.onsets.map(\.accent) == [.accent, .normal, .normal, .normal])
    }

    @Test func `a cycle is counted from what it fits`() throws {
        func anchor(_ text: String) throws -> WrittenLane.Anchor {
            try WrittenPattern(parsing: text).usualAnchor(inBarsOf: four)
        }
        #expect(try anchor("x.x.") == .bar && anchor("3 per beat") == .bar && anchor("5:4") == .bar)
        #expect(try anchor("x.x. over 2 bars") == .passage)
        #expect(try anchor("x.x over 3 beats") == .run && anchor("every 3 beats") == .run)
    }

    @Test func `what is wrong is named with its column and with what is allowed`() {
        for (text, column, word) in [
            ("x..y", 4, "step"), ("x.(x", 3, "closed"), ("x.)x", 3, "closes"), ("x%101", 2, "100"),
            ("x*0", 2, "repeat"),
            ("x..x over 2 parts", 6, "over"), ("x.. 0 per beat", 7, "per"), ("3:0", 1, "polyrhythm"),
            ("3:2:", 1, "polyrhythm"),
            ("every 2 elephants", 9, "elephants"), ("cycle 0 0 s", 7, "0"), ("cycle 0.2 0.2 s 0 times", 17, "times"),
            ("moments 2 1 s", 1, "ascend"), ("every 0.5 s canon 2 by 1 s", 1, "canon"),
            ("(((((((((x)))))))))", 9, "deep"), ("every 500", 7, "unit"), ("every 1 us", 9, "us"),
            ("cycle 0.2 0.4", 7, "unit"), ("every day", 7, "hour"),
        ] {
            let error = #expect(throws: RhythmError.self, "\(text)") { try WrittenPattern(parsing: text) }
            #expect(error?.message.contains("column \(column):") ?? false, "\(text): \(error?.message ?? "")")
            #expect(error?.message.contains(word) ?? false, "\(text): \(error?.message ?? "")")
        }
        #expect(throws: RhythmError.self) { try WrittenPattern(parsing: "") }
        #expect(throws: RhythmError.self) { try WrittenPattern(parsing: "((x)*1000)*1000") }
    }

    @Test func `no text is read without an error or a pattern that can be played`() {
        var random = SeededGenerator(seed: 7)
        let pieces = [
            "x", ".", "X", "(", ")", "*4", "%30", "%", "*", " over ", " per ", "3", ":", "2 bars", "every ", "cycle ",
            "0.2 ", "s",
            "times", "after ", "canon ", "by ", "|", "é", "-", "\u{0}", "99999999999", "moments ", "minute", ",",
        ]
        for _ in 0..<4000 {
            let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            guard let written = try? WrittenPattern(parsing: text), let pattern = try? written.pattern(inBarsOf: four)
            else {
                continue
            }
            #expect(pattern.cycle > 0)
            #expect((try? WrittenPattern(parsing: written.description)) == written)
        }
    }
}
