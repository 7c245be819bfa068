// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm

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
                    now += time(part, from: place, to: end, of: length) * fermata.hold.value
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
