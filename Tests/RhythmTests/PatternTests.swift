// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@Suite struct PatternTests {
    @Test func `the metronome's pattern is a beat each, the bell one of them`() throws {
        let plain = Pattern(bell: nil)
        #expect(plain.cycle == 1 && plain.denominator == 1 && plain.onsets.map(\.accent) == [.normal])
        let pattern = Pattern(bell: try BellPattern(every: 4, on: 3))
        #expect(pattern.cycle == 4 && pattern.onsets.map(\.place) == [0, 1, 2, 3])
        #expect(pattern.onsets.map(\.accent) == [.normal, .normal, .bell, .normal])
    }

    @Test func `a triplet is three onsets to a beat`() throws {
        let triplet = try Pattern(beats: [.accent, .normal, .ghost], of: #require(Ratio(1, over: 3)))
        #expect(triplet.denominator == 3 && triplet.cycle == 3 && triplet.onsets.map(\.place) == [0, 1, 2])
    }

    @Test func `an empty cycle is a pattern too`() throws {
        #expect(try Pattern(cycle: 4, denominator: 1, onsets: []).onsets.isEmpty)
    }

    @Test(arguments: [(0, 1), (1, 0), (-1, 1), (2_000_000_001, 1), (1, 2_000_000_001)])
    func `a cycle out of range is refused with what is allowed`(cycle: Int, denominator: Int) {
        let error = #expect(throws: RhythmError.self) {
            try Pattern(cycle: cycle, denominator: denominator, onsets: [])
        }
        #expect(error?.minimum == 1 && error?.maximum == 2_000_000_000)
    }

    @Test(arguments: [[4], [-1], [1, 1], [2, 1]] as [[Int32]])
    func `places that do not ascend within the cycle are refused`(places: [Int32]) {
        #expect(throws: RhythmError.self) {
            try Pattern(cycle: 4, denominator: 1, onsets: places.map { .init(place: $0, accent: .normal) })
        }
    }

    @Test(arguments: [-0.1, 1.1, .nan])
    func `a chance that is none is refused`(chance: Double) {
        #expect(throws: RhythmError.self) {
            try Pattern(cycle: 1, denominator: 1, onsets: [.init(place: 0, accent: .normal, chance: chance)])
        }
    }

    @Test func `more onsets than a cycle may have are refused`() throws {
        let onsets = (0...Int32(Pattern.mostOnsets)).map { Pattern.Onset(place: $0, accent: .normal) }
        #expect(throws: RhythmError.self) { try Pattern(cycle: 9000, denominator: 1, onsets: onsets) }
        #expect(try Pattern(cycle: 9000, denominator: 1, onsets: onsets.dropLast()).onsets.count == 8192)
    }
}
