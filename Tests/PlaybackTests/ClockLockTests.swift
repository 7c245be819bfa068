// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import Playback

@Suite struct SettlingTests {
    private static let rate = 48_000.0

    /// Looks at a device whose pointer moves by `burst` frames until it has settled, and returns after how many ms, how
    /// far the line is off in ms, and the step that was seen.
    private func settle(
        burst: Double, from first: Double = 0, seed: UInt64, interval: ClosedRange<Double> = 0.26...0.34
    ) -> (ms: Double, error: Double, step: Int)? {
        var random = SeededGenerator(seed: seed)
        var settling = Settling(framesPerSecond: Self.rate)
        let start = Double.random(in: 0...burst, using: &random)
        var ms = 0.0
        while ms < 400 {
            ms += .random(in: interval, using: &random)
            let truth = start + ms * 48
            let told = (truth / burst).rounded(.down) * burst + (ms < first ? 480 : 0)
            let ns = Int64(ms * 1e6)
            guard settling.take(frame: Int64(told), at: ns) else { continue }
            return (ms, ((settling.frame(at: ns) ?? 0) - truth) / 48, settling.step)
        }
        return nil
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `a smooth device settles in 8 ms, to a frame`(seed: UInt64) throws {
        let settled = try #require(settle(burst: 1, seed: seed))
        #expect(settled.ms < 9 && abs(settled.error) < 0.03 && settled.step < 20)
    }

    @Test(arguments: [64.0, 240, 512, 1024, 2048], [UInt64(1), 2, 3, 4])
    func `of one that moves in bursts the moments of these are found, and how long they are`(
        burst: Double, seed: UInt64
    ) throws {
        let settled = try #require(settle(burst: burst, seed: seed))
        // Four bursts, or 8 ms.
        #expect(settled.ms < max(12, 4.5 * burst / 48))
        #expect(abs(settled.error) < 0.35)
        #expect(Double(settled.step) >= burst && Double(settled.step) <= 2 * burst)
    }

    @Test func `what a server says at first counts for nothing once it says otherwise`() throws {
        let settled = try #require(settle(burst: 1, from: 6, seed: 1))
        #expect(settled.ms > 14 && settled.ms < 17 && abs(settled.error) < 0.03)
    }

    @Test func `readings far apart say nothing, and the last one is the best there is`() {
        var settling = Settling(framesPerSecond: Self.rate)
        #expect(settling.frame(at: 0) == nil)
        for look in 1...100 as ClosedRange<Int64> {
            let hasSettled = settling.take(frame: look * 96, at: look * 2_000_000)
            #expect(!hasSettled)
        }
        #expect(settling.frame(at: 202_000_000) == 9696)
    }

    @Test func `a device that stands still never settles`() {
        var settling = Settling(framesPerSecond: Self.rate)
        for look in 1...1000 as ClosedRange<Int64> {
            let hasSettled = settling.take(frame: 480, at: look * 250_000)
            #expect(!hasSettled)
        }
    }
}
