// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@Suite struct BellPatternTests {
    @Test func `the bell rings once in every group, on its beat`() throws {
        var random = SeededGenerator(seed: 61)
        for _ in 0..<500 {
            let every = Int.random(in: 1...128, using: &random)
            let bell = try BellPattern(every: every, on: .random(in: 1...every, using: &random))
            let origin = Int64.random(in: -1000...1000, using: &random)
            let grid = BarGrid(originBeat: origin, beatsPerBar: .random(in: 1...64, using: &random))
            #expect(bell.rings(onBeat: origin + Int64(bell.on - 1), in: grid))
            let start = Int64.random(in: -5000...5000, using: &random)
            #expect((start..<start + Int64(every)).filter { bell.rings(onBeat: $0, in: grid) }.count == 1)
        }
    }

    @Test func `groups are counted from the origin, across bars`() throws {
        let bell = try BellPattern(every: 3, on: 2)
        let grid = BarGrid(originBeat: 10, beatsPerBar: 4)
        #expect((7...17).filter { bell.rings(onBeat: $0, in: grid) } == [8, 11, 14, 17])
    }

    @Test func `groups have 1 to 128 beats, and the bell is on one of them`() throws {
        #expect(try BellPattern(every: 1, on: 1).on == 1)
        #expect(try BellPattern(every: 128, on: 128).every == 128)
        for every in [0, -1, 129, .min, .max] {
            let error = #expect(throws: RhythmError.self) { try BellPattern(every: every, on: 1) }
            #expect(error?.reason == .outOfRange && error?.maximum == 128)
        }
        for on in [0, -1, 5, .max] {
            let error = #expect(throws: RhythmError.self) { try BellPattern(every: 4, on: on) }
            #expect(error?.reason == .outOfRange && error?.minimum == 1 && error?.maximum == 4)
        }
    }
}
