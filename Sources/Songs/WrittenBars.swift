// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// A part of a song in one pass as other forms want it: where its bars and onsets are in time.
struct WrittenBars {
    /// Whose bars they are.
    let part: SongPart
    /// One bar in quarter notes.
    let barLength: Ratio
    private let music: Arrangement
    private let passes: [PlayedPass]
    private let rate: SampleRate

    init(_ part: SongPart) throws(RhythmError) {
        self.part = part
        barLength = try part.barLength
        music = Arrangement(passages: try part.passages(section: nil, lanes: .none))
        // Times are read between the frames, so any rate will do.
        rate = .hz48000
        passes = music.passes(at: rate)
    }

    /// The seconds from the beginning of the part to a distance in quarter notes.
    func seconds(at distance: Ratio) -> Double {
        let position = Position(units: distance)
        return pass(at: position).segment.place(of: position).frames / Double(rate.hertz)
    }

    /// Whether one tempo holds from a distance to another, and neither a ramp nor a held beat is in between.
    func constantTempo(from begin: Ratio, to end: Ratio) -> (tempo: Tempo, beat: Ratio)? {
        guard let passage = passage(from: begin, to: end), passage.curve.isConstant else { return nil }
        return (passage.curve.start, passage.beat)
    }

    /// The one passage that holds all that lies between two distances.
    func passage(from begin: Ratio, to end: Ratio) -> Passage? {
        let (first, last) = (Position(units: begin), Position(units: end))
        let pass = pass(at: first)
        guard last <= pass.end else { return nil }
        return music.passages[pass.passage]
    }

    /// The pass that holds a position; the last one at the end.
    private func pass(at position: Position) -> PlayedPass {
        passes.lastBegun { $0.begin <= position } ?? passes[0]
    }

    /// What lane 0 plays in a bar, from 0, muted onsets left out: the distance from the beginning of the bar, and the accent.
    func beats(inBar bar: Int) throws(RhythmError) -> [(distance: Ratio, accent: Accent)] {
        guard let pattern = part.lanes.first(where: { $0.id == 0 })?.pattern,
            let begin = barLength.times(Int64(bar)), let end = begin.adding(barLength),
            let cycle = Ratio(Int64(pattern.cycle), over: Int64(pattern.denominator))
        else { return [] }
        var beats: [(distance: Ratio, accent: Accent)] = []
        var number = begin.quotient(by: cycle)
        while let origin = cycle.times(number), origin < end {
            func place(_ index: Int) -> Ratio? {
                Ratio(Int64(pattern.onsets[index].place), over: Int64(pattern.denominator)).flatMap(origin.adding)
            }
            // A cycle may last thousands of bars.
            let first = pattern.onsets.indices.first(meeting: { place($0).map { $0 >= begin } ?? true })
            for index in first..<pattern.onsets.count {
                guard let place = place(index), place < end, let inside = place.subtracting(begin) else { break }
                if pattern.onsets[index].accent != .mute { beats.append((inside, pattern.onsets[index].accent)) }
            }
            number += 1
        }
        return beats
    }

    /// The largest note of which all lengths are multiples, as the number of them in a whole note: 8 for 1, 1 and 3/2 quarter
    /// notes. Nil above 65536.
    static func unit(of lengths: [Ratio]) -> Int64? {
        var unit: Int64 = 1
        for length in lengths {
            // u · n / (4 · d) is whole for every multiple u of `least`.
            guard length.numerator > 0, length.denominator <= 65_536 else { return nil }
            let parts = 4 * length.denominator
            let least = parts.quotient(by: greatestCommonDivisor(parts, length.numerator))
            unit = unit.quotient(by: greatestCommonDivisor(unit, least)) * least
            guard 1...65_536 ~= unit else { return nil }
        }
        return unit
    }
}

/// Of two numbers above 0.
func greatestCommonDivisor(_ left: Int64, _ right: Int64) -> Int64 {
    Int64(clamping: left.magnitude.greatestCommonDivisor(with: right.magnitude))
}
