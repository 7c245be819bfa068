// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import MetronomeRhythm

/// Patterns are cut, turned and stretched within their limits, or refused before anything is made.
@Suite struct PatternBoundsTests {
    private let four = [Ratio](repeating: .one, count: 4)

    private func ratio(_ random: inout SeededGenerator) throws -> Ratio {
        let numbers: [Int64] = [1, 2, 3, 7, 64, 1000, 100_000_007, 499_999_999, 1_999_999_999, 1 << 40, 1 << 62, .max]
        return try #require(
            Ratio(numbers.randomElement(using: &random) ?? 1, over: numbers.randomElement(using: &random) ?? 1))
    }

    @Test func `a bar of millions of cycles is refused, not cut`() throws {
        for (cycle, denominator) in [(3, 499_999_999), (3, 100_000_007), (3, 1999)] {
            let pattern = try Pattern(
                cycle: cycle, denominator: denominator, onsets: [.init(place: 0, accent: .normal)])
            if denominator > 1999 {
                #expect(throws: RhythmError.self) { try pattern.cut(to: four) }
            } else {
                #expect(try pattern.cut(to: four).onsets.count == 2666)
            }
        }
        let silent = try Pattern(cycle: 3, denominator: 499_999_999, onsets: [])
        #expect(try silent.cut(to: four).onsets.isEmpty)
    }

    @Test func `a cycle that is cut begins anew with each bar`() throws {
        let three = try Pattern(
            cycle: 3, denominator: 1, onsets: [.init(place: 0, accent: .normal), .init(place: 2, accent: .ghost)])
        #expect(try three.cut(to: four).onsets.map(\.place) == [0, 2, 3])
        #expect(try three.cut(to: [.one, .one, .one]) == three)
    }

    @Test func `no number makes a pattern trap`() throws {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<2000 {
            let (one, other) = (try ratio(&random), try ratio(&random))
            guard let cycle = Int(exactly: one.numerator), let denominator = Int(exactly: one.denominator),
                let pattern = try? Pattern(
                    cycle: cycle, denominator: denominator,
                    onsets: [.init(place: Int32(min(cycle - 1, 5)), accent: .normal)])
            else { continue }
            _ = try? pattern.rotated(by: other)
            _ = try? pattern.stretched(by: other)
            _ = try? pattern.cut(to: [other, one])
            _ = try? Pattern(accents: [.bell, .normal], inBarsOf: [one, other])
            _ = try? Pattern(beats: [.bell, .normal], of: other)
        }
    }

    @Test func `the nearest fraction is no farther than any other of its denominators`() throws {
        var random = SeededGenerator(seed: 10)
        for _ in 0..<300 {
            let (top, bottom) = (
                Int128(Int64.random(in: -1_000_000...1_000_000, using: &random)),
                Int128(Int64.random(in: 1...99_991, using: &random))
            )
            let most = Int64.random(in: 1...60, using: &random)
            let near = try #require(Ratio(nearest: top, over: bottom, denominatorAtMost: most))
            /// Over the product of the denominators.
            func distance(_ other: Ratio) -> Double {
                abs(Double(top) / Double(bottom) - other.value)
            }
            #expect(near.denominator <= most)
            for denominator in 1...most {
                let parts = (Double(top) / Double(bottom) * Double(denominator)).rounded()
                let other = try #require(Ratio(Int64(parts), over: denominator))
                #expect(distance(near) <= distance(other) + 1e-12)
            }
        }
        #expect(Ratio(nearest: 1 << 100, over: 3) == nil && Ratio(nearest: 1, over: 0) == nil)
        for text in ["0.011", "-0.5", "2", "0.000000000001"] {
            let isNegative = text.hasPrefix("-")
            let number = try #require(Ratio(decimal: text.dropFirst(isNegative ? 1 : 0))?.times(isNegative ? -1 : 1))
            #expect(number.decimal == text)
        }
        #expect(Ratio(1, over: 3)?.decimal == nil)
    }
}
