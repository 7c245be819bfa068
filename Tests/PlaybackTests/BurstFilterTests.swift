// SPDX-License-Identifier: Apache-2.0

import Rhythm
import SeededRandom
import Testing

@testable import Playback

@Suite struct BurstFilterTests {
    private static let ms: Int64 = 1_000_000

    @Test func `of a smooth device the reading furthest ahead of a window counts, and the next begins from nothing`() {
        var filter = BurstFilter()
        let first = (1...BurstFilter.window).map { filter.take(-Double($0), at: .ns(Int64($0))) }
        #expect(first.dropLast().allSatisfy { $0 == nil })
        #expect(first.last == BurstFilter.Observation(ahead: -1, blur: 0))
        let second = (1...BurstFilter.window).map { filter.take(-50 - Double($0), at: .ns(20 + Int64($0))) }
        #expect(second.last == BurstFilter.Observation(ahead: -51, blur: 0))
    }

    @Test func `a window of readings that are far apart is over after 300 ms`() {
        var filter = BurstFilter()
        let seen = [3.0, 4, 1, 2, 1].enumerated().map { filter.take($1, at: .ms(Int64($0) * 125)) }
        #expect(seen == [nil, nil, nil, BurstFilter.Observation(ahead: 4, blur: 0), nil])
    }

    @Test(arguments: [64.0, 256, 2048], [UInt64(1), 2])
    func `of a pointer that moves in bursts the truth is always within what the readings allow`(
        burst: Double, seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        var filter = BurstFilter(burst: Int(burst))
        var position = 0.0
        var last: BurstFilter.Observation?
        for look in 1...2000 as ClosedRange<Int64> {
            position += .random(in: 800...950, using: &random)
            let reported = (position / burst).rounded(.down) * burst
            // The clock is right, so the device is ahead of it by nothing.
            guard let seen = filter.take(reported - position, at: .ms(look * 20)) else { continue }
            #expect(abs(seen.ahead) <= seen.blur + 1e-6)
            last = seen
        }
        #expect(try #require(last).blur < burst / 100)
        #expect(filter.burst == burst)
    }

    @Test(arguments: [-300.0, -100, 200, 300], [UInt64(1), 2])
    func `what is allowed widens by what the clock's rate may be off`(partsPerMillion: Double, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var filter = BurstFilter(burst: 64)
        var truth = 0.0
        for look in 1...500 as ClosedRange<Int64> {
            truth += 0.02 * 48_000 * partsPerMillion * 1e-6
            let reading = truth - .random(in: 0..<64, using: &random)
            guard let seen = filter.take(reading, at: .ms(look * 20), doubt: 48_000 * 0.0003) else { continue }
            #expect(abs(seen.ahead - truth) <= seen.blur + 1e-6)
        }
        #expect(filter.burst == 64)
    }

    @Test func `what is played while the device is asked is not taken as its lead`() {
        var filter = BurstFilter(burst: 64)
        filter.bound(from: -2, to: 2, at: .zero)
        let seen = filter.take(9, blur: 10, at: .ns(1))
        #expect(seen == BurstFilter.Observation(ahead: 0.5, blur: 1.5))
    }

    @Test func `it moves with the clock`() {
        var filter = BurstFilter(burst: 64)
        filter.bound(from: 10, to: 20, at: .zero)
        filter.clockMoved(by: 5)
        let seen = filter.take(0, at: .ns(1))
        #expect(seen == BurstFilter.Observation(ahead: 10, blur: 5))
    }

    @Test func `bursts that grow are noticed, and those that are a little late are not taken for longer ones`() {
        var filter = BurstFilter(burst: 64)
        filter.bound(from: -1, to: 1, at: .zero)
        _ = filter.take(-70, at: .ns(1))
        #expect(filter.burst == 64)
        filter.bound(from: 0, to: 1, at: .zero)
        let seen = filter.take(-400, at: .ns(2))
        #expect(seen == BurstFilter.Observation(ahead: 0.5, blur: 0.5))
        #expect(filter.burst == 400)
    }

    @Test func `a device that is further ahead than was thought is followed at once`() {
        var filter = BurstFilter(burst: 64)
        filter.bound(from: -1, to: 1, at: .zero)
        let seen = filter.take(40, at: .ns(1))
        #expect(seen?.ahead ?? 0 >= 40)
    }

    // MARK: when to look

    @Test func `the next look is when the pointer is about to move`() throws {
        let clock = StreamClock(rate: 48_000, frame: 1000, time: .zero)
        var filter = BurstFilter(burst: 64)
        filter.bound(from: 0, to: 48, at: .zero)
        // The middle says that 1024 is heard now, and 1000 was reported: it moves at 1064, 1128, ...
        let sleep = try #require(filter.sleepNs(upTo: 20 * Self.ms, reported: 1000, spread: 0.5, by: clock, at: .zero))
        #expect(sleep <= 20 * Self.ms && sleep > 18 * Self.ms)
        // A little early, since threads wake late.
        let frame = clock.frame(at: .ns(sleep + 50_000)) + 24
        let isMultiple = abs(((frame - 1000) / 64).rounded() * 64 - (frame - 1000)) < 0.01
        #expect(isMultiple)
    }

    @Test func `a pointer that does not move in time is not waited for`() {
        let clock = StreamClock(rate: 48_000, frame: 0, time: .zero)
        var filter = BurstFilter(burst: 4800)
        filter.bound(from: 0, to: 0, at: .zero)
        #expect(filter.sleepNs(upTo: 20 * Self.ms, reported: 0, spread: 0, by: clock, at: .zero) == nil)
        // Nor is one that moves much earlier: the thread would wake more often.
        #expect(filter.sleepNs(upTo: 20 * Self.ms, reported: -4400, spread: 0, by: clock, at: .zero) == nil)
        #expect(BurstFilter().sleepNs(upTo: 20 * Self.ms, reported: 0, spread: 0, by: clock, at: .zero) == nil)
    }
}
