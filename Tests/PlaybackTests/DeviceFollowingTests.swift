// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import MetronomeRhythm
import Testing

@testable import Playback

/// The clock, steered by what a simulated device reports at the wakes of the thread.
@Suite struct DeviceFollowingTests {
    /// More of them with METRONOMED_SEEDS.
    private static let seeds = UInt64(ProcessInfo.processInfo.environment["METRONOMED_SEEDS"] ?? "") ?? 60

    /// Wakes of a real-time thread, of an ordinary one, and of one on a machine that is taken away now and then.
    private static let wakes: [(lateMs: ClosedRange<Double>, tardy: Double)] = [
        (0.01...0.025, 0), (0.055...0.095, 1), (0.02...0.17, 3),
    ]

    @Test(arguments: [200.0, -200, 50, 0], [20.0, 125])
    func `what is told of the beats is within 0.1 ms of what is heard, from the first one on`(
        partsPerMillion: Double, sleepMs: Double
    ) {
        for (lateMs, tardy) in Self.wakes {
            let device = SimulatedDevice(
                partsPerMillion: partsPerMillion, sleepMs: sleepMs, lateMs: lateMs, tardy: tardy)
            for seed in 1...Self.seeds {
                let course = device.follow(seed: seed)
                #expect(course.p99 < 100, "wakes \(lateMs) ms late, seed \(seed)")
                #expect(course.later.percentile(0.99) < 40, "wakes \(lateMs) ms late, seed \(seed)")
            }
        }
    }

    @Test(arguments: [200.0, -200], [3.0, 12])
    func `bursts that come late are no reason to lose the card`(partsPerMillion: Double, lateFrames: Double) {
        for seed in 1...20 as ClosedRange<UInt64> {
            let device = SimulatedDevice(
                partsPerMillion: partsPerMillion, lateMs: 0.02...0.17, tardy: 3, lateFrames: lateFrames)
            let course = device.follow(seed: seed)
            #expect(course.p99 < 30 * lateFrames + 300, "seed \(seed)")
        }
    }

    @Test(arguments: [200.0, -200, 0], [64.0, 256, 1024])
    func `a card that moves in bursts is followed however rarely it is looked at`(
        partsPerMillion: Double, burst: Double
    ) {
        for sleepMs in [20.0, 60, 125] {
            for seed in 1...4 as ClosedRange<UInt64> {
                let device = SimulatedDevice(
                    partsPerMillion: partsPerMillion, burst: burst, sleepMs: sleepMs, seconds: 30)
                let course = device.follow(seed: seed)
                #expect(course.p99 < 150, "\(sleepMs) ms, seed \(seed)")
                #expect(course.later.percentile(0.99) < 30, "\(sleepMs) ms, seed \(seed)")
                // After the first second the thread wakes at most twice a sleep, and at short bursts hardly more than once.
                #expect(course.wakes < 1000 / sleepMs * (burst > 64 ? 2 : 1.1) + 100.0 / 30)
            }
        }
    }

    @Test(arguments: [200.0, -200])
    func `a card that moves smoothly is followed too`(partsPerMillion: Double) {
        for sleepMs in [20.0, 60, 125] {
            let course = SimulatedDevice(partsPerMillion: partsPerMillion, burst: 1, sleepMs: sleepMs, seconds: 30)
                .follow(seed: 1)
            #expect(course.first.max() ?? 1000 < 200, "\(sleepMs) ms")
            #expect(course.later.max() ?? 1000 < 30, "\(sleepMs) ms")
        }
    }

    @Test func `a thread that wakes late on a busy machine learns less at each look, and still follows`() {
        for seed in 1...4 as ClosedRange<UInt64> {
            let course = SimulatedDevice(
                partsPerMillion: 200, sleepMs: 60, lateMs: 0.05...8, lockLateMs: 0.02...0.12, seconds: 30
            ).follow(seed: seed)
            #expect(course.first.max() ?? 1000 < 400 && course.later.percentile(0.99) < 100, "seed \(seed)")
        }
    }
}
