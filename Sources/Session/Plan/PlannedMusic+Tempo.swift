// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

extension PlannedMusic {
    /// A tempo that holds for a stretch, whatever the parts say.
    struct Stretch: Sendable, Hashable {
        var from: Ratio
        var to: Ratio
        var tempo: Tempo
    }

    /// Leads to another phase: what was sent before holds up to the bridge.
    package mutating func add(_ bridge: PhaseBridge, after former: PlannedMusic) {
        let points = former.bridgedTempi
        stretches = zip(points, points.dropFirst().map(\.from) + [bridge.from]).compactMap { point, end in
            let end = min(end, bridge.from)
            return point.from < end ? Stretch(from: point.from, to: end, tempo: point.tempo) : nil
        }
        stretches.append(Stretch(from: bridge.from, to: Ratio(whole: bridge.toBeat), tempo: bridge.tempo))
        endStretches()
    }

    /// The first beat behind what is on its way to another phase; 0 where nothing is.
    package var steadyBeat: Int64 { stretches.last?.to.quotient(by: .one) ?? 0 }

    /// Ends what is on its way to another phase where another tempo begins that was set, or a song: that holds from its first beat
    /// on. Over the steps of a trainer the way goes on.
    mutating func endStretches() {
        for (part, next) in zip(parts, parts.dropFirst())
        where part.tempo != next.tempo && next.isTempoSet || part.song != next.song {
            let end = Ratio(whole: next.fromBeat)
            for index in stretches.indices where stretches[index].from < end && end < stretches[index].to {
                stretches[index].to = end
            }
        }
    }

    /// A course of the tempo, and from where it holds, in beats since the start.
    package struct TempoPoint: Sendable, Hashable {
        package var from: Ratio
        /// Along the beats from `curveBegin` on.
        package var curve: TempoCurve
        /// The note that it counts, in beats.
        package var beat: Ratio = .one
        /// Where the curve begins: not after `from`.
        package var curveBegin: Ratio

        init(from: Ratio, tempo: Tempo) {
            self.from = from
            curve = TempoCurve(tempo)
            curveBegin = from
        }

        init(from: Ratio, _ passage: Passage) {
            self.from = from
            curve = passage.curve
            beat = passage.beat
            curveBegin = curve.isConstant ? from : from.subtracting(passage.lead) ?? from
        }

        /// The tempo where the curve begins.
        package var tempo: Tempo { curve.start }
    }

    /// The course of the tempo without the ways to another phase.
    var tempoPoints: [TempoPoint] {
        intervals.flatMap { interval -> [TempoPoint] in
            var begin = Ratio(whole: interval.begin)
            guard !interval.passages.isEmpty else {
                return [TempoPoint(from: begin, tempo: parts[interval.part].tempo)]
            }
            return interval.passages.map { passage in
                let point = TempoPoint(from: begin, passage)
                begin = passage.length.flatMap(begin.adding) ?? begin
                return point
            }
        }
    }

    /// The course of the tempo as it is played, in the order of the places.
    package var tempi: [TempoPoint] { corrected(bridgedTempi) }

    /// The course of the tempo without the corrections, with the ways to another phase.
    package var bridgedTempi: [TempoPoint] {
        let points = tempoPoints
        guard !stretches.isEmpty else { return points }
        let begin = Ratio(whole: parts[0].fromBeat)
        let places = points.map(\.from) + stretches.flatMap { [$0.from, $0.to] }
        return Set(places.filter { !($0 < begin) }).sorted().map { place in
            if let stretch = stretches.last(where: { !(place < $0.from) && place < $0.to }) {
                return TempoPoint(from: place, tempo: stretch.tempo)
            }
            var point = points.last { !(place < $0.from) } ?? points[0]
            if point.curve.isConstant { point.curveBegin = place }
            point.from = place
            return point
        }
    }
}

extension Ratio {
    /// A whole number.
    init(whole: Int64) { self = Ratio(whole) ?? .zero }
}
