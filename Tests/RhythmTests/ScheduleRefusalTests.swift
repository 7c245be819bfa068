// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

/// What no schedule can be made of, and how it is said.
@Suite struct ScheduleRefusalTests {
    private let start = ClockTime(nanoseconds: 0)

    private func refusal(_ make: () throws -> Void) throws -> RhythmError {
        let refused = #expect(throws: RhythmError.self) { try make() }
        return try #require(refused)
    }

    @Test func `a cycle needs an offset`() throws {
        let error = try refusal { _ = try CyclicSchedule(from: start, offsets: []) }
        #expect(error.reason == .invalid)
        #expect(
            error.message == "a cycle needs at least one offset: give the time from each change to the next")
    }

    @Test func `no offset of a cycle is negative`() throws {
        let offsets = try [0.2, -0.2, 0.4].map(Ratio.of)
        let error = try refusal { _ = try CyclicSchedule(from: start, offsets: offsets) }
        #expect(error.message == "offset 2 of the cycle is -1/5: an offset is 0 or more, never negative")
    }

    @Test func `the offsets of a cycle do not add up to 0`() throws {
        let offsets = try [0.0, 0.0].map(Ratio.of)
        let error = try refusal { _ = try CyclicSchedule(from: start, offsets: offsets) }
        #expect(error.message == "the offsets of the cycle add up to 0: at least one must be above 0")
    }

    @Test(arguments: [0, -1, Int.min]) func `a cycle is run at least once`(loops: Int) throws {
        let offsets = [try Ratio.of(0.1)]
        let error = try refusal { _ = try CyclicSchedule(from: start, offsets: offsets, loops: loops) }
        #expect(error.reason == .outOfRange && error.minimum == 1 && error.maximum == nil)
        #expect(error.message == "\(loops) loops of a cycle are out of range: run it at least once")
    }

    @Test func `one picture shown once never changes`() throws {
        let schedule = try CyclicSchedule(from: start, offsets: [.of(0.1)], loops: 1)
        #expect(schedule.ids.isEmpty && schedule.next(after: start) == nil && schedule.step(at: start) == 0)
    }

    @Test func `offsets that have no common denominator in reach are refused, and those too short to tell from 0`()
        throws
    {
        let primes: [Int64] = [1_000_000_007, 1_000_000_009, 998_244_353]
        let fine = try primes.map { try #require(Ratio(1, over: $0)) }
        let error = try refusal { _ = try CyclicSchedule(from: start, offsets: fine) }
        #expect(error.message == "the offsets of the cycle are too fine: write them with fewer digits")
        let short = try #require(Ratio(1, over: 3_000_000_000))
        _ = try refusal { _ = try CyclicSchedule(from: start, offsets: [short, short]) }
        _ = try CyclicSchedule(from: start, offsets: [short, short, short])
    }

    @Test(arguments: [0.0, -0.5]) func `a period is above 0`(seconds: Double) throws {
        let interval = try Ratio.of(seconds)
        let error = try refusal { _ = try PeriodicSchedule(from: start, by: interval) }
        #expect(
            error.message == "entries cannot follow each other every \(interval): the interval must be above 0")
        _ = try refusal { _ = try AnimationSchedule(from: start, minimumInterval: interval) }
    }

    @Test func `a period is no shorter than a tick of its axis`() throws {
        let short = try #require(Ratio(1, over: 1_000_000_001))
        let error = try refusal { _ = try PeriodicSchedule(from: start, by: short) }
        #expect(error.message.hasSuffix("the interval is too short to be told from 0"))
        _ = try PeriodicSchedule(from: BeatPosition(whole: 0), by: short)
        _ = try PeriodicSchedule(from: start, by: #require(Ratio(1, over: 1_000_000_000)))
    }

    @Test func `a list is sorted`() throws {
        let list = try [0.3, 0.9, 0.6].map(ClockTime.at)
        let error = try refusal { _ = try ExplicitSchedule(list) }
        #expect(error.message == "entry 3 of the list lies before entry 2: sort them by time")
    }

    @Test func `a delay is not negative, and a canon has 1 to 64 voices`() throws {
        let schedule = try PeriodicSchedule(from: start, by: .of(1))
        let delay = try Ratio.of(-0.3)
        let error = try refusal { _ = try schedule.delayed(by: delay) }
        #expect(error.message == "a delay of -3/10 is negative: let the schedule begin earlier instead")
        for voices in [0, -1, 65] {
            let error = try refusal { _ = try schedule.canon(voices: voices, delay: .of(0.3)) }
            #expect(error.message == "a canon of \(voices) voices is out of range: it has 1 to 64")
        }
        _ = try schedule.canon(voices: 64, delay: .of(0.3))
    }
}
