// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@Suite struct CanonScheduleTests {
    /// All entries of all voices, merged the slow way.
    private func merged<S: Schedule>(_ canon: CanonSchedule<S>, through last: Int64) -> [S.Instant] {
        canon.voices.flatMap { voice in (voice.ids.lowerBound...last).compactMap(voice.instant) }.sorted()
    }

    @Test func `three voices 0.3 beat apart change in turn, each at its own time with the ids of the first`() throws {
        let beats = try PeriodicSchedule(from: BeatPosition(whole: 0), by: .of(1))
        let canon = try beats.canon(voices: 3, delay: .of(0.3))
        let times = canon.entries(from: BeatPosition(whole: 0)).prefix(6).map(\.instant.beats)
        #expect(zip(times, [0, 0.3, 0.6, 1, 1.3, 1.6]).allSatisfy { abs($0 - $1) < 1e-15 } && times.count == 6)
        #expect(canon.entries(from: BeatPosition(whole: 0)).prefix(6).map(\.id) == [0, 1, 2, 3, 4, 5])
        let now = try BeatPosition.at(5.4)
        #expect(canon.voices.map { $0.entry(atOrBefore: now)?.id } == [5, 5, 4])
        let early = try BeatPosition.at(0.4)
        #expect(canon.voices.map { $0.entry(atOrBefore: early)?.id } == [0, 0, nil])
    }

    @Test func `the entries of a canon are those of its voices, merged, even where voices lag by many entries`() throws
    {
        var random = SeededGenerator(seed: 51)
        for _ in 0..<100 {
            let offsets = try (0..<Int.random(in: 1...4, using: &random)).map { _ in
                try #require(Ratio(.random(in: 0...4, using: &random), over: 4))
            }
            let cyclic = try? CyclicSchedule(from: ClockTime(nanoseconds: 0), offsets: offsets, loops: 5)
            guard let base = cyclic, !base.ids.isEmpty else { continue }
            let delay = try #require(Ratio(.random(in: 0...30, using: &random), over: 4))
            let canon = try base.canon(voices: .random(in: 1...5, using: &random), delay: delay)
            let expected = merged(canon, through: base.ids.upperBound - 1)
            #expect(canon.entries(from: ClockTime(nanoseconds: .min)).map(\.instant) == expected)
            #expect(canon.ids.count == expected.count)
            for (id, instant) in expected.enumerated() {
                #expect(canon.entry(Int64(id))?.instant == instant)
                #expect(canon.id(atOrBefore: instant) == expected.lastIndex { $0 <= instant }.map(Int64.init))
            }
        }
    }

    @Test func `ids that do not begin at 0 go on by one through all voices`() throws {
        for first: Int64 in [-7, 12] {
            let base = try PeriodicSchedule(from: BeatPosition(whole: 3), by: .of(1), firstID: first)
            let canon = try base.canon(voices: 3, delay: .of(0.4))
            #expect(canon.ids.lowerBound == 3 * first)
            #expect(canon.entry(3 * first)?.instant == BeatPosition(whole: 3))
            #expect(canon.entry(3 * first - 1) == nil)
            let expected = merged(canon, through: first + 30).prefix(60)
            #expect(Array(canon.entries(from: BeatPosition(whole: 0)).prefix(60).map(\.instant)) == Array(expected))
        }
    }

    @Test func `a canon of canons is the canon of all their voices`() throws {
        let base = try PeriodicSchedule(from: ClockTime(nanoseconds: 0), by: .of(1))
        let nested = try base.canon(voices: 2, delay: .of(0.1)).canon(voices: 3, delay: .of(0.2))
        let flat = try base.canon(voices: 6, delay: .of(0.1))
        let start = ClockTime(nanoseconds: 0)
        #expect(
            nested.entries(from: start).prefix(60).map(\.instant) == flat.entries(from: start).prefix(60).map(\.instant)
        )
        #expect(nested.entry(1_000_001)?.instant == flat.entry(1_000_001)?.instant)
    }

    @Test func `delays add up`() throws {
        let base = try ExplicitSchedule([0.3, 0.6, 0.9].map(BeatPosition.at))
        let twice = try base.delayed(by: .of(0.25)).delayed(by: .of(0.5))
        let once = try base.delayed(by: .of(0.75))
        #expect(twice.entries(from: try .at(0)).map(\.instant) == once.entries(from: try .at(0)).map(\.instant))
        #expect(once.entry(1)?.id == 1 && once.ids == base.ids)
    }

    @Test func `ids that begin where numbers do harm nothing`() throws {
        let base = try PeriodicSchedule(from: BeatPosition(whole: 3), by: .of(1), firstID: .min)
        let canon = try base.canon(voices: 1, delay: .of(0))
        #expect(canon.entry(atOrBefore: BeatPosition(whole: 0)) == nil)
        let last = try #require(canon.entry(atOrBefore: BeatPosition(whole: 5)))
        #expect(last.id == .min + 2)
    }
}
