// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

/// How much faster than its tempo says the music is played from a place on, for its beats to be heard when another clock has
/// them.
package struct RateCorrection: Sendable, Hashable {
    /// Where it begins, in beats since the start.
    package var from: Ratio
    /// The factor that the tempo is multiplied by, whatever the tempo is; near 1.
    package var factor: Double
}

extension Tempo {
    /// To the nearest millionth of a bpm. Throws outside of the range.
    init(rounding bpm: Double) throws(RhythmError) {
        guard bpm.isFinite, abs(bpm) < 1e6 else { throw .invalid("no tempo") }
        try self.init(Int64(clamping: (bpm * 1e6).rounded()), over: 1_000_000)
    }
}

extension TempoCurve {
    /// The curve `factor` times as fast all along.
    func times(_ factor: Double) -> TempoCurve {
        guard factor != 1 else { return self }
        guard !isConstant else { return TempoCurve(start.times(factor)) }
        return TempoCurve(from: start.times(factor), to: end.times(factor), shape, length: length)
    }
}

extension PlannedMusic {
    /// Plays `factor` times as fast from a beat on, and `next` times from the next beat on; corrections before `beat` stay.
    package mutating func correct(fromBeat beat: Int64, by factor: Double, then next: Double) {
        corrections.removeAll { !($0.from < Ratio(whole: beat)) }
        corrections.append(RateCorrection(from: Ratio(whole: beat), factor: factor))
        corrections.append(RateCorrection(from: Ratio(whole: beat + 1), factor: next))
    }

    /// Plays by the tempi as they are written from a beat on.
    package mutating func endCorrection(fromBeat beat: Int64) {
        guard !corrections.isEmpty else { return }
        corrections.removeAll { !($0.from < Ratio(whole: beat)) }
        corrections.append(RateCorrection(from: Ratio(whole: beat), factor: 1))
    }

    /// Forgets the corrections that are over by a beat.
    mutating func forgetCorrections(beforeBeat beat: Int64) {
        let first = corrections.lastIndex { !(Ratio(whole: beat) < $0.from) } ?? 0
        corrections.removeFirst(first)
        if corrections.count == 1, corrections[0].factor == 1 { corrections = [] }
    }

    /// The course of the tempo at a beat, without the corrections.
    package func tempo(ofBeat beat: Int64) -> TempoCurve? {
        bridgedTempi.last { !(Ratio(whole: beat) < $0.from) }?.curve
    }

    /// The factor at a place.
    package func correction(at place: Ratio) -> Double { corrections.last { !(place < $0.from) }?.factor ?? 1 }

    /// The course of a tempo with the corrections, in the order of the places.
    func corrected(_ points: [TempoPoint]) -> [TempoPoint] {
        guard let first = points.first, !corrections.isEmpty else { return points }
        let places = Set((points.map(\.from) + corrections.map(\.from)).filter { !($0 < first.from) })
        return places.sorted().map { place in
            var point = points.last { !(place < $0.from) } ?? first
            if point.curve.isConstant { point.curveBegin = place }
            point.from = place
            point.curve = point.curve.times(correction(at: place))
            return point
        }
    }

    /// Music with the corrections.
    func corrected(_ music: Arrangement, begin: Ratio) -> Arrangement {
        let ends = corrections.dropFirst().map { Optional($0.from) } + [nil]
        return zip(corrections, ends).reduce(music) { music, stretch in
            let (correction, end) = stretch
            guard correction.factor != 1, let from = max(correction.from, begin).subtracting(begin) else {
                return music
            }
            let to = end.flatMap { $0.subtracting(begin) }
            return music.changingCurves(from: from, to: to) { $0.times(correction.factor) } ?? music
        }
    }
}
