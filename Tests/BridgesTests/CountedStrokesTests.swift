// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import Bridges

@Suite struct CountedStrokesTests {
    private func counted(_ ms: [Double]) -> CountedStrokes.Count? {
        var strokes = CountedStrokes()
        return ms.map { strokes.take(strokeAtNs: 1_000_000_000 + Int64($0 * 1e6)) }.last ?? nil
    }

    @Test(arguments: [40, 96, 120, 300] as [Double]) func `four even strokes say the tempo and the fifth`(bpm: Double)
        throws
    {
        let period = 60_000 / bpm
        let count = try #require(counted((0..<4).map { Double($0) * period }))
        #expect(abs(count.bpm - bpm) < 0.001)
        #expect(abs(Double(count.nextNs - 1_000_000_000) / 1e6 - 4 * period) < 0.001)
    }

    @Test func `a player who scatters is met, as near as a straight line can`() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<100 {
            let strokes = (0..<4).map { Double($0) * 500 + Double.random(in: -15...15, using: &random) }
            let count = try #require(counted(strokes))
            #expect(abs(count.bpm - 120) < 6 && abs(Double(count.nextNs - 1_000_000_000) / 1e6 - 2000) < 32)
        }
    }

    @Test func `what is uneven is no count, and four even ones after it are`() {
        #expect(counted([0, 500, 1000]) == nil)
        #expect(counted([0, 500, 1000, 1250]) == nil && counted([0, 500, 1000, 2000]) == nil)
        #expect(counted([0, 400, 500, 1000, 1500]) == nil)
        #expect(counted([0, 400, 500, 1000, 1500, 2000]) != nil)
        // Too fast, too slow.
        #expect(counted([0, 100, 200, 300]) == nil && counted([0, 3000, 6000, 9000]) == nil)
    }
}
