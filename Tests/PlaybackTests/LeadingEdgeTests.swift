// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import Playback

@Suite struct LeadingEdgeTests {
    @Test func `a full window gives the reading furthest ahead, and the next begins anew`() {
        var edge = LeadingEdge()
        for reading in 1..<LeadingEdge.window { #expect(edge.take(-Double(reading)) == nil) }
        #expect(edge.take(-100) == -1)
        for _ in 1..<LeadingEdge.window { #expect(edge.take(-50) == nil) }
        #expect(edge.take(-60) == -50)
    }

    @Test(arguments: [64.0, 256, 1024], [UInt64(1), 2])
    func `of a pointer that moves in bursts a small part of the lag remains`(burst: Double, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var edge = LeadingEdge()
        var sum = 0.0
        var observations = 0.0
        var position = 0.0
        for _ in 0..<16_000 {
            position += .random(in: 800...950, using: &random)
            let reported = (position / burst).rounded(.down) * burst
            guard let ahead = edge.take(reported - position) else { continue }
            sum += ahead
            observations += 1
        }
        #expect(sum / observations > -burst / 12)
        #expect(sum / observations <= 0)
    }
}
