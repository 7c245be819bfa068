// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import Bridges

@Suite struct LoopMeasurementTests {
    private let second: Int64 = 1_000_000_000

    /// Twelve clicks every half second from second 5 on, as a microphone hears them.
    private func loop(
        lateMs: Double, clicks: Int = 12, scatterMs: Double = 0.05, driftMs: Double = 0, seed: UInt64 = 1,
        strength: (Int) -> Double = { _ in 0.5 }
    ) -> LoopMeasurement {
        var random = SeededGenerator(seed: seed)
        var loop = LoopMeasurement()
        for index in 0..<clicks {
            let ns = 5 * second + Int64(index) * second / 2
            loop.clicks.append(HeardClick(ns: ns, sound: index % 4 == 0 ? "bell" : "normal"))
            // Of three even numbers the sum is nearly normal.
            let chance = (0..<3).reduce(0.0) { sum, _ in sum + Double.random(in: -1...1, using: &random) }
            let late = lateMs + chance * scatterMs + driftMs * Double(index) / Double(clicks - 1)
            loop.onsets.append(.init(ns: ns + Int64(late * 1e6), strength: strength(index)))
        }
        return loop
    }

    /// What is known once all is heard.
    private func result(_ loop: LoopMeasurement, atS seconds: Int64 = 20) -> Result<Double, LoopMeasurement.Refusal> {
        Result { () throws(LoopMeasurement.Refusal) in try loop.result(atNs: seconds * second).lateMs }
    }

    private func refusal(_ loop: LoopMeasurement) -> LoopMeasurement.Refusal? {
        if case .failure(let refusal) = result(loop) { refusal } else { nil }
    }

    @Test(arguments: [-40, 0, 5, 62.3, 249, 251, 300, 499, 501, 740, 1100] as [Double])
    func `the delay is that of the clicks, also where it is longer than a beat`(late: Double) throws {
        for seed in 1...10 as ClosedRange<UInt64> {
            #expect(abs(try result(loop(lateMs: late, seed: seed)).get() - late) < 0.1)
        }
    }

    @Test(arguments: [0, 300, 501] as [Double])
    func `clicks that are not heard yet change nothing`(late: Double) throws {
        var loop = loop(lateMs: late, clicks: 20)
        for now in stride(from: Int64(8), through: 16, by: 1) {
            loop.onsets = self.loop(lateMs: late, clicks: 20).onsets.filter { $0.ns < now * second - 300_000_000 }
            guard case .success(let found) = result(loop, atS: now) else { continue }
            #expect(abs(found - late) < 0.1)
        }
        #expect(abs(try result(loop, atS: 16).get() - late) < 0.1)
    }

    @Test func `a click that is missed, and a sound between them, are no harm`() throws {
        var loop = loop(lateMs: 120)
        for index in [9, 4] { loop.onsets.remove(at: index) }
        loop.onsets.insert(.init(ns: 7 * second + 333_000_000, strength: 0.9), at: 3)
        #expect(abs(try result(loop).get() - 120) < 0.1)
    }

    @Test func `where the first clicks are lost, which is which is open, and nothing is told`() {
        for lost in 1...3 {
            var loop = loop(lateMs: 120)
            loop.onsets.removeFirst(lost)
            #expect(refusal(loop) == .ambiguous)
        }
    }

    @Test func `a device that settles is measured by its last clicks`() throws {
        var loop = loop(lateMs: 120, clicks: 20)
        for index in 0..<10 { loop.onsets[index].ns -= Int64(10 - index) * 300_000 }
        #expect(abs(try result(loop).get() - 120) < 0.1)
    }

    @Test func `what is much softer than the clicks is no harm`() throws {
        var loop = loop(lateMs: 120)
        loop.onsets += (0..<9).map { .init(ns: 6 * second + Int64($0) * 317_000_000, strength: 0.02) }
        loop.onsets.sort { $0.ns < $1.ns }
        #expect(abs(try result(loop).get() - 120) < 0.1)
    }

    @Test func `where few are heard, or other sounds, nothing is told`() {
        var few = loop(lateMs: 120)
        few.onsets = Array(few.onsets.prefix(6))
        #expect(refusal(few) == .notHeard(heard: 6, clicks: 12))
        #expect(refusal(LoopMeasurement()) == .notHeard(heard: 0, clicks: 0))
        var noisy = loop(lateMs: 120)
        for index in 0..<4 { noisy.onsets.append(.init(ns: 6 * second + Int64(index) * 613_000_000, strength: 0.2)) }
        noisy.onsets.sort { $0.ns < $1.ns }
        #expect(refusal(noisy) == .disturbed(others: 4))
    }

    @Test func `where the delay scatters or drifts, or clicks fade, nothing is told`() {
        if case .scattered = refusal(loop(lateMs: 120, scatterMs: 1.5)) {} else { Issue.record("scatter is not seen") }
        if case .drifting = refusal(loop(lateMs: 120, driftMs: 3)) {} else { Issue.record("a drift is not seen") }
        // Echo cancellation has learnt the click after some time.
        let fading = loop(lateMs: 120) { $0 < 6 ? 0.5 : 0.1 }
        if case .fading(let isLouder) = refusal(fading) {
            #expect(!isLouder)
        } else {
            Issue.record("a fade is not seen")
        }
        #expect(refusal(loop(lateMs: 120) { $0 % 4 == 0 ? 0.5 : 0.1 }) == nil)
    }
}
