// SPDX-License-Identifier: Apache-2.0

package import Rhythm

/// A run's timeline as it is heard, from the present on: which position is heard when, and which beats make which bar.
package struct HeardTimeline: Sendable, Hashable {
    /// A stretch of one course of the tempo, from its origin to that of the next stretch. The first also answers for what was before.
    package struct Segment: Sendable, Hashable {
        /// The position from which it counts.
        package var origin: BeatPosition
        /// When that position is heard.
        package var time: ClockTime
        /// The nominal tempo, along the positions from `curveBegin` on.
        package var curve: TempoCurve
        /// Where the curve begins; a curve of one tempo may begin anywhere.
        package var curveBegin: BeatPosition
        /// The note that the tempo counts, in beats.
        package var beat: Ratio
        /// The device's measured rate over its nominal one, against CLOCK_MONOTONIC: 1.0001 for one that is fast by 100
        /// millionths. The beats follow each other faster by this factor.
        package var rate: Double

        /// The nominal tempo where the curve begins.
        package var tempo: Tempo { curve.start }

        /// Nanoseconds from a beat to the next, at the first tempo.
        package var beatNs: Double { 60e9 / (tempo.beatsPerMinute * beat.value * rate) }
    }

    /// The segments in the order of their origins; never empty.
    package var segments: [Segment]
    /// The rules of the bars in the order of their beats; never empty.
    package var rules: [BarRules.Rule]
    /// The named lanes, in the order of the beats from which they are played; none where there are no such lanes.
    package var lanes: [LaneRule]
    /// The beat with which the music is over; nil: it has no end.
    package var endBeat: Int64?

    /// The timeline of a run from the beat on that is heard at a time.
    package init(_ run: HeardRun, at now: ClockTime) {
        let beat = run.beat(at: now)
        rules = run.record.rules.rules(fromBeat: Swift.max(0, beat))
        lanes = run.lanes(fromBeat: Swift.max(0, beat))
        endBeat = run.record.endBeat
        segments = run.segments(at: now).map { Segment($0, of: run) }
        // Counted from a whole beat near the present: nothing that was rounded is multiplied by hours.
        let begin = BeatPosition(whole: beat)
        guard let first = segments.first, first.origin < begin, first.curve.isConstant else { return }
        let beats = Double(beat - first.origin.whole) - first.origin.phase
        segments[0].time = first.time.advanced(bySeconds: beats * first.beatNs / 1e9)
        segments[0].origin = begin
    }
}

extension HeardTimeline.Segment {
    fileprivate init(_ segment: TimelineSegment, of run: HeardRun) {
        self.init(
            origin: BeatPosition(ticks: segment.originPosition.ticks),
            time: run.clock.time(ofFrame: segment.originPlace.frames),
            curve: segment.curve, curveBegin: BeatPosition(ticks: segment.curveBegin.ticks), beat: segment.beat,
            rate: run.clock.framesPerSecond / Double(segment.sampleRate.hertz))
    }
}

extension HeardRun {
    /// The most onsets of a timeline's lanes, of a cycle each: as many as 64 lanes have at their limit.
    package static let mostOnsets = 64 * Pattern.mostOnsets

    /// The named lanes that are played from a beat on: the lanes of this beat, and of the following ones as many as have
    /// ``mostOnsets`` with them. The other lanes are told when they come nearer.
    func lanes(fromBeat beat: Int64) -> [LaneRule] {
        let rules = record.lanes.suffix(from: record.lanes.lastIndex { $0.fromBeat <= beat } ?? 0)
        var (count, onsets) = (0, 0)
        return rules.prefix { rule in
            count += 1
            onsets += rule.entries.reduce(0) { $0 + $1.lane.pattern.onsets.count }
            return count == 1 || onsets <= Self.mostOnsets
        }
    }

    /// The segment that is heard at a time, and those that are confirmed after it.
    func segments(at now: ClockTime) -> [TimelineSegment] {
        let frame = frame(at: now)
        return [record.timeline.segment(atFrame: frame)] + record.timeline.segments.filter { $0.firstFrame > frame }
    }
}
