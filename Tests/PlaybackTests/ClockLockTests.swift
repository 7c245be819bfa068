// SPDX-License-Identifier: Apache-2.0

import Rhythm
import SeededRandom
import Testing

@testable import Playback

@Suite struct ClockLockTests {
    private static let rate = 48_000.0

    /// Looks at a device whose pointer moves by `burst` frames until its clock is locked, and returns after how many ms, how
    /// far the line is off in ms, and the step that was seen.
    private func lock(
        burst: Double, from first: Double = 0, seed: UInt64, interval: ClosedRange<Double> = 0.26...0.34
    ) -> (ms: Double, error: Double, step: Int)? {
        var random = SeededGenerator(seed: seed)
        var lock = ClockLock(framesPerSecond: Self.rate)
        let start = Double.random(in: 0...burst, using: &random)
        var ms = 0.0
        while ms < 400 {
            ms += .random(in: interval, using: &random)
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
        // Four bursts, or 8 ms.
        #expect(locked.ms < max(12, 4.5 * burst / 48))
        #expect(abs(locked.error) < 0.35)
        #expect(Double(locked.step) >= burst && Double(locked.step) <= 2 * burst)
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
