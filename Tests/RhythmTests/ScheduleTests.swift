// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

/// What holds for every kind of schedule.
@Suite struct ScheduleTests {
    /// Walks over some entries from an id on and asks about the instants at, before and after each.
    private func obeys<S: Schedule>(_ schedule: S, from first: Int64, count: Int64 = 40) throws
    where S.Instant: ExactInstant {
        let end = min(schedule.ids.upperBound, first + count)
        for id in first..<end {
            let entry = try #require(schedule.entry(id))
            #expect(entry.id == id)
            let current = try #require(schedule.entry(atOrBefore: entry.instant))
            #expect(current.instant == entry.instant)
            #expect(current.id >= id)
            #expect(schedule.shown(at: entry.instant) == entry.instant)
            if let before = S.Instant(ticks: entry.instant.ticks - 1) {
                #expect(schedule.id(atOrBefore: before).map { $0 < id } ?? true)
                #expect(schedule.next(after: before)?.instant == entry.instant)
                #expect(try #require(schedule.next(after: before)).id <= id)
            }
            if let following = schedule.entry(id + 1) {
                #expect(following.instant >= entry.instant)
                #expect(current.id == id || following.instant == entry.instant)
                if following.instant > entry.instant { #expect(schedule.next(after: entry.instant) == following) }
            } else {
                #expect(id + 1 == schedule.ids.upperBound)
                #expect(schedule.next(after: entry.instant) == nil)
            }
        }
        #expect(schedule.entry(schedule.ids.lowerBound - 1) == nil)
        if let start = schedule.entry(schedule.ids.lowerBound), let before = S.Instant(ticks: start.instant.ticks - 1) {
            #expect(schedule.entry(atOrBefore: before) == nil)
            #expect(schedule.next(after: before)?.instant == start.instant)
            #expect(schedule.shown(at: before) == before)
        }
    }

    private func ratio(_ random: inout SeededGenerator, from least: Int64 = 1) throws -> Ratio {
        let denominator = Int64.random(in: 1...(Int64(1) << Int64.random(in: 0...20, using: &random)), using: &random)
        let most = Int64(1) << Int64.random(in: 1...12, using: &random)
        return try #require(Ratio(.random(in: least...most, using: &random), over: denominator))
    }

    private func place<Axis: ExactInstant>(_ axis: Axis.Type, _ random: inout SeededGenerator) throws -> Axis {
        let units = Int128(Int64.random(in: -1_000_000_000...1_000_000_000, using: &random))
        let part = Int128.random(in: 0..<axis.ticksPerUnit, using: &random)
        return try #require(axis.init(ticks: units * axis.ticksPerUnit + part))
    }

    private func check<Axis: ExactInstant>(_ axis: Axis.Type, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<25 {
            let anchor = try place(axis, &random)
            let far = Int64.random(in: 0...100_000, using: &random)
            let period = try ratio(&random)
            if Int128(period.numerator) * axis.ticksPerUnit >= Int128(period.denominator) {
                let periodic = try PeriodicSchedule(from: anchor, by: period, firstID: far - 50_000)
                try obeys(periodic, from: far - 50_000)
                try obeys(periodic, from: 2 * far)
                try obeys(try periodic.delayed(by: ratio(&random, from: 0)), from: far)
                try obeys(
                    AnimationSchedule(from: anchor, minimumInterval: period), from: far)
            }
            let offsets = try (0..<Int.random(in: 1...7, using: &random)).map { _ in
                Bool.random(using: &random) ? try #require(Ratio(0)) : try ratio(&random)
            }
            if let cyclic = try? CyclicSchedule(from: anchor, offsets: offsets) {
                try obeys(cyclic, from: 0)
                try obeys(cyclic, from: far)
                try obeys(try CyclicSchedule(from: anchor, offsets: offsets, loops: 3), from: 0)
                try obeys(try cyclic.canon(voices: 3, delay: ratio(&random, from: 0)), from: far, count: 12)
            }
            let list = try (0..<20).map { _ in try place(axis, &random) }.sorted()
            let explicit = try ExplicitSchedule(list + [list[19], list[19]])
            try obeys(explicit, from: 0)
            try obeys(try explicit.canon(voices: 4, delay: ratio(&random, from: 0)), from: 0, count: 100)
        }
    }

    @Test func `over beats, what is asked by id and what is asked by instant agree`() throws {
        try check(BeatPosition.self, seed: 41)
    }

    @Test func `over clock time, what is asked by id and what is asked by instant agree`() throws {
        try check(ClockTime.self, seed: 42)
    }

    @Test func `thousands of millions of entries on, an entry still lies where the fraction says, to the tick`() throws
    {
        let third = try #require(Ratio(1, over: 3))
        let clock = try PeriodicSchedule(from: ClockTime(nanoseconds: 7), by: third)
        let beats = try PeriodicSchedule(from: BeatPosition(whole: 0), by: third)
        for id: Int64 in [0, 1, 2, 1_000_000_000, 1_000_000_001, 9_000_000_001] {
            let part = Int128(id % 3) * (1 << 64) / 3
            #expect(clock.instant(ofID: id)?.ticks == 7 + Int128(id) * 1_000_000_000 / 3)
            #expect(beats.instant(ofID: id) == BeatPosition(whole: id / 3, fraction: UInt64(part)))
        }
        let tenths = try [1, 2, 3].map { try #require(Ratio($0, over: 10)) }
        let cycle = try CyclicSchedule(from: ClockTime(nanoseconds: 0), offsets: tenths)
        // Ten thousand million cycles of 0.6 s, near the end of the axis.
        #expect(cycle.instant(ofID: 29_999_999_999)?.nanoseconds == 6_000_000_000_000_000_000)
        #expect(cycle.instant(ofID: 30_000_000_000)?.nanoseconds == 6_000_000_000_100_000_000)
    }

    @Test func `where the axis ends, so do the entries`() throws {
        let year = try #require(Ratio(31_557_600))
        let schedule = try PeriodicSchedule(from: ClockTime(nanoseconds: 0), by: year)
        #expect(schedule.entry(292) != nil)
        #expect(schedule.entry(293) == nil)
        #expect(schedule.entry(atOrBefore: ClockTime(nanoseconds: .max))?.id == 292)
        #expect(schedule.next(after: ClockTime(nanoseconds: .max)) == nil)
        #expect(schedule.entries(from: ClockTime(nanoseconds: .max)).map(\.id) == [292])
        #expect(schedule.entry(.max) == nil && schedule.entry(.max - 1) == nil)
        let beats = try PeriodicSchedule(from: BeatPosition(whole: 1), by: #require(Ratio(.max / 2)))
        #expect(beats.entry(atOrBefore: BeatPosition(whole: .max, fraction: .max))?.id == 2)
        #expect(beats.instant(ofID: 2) == BeatPosition(whole: .max))
        #expect(beats.entry(3) == nil)
    }

    @Test func `the finest cycle over the longest time ends with its last id`() throws {
        let fine = try #require(Ratio(1, over: 1 << 62))
        let none = try #require(Ratio(0))
        let cycle = try CyclicSchedule(
            from: BeatPosition(whole: .min), offsets: [fine] + Array(repeating: none, count: 15))
        #expect(cycle.id(atOrBefore: BeatPosition(whole: .max)) == cycle.ids.last)
    }

    @Test func `who wakes late is given the latest entry, and never one twice or one before it`() throws {
        var random = SeededGenerator(seed: 43)
        let offsets = try [0.2, 0.2, 0.4].map(Ratio.of)
        let schedule = try CyclicSchedule(from: ClockTime(nanoseconds: 0), offsets: offsets, loops: 100)
        var now = ClockTime(nanoseconds: 0)
        var shown: [Int64] = []
        while let next = schedule.next(after: now) {
            let late = Bool.random(using: &random) ? 0 : Int64.random(in: 0...2_000_000_000, using: &random)
            now = ClockTime(nanoseconds: next.instant.nanoseconds + late)
            let current = try #require(schedule.entry(atOrBefore: now))
            #expect(shown.last.map { current.id > $0 } ?? true)
            #expect(schedule.entry(current.id + 1).map { $0.instant > now } ?? true)
            shown.append(current.id)
        }
        #expect(shown.last == 298)
        #expect(shown.count < 200)
    }

    @Test func `entries begin with the current one, or with the first if all lie ahead`() throws {
        let list = try [0.3, 0.6, 0.9].map(ClockTime.at)
        let schedule = try ExplicitSchedule(list)
        #expect(schedule.entries(from: try .at(0)).map(\.id) == [0, 1, 2])
        #expect(schedule.entries(from: try .at(0.6)).map(\.id) == [1, 2])
        #expect(schedule.entries(from: try .at(0.7)).map(\.id) == [1, 2])
        #expect(schedule.entries(from: try .at(100)).map(\.id) == [2])
        #expect(schedule.shown(at: try .at(0.1)) == (try .at(0.1)))
        #expect(schedule.shown(at: try .at(100)) == (try .at(0.9)))
    }

    @Test func `a list without entries changes nothing`() throws {
        let none = try ExplicitSchedule<BeatPosition>([])
        #expect(none.ids.isEmpty)
        #expect(none.next(after: BeatPosition(whole: 0)) == nil)
        #expect(none.entry(atOrBefore: BeatPosition(whole: 0)) == nil)
        #expect(Array(none.entries(from: BeatPosition(whole: 0))).isEmpty)
    }

    @Test func `a paused animation has no entries and goes on with the ids it would have had`() throws {
        let interval = try Ratio.of(0.016)
        let running = try AnimationSchedule(from: ClockTime(nanoseconds: 0), minimumInterval: interval)
        let paused = try AnimationSchedule(from: ClockTime(nanoseconds: 0), minimumInterval: interval, paused: true)
        let now = try ClockTime.at(10)
        #expect(running.entry(atOrBefore: now)?.id == 625)
        #expect(paused.entry(atOrBefore: now) == nil && paused.next(after: now) == nil)
        #expect(paused.entry(625) == nil)
        #expect(Array(paused.entries(from: now)).isEmpty)
        #expect(paused.shown(at: now) == now)
        #expect(running.shown(at: Cadence.live) == running)
        #expect(running.shown(at: Cadence.seconds) == paused)
        #expect(paused.shown(at: Cadence.live) == paused)
    }

    @Test func `an animation without an interval has 120 entries a second, the same for all`() throws {
        let schedule: AnimationSchedule<ClockTime> = .animation()
        #expect(schedule.entry(atOrBefore: try .at(1))?.id == 120)
        #expect(schedule.instant(ofID: 1)?.nanoseconds == 8_333_333)
        #expect(AnimationSchedule<ClockTime>.animation(paused: true).ids.isEmpty)
    }
}
