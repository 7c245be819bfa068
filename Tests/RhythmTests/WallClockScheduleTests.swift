// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@Suite struct WallClockScheduleTests {
    /// 2026-01-02 03:04:05.5 UTC, when a machine had been up for 1000 seconds.
    private let wallNs: Int64 = 1_767_323_045_500_000_000
    private let now = ClockTime(nanoseconds: 1_000_000_000_000)
    private var offsetNs: Int64 { wallNs - now.nanoseconds }

    @Test func `a minute begins when the wall clock says so`() throws {
        let schedule: PeriodicSchedule<ClockTime> = .everyMinute(realtimeOffsetNs: offsetNs)
        let current = try #require(schedule.entry(atOrBefore: now))
        #expect(current.instant.nanoseconds == now.nanoseconds - 5_500_000_000)
        #expect(current.id == 29_455_384)
        #expect(schedule.next(after: now)?.instant.nanoseconds == now.nanoseconds + 54_500_000_000)
        #expect(schedule.entries(from: now).prefix(3).map(\.id) == [29_455_384, 29_455_385, 29_455_386])
    }

    @Test func `a step of the wall clock moves the minutes and keeps their ids`() throws {
        let before: PeriodicSchedule<ClockTime> = .everyMinute(realtimeOffsetNs: offsetNs)
        for step: Int64 in [-3_600_000_000_000, -1_000_000_000, 250_000_000, 7_200_000_000_000] {
            let after: PeriodicSchedule<ClockTime> = .everyMinute(realtimeOffsetNs: offsetNs + step)
            let minute = try #require(before.next(after: now))
            #expect(after.instant(ofID: minute.id)?.nanoseconds == minute.instant.nanoseconds - step)
            let wall = try #require(after.entry(atOrBefore: now)).instant.nanoseconds + offsetNs + step
            #expect(wall % 60_000_000_000 == 0)
            #expect(after.entry(atOrBefore: now)?.id == (wallNs + step) / 60_000_000_000)
        }
    }

    @Test func `an hour begins on the hour of the zone`() throws {
        func hour(_ secondsFromUTC: Int) throws -> Int64 {
            let schedule: PeriodicSchedule<ClockTime> = .everyHour(
                realtimeOffsetNs: offsetNs, secondsFromUTC: secondsFromUTC)
            let entry = try #require(schedule.entry(atOrBefore: now))
            return now.nanoseconds - entry.instant.nanoseconds
        }
        let intoHour: Int64 = 245_500_000_000
        #expect(try hour(0) == intoHour)
        #expect(try hour(3600) == intoHour)
        #expect(try hour(-18_000) == intoHour)
        // India, half an hour beyond; Nepal, three quarters; Newfoundland, half an hour behind.
        #expect(try hour(19_800) == intoHour + 1_800_000_000_000)
        #expect(try hour(20_700) == intoHour + 2_700_000_000_000)
        #expect(try hour(-12_600) == intoHour + 1_800_000_000_000)
    }

    @Test func `offsets beyond the axis harm nothing`() {
        for offset in [Int64.min, .max] {
            let schedule: PeriodicSchedule<ClockTime> = .everyMinute(realtimeOffsetNs: offset)
            #expect(schedule.entry(0) != nil)
            _ = schedule.next(after: now)
        }
    }
}
