// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import Playback

@Suite struct BurstFilterTests {
    @Test func `a full window gives the reading furthest ahead, and the next begins from nothing`() {
        var edge = BurstFilter()
        for reading in 1..<BurstFilter.window { #expect(edge.take(-Double(reading)) == nil) }
        #expect(edge.take(-100) == BurstFilter.Observation(ahead: -1, blur: 0))
        for _ in 1..<BurstFilter.window { #expect(edge.take(-50) == nil) }
        #expect(edge.take(-60) == BurstFilter.Observation(ahead: -50, blur: 0))
    }

    @Test(arguments: [64.0, 256, 2048], [UInt64(1), 2])
    func `of a pointer that moves in bursts the truth is found, and how sure that is`(burst: Double, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var edge = BurstFilter(burst: Int(burst))
        var sum = 0.0
        var observations = 0.0
        var position = 0.0
        for _ in 0..<16_000 {
            position += .random(in: 800...950, using: &random)
            let reported = (position / burst).rounded(.down) * burst
            guard let seen = edge.take(reported - position) else { continue }
            #expect(abs(seen.ahead) <= seen.blur + 1e-6)
            sum += seen.ahead
            observations += 1
        }
        #expect(abs(sum / observations) < burst / 100)
    }

    @Test func `bursts that grow are noticed`() {
        var edge = BurstFilter(burst: 64)
        for _ in 1..<BurstFilter.window { #expect(edge.take(-400) == nil) }
        #expect(edge.take(0) == BurstFilter.Observation(ahead: 0, blur: 0))
        #expect(edge.burst == 400)
    }
}
