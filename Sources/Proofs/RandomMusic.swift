// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// Random music for the proof of splicing: passages with ramps, repeats, odd bars and lanes that come and go.
extension SplitMix {
    mutating func isOne(in count: UInt64) -> Bool { next(below: count) == 0 }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next(below: UInt64(range.upperBound - range.lowerBound) + 1))
    }

    mutating func tempo() -> Tempo {
        let denominator = [1, 2, 10, 1000, 999_983][number(0...4)] as Int64
        return (try? Tempo(60 * denominator + Int64(next(below: UInt64(940 * denominator))), over: denominator))
            ?? Tempo()
    }

    mutating func ratio(_ range: ClosedRange<Int>) -> Ratio {
        Ratio(Int64(number(range)), over: [1, 2, 3, 4, 8][number(0...4)]) ?? .one
    }

    mutating func pattern() throws(RhythmError) -> Pattern {
        let denominator = [1, 2, 3, 4, 5, 7, 12][number(0...6)]
        let cycle = number(1...4 * denominator)
        var onsets: [Pattern.Onset] = []
        for place in 0..<cycle where isOne(in: 3) { onsets.append(.init(place: Int32(place), accent: .normal)) }
        return try Pattern(cycle: cycle, denominator: denominator, onsets: onsets)
    }

    /// Some of the lanes; each has a kit of its own.
    mutating func lanes(_ ids: [Int]) throws(RhythmError) -> [Lane] {
        var lanes: [Lane] = []
        for (kit, id) in ids.enumerated() where !isOne(in: 4) {
            let anchors: [Lane.Anchor] = [.bar, .passage, .run, .position(ratio(0...20))]
            // Of the lanes that are counted from the start of the run or from a position, some play a limited number of onsets.
            let anchor = anchors[number(0...3)]
            let first = Int64(number(0...20))
            let onsets = anchor.origin != nil && isOne(in: 2) ? first..<first + Int64(number(0...60)) : nil
            lanes.append(Lane(id: id, pattern: try pattern(), kit: kit, anchor: anchor, onsets: onsets))
        }
        return lanes
    }

    /// Up to four passages, the last without end.
    mutating func passages(_ ids: [Int]) throws(RhythmError) -> [Passage] {
        let count = number(1...4)
        var passages: [Passage] = []
        for index in 1...count {
            let shapes: [TempoCurve.Shape] = [.constant, .constant, .linearInBeats, .linearInTime]
            let curve = TempoCurve(from: tempo(), to: tempo(), shapes[number(0...3)], length: ratio(1...40))
            let bar = (0..<number(1...4)).map { _ in ratio(1...3) }
            passages.append(
                Passage(
                    length: index < count ? ratio(1...9) : nil, times: number(1...3), curve: curve,
                    beat: ratio(1...2), bar: bar, lanes: try lanes(ids)))
        }
        return passages
    }

    /// The same music, its passages cut in two at random.
    mutating func cut(_ arrangement: Arrangement) -> Arrangement {
        (0..<number(0...2)).reduce(arrangement) { music, _ in music.cut(at: ratio(1...30)) ?? music }
    }

    /// The same passages with a change that holds from now on: of the tempo of all or of one, of the lanes of one or of all.
    mutating func change(_ arrangement: Arrangement, _ ids: [Int]) throws(RhythmError) -> Arrangement {
        var arrangement = arrangement
        let index = number(0...arrangement.passages.count - 1)
        switch number(0...3) {
        case 0: arrangement = arrangement.at(tempo())
        case 1: arrangement.passages[index].curve = TempoCurve(tempo())
        case 2: arrangement.passages[index].lanes = try lanes(ids)
        default: for index in arrangement.passages.indices { arrangement.passages[index].lanes = try lanes(ids) }
        }
        return arrangement
    }
}
