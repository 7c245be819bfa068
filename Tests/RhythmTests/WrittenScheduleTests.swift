// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

/// What a lane plays of a schedule, beside the schedule of that name.
struct WrittenScheduleTests {
    /// The places of the first entries that are played, in quarter notes.
    private func played(_ text: String, tempo: Int64 = 120, count: Int = 40) throws -> [Double] {
        let written = try #require(try WrittenPattern(parsing: text).schedule)
        let plan = try written.plan(inBarsOf: [.one, .one, .one, .one], tempo: try Tempo(tempo), beat: .one)
        let numbers = plan.onsets ?? 0..<Int64.max
        return numbers.prefix(count).map { number in
            let pattern = plan.pattern
            let (cycle, index) = number.quotientAndRemainder(dividingBy: Int64(pattern.onsets.count))
            let parts = Double(cycle) * Double(pattern.cycle) + Double(pattern.onsets[Int(index)].place)
            return parts / Double(pattern.denominator)
        }
    }

    /// The entries of a schedule, in quarter notes at a tempo.
    private func entries(_ schedule: some Schedule<ClockTime>, tempo: Double = 120, count: Int = 40) -> [Double] {
        (0..<Int64(count)).compactMap { schedule.instant(ofID: schedule.ids.lowerBound + $0) }
            .map { Double($0.nanoseconds) / 1e9 * tempo / 60 }
    }

    private func agrees(_ one: [Double], _ other: [Double]) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) < 1e-8 }
    }

    private let start = ClockTime(nanoseconds: 0)

    private func seconds(_ values: [(Int64, Int64)]) -> [Ratio] { values.compactMap { Ratio($0.0, over: $0.1) } }

    @Test func `every so many seconds is the periodic schedule`() throws {
        let schedule = try PeriodicSchedule(from: start, by: try #require(Ratio(3, over: 10)))
        #expect(agrees(try played("every 0.3 s"), entries(schedule)))
        #expect(agrees(try played("every 300ms", tempo: 97), entries(schedule, tempo: 97)))
    }

    @Test func `the cycle of 0.2, 0.2 and 0.4 seconds for three loops is eight changes`() throws {
        let schedule = try CyclicSchedule(from: start, offsets: seconds([(1, 5), (1, 5), (2, 5)]), loops: 3)
        let played = try played("cycle 0.2, 0.2, 0.4 s, 3 times".replacing(", 3", with: " 3"))
        #expect(played.count == 8 && agrees(played, entries(schedule)))
    }

    @Test func `a cycle for ever goes on, and a delay moves it`() throws {
        let schedule = try CyclicSchedule(from: start, offsets: seconds([(1, 5), (1, 5), (2, 5)]))
        #expect(agrees(try played("cycle 0.2 0.2 0.4 s"), entries(schedule)))
        let delayed = try schedule.delayed(by: try #require(Ratio(17, over: 10)))
        #expect(agrees(try played("cycle 0.2 0.2 0.4 s after 1.7 s"), entries(delayed)))
        let twice = try delayed.delayed(by: try #require(Ratio(1, over: 4)))
        #expect(agrees(try played("cycle 200 200 400 ms after 1.7 s after 250 ms"), entries(twice)))
    }

    @Test func `moments are the explicit schedule, and a canon is one of that`() throws {
        let moments = [0, 500_000_000, 2_250_000_000].map { ClockTime(nanoseconds: $0) }
        let schedule = try ExplicitSchedule(moments)
        #expect(agrees(try played("moments 0 0.5 2.25 s"), entries(schedule)))
        let canon = try schedule.canon(voices: 3, delay: try #require(Ratio(1, over: 3)))
        #expect(agrees(try played("moments 0 0.5 2.25 s canon 3 by 1/3 s"), entries(canon)))
    }

    @Test func `in beats a schedule does not ask the tempo`() throws {
        #expect(try played("every 3 beats", tempo: 50, count: 3) == [0, 3, 6])
        #expect(try played("cycle 1 1/2 beats", tempo: 311, count: 4) == [1, 1.5, 2.5, 3])
    }

    @Test func `at a tempo without a common denominator a cycle is right to a part in a thousand million`() throws {
        let tempo = try Tempo(123_456_789, over: 1_000_000)
        let written = try #require(try WrittenPattern(parsing: "cycle 0.217 0.183 0.401 s").schedule)
        let pattern = try written.plan(inBarsOf: [.one], tempo: tempo, beat: .one).pattern
        let exact = 0.801 * tempo.beatsPerMinute / 60
        #expect(abs(Double(pattern.cycle) / Double(pattern.denominator) / exact - 1) < 1e-9)
    }
}
