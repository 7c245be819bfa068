// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@Suite struct ClockTimeTests {
    private let time = ClockTime(nanoseconds: 5_000_000_000)

    @Test func `a time moved by nanoseconds lies that many nanoseconds after where it was`() {
        var random = SeededGenerator(seed: 17)
        for _ in 0..<1000 {
            let start = ClockTime(nanoseconds: Int64.random(in: -1 << 61...1 << 61, using: &random))
            let distance = Int64.random(in: -1 << 61...1 << 61, using: &random)
            let end = start.advanced(byNanoseconds: distance)
            #expect(end.nanoseconds(since: start) == distance)
            #expect(start.nanoseconds(since: end) == -distance)
            #expect((start < end) == (distance > 0))
            #expect(start + (end - start) == end)
            #expect(end - (end - start) == start)
        }
    }

    @Test func `seconds are rounded to the nearest nanosecond, halves away from zero`() {
        #expect(time.advanced(bySeconds: 0.25).nanoseconds == 5_250_000_000)
        #expect(time.advanced(bySeconds: -5.25).nanoseconds == -250_000_000)
        let zero = ClockTime(nanoseconds: 0)
        for (seconds, nanoseconds) in [
            (0.4e-9, 0), (0.6e-9, 1), (-0.4e-9, 0), (-0.6e-9, -1), (1.6e-9, 2), (-1.6e-9, -2), (0.5e-9, 1),
            (-0.5e-9, -1),
        ] as [(Double, Int64)] {
            #expect(zero.advanced(bySeconds: seconds).nanoseconds == nanoseconds, "\(seconds)")
        }
        #expect(time.advanced(bySeconds: 0.125).seconds(since: time) == 0.125)
        #expect(time.seconds(since: time.advanced(bySeconds: 2)) == -2)
    }

    @Test func `a duration counts down to the nanosecond`() {
        #expect((time + .milliseconds(3)).nanoseconds == 5_003_000_000)
        #expect((time - .milliseconds(3)).nanoseconds == 4_997_000_000)
        #expect(
            (time + Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999)).nanoseconds == 5_000_000_001)
        #expect(time - ClockTime(nanoseconds: 0) == .seconds(5))
    }

    @Test func `what lies beyond 292 years is the last time that fits`() {
        #expect(ClockTime.latest.advanced(byNanoseconds: 1) == .latest)
        #expect(ClockTime.earliest.advanced(byNanoseconds: -1) == .earliest)
        #expect(ClockTime.latest.nanoseconds(since: .earliest) == .max)
        #expect(ClockTime.earliest.nanoseconds(since: .latest) == .min)
        #expect(ClockTime.latest + .seconds(1) == .latest)
        #expect(ClockTime.earliest - .seconds(1) == .earliest)
        #expect(time - .seconds(Int64.min) == .latest)
        for (seconds, end) in [
            (1e300, ClockTime.latest), (.infinity, .latest), (-1e300, .earliest), (-.infinity, .earliest),
            (.nan, time), (0x1p63 / 1e9, .latest), (-0x1p63 / 1e9, ClockTime(nanoseconds: .min + 5_000_000_000)),
        ] as [(Double, ClockTime)] {
            #expect(time.advanced(bySeconds: seconds) == end, "\(seconds)")
        }
    }
}
