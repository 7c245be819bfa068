// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@Suite struct BeatAccentsTests {
    @Test func `the bell rings over the groups of the meter, whose first beats but the bar's own are accents`() throws {
        let accents = BeatAccents(of: try Meter(parsing: "2+2+3/8"), bell: try BellPattern(every: 7, on: 1))
        let grid = BarGrid(originBeat: 3, beatsPerBar: 7)
        #expect(
            (3..<17).map { accents.accent(ofBeat: $0, in: grid) }.map(\.sign)
                == Array("XxAxAxxXxAxAxx"))
        #expect(accents.bellGroup == (try BellPattern(every: 7, on: 1)))
        #expect(BeatAccents(of: .common, bell: nil).bar == [.normal, .normal, .normal, .normal])
    }

    @Test func `the accents of a bar ring the bell where they say so, and tell it as a group where it is one beat`()
        throws
    {
        let grid = BarGrid(beatsPerBar: 4)
        let one = BeatAccents(bar: try Accent.accents(signs: "x.Xo"))
        #expect(one.bellGroup == (try BellPattern(every: 4, on: 3)))
        #expect((0..<5).map { one.accent(ofBeat: $0, in: grid) } == [.normal, .mute, .bell, .ghost, .normal])
        #expect(BeatAccents(bar: try Accent.accents(signs: "XxXx")).bellGroup == nil)
        #expect(BeatAccents(bar: try Accent.accents(signs: "xxx")).bellGroup == nil)
    }

    @Test func `the pattern of the beats has the accent of each of them, wherever it begins`() throws {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<200 {
            let bar = (0..<Int.random(in: 1...13, using: &random)).map { _ in
                Accent.allCases.randomElement(using: &random) ?? .normal
            }
            let every = Int.random(in: 1...128, using: &random)
            let bell =
                Bool.random(using: &random)
                ? try BellPattern(every: every, on: .random(in: 1...every, using: &random)) : nil
            let accents = BeatAccents(bar: bar, bell: bell)
            let first = Int64.random(in: 0...300, using: &random)
            let pattern = Pattern(accents, fromBeat: first)
            let grid = BarGrid(beatsPerBar: bar.count)
            #expect(pattern.cycle == pattern.onsets.count && pattern.denominator == 1)
            for beat in 0..<Int64(300) {
                let onset = pattern.onsets[Int(beat) % pattern.onsets.count]
                #expect(onset.accent == accents.accent(ofBeat: first + beat, in: grid))
            }
        }
    }

    @Test func `any bell fits any bar`() throws {
        let bar = [Accent.accent] + Array(repeating: .normal, count: 63)
        let pattern = Pattern(BeatAccents(bar: bar, bell: try BellPattern(every: 127, on: 1)))
        #expect(pattern.onsets.count == 64 * 127)
        #expect(pattern.onsets.count <= Pattern.mostOnsets)
    }
}
