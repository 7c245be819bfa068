// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// How fast a part of a song is, along one pass of it.
public enum SongTempo: Sendable, Hashable {
    /// One tempo of a list.
    public struct Step: Sendable, Hashable {
        /// The tempo.
        public var tempo: Tempo
        /// How long it holds, in quarter notes, more than 0.
        public var length: Ratio

        /// A tempo and how long it holds.
        public init(_ tempo: Tempo, length: Ratio) {
            self.tempo = tempo
            self.length = length
        }
    }

    /// One tempo.
    case constant(Tempo)
    /// From one tempo, at the beginning, to another, at the end.
    case ramp(from: Tempo, to: Tempo, TempoCurve.Shape)
    /// Tempi one after the other; the last holds up to the end. Not empty.
    case steps([Step])

    /// At the beginning.
    public var first: Tempo {
        switch self {
        case .constant(let tempo): tempo
        case .ramp(let from, _, _): from
        case .steps(let steps): steps.first?.tempo ?? Tempo()
        }
    }

    /// At the end.
    public var last: Tempo {
        switch self {
        case .constant(let tempo): tempo
        case .ramp(let from, let to, let shape): shape == .constant ? from : to
        case .steps(let steps): steps.last?.tempo ?? Tempo()
        }
    }

    /// The tempi that it is made of.
    fileprivate var tempi: [Tempo] {
        guard case .steps(let steps) = self else { return [first, last] }
        return steps.map(\.tempo)
    }

    /// The tempo at a distance from the beginning of a part of a length, both in quarter notes.
    ///
    /// In a ramp in beats it is exact, or the nearest millionth of a bpm; in a ramp in time it is the nearest millionth.
    public func tempo(at distance: Ratio, of length: Ratio) -> Tempo {
        switch self {
        case .constant(let tempo): return tempo
        case .ramp(let from, let to, let shape):
            if distance.numerator <= 0 || shape == .constant || from == to { return from }
            if distance >= length { return to }
            if shape == .linearInBeats, let exact = Self.between(from, to, at: distance, of: length) { return exact }
            let ramp = TempoRamp(TempoCurve(from: from, to: to, shape, length: length))
            let ticks = Position.ticks(distance.numerator, over: distance.denominator)
            let value = from.beatsPerMinute * ramp.relativeTempo(at: UInt128(clamping: ticks))
            return (try? Tempo(Int64(clamping: (value * 1e6).rounded()), over: 1_000_000)) ?? from
        case .steps(let steps):
            var left = distance
            for step in steps {
                guard left >= step.length, let rest = left.subtracting(step.length) else { return step.tempo }
                left = rest
            }
            return last
        }
    }

    /// The tempi and where each of them begins, ascending, the first at 0; of a ramp its first. Throws where they do not fit.
    func tempi(within length: Ratio) throws(RhythmError) -> [(begin: Ratio, tempo: Tempo)] {
        var tempi = [(begin: Ratio.zero, tempo: first)]
        guard case .steps(let steps) = self else { return tempi }
        var begin = Ratio.zero
        for (step, next) in zip(steps, steps.dropFirst()) {
            guard let end = begin.adding(step.length) else { throw .invalid("the lengths of the tempi do not add up") }
            begin = end
            if begin >= length { break }
            if next.tempo != step.tempo { tempi.append((begin, next.tempo)) }
        }
        return tempi
    }

    private static func between(_ from: Tempo, _ to: Tempo, at distance: Ratio, of length: Ratio) -> Tempo? {
        guard let start = Ratio(from.numerator, over: from.denominator),
            let end = Ratio(to.numerator, over: to.denominator),
            let difference = end.subtracting(start),
            let part = distance.multiplied(by: Ratio(length.denominator, over: length.numerator)),
            let value = difference.multiplied(by: part).flatMap(start.adding)
        else { return nil }
        return try? Tempo(value.numerator, over: value.denominator)
    }
}

extension SongSection {
    /// How fast a section is from its beginning to the end of its last pass, in notes a minute.
    package struct Tempi {
        /// At the beginning.
        package var first: Double
        /// At the end.
        package var last: Double
        /// The slowest and the fastest, where one of them lies beyond the first and the last.
        package var extremes: (least: Double, most: Double)?
    }

    /// How fast it is with its endings, in notes of a length a minute.
    package func tempi(countedIn note: Ratio) -> Tempi {
        func count(_ tempo: Tempo, _ part: SongPart) -> Double {
            tempo.beatsPerMinute * (part.beat.value / note.value)
        }
        let end = endings.first { $0.passes.contains(times) }?.part ?? part
        var tempi = Tempi(first: count(part.tempo.first, part), last: count(end.tempo.last, end))
        let all = ([part] + endings.map(\.part)).flatMap { part in part.tempo.tempi.map { count($0, part) } }
        let (least, most) = (all.min() ?? tempi.first, all.max() ?? tempi.first)
        // A tempo that is written in two notes is one, but for the rounding.
        if least < min(tempi.first, tempi.last) - 1e-9 || most > max(tempi.first, tempi.last) + 1e-9 {
            tempi.extremes = (least, most)
        }
        return tempi
    }
}
