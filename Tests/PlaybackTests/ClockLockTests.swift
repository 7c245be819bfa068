// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import Playback

@Suite struct ClockLockTests {
    private static let rate = 48_000.0

    /// Looks at a device whose pointer moves by `burst` frames until its clock is locked, and returns after how many ms, how
    /// far the line is off in ms, and the step that was seen.
    private func lock(
        burst: Double, from first: Double = 0, seed: UInt64, lateMs: ClosedRange<Double> = 0.01...0.09
    ) -> (ms: Double, error: Double, step: Int)? {
        var random = SeededGenerator(seed: seed)
        var lock = ClockLock(framesPerSecond: Self.rate)
        let start = Double.random(in: 0...burst, using: &random)
        var ms = 0.0
        while ms < 400 {
            ms += Double(lock.sleepNs(at: .ns(Int64(ms * 1e6)))) * 1e-6 + .random(in: lateMs, using: &random)
            let truth = start + ms * 48
            let reported = (truth / burst).rounded(.down) * burst + (ms < first ? 480 : 0)
            let time = ClockTime.ns(Int64(ms * 1e6))
            guard lock.take(frame: Int64(reported), at: time) else { continue }
            return (ms, ((lock.frame(at: time) ?? 0) - truth) / 48, lock.step)
        }
        return nil
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `the clock of a smooth device locks in 8 ms, to a frame`(seed: UInt64) throws {
        let locked = try #require(lock(burst: 1, seed: seed))
        #expect(locked.ms < 9 && abs(locked.error) < 0.03 && locked.step < 20)
    }

    @Test(arguments: [64.0, 240, 512, 1024, 2048], [UInt64(1), 2, 3, 4])
    func `of a device that moves in bursts their moments and their length are found`(
        burst: Double, seed: UInt64
    ) throws {
        let locked = try #require(lock(burst: burst, seed: seed))
        // Four bursts, or 8 ms, and some more until the line is narrow.
        #expect(locked.ms < max(20, 4.5 * burst / 48 + 15))
        #expect(abs(locked.error) < 0.1)
        #expect(Double(locked.step) >= burst && Double(locked.step) <= 2 * burst)
    }

    @Test(arguments: [0.0, 10, 30, 60, 85])
    func `readings that keep step with the bursts leave the line no wider for it`(
        lateUs: Double
    ) {
        // Four and a half readings to a burst of 64 frames, all of the same lateness: taken each 0.25 ms, they would see
        // the pointer late by the same few times over and over.
        for seed in 1...100 as ClosedRange<UInt64> {
            let device = SimulatedDevice(
                partsPerMillion: 200, lateMs: lateUs / 1000...(lateUs + 1) / 1000, seconds: 0.1)
            let course = device.follow(seed: seed)
            #expect(abs(course.lockError) < 20 && course.lockMs < 16, "seed \(seed): \(course)")
        }
    }

    @Test func `the line's bounds hold the truth`() {
        for seed in 1...100 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let rate = 48_000 * (1 + .random(in: -0.0003...0.0003, using: &random))
            let phase = Double.random(in: 0..<64, using: &random)
            func truth(_ ns: Int64) -> Double { 640 + phase + Double(ns) * 1e-9 * rate }
            var lock = ClockLock(framesPerSecond: Self.rate)
            var ns: Int64 = 0
            while !lock.take(frame: Int64(truth(ns) / 64) * 64, at: .ns(ns)), ns < 100_000_000 {
                ns += lock.sleepNs(at: .ns(ns)) + .random(in: 10_000...150_000, using: &random)
            }
            let bounds = lock.bounds(at: .ns(ns), doubt: 48_000 * 0.0003)
            #expect(bounds.least <= truth(ns) && truth(ns) <= bounds.most, "seed \(seed)")
            #expect(bounds.most - bounds.least < 10 && ns < 100_000_000)
        }
    }

    @Test func `the first readings of a server are dropped once later ones lie on another line`() throws {
        let locked = try #require(lock(burst: 1, from: 6, seed: 1))
        #expect(locked.ms > 14 && locked.ms < 17 && abs(locked.error) < 0.03)
    }

    @Test func `readings far apart lock nothing, and the last one counts`() {
        var lock = ClockLock(framesPerSecond: Self.rate)
        #expect(lock.frame(at: .zero) == nil)
        for look in 1...100 as ClosedRange<Int64> {
            let isLocked = lock.take(frame: look * 96, at: .ms(look * 2))
            #expect(!isLocked)
        }
        #expect(lock.frame(at: .ms(202)) == 9696)
    }

    @Test func `a device that stands still never locks`() {
        var lock = ClockLock(framesPerSecond: Self.rate)
        for look in 1...1000 as ClosedRange<Int64> {
            let isLocked = lock.take(frame: 480, at: .us(look * 250))
            #expect(!isLocked)
        }
    }
}
