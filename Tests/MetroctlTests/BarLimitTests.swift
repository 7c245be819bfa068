// SPDX-License-Identifier: Apache-2.0

import Control
import ControlSamples
import Testing

@testable import metroctl

@Suite struct BarLimitTests {
    /// Beats of bars of three.
    private func beats(from first: Int, through last: Int) -> [BeatEvent] {
        (first...last).map { .sample(index: $0, beatsPerBar: 3) }
    }

    @Test(arguments: [0, 1, 2]) func `so many bars end with the beat of the bar that they began with`(first: Int) {
        var limit = BarLimit(bars: 2)
        let shown = beats(from: first, through: 20).prefix { !limit.isReached(by: $0) }
        #expect(shown.map(\.beatIndex) == Array(first..<first + 6))
    }

    @Test func `a beat that was left out does not prolong it`() {
        var limit = BarLimit(bars: 1)
        #expect(limit.isReached(by: .sample(index: 1, beatsPerBar: 3)) == false)
        #expect(limit.isReached(by: .sample(index: 5, beatsPerBar: 3)) == true)
    }

    @Test func `a new run begins the count again`() {
        var limit = BarLimit(bars: 1)
        #expect(limit.isReached(by: .sample(index: 7, beatsPerBar: 3)) == false)
        #expect(beats(from: 0, through: 2).allSatisfy { !limit.isReached(by: $0) })
        #expect(limit.isReached(by: .sample(index: 3, beatsPerBar: 3)) == true)
    }

    @Test func `without a limit it is never reached`() {
        var limit = BarLimit(bars: nil)
        #expect(beats(from: 0, through: 1000).allSatisfy { !limit.isReached(by: $0) })
    }
}
