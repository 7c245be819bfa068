// SPDX-License-Identifier: Apache-2.0

import Rhythm
import SeededRandom

/// Where the beats of a song are, summed up one by one in floating point from the integrals of its tempi.
struct SongModel {
    private(set) var beats: [Double] = []
    private var now = 0.0

    init(_ song: Song) {
        for section in song.sections {
            for pass in 1...section.times {
                play(section.part)
                for ending in section.endings where ending.passes.contains(pass) { play(ending.part) }
            }
        }
    }

    private mutating func play(_ part: SongPart) {
        let length = Double(part.bars) * part.bar.reduce(0) { $0 + $1.value }
        var place = 0.0
        for bar in 1...part.bars {
            for (index, beat) in part.bar.enumerated() {
                beats.append(now)
                let end = place + beat.value
                if let fermata = part.fermatas.first(where: { $0.bar == bar && $0.beat == index + 1 }) {
                    now += beat.value / part.beat.value * 60 / tempo(part, at: place, of: length) * fermata.hold.value
                } else {
                    now += time(part, from: place, to: end, of: length)
                }
                place = end
            }
        }
    }

    private func tempo(_ part: SongPart, at place: Double, of length: Double) -> Double {
        switch part.tempo {
        case .constant(let tempo): return tempo.beatsPerMinute
        case .ramp(let from, let to, let shape):
            let (from, to) = (from.beatsPerMinute, to.beatsPerMinute)
            return shape == .linearInBeats
                ? from + (to - from) * place / length
                : (from * from + (to * to - from * from) * place / length).squareRoot()
        case .steps(let steps):
            var end = 0.0
            for step in steps {
                end += step.length.value
                if place < end - 1e-9 { return step.tempo.beatsPerMinute }
            }
            return steps[steps.count - 1].tempo.beatsPerMinute
        }
    }

    /// The integral of 1 / tempo, in many small parts by Simpson's rule; a list has one tempo in a beat.
    private func time(_ part: SongPart, from begin: Double, to end: Double, of length: Double) -> Double {
        if case .steps = part.tempo {
            return (end - begin) / part.beat.value * 60 / tempo(part, at: (begin + end) / 2, of: length)
        }
        let count = 64
        let width = (end - begin) / Double(count)
        var sum = 0.0
        for index in 0..<count {
            let left = begin + Double(index) * width
            let tempi = [left, left + width / 2, left + width].map { tempo(part, at: $0, of: length) }
            sum += (1 / tempi[0] + 4 / tempi[1] + 1 / tempi[2]) / 6 * width
        }
        return sum / part.beat.value * 60
    }
}

extension Song {
    /// A song of a few sections with repeats, endings, fermatas and all courses of tempo, a sign on each beat.
    static func random(_ random: inout SeededGenerator) throws -> Song {
        var song = Song(sections: [])
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            var section = SongSection(part: try .random(&random), times: Int.random(in: 1...3, using: &random))
            if Bool.random(using: &random) {
                section.endings = [SongSection.Ending(passes: [section.times], part: try .random(&random))]
            }
            song.sections.append(section)
        }
        return song
    }
}

extension SongPart {
    static func random(_ random: inout SeededGenerator) throws -> SongPart {
        func tempo() throws -> Tempo { try Tempo(Int64.random(in: 300...4000, using: &random), over: 10) }
        func ratio(_ numerator: Int64, _ denominator: Int64) -> Ratio { Ratio(numerator, over: denominator) ?? .one }
        let beats = [ratio(1, 1), ratio(1, 2), ratio(3, 2), ratio(4, 3), ratio(2, 1)]
        var bar = [Ratio](
            repeating: beats.randomElement(using: &random) ?? .one, count: Int.random(in: 1...7, using: &random))
        if Bool.random(using: &random) { bar.append(ratio(3, 2)) }
        let bars = Int.random(in: 1...5, using: &random)
        var course: SongTempo
        switch Int.random(in: 0..<4, using: &random) {
        case 0: course = .constant(try tempo())
        case 1: course = .ramp(from: try tempo(), to: try tempo(), .linearInBeats)
        case 2: course = .ramp(from: try tempo(), to: try tempo(), .linearInTime)
        default:
            course = .steps(
                try (0..<bars * bar.count).map { SongTempo.Step(try tempo(), length: bar[$0 % bar.count]) })
        }
        if case .ramp(let from, let to, _) = course, from == to { course = .constant(from) }
        let accents = (0..<bar.count).compactMap { _ in Accent.allCases.randomElement(using: &random) }
        var part = SongPart(
            bars: bars, bar: bar, beat: beats.randomElement(using: &random) ?? .one, tempo: course,
            lanes: [Lane(id: 0, pattern: try Pattern(accents: accents, inBarsOf: bar))])
        if Bool.random(using: &random) {
            part.fermatas = [
                Fermata(
                    bar: Int.random(in: 1...bars, using: &random), beat: Int.random(in: 1...bar.count, using: &random),
                    hold: ratio(Int64.random(in: 2...8, using: &random), 2))
            ]
        }
        return part
    }
}
