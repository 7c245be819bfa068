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
        var longer = BarLimit(bars: 3)
        #expect(longer.place(of: .sample(index: 0, beatsPerBar: 3)) == .inside)
        #expect(longer.place(of: .sample(index: 8, beatsPerBar: 3)) == .inside)
        #expect(longer.place(of: .sample(index: 9, beatsPerBar: 3)) == .after)
    }

    @Test func `a new run begins the count again`() {
        var limit = BarLimit(bars: 1)
        #expect(limit.place(of: .sample(index: 6, beatsPerBar: 3)) == .inside)
        #expect(beats(from: 0, through: 2).allSatisfy { limit.place(of: $0) == .inside })
        #expect(limit.place(of: .sample(index: 3, beatsPerBar: 3)) == .after)
    }

    @Test(arguments: [-1, 0, 1, 4, 17, 100]) func `bars are counted, whatever number each of them has`(third: Int64) {
        var limit = BarLimit(bars: 4)
        var bars = [7, 8, third, third + 1, third + 2]
        if third < 1 { bars[2...] = [0, 1, 2] }
        let places = bars.enumerated().flatMap { place, bar in
            (0..<3).map { beat in
                var heard = HeardBeat.sample(index: Int64(place * 3 + beat), beatsPerBar: 3)
                heard.bar = Int64(bar)
                return limit.place(of: heard)
            }
        }
        #expect(places == Array(repeating: .inside, count: 12) + Array(repeating: .after, count: 3))
    }

    @Test func `bars of one beat that have the same number are two`() {
        var limit = BarLimit(bars: 1)
        for index in 0..<2 {
            var heard = HeardBeat.sample(index: Int64(index), beatsPerBar: 1)
            heard.bar = 1
            #expect(limit.place(of: heard) == (index == 0 ? .inside : .after))
        }
    }

    @Test func `without a limit it is never reached`() {
        var limit = BarLimit(bars: nil)
        #expect(beats(from: 0, through: 1000).allSatisfy { limit.place(of: $0) == .inside })
    }
}
