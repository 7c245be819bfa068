// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@Suite struct PatternBeatsTests {
    @Test func `each accent has a sign of its own, and is read from it`() throws {
        #expect(Set(Accent.allCases.map(\.sign)).count == Accent.allCases.count)
        for accent in Accent.allCases { #expect(Accent(sign: accent.sign) == accent) }
        #expect(try Accent.accents(signs: "XAxo.") == Accent.allCases)
        #expect(throws: RhythmError.self) { try Accent.accents(signs: "Xy") }
        #expect(throws: RhythmError.self) { try Accent.accents(signs: "") }
    }

    @Test func `accents stand on the beats of a bar, which may differ in length, and of several bars`() throws {
        let bar = try [(1, 1), (1, 1), (3, 2)].map { try #require(Ratio($0, over: $1)) }
        let pattern = try Pattern(accents: Accent.accents(signs: "XxxXx."), inBarsOf: bar)
        #expect(pattern.denominator == 2 && pattern.cycle == 14)
        #expect(pattern.onsets.map(\.place) == [0, 2, 4, 7, 9, 11])
        #expect(throws: RhythmError.self) { try Pattern(accents: [.bell, .normal], inBarsOf: bar) }
    }

    @Test func `a rotated pattern has the onsets that the pattern has from there on`() throws {
        let pattern = try Pattern(
            cycle: 7, denominator: 3,
            onsets: [.init(place: 0, accent: .bell), .init(place: 2, accent: .normal), .init(place: 6, accent: .ghost)])
        for (numerator, denominator) in [(0, 1), (1, 3), (2, 3), (1, 2), (7, 3), (15, 4), (100, 7)] as [(Int64, Int64)]
        {
            let distance = try #require(Ratio(numerator, over: denominator))
            let rotated = try pattern.rotated(by: distance)
            // In parts of which 84 make a quarter note, all places are whole.
            func places(_ pattern: Pattern, from begin: Int64) -> [Int64: Accent] {
                var places: [Int64: Accent] = [:]
                for cycle in 0..<40 {
                    for onset in pattern.onsets {
                        let place =
                            (Int64(cycle) * Int64(pattern.cycle) + Int64(onset.place)) * 84 / Int64(pattern.denominator)
                        if begin..<begin + 1000 ~= place { places[place - begin] = onset.accent }
                    }
                }
                return places
            }
            #expect(places(rotated, from: 0) == places(pattern, from: numerator * 84 / denominator))
        }
    }

    @Test func `note values have their lengths, and are found by name in any letter case`() throws {
        #expect(try NoteValue.length(named: " Dotted-Quarter ") == #require(Ratio(3, over: 2)))
        #expect(try NoteValue.length(named: "triplet-eighth") == #require(Ratio(1, over: 3)))
        for note in NoteValue.all { #expect(NoteValue.name(of: note.length) != nil) }
        #expect(throws: RhythmError.self) { try NoteValue.length(named: "crotchet") }
    }
}
