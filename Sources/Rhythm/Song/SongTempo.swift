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
