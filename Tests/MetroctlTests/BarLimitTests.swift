// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeControl
import MetronomeSession
import Testing

@testable import metroctl

@Suite struct BarLimitTests {
    /// Beats of bars of three.
    private func beats(from first: Int64, through last: Int64) -> [HeardBeat] {
        (first...last).map { .sample(index: $0, beatsPerBar: 3) }
    }

    @Test(arguments: [0, 1, 2, 3]) func `so many whole bars are inside, from the next that begins`(first: Int64) {
        var limit = BarLimit(bars: 2)
        let places = beats(from: first, through: 20).map { ($0.index, limit.place(of: $0)) }
        let begin = (first + 2) / 3 * 3
        #expect(places.filter { $0.1 == .before }.map(\.0) == Array(first..<begin))
        #expect(places.filter { $0.1 == .inside }.map(\.0) == Array(begin..<begin + 6))
    }

    @Test func `a beat that was left out does not prolong it`() {
        var limit = BarLimit(bars: 1)
        #expect(limit.place(of: .sample(index: 0, beatsPerBar: 3)) == .inside)
        #expect(limit.place(of: .sample(index: 5, beatsPerBar: 3)) == .after)
    }

    @Test func `a new run begins the count again`() {
        var limit = BarLimit(bars: 1)
        #expect(limit.place(of: .sample(index: 6, beatsPerBar: 3)) == .inside)
        #expect(beats(from: 0, through: 2).allSatisfy { limit.place(of: $0) == .inside })
        #expect(limit.place(of: .sample(index: 3, beatsPerBar: 3)) == .after)
    }

    @Test func `without a limit it is never reached`() {
        var limit = BarLimit(bars: nil)
        #expect(beats(from: 0, through: 1000).allSatisfy { limit.place(of: $0) == .inside })
    }
}
