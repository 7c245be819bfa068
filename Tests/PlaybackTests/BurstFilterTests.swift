// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import Playback

@Suite struct BurstFilterTests {
    private static let ms: Int64 = 1_000_000

    private static let clock = StreamClock(rate: 48_000, frame: 0, time: .zero)

    @Test func `of a smooth device the reading furthest ahead of a window counts, and the next begins from nothing`() {
        var filter = BurstFilter()
        let first = (1...BurstFilter.window).map { filter.take(ahead: -Double($0), at: .ns(Int64($0))) }
        #expect(first.dropLast().allSatisfy { $0 == nil })
        #expect(first.last == BurstFilter.Observation(ahead: -1, blur: 0))
        let second = (1...BurstFilter.window).map { filter.take(ahead: -50 - Double($0), at: .ns(20 + Int64($0))) }
        #expect(second.last == BurstFilter.Observation(ahead: -51, blur: 0))
    }

    @Test func `a window of readings that are far apart is over after 300 ms`() {
        var filter = BurstFilter()
        let seen = [3.0, 4, 1, 2, 1].enumerated().map { filter.take(ahead: $1, at: .ms(Int64($0) * 125)) }
        #expect(seen == [nil, nil, nil, BurstFilter.Observation(ahead: 4, blur: 0), nil])
    }

    @Test(arguments: [64.0, 256, 2048], [-300.0, -50, 0, 200, 300])
    func `of a pointer that moves in bursts the truth is always within what the readings allow`(
        burst: Double, partsPerMillion: Double
    ) throws {
        let rate = 48_000 * (1 + partsPerMillion * 1e-6)
        for seed in 1...2 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var filter = BurstFilter(burst: Int(burst))
            var ns: Int64 = 0
            var last: BurstFilter.Observation?
            for _ in 1...2000 {
                ns += .random(in: 17_000_000...20_000_000, using: &random)
                let position = Double(ns) * 1e-9 * rate
                let reported = (position / burst).rounded(.down) * burst
                guard let seen = filter.take(reported, at: .ns(ns), by: Self.clock) else { continue }
                #expect(abs(seen.ahead - (position - Self.clock.frame(at: .ns(ns)))) <= seen.blur + 1e-6)
                #expect(seen.slowest <= rate && rate <= seen.fastest)
                last = seen
            }
            let seen = try #require(last)
            #expect(seen.blur < burst / 40)
            // After half a minute, to some millionths.
            #expect(seen.fastest - seen.slowest < 2.4 + burst / 512)
            #expect(filter.burst == burst)
        }
    }

    @Test func `what is allowed widens by what the device's rate may be off, and narrows by what was measured of it`() {
        var filter = BurstFilter(burst: 64)
        filter.bound(from: 0, to: 0, at: .zero, by: Self.clock)
        // The pointer was at 47,936 when it was last seen to move, and 48,000 is played now.
        let first = filter.take(47_968, at: .s(1), by: Self.clock)
        // Within 300 millionths either way.
        #expect(abs((first?.blur ?? 0) - 14.4) < 1e-6)
        #expect(abs((first?.fastest ?? 0) - 48_000 * 1.0003) < 1e-6)
        // Now it is known to have played 48,012 frames a second, or a few fewer, but no more.
        let second = filter.take(96_024 - 64, at: .s(2), by: Self.clock)
        #expect(second?.fastest ?? 0 < 48_012.2)
        #expect(second?.slowest ?? 0 > 47_985)
    }

    @Test func `what is played while the device is asked is not taken as its lead`() {
        var filter = BurstFilter(burst: 64)
        filter.bound(from: -2, to: 2, at: .zero, by: Self.clock)
        let seen = filter.take(9, blur: 10, at: .zero, by: Self.clock)
        #expect(seen?.ahead == 0.5 && seen?.blur == 1.5)
    }

    @Test func `bursts that grow are noticed, and those that are a little late are not taken for longer ones`() {
        var filter = BurstFilter(burst: 64)
        filter.bound(from: -1, to: 1, at: .zero, by: Self.clock)
        _ = filter.take(-70, at: .zero, by: Self.clock)
        #expect(filter.burst == 64)
        filter = BurstFilter(burst: 64)
        filter.bound(from: 0, to: 1, at: .zero, by: Self.clock)
        let seen = filter.take(-400, at: .zero, by: Self.clock)
        #expect(seen?.ahead == 0.5 && seen?.blur == 0.5)
        #expect(filter.burst == 400)
    }

    @Test func `a device that is a little further than was thought is thought to be there, and no further`() {
        for off in [0.1, 1, 6] {
            var filter = BurstFilter(burst: 64)
            filter.bound(from: -1, to: 1, at: .zero, by: Self.clock)
            let ahead = filter.take(ahead: 1 + off, at: .zero)?.ahead ?? 0
            #expect(ahead >= 1 + off && ahead <= 1 + 2 * off + 1e-9)
        }
    }

    @Test func `a device that is further ahead than was thought is followed at once`() {
        var filter = BurstFilter(burst: 64)
        filter.bound(from: -1, to: 1, at: .zero, by: Self.clock)
        #expect(filter.take(ahead: 40, at: .zero)?.ahead ?? 0 >= 40)
    }

    // MARK: when to look

    @Test func `the next look is when the pointer is about to move`() throws {
        var filter = BurstFilter(burst: 64)
        filter.bound(from: 1000, to: 1048, at: .zero, by: Self.clock)
        // The middle says that 1024 is heard now, and 1000 was reported: it moves at 1064, 1128, ...
        let sleep = try #require(filter.sleepNs(upTo: 20 * Self.ms, reported: 1000, spread: 0.5, at: .zero))
        #expect(sleep <= 20 * Self.ms && sleep > 18 * Self.ms)
        // A little early, since threads wake late.
        let frame = Self.clock.frame(at: .ns(sleep + 50_000)) + 1024
        let isMultiple = abs(((frame - 1000) / 64).rounded() * 64 - (frame - 1000)) < 0.01
        #expect(isMultiple)
    }

    @Test
    func `looks lie on both sides of what is allowed, however little that is, so that it is contradicted if wrong`()
        throws
    {
        var filter = BurstFilter(burst: 64)
        filter.bound(from: 1000, to: 1000, at: .zero, by: Self.clock)
        let sleeps = try [0.0, 0.5, 0.999].map {
            try #require(filter.sleepNs(upTo: 20_500_000, reported: 1000, spread: $0, at: .zero))
        }
        #expect(sleeps[0] - sleeps[1] > 60_000 && sleeps[1] - sleeps[2] > 60_000)
    }

    @Test func `a device is looked at more often until its rate is known, for a second at most`() {
        var filter = BurstFilter(burst: 64)
        #expect(filter.sleepNs(upTo: 125 * Self.ms, at: .zero) == 125 * Self.ms)
        filter.bound(from: 0, to: 64, at: .zero, by: Self.clock)
        #expect(filter.sleepNs(upTo: 125 * Self.ms, at: .ms(999)) == 10 * Self.ms)
        #expect(filter.sleepNs(upTo: 7 * Self.ms, at: .ms(999)) == 7 * Self.ms)
        #expect(filter.sleepNs(upTo: 125 * Self.ms, at: .ms(1000)) == 125 * Self.ms)
    }

    @Test func `a pointer that does not move in time is not waited for`() {
        var filter = BurstFilter(burst: 4800)
        filter.bound(from: 0, to: 0, at: .zero, by: Self.clock)
        #expect(filter.sleepNs(upTo: 20 * Self.ms, reported: 0, spread: 0, at: .zero) == nil)
        // Nor is one that moves much earlier: the thread would wake more often.
        #expect(filter.sleepNs(upTo: 20 * Self.ms, reported: -4400, spread: 0, at: .zero) == nil)
        #expect(BurstFilter().sleepNs(upTo: 20 * Self.ms, reported: 0, spread: 0, at: .zero) == nil)
    }
}

extension BurstFilter {
    /// Takes a reading that is a number of frames ahead of a clock at 48,000 Hz.
    fileprivate mutating func take(ahead: Double, at time: ClockTime) -> Observation? {
        let clock = StreamClock(rate: 48_000, frame: 0, time: .zero)
        return take(clock.frame(at: time) + ahead, at: time, by: clock)
    }
}
