// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

/// Another tempo for a short while, after which the beats fall elsewhere: how the phase of a run is moved without a beat
/// being lost or doubled.
package struct PhaseBridge: Sendable, Hashable {
    /// Where it begins, in beats since the start.
    package var from: Ratio
    /// The beat with which it is over, and which falls where it was wanted.
    package var toBeat: Int64
    /// The tempo up to there.
    package var tempo: Tempo

    /// Where the beats are to fall.
    package enum Target: Sendable, Hashable {
        /// A beat is heard at this time, or a whole number of beats of `periodNs` nanoseconds from it.
        case beats(at: ClockTime, periodNs: Double)
        /// All beats are heard `milliseconds` later than they would be, or earlier where negative.
        case shift(milliseconds: Double)

        /// Whether one bridge is long enough for it.
        package var isInRange: Bool {
            if case .shift(let milliseconds) = self { PhaseBridge.shifts.contains(milliseconds) } else { true }
        }

        /// What was wanted before, and this too: shifts add up, and times take their place.
        package func added(to former: Target?) -> Target {
            guard case .shift(let milliseconds) = self, case .shift(let others)? = former else { return self }
            return .shift(milliseconds: milliseconds + others)
        }
    }
}

extension PhaseBridge {
    /// Places into which a beat is divided for the beginning of a bridge: passages as short as that can be played at any tempo.
    private static let parts = 256.0
    /// Beats that are nearer to their target than this are there, in seconds: no player hears it.
    private static let nearness = 0.001
    /// By how many milliseconds the beats are shifted at once: the longest bridge is long enough for that at any tempo.
    package static let shifts = -1000.0...1000.0
    /// The longest bridge of a shift, in beats.
    package static let longest: Int64 = 64

    /// The bridge that leads a run to a target; nil where it is there already, or cannot be reached.
    ///
    /// It begins with the first place that can still be changed for certain, from the frame on that is given. It ends with one
    /// of the next two beats, the one that needs the least change of tempo: half or double at most. After it the tempo is
    /// `tempo`. Where another bridge leads up to a `beat`, it ends with that one, and a shift not before it.
    package init?(
        to target: Target, of run: HeardRun, fromFrame frame: Int64, tempo: Tempo, endingFrom beat: Int64 = 0
    ) {
        let begin = run.record.timeline.position(atFrame: frame)
        // What is heard before beat 0 has the tempo of beat 0, which therefore stays.
        let parts =
            begin.whole < 0 || begin.whole == 0 && begin.phase == 0
            ? 1 : begin.whole * Int64(clamping: Self.parts) + Int64(clamping: (begin.phase * Self.parts).rounded(.up))
        guard let from = Ratio(parts, over: Int64(clamping: Self.parts)) else { return nil }
        let position = Position(units: from)
        let place = run.record.timeline.place(of: position)
        let first = from.quotient(by: .one) + 1
        let rate = run.record.rate
        /// The tempo that brings a beat to a frame.
        func bridge(to beat: Int64, atFrame frame: Double) -> PhaseBridge? {
            let minutes = (frame - place) / rate / 60
            let distance = Double(beat) - from.value
            guard minutes > 0, let tempo = try? Tempo(rounding: distance / minutes) else { return nil }
            return PhaseBridge(from: from, toBeat: beat, tempo: tempo)
        }
        let found: PhaseBridge?
        switch target {
        case .shift(let milliseconds):
            // Long enough for the tempo to change by half at most.
            let shift = milliseconds / 1000 * rate
            let first = max(first, beat)
            let bridges = (first..<first + Self.longest).lazy.compactMap { beat -> PhaseBridge? in
                let former = run.record.timeline.place(of: Position(whole: beat))
                return former - place >= 2 * abs(shift) ? bridge(to: beat, atFrame: former + shift) : nil
            }
            // With the shifts before it that are on their way, too.
            found = bridges.first { $0.tempo.distance(from: tempo.beatsPerMinute) <= 2 } ?? bridges.first
        case .beats(let time, let periodNs):
            let periods = periodNs / 1e9 * run.clock.framesPerSecond
            let grid = run.clock.frame(at: time)
            // Where it plays in step already, nothing is moved.
            let next = run.record.timeline.place(of: Position(whole: first))
            let off = ((next - grid) / periods).remainder(dividingBy: 1) * periods / rate
            if abs(off) < Self.nearness, run.record.timeline.segment(atFrame: frame).tempo == tempo { return nil }
            let wanted = tempo.beatsPerMinute
            /// The ways to the grid that end with one of some beats.
            func candidates(for beats: [Int64]) -> [PhaseBridge] {
                beats.flatMap { beat in
                    let steady = place + (Double(beat) - from.value) * 60 / wanted * rate
                    let sooner = ((steady - grid) / periods).rounded(.down)
                    return [sooner, sooner + 1].compactMap { bridge(to: beat, atFrame: grid + $0 * periods) }
                }
            }
            // What is on its way ends with the beat that was told, unless a shift leads farther.
            let told =
                !(first...first + 1).contains(beat)
                ? [] : candidates(for: [beat]).filter { $0.tempo.distance(from: wanted) <= 2 }
            found = (told.isEmpty ? candidates(for: [first, first + 1]) : told).min { one, other in
                one.tempo.distance(from: wanted) < other.tempo.distance(from: wanted)
            }
        }
        guard let found else { return nil }
        self = found
    }

    /// The bridge for a run whose tempi are corrected: with the correction, its tempo is the one of this bridge.
    package func corrected(by record: RunRecord) -> PhaseBridge {
        var bridge = self
        bridge.tempo = tempo.times(1 / record.correction(at: Position(units: from)))
        return bridge
    }
}

extension Tempo {
    /// How far the tempo is from another, as the factor between the two.
    fileprivate func distance(from bpm: Double) -> Double { max(beatsPerMinute / bpm, bpm / beatsPerMinute) }
}

extension Timeline {
    /// Where a position falls, in frames with their fraction.
    func place(of position: Position) -> Double {
        let segment = segments.last { $0.originPosition <= position } ?? segments[0]
        return segment.place(of: position).frames
    }
}
