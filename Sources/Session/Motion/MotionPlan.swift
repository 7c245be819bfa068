// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeMotion
package import MetronomeRhythm

/// How every property moves from one change of tempo, meter or play to the next, in seconds since frame 0.
///
/// A beat begins with the frame of its onset and lasts until the next one's, so that what is seen arrives with what is
/// heard.
package struct MotionPlan: Sendable, Equatable {
    /// Counts the plans of a run.
    package var serial: Int
    /// When it comes into force; -∞ for the first plan of a run.
    package var begin: Double
    /// Which beat is when.
    package var segment: TimelineSegment
    /// Which beat is where in which bar.
    package var rules: BarRules
    /// Whether the run has ended: every property follows its bridge and stays where that leads.
    package var isOver = false
    /// How properties get from what they did before to what they do now; none for those that go on as planned.
    package var bridges: [MotionProperty: Segment] = [:]

    // MARK: beats and seconds

    /// Closer times count as equal, in seconds: sums differ by some 1e-13 from the onsets they stand for.
    private static let hair = 1e-9

    private var rate: Double { Double(segment.sampleRate.hertz) }

    /// Seconds from a beat to the next, at the tempo with which the segment begins.
    var secondsPerBeat: Double { 60 / (segment.tempo.beatsPerMinute * segment.beat.value) }

    /// The exact position at a time, in beats; below 0 before beat 0.
    func beats(at seconds: Double) -> Double {
        guard segment.curve.isConstant else {
            let frame = Swift.max(-0x1p52, .minimum(seconds * rate, 0x1p52))
            let begin = frame.rounded(.down)
            let first = Int64(clamping: begin.rounded())
            let (one, next) = (segment.position(atFrame: first).units, segment.position(atFrame: first + 1).units)
            return one + (next - one) * (frame - begin)
        }
        return segment.originPosition.units + (seconds - segment.originPlace.frames / rate) / secondsPerBeat
    }

    /// When a beat begins.
    func onset(ofBeat index: Int64) -> Double { Double(segment.frame(ofBeat: index)) / rate }

    /// The last beat that has begun by a time; below 0 before beat 0.
    func beat(at seconds: Double) -> Int64 {
        // A frame's time times the rate may come out a hair below the frame.
        let frame = (seconds * rate + 1e-3).rounded(.down)
        return segment.beat(atFrame: Int64(clamping: Swift.max(-0x1p62, .minimum(frame, 0x1p62))))
    }

    /// Whether the plan comes into force a millisecond or more before a beat is over. A change on a beat may round its
    /// onset to a later frame; that leaves nothing to be seen of the beat before.
    func holds(inBeat index: Int64) -> Bool { begin <= onset(ofBeat: index + 1) - 1e-3 }

    /// A beat as far as motion depends on it.
    private func beat(_ index: Int64) -> Beat {
        let rule = rules.rule(ofBeat: index)
        let next = rules.rule(ofBeat: index + 1)
        return Beat(
            index: index, bar: rule.grid.bar(ofBeat: index), beatInBar: rule.grid.beatInBar(ofBeat: index),
            beatsPerBar: rule.grid.beatsPerBar, bpm: segment.beatsPerMinute(ofBeat: index),
            bell: rule.rings(onBeat: index),
            endsBar: next.grid.beatInBar(ofBeat: index + 1) == 1)
    }

    // MARK: movements

    /// What a property does in a beat without a bridge.
    func planned(_ property: MotionProperty, inBeat index: Int64) -> [Segment] {
        let begin = onset(ofBeat: index)
        let duration = onset(ofBeat: index + 1) - begin
        return property.segments(in: beat(index)).map { segment in
            segment.moved(to: begin + segment.begin * duration, stretched: duration)
        }
    }

    /// What a property does at a time without a bridge; before beat 0 it waits for its first movement.
    func planned(_ property: MotionProperty, at time: Double) -> Segment {
        let index = beat(at: time)
        let segments = planned(property, inBeat: Swift.max(0, index))
        let value = property.idle(bpm: segment.beatsPerMinute(ofBeat: Swift.max(0, index)))
        return (index < 0 ? segments.first : segments.segment(at: time))
            ?? Segment(from: value, to: value, begin: time, duration: 0, curve: .linear)
    }

    /// What a property does at a time.
    func movement(of property: MotionProperty, at time: Double) -> Segment {
        if let bridge = bridges[property], isOver || time < bridge.end { return bridge }
        return planned(property, at: time)
    }

    /// What a property does in a beat, from the plan's begin on; in beat 0 also how it gets there.
    func segments(of property: MotionProperty, inBeat index: Int64) -> [Segment] {
        let onset = onset(ofBeat: index)
        var start = isOver || index == 0 && begin.isFinite ? begin : Swift.max(begin, onset)
        var segments: [Segment] = []
        if let bridge = bridges[property], isOver || bridge.end > start + Self.hair {
            segments.append(bridge.begin < start ? bridge.tail(from: start) : bridge)
            start = bridge.end
        }
        guard !isOver, start + Self.hair < self.onset(ofBeat: index + 1) else { return segments }
        if abs(start - onset) < Self.hair { start = onset }
        return segments + planned(property, inBeat: index).tail(from: start)
    }

    /// How the rod leaves a beat: by its bridge if that reaches into the beat, else by its whole swing.
    func swing(inBeat index: Int64) -> Segment {
        let onset = onset(ofBeat: index)
        if let bridge = bridges[.pendulumAngle], isOver || bridge.end > onset + Self.hair { return bridge }
        return planned(.pendulumAngle, at: onset)
    }

    /// Goes over to an axis on which all times are greater by a shift, with frames at another rate.
    mutating func rebase(by shift: Double, onto segment: TimelineSegment) {
        begin += shift
        self.segment = segment
        for property in bridges.keys { bridges[property]?.begin += shift }
    }
}
