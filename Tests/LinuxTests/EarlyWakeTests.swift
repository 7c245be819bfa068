// SPDX-License-Identifier: Apache-2.0

import MetronomeLinux
import Testing

@Suite struct EarlyWakeTests {
    /// How late each of the wake-ups leaves a program that wakes early, in nanoseconds.
    private func errors(ofWakes lates: [Int64], _ early: inout EarlyWake) -> [Int64] {
        lates.map { late in
            let error = max(0, late - early.leadNs)
            early.woke(lateNs: late)
            return error
        }
    }

    @Test func `of wake-ups that are late by up to 229 µs, 99 of 100 end within 100 µs of their time`() {
        var early = EarlyWake()
        // As on an idle machine: mostly about 100 µs, now and then more than 200.
        let lates = (0..<2000).map { number -> Int64 in
            number.isMultiple(of: 50) ? 229_000 : 60_000 + Int64(number * 7919 % 70) * 1_000
        }
        let sorted = errors(ofWakes: lates, &early).sorted()
        #expect(sorted[sorted.count * 99 / 100] <= 100_000)
    }

    @Test func `where wake-ups come to be on time, the lead goes to less than 10 µs`() {
        var early = EarlyWake()
        for _ in 0..<400 { early.woke(lateNs: 5_000) }
        #expect((5_000..<10_000).contains(early.leadNs))
    }

    @Test func `the first wake-up that is late by more than the lead raises it`() {
        var early = EarlyWake()
        early.woke(lateNs: 222_000)
        #expect(early.leadNs == 222_000)
    }

    @Test func `the lead is 300 µs at the most, however late a wake-up was, and never below 0`() {
        var early = EarlyWake()
        early.woke(lateNs: 40_000_000)
        #expect(early.leadNs == 300_000)
        for _ in 0..<2000 { early.woke(lateNs: -5_000_000) }
        #expect((0..<100).contains(early.leadNs))
    }
}

@Suite struct PreciseWaitTests {
    @Test func `a wait that wakes early still ends at its time, not before`() {
        PreciseWait.prepare()
        var early = EarlyWake()
        for _ in 0..<20 {
            let end = MonotonicClock.nowNs + 2_000_000
            _ = PreciseWait.forInput(of: [], untilNs: end, early: &early)
            #expect(MonotonicClock.nowNs >= end)
        }
    }
}
