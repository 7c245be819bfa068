// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@Suite struct ScheduleKindsTests {
    private func first<Axis>(_ schedule: some Schedule<Axis>, from start: Axis) -> [Int64] {
        schedule.entries(from: start).prefix(3).map(\.id)
    }

    @Test func `every kind has a short name where a schedule is asked for`() throws {
        let zero = ClockTime(nanoseconds: 0)
        let beat = BeatPosition(whole: 0)
        let second = try Ratio.of(1)
        #expect(first(try .periodic(from: beat, by: second), from: beat) == [0, 1, 2])
        #expect(first(try .cyclic(from: beat, offsets: [second], loops: 3), from: beat) == [0, 1])
        #expect(first(try .explicit([zero, zero]), from: zero) == [1])
        #expect(first(try .animation(from: beat, minimumInterval: second), from: beat) == [0, 1, 2])
        #expect(first(.animation(), from: zero) == [0, 1, 2])
        #expect(first(.animation(paused: true), from: zero) == [])
        #expect(first(.everyBar(in: BarGrid(originBar: 5, beatsPerBar: 4)), from: beat) == [5, 6, 7])
        #expect(first(.everyMinute(realtimeOffsetNs: 60_000_000_000), from: zero) == [1, 2, 3])
        #expect(first(.everyHour(realtimeOffsetNs: 0), from: zero) == [0, 1, 2])
    }
}
