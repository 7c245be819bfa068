// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

/// Lengths of schedules and of steps: what is read can be played at every tempo, or is refused in words.
@Suite struct ScheduleBoundsTests {
    private static let bars: [[Ratio]] = [
        [.one], [Ratio](repeating: .one, count: 64), [Ratio(3, over: 64) ?? .one, Ratio(7, over: 1_000_003) ?? .one],
    ]

    @Test(arguments: [
        "every 0.00000000001 s", "every 1/10000000000 beats", "cycle 0.00000000001 s", "every 1/9223372036854775807 ms",
        "cycle 0.00000000001 s 3 times", "every 0.00024 s", "every 1/240001 beats", "every 1/240001 bars",
        "moments 0 0.0001 s", "moments 0 1 s canon 2 by 0.0001 s", "cycle 0.5 0.0001 s", "every 0 s",
        "moments 0 1 s canon 16 by 3601 s", "x over 3/499999999 beats", "x over 3/100000007 beats", "x over 0 beats",
    ])
    func `a length that is too short to be played is refused`(text: String) {
        #expect(throws: RhythmError.self) { try WrittenPattern(parsing: text) }
    }

    @Test(arguments: [
        "every 0.25 ms", "every 1/240000 beats", "cycle 0 0.00025 s", "every 3600 bars", "x over 1/240000 beats",
    ])
    func `the shortest and the longest lengths are read`(text: String) throws {
        _ = try WrittenPattern(parsing: text)
    }

    @Test func `more entries than there may be are refused before any is made`() {
        let lengths = Array(repeating: "1", count: 256).joined(separator: " ")
        #expect(throws: RhythmError.self) { try WrittenPattern(parsing: "cycle \(lengths) s 17 times") }
        #expect(throws: RhythmError.self) { try WrittenPattern(parsing: "cycle \(lengths) s 16 times canon 2 by 1 s") }
        #expect(throws: RhythmError.self) { try WrittenPattern(parsing: "cycle \(lengths) 1 s") }
        let delays = String(repeating: " after 1 s", count: 17)
        #expect(throws: RhythmError.self) { try WrittenPattern(parsing: "every 1 s" + delays) }
    }

    /// A length that is near a bound, or anywhere between.
    private func length(_ random: inout SeededGenerator) -> String {
        let numbers = [
            "0", "0.00025", "0.25", "1/240000", "1/239999", "1/3", "3600", "3599.999999999999", "1/499999999",
            "7/100000007", "0.333333333333333333", "1.5", "2",
        ]
        return numbers.randomElement(using: &random) ?? "1"
    }

    private func text(_ random: inout SeededGenerator) -> String {
        let unit = ["s", "ms", "beats", "bars"].randomElement(using: &random) ?? "s"
        let lengths = (0..<Int.random(in: 1...5, using: &random)).map { _ in length(&random) }.joined(separator: " ")
        var text =
            [
                "every \(length(&random)) \(unit)", "cycle \(lengths) \(unit)", "cycle \(lengths) \(unit) 9 times",
                "moments \(lengths) \(unit)",
            ].randomElement(using: &random) ?? ""
        if Bool.random(using: &random) { text += " after \(length(&random)) beats after \(length(&random)) s" }
        if Bool.random(using: &random) { text += " canon 3 by \(length(&random)) s" }
        return text
    }

    @Test func `whatever is read has a plan at every tempo, in every bar, or is refused`() throws {
        var random = SeededGenerator(seed: 5)
        var planned = 0
        let tempi = [
            try Tempo(1), try Tempo(1000), try Tempo(123_456_789, over: 1_000_000),
            try Tempo(999_999_999, over: 1_000_000),
        ]
        for _ in 0..<3000 {
            guard let schedule = (try? WrittenPattern(parsing: text(&random)))?.schedule else { continue }
            for tempo in tempi {
                let bar = Self.bars.randomElement(using: &random) ?? [.one]
                guard let plan = try? schedule.plan(inBarsOf: bar, tempo: tempo, beat: .one) else { continue }
                planned += 1
                #expect(plan.pattern.cycle > 0 && plan.pattern.onsets.count <= 4096)
                #expect(plan.onsets?.lowerBound ?? 0 >= 0)
            }
        }
        #expect(planned > 1000)
    }

    @Test func `in bars of whole beats every schedule that is read has a plan`() throws {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<600 {
            let text = text(&random)
            guard let schedule = (try? WrittenPattern(parsing: text))?.schedule else { continue }
            for beats in [1, 4, 64] {
                for bpm in [1, 97, 1000] as [Int64] {
                    let bar = [Ratio](repeating: .one, count: beats)
                    #expect(throws: Never.self, "\(text)") {
                        try schedule.plan(inBarsOf: bar, tempo: try Tempo(bpm), beat: .one)
                    }
                }
            }
        }
    }

    @Test func `a delay of hours does not make a short cycle wrong`() throws {
        let schedule = try #require(try WrittenPattern(parsing: "every 0.7 ms after 3600 s").schedule)
        let plan = try schedule.plan(inBarsOf: [.one], tempo: try Tempo(137), beat: .one)
        #expect(Ratio(Int64(plan.pattern.cycle), over: Int64(plan.pattern.denominator)) == Ratio(959, over: 600_000))
        // 3600 s are 5,142,857 cycles and a part.
        #expect(plan.onsets?.lowerBound == 5_142_857)
    }
}
