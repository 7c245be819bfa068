// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@Suite struct BarGridTests {
    @Test func `bars and beats count from 1, and backwards before the origin`() {
        let grid = BarGrid(beatsPerBar: 4)
        let counted = (-5...8).map { [Int(grid.bar(ofBeat: $0)), grid.beatInBar(ofBeat: $0)] }
        #expect(
            counted == [
                [-1, 4], [0, 1], [0, 2], [0, 3], [0, 4], [1, 1], [1, 2], [1, 3], [1, 4], [2, 1], [2, 2], [2, 3],
                [2, 4],
                [3, 1],
            ])
    }

    @Test func `every bar has its beats in order`() {
        var random = SeededGenerator(seed: 51)
        for _ in 0..<2000 {
            let grid = BarGrid(
                originBeat: .random(in: -1 << 40...1 << 40, using: &random),
                originBar: .random(in: -1000...1000, using: &random), beatsPerBar: .random(in: 1...64, using: &random))
            let beat = Int64.random(in: -1 << 40...1 << 40, using: &random)
            let (bar, place) = (grid.bar(ofBeat: beat), grid.beatInBar(ofBeat: beat))
            #expect((1...grid.beatsPerBar).contains(place))
            #expect(grid.originBeat + (bar - grid.originBar) * Int64(grid.beatsPerBar) + Int64(place - 1) == beat)
        }
    }

    @Test func `a new meter begins a bar, and the bar number goes on`() {
        var random = SeededGenerator(seed: 52)
        for _ in 0..<2000 {
            let old = BarGrid(
                originBeat: .random(in: -100...100, using: &random), beatsPerBar: .random(in: 1...64, using: &random))
            let beat = Int64.random(in: -1000...1000, using: &random)
            let new = old.changing(beatsPerBar: .random(in: 1...64, using: &random), atBeat: beat)
            #expect(new.beatInBar(ofBeat: beat) == 1)
            // The beat before is in the bar before, whether that bar was full or cut short.
            #expect(new.bar(ofBeat: beat) == old.bar(ofBeat: beat - 1) + 1)
            #expect(new.bar(ofBeat: beat + Int64(new.beatsPerBar)) == new.bar(ofBeat: beat) + 1)
        }
    }

    @Test func `a change on a bar line keeps the bar number`() {
        let old = BarGrid(beatsPerBar: 4)
        #expect(old.changing(beatsPerBar: 3, atBeat: 8).bar(ofBeat: 8) == 3)
        #expect(old.changing(beatsPerBar: 3, atBeat: 9).bar(ofBeat: 9) == 4)
    }
}
