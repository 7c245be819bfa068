// SPDX-License-Identifier: Apache-2.0

import Rhythm
import SeededRandom
import Testing

@testable import Playback

/// The clock, steered by what a simulated device reports at the wakes of the thread.
@Suite struct DeviceFollowingTests {
    /// A device that is followed from its start for so many seconds.
    private struct Device {
        var partsPerMillion = 0.0
        var burst = 1.0
        /// How long the thread sleeps, in ms, and how much later it wakes.
        var sleepMs = 125.0
        var lateMs = 0.02...0.12
        var seconds = 30.0

        /// By how much the clock was off when it said when frames of 200 ms later are heard, in µs: in the first ten seconds
        /// and after that, from the smallest. And how often the thread woke in a second.
        func follow(seed: UInt64) -> (first: [Double], later: [Double], wakes: Double) {
            var random = SeededGenerator(seed: seed)
            let rate = 48_000 * (1 + partsPerMillion * 1e-6)
            func truth(_ ns: Int64) -> Double { 700 + Double(ns) * 1e-9 * rate }
            // The first line is behind by the time from a burst to the next look.
            let lag = Double.random(in: 0...7, using: &random)
            var clock = StreamClock(rate: 48_000, frame: truth(0) - min(lag, burst), time: .zero)
            var filter = BurstFilter(burst: burst > 32 ? Int(burst) : 0)
            filter.bound(from: -1, to: 12, at: .zero)
            var ns: Int64 = 0
            var reported = truth(0)
            var errors: (first: [Double], later: [Double]) = ([], [])
            var wakes = 0.0
            while ns < Int64(seconds * 1e9) {
                let sleep = Int64(sleepMs * 1e6)
                let spread = Double.random(in: 0..<1, using: &random)
                let aimed = filter.sleepNs(upTo: sleep, reported: reported, spread: spread, by: clock, at: .ns(ns))
                ns += aimed ?? sleep - Int64(spread * Double(sleep / 4))
                ns += Int64(Double.random(in: lateMs, using: &random) * 1e6)
                wakes += 1
                let expected = clock.frame(at: .ns(ns))
                reported = (truth(ns) / burst).rounded(.down) * burst
                if let seen = filter.take(reported - expected, at: .ns(ns), doubt: clock.doubt) {
                    _ = clock.observe(frame: expected + seen.ahead, blur: seen.blur, at: .ns(ns))
                    filter.clockMoved(by: clock.frame(at: .ns(ns)) - expected)
                }
                let later = ns + 200_000_000
                let error = abs(Double(clock.time(ofFrame: truth(later)).nanoseconds - later)) / 1000
                if ns < 10_000_000_000 { errors.first.append(error) } else { errors.later.append(error) }
            }
            return (errors.first.sorted(), errors.later.sorted(), wakes / seconds)
        }
    }

    private func percentile(_ part: Double, of values: [Double]) -> Double {
        values[min(values.count - 1, Int(Double(values.count) * part))]
    }

    @Test(arguments: [200.0, -200, 0], [64.0, 256, 1024])
    func `a card that moves in bursts is followed from its start, however rarely it is looked at`(
        partsPerMillion: Double, burst: Double
    ) {
        for sleepMs in [20.0, 60, 125] {
            for seed in 1...4 as ClosedRange<UInt64> {
                let device = Device(partsPerMillion: partsPerMillion, burst: burst, sleepMs: sleepMs)
                let (first, later, wakes) = device.follow(seed: seed)
                let all = (first + later).sorted()
                // Of bursts that are longer than a sleep some are missed.
                #expect(percentile(0.99, of: all) < (burst > 256 ? 300 : 200), "\(sleepMs) ms, seed \(seed)")
                #expect(percentile(0.99, of: later) < 30, "\(sleepMs) ms, seed \(seed)")
                // It does not look more often than twice a sleep for that; at short bursts hardly more than once.
                #expect(wakes < 1000 / sleepMs * (burst > 64 ? 2 : 1.1))
            }
        }
    }

    @Test(arguments: [200.0, -200])
    func `a card that moves smoothly is followed too`(partsPerMillion: Double) {
        for sleepMs in [20.0, 60, 125] {
            let (first, later, _) = Device(partsPerMillion: partsPerMillion, sleepMs: sleepMs).follow(seed: 1)
            #expect(first.last ?? 1000 < 200, "\(sleepMs) ms")
            #expect(later.last ?? 1000 < 30, "\(sleepMs) ms")
        }
    }

    @Test func `a thread that wakes late on a busy machine learns less at each look, and still follows`() {
        for seed in 1...4 as ClosedRange<UInt64> {
            let device = Device(partsPerMillion: 200, burst: 64, sleepMs: 60, lateMs: 0.05...8)
            let (first, later, _) = device.follow(seed: seed)
            #expect(first.last ?? 1000 < 400 && percentile(0.99, of: later) < 100, "seed \(seed)")
        }
    }
}
