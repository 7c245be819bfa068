// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Synchronization
import Testing

@testable import Playback

@Suite struct TimingRecordTests {
    // MARK: distributions

    @Test(arguments: [UInt64(1), 2, 3])
    func `a percentile is never less than the truth, and at most an eighth or 64 ns more`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let record = TimingRecord(start: .zero)
        var values: [Int64] = []
        for _ in 0..<5000 {
            let ns = Int64.random(in: 0...4_000_000_000, using: &random) >> Int64.random(in: 0...32, using: &random)
            values.append(ns)
            record.woke(lateNs: ns, at: .s(1))
        }
        values.sort()
        let lateness = record.snapshot(at: .s(1)).sinceStart.lateness
        #expect(lateness.count == 5000)
        for part in [0.001, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1] {
            let truth = values[Int((Double(values.count) * part).rounded(.up)) - 1]
            let told = lateness.percentileNs(part)
            #expect(told >= truth && told <= truth + max(64, truth / 8), "\(part): \(told) for \(truth)")
        }
        #expect(lateness.longestNs == values.last)
        #expect(lateness.percentileNs(1) == values.last)
    }

    @Test func `known values in known steps`() {
        let record = TimingRecord(start: .zero)
        for ns in [0, 63, 64, 1000, 1023, 1024] as [Int64] { record.woke(lateNs: ns, at: .zero) }
        let steps = record.snapshot(at: .zero).sinceStart.lateness.steps
        #expect(steps.map(\.endNs) == [64, 128, 1024, 1152])
        #expect(steps.map(\.count) == [2, 1, 2, 1])
    }

    @Test func `without any there is neither a percentile nor a rate`() {
        let figures = TimingRecord(start: .zero).snapshot(at: .s(90)).sinceStart
        #expect(figures.errors.count == 0 && figures.errors.percentileNs(0.99) == 0)
        #expect(figures.ppm == nil && figures.residualNs == nil && figures.recentXruns.isEmpty)
    }

    @Test func `too early is as wrong as too late`() {
        let record = TimingRecord(start: .zero)
        record.played(errorNs: -700, at: .zero)
        record.played(errorNs: 500, at: .zero)
        let errors = record.snapshot(at: .zero).sinceStart.errors
        #expect(errors.count == 2 && errors.longestNs == 700)
    }

    @Test(arguments: [ClockTime.earliest, .zero, .latest])
    func `at either end of time it counts on`(time: ClockTime) {
        let record = TimingRecord(start: time)
        record.beat(at: time)
        record.played(errorNs: .min, at: time)
        let figures = record.snapshot(at: time).sinceStart
        #expect(figures.beats == 1 && figures.errors.longestNs == .max)
    }

    // MARK: the last minute

    @Test func `the last minute forgets after 50 to 60 s, the start never`() {
        for noted in stride(from: Int64(0), through: 20, by: 1) {
            let record = TimingRecord(start: .zero)
            let at = ClockTime.s(noted)
            record.beat(at: at)
            record.played(errorNs: 5000, at: at)
            record.woke(lateNs: 7000, at: at)
            record.xrun(missedFrames: 100, at: at)
            record.loss(at: at)
            record.steered(residualNs: 3, ppm: 20, at: at)
            for age in stride(from: Int64(0), through: 120, by: 1) {
                let snapshot = record.snapshot(at: .s(noted + age))
                let minute = snapshot.lastMinute
                let isKept = minute.beats == 1
                #expect(isKept || age >= 50, "after \(age) s")
                #expect(!isKept || age < 60, "after \(age) s")
                let count: UInt64 = isKept ? 1 : 0
                #expect(minute.errors.count == count && minute.lateness.count == count && minute.xruns == count)
                #expect(minute.losses == count && minute.recentXruns.count == Int(count))
                #expect((minute.ppm != nil) == isKept && (minute.residualNs != nil) == isKept)
                #expect(minute.missedFrames == (isKept ? 100 : 0))
                #expect(snapshot.sinceStart.beats == 1 && snapshot.sinceStart.errors.count == 1)
                #expect(snapshot.sinceStart.recentXruns.count == 1)
            }
        }
    }

    @Test func `a slot that is used again begins empty`() {
        let record = TimingRecord(start: .zero)
        // Two beats a second for ten minutes.
        for half in 0..<1200 { record.beat(at: .ms(Int64(half) * 500)) }
        let now = ClockTime.ms(1199 * 500)
        let snapshot = record.snapshot(at: now)
        #expect(snapshot.sinceStart.beats == 1200)
        #expect(snapshot.lastMinute.beats == 120)
        #expect(snapshot.lastMinute.from == .s(540))
        // Long after the last beat.
        #expect(record.snapshot(at: now.advanced(bySeconds: 3600)).lastMinute.beats == 0)
    }

    @Test func `a young record's last minute is no longer than itself`() {
        let minute = TimingRecord(start: .s(12_345)).snapshot(at: .s(12_348)).lastMinute
        #expect(minute.from == .s(12_345) && minute.to == .s(12_348))
    }

    // MARK: xruns and rate

    @Test func `the last eight xruns are kept, each with what it cost in the end`() {
        let record = TimingRecord(start: .zero)
        for number in 1...11 as ClosedRange<Int64> {
            record.xrun(missedFrames: number, at: .s(number))
            record.xrun(furtherFrames: 1000, at: .ns(number * 1_000_000_000 + 20))
        }
        let figures = record.snapshot(at: .s(12)).sinceStart
        #expect(figures.xruns == 11 && figures.missedFrames == 66 + 11_000)
        #expect(figures.recentXruns.map(\.missedFrames) == (4...11).map { $0 + 1000 })
        #expect(figures.recentXruns.map(\.time) == (4...11).map { .s($0) })
    }

    @Test func `the rate's spread is of the range, the present rate of the moment`() {
        let record = TimingRecord(start: .zero)
        record.steered(residualNs: 30, ppm: -80, at: .zero)
        record.steered(residualNs: -40, ppm: 12, at: .s(100))
        record.steered(residualNs: 0, ppm: 10, at: .s(110))
        let snapshot = record.snapshot(at: .s(111))
        #expect(snapshot.ppm == 10)
        #expect(snapshot.sinceStart.ppm == -80...12 && snapshot.lastMinute.ppm == 10...12)
        #expect(snapshot.lastMinute.residualNs == 800.0.squareRoot())
        record.forgetRate()
        #expect(record.snapshot(at: .s(111)).ppm == nil)
    }

    // MARK: two threads

    @Test func `a reader sees nothing twice, lost, or half another's while slots become past`() async {
        final class Shared: Sendable {
            let record = TimingRecord(start: .zero)
            let nowS = Atomic<Int64>(0)
            let turns = Atomic(0)
            let isRead = Atomic(false)
        }
        let shared = Shared()
        async let written: Void = {
            var now: Int64 = 0
            while !shared.isRead.load(ordering: .relaxed) {
                // A reader waits for a moment without writing: one that never came would keep it for ever.
                let turns = shared.turns.load(ordering: .relaxed)
                for _ in 0..<20 {
                    // Every step is a slot of its own, in which everything is noted three times.
                    now += 10
                    for _ in 0..<3 {
                        shared.record.played(errorNs: 1000, at: .s(now))
                        shared.record.beat(at: .s(now))
                    }
                    shared.record.xrun(missedFrames: now, at: .s(now))
                    shared.nowS.store(now, ordering: .relaxed)
                }
                while shared.turns.load(ordering: .relaxed) == turns, !shared.isRead.load(ordering: .relaxed) {
                    await Task.yield()
                }
            }
        }()
        let problem = await Task.detached { () -> String? in
            defer { shared.isRead.store(true, ordering: .relaxed) }
            var seen: Int64 = -1
            var beats: UInt64 = 0
            var turns = 0
            while turns < 5000 {
                let now = shared.nowS.load(ordering: .relaxed)
                if now == seen { await Task.yield() } else { turns += 1 }
                seen = now
                shared.turns.add(1, ordering: .relaxed)
                let snapshot = shared.record.snapshot(at: .s(now))
                let minute = snapshot.lastMinute
                // Six slots of three; those that the writer has moved on to are none of this minute's.
                if minute.beats > 18 || minute.errors.count > 18 { return "\(minute.beats) beats" }
                if minute.beats % 3 != 0 || minute.errors.count != minute.beats { return "half a slot" }
                // What was seen twice would be fewer the next time.
                if snapshot.sinceStart.beats < beats { return "fewer beats than before" }
                beats = snapshot.sinceStart.beats
                if beats < UInt64(now / 10) * 3 { return "lost beats" }
                for xrun in snapshot.sinceStart.recentXruns
                where xrun.missedFrames != xrun.time.nanoseconds / 1_000_000_000 {
                    return "half an xrun"
                }
            }
            return nil
        }.value
        await written
        #expect(problem == nil)
    }
}
