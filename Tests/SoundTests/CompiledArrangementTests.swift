// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import Sound

@Suite struct CompiledArrangementTests {
    private func lane(_ id: Int, onsetsPerQuarter: Int) throws -> Lane {
        Lane(
            id: id,
            pattern: try Pattern(
                cycle: onsetsPerQuarter, denominator: onsetsPerQuarter,
                onsets: (0..<Int32(onsetsPerQuarter)).map { .init(place: $0, accent: .normal) }))
    }

    private func music(_ lanes: [Lane], bpm: Int64) throws -> Arrangement {
        Arrangement(passages: [Passage(curve: TempoCurve(try Tempo(bpm)), bar: [.one], lanes: lanes)])
    }

    @Test func `10,000 onsets a second can be played, and one more lane is refused`() throws {
        // 10 quarter notes a second, 1,000 onsets in each.
        let half = try [lane(1, onsetsPerQuarter: 500), lane(2, onsetsPerQuarter: 500)]
        _ = try CompiledArrangement(music(half, bpm: 600))
        let error = #expect(throws: RhythmError.self) {
            try CompiledArrangement(music(half + [lane(3, onsetsPerQuarter: 1)], bpm: 600))
        }
        #expect(error?.reason == .outOfRange && error?.maximum == 10_000)
    }

    @Test func `the faster end of a ramp counts`() throws {
        var passage = Passage(
            length: Ratio(4),
            curve: TempoCurve(from: try Tempo(60), to: try Tempo(601), .linearInTime, length: try #require(Ratio(4))),
            bar: [.one], lanes: [try lane(0, onsetsPerQuarter: 999)])
        #expect(throws: RhythmError.self) { try CompiledArrangement(Arrangement(passages: [passage])) }
        passage.curve = TempoCurve(
            from: try Tempo(60), to: try Tempo(600), .linearInTime, length: try #require(Ratio(4)))
        _ = try CompiledArrangement(Arrangement(passages: [passage]))
    }

    @Test func `passes count too, so that no number of empty ones can hold the renderer up`() throws {
        var passage = Passage(tempo: try Tempo(600), beatsPerBar: 4, bell: nil)
        passage.lanes = []
        passage.times = 1_000_000
        passage.length = Ratio(1, over: 1001)
        #expect(throws: RhythmError.self) { try CompiledArrangement(Arrangement(passages: [passage])) }
        passage.length = Ratio(1, over: 1000)
        _ = try CompiledArrangement(Arrangement(passages: [passage]))
    }

    @Test func `what is left of a passage that can be played can be played, however short`() throws {
        var passage = Passage(tempo: try Tempo(600), beatsPerBar: 4, bell: nil)
        passage.lanes = [try lane(1, onsetsPerQuarter: 999)]
        passage.length = Ratio(1)
        try passage.checkLimits()
        for rest in try [Ratio(1, over: 2), Ratio(1, over: 1001)].map({ try #require($0) }) {
            passage.length = rest
            // No song may be made of such passages.
            #expect(throws: RhythmError.self) { try passage.checkLimits() }
            _ = try CompiledArrangement(Arrangement(passages: [passage]))
        }
    }

    @Test func `no passage, no length and a lane that is there twice are refused`() throws {
        #expect(throws: RhythmError.self) { try CompiledArrangement(Arrangement(passages: [])) }
        var passage = Passage(tempo: try Tempo(120), beatsPerBar: 4, bell: nil)
        passage.length = .zero
        #expect(throws: RhythmError.self) { try CompiledArrangement(Arrangement(passages: [passage])) }
        passage.length = Ratio(1)
        passage.lanes += passage.lanes
        #expect(throws: RhythmError.self) { try CompiledArrangement(Arrangement(passages: [passage])) }
    }

    @Test func `a song of 10,000 distinct bars takes 2 MB at most`() throws {
        let passages = try (0..<10_000 as Range<Int64>).map { number in
            var passage = Passage(
                tempo: try Tempo(60_000 + number, over: 1000), beatsPerBar: 4,
                bell: try BellPattern(every: Int(number % 128) + 1, on: 1))
            passage.length = Ratio(4)
            // No two bars have the same pattern.
            passage.lanes[0].pattern = try Pattern(
                cycle: 4000, denominator: 1000,
                onsets: [0, 1000, 2000, 3000 - Int32(number % 900)].map { .init(place: $0, accent: .normal) })
            return passage
        }
        let compiled = try CompiledArrangement(Arrangement(passages: passages))
        #expect(compiled.bytes <= 2_000_000, "\(compiled.bytes)")
    }

    @Test func `a pattern that a bar cuts off begins anew with each bar`() throws {
        // A cycle of three beats in bars of four.
        let pattern = try Pattern(beats: [.bell, .normal, .ghost])
        var passage = Passage(tempo: try Tempo(600), beatsPerBar: 4, bell: nil)
        passage.lanes = [Lane(id: 0, pattern: pattern, anchor: .bar)]
        let view = try CompiledArrangement(Arrangement(passages: [passage]))
        let accents = (0..<8).map { view.view.accent(ofOnset: $0, lane: 0) }
        #expect(accents == [.bell, .normal, .ghost, .bell, .bell, .normal, .ghost, .bell])
    }

    @Test
    func `chance is a hash: the same seed plays the same, another one another, and neither lane nor number repeats`()
        throws
    {
        func played(seed: UInt64, lane: Int) throws -> [Bool] {
            let pattern = try Pattern(
                cycle: 1, denominator: 1, onsets: [.init(place: 0, accent: .normal, chance: 0.3)])
            let lanes = (0..<2).map { Lane(id: $0, pattern: pattern) }
            let compiled = try CompiledArrangement(
                Arrangement(
                    passages: [Passage(curve: TempoCurve(try Tempo(120)), bar: [.one], lanes: lanes)], seed: seed))
            return withExtendedLifetime(compiled) {
                (0..<10_000).map { compiled.view.isPlayed(onset: $0, lane: lane) }
            }
        }
        let first = try played(seed: 1, lane: 0)
        #expect(try played(seed: 1, lane: 0) == first)
        for other in [try played(seed: 2, lane: 0), try played(seed: 1, lane: 1)] {
            // Independent: both in 9 of 100.
            let both = zip(first, other).count { $0 && $1 }
            #expect((750...1050).contains(both), "\(both)")
        }
        #expect((2800...3200).contains(first.count { $0 }))
    }
}
