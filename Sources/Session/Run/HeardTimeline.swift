// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// A run as it is heard: which place is heard when, which beats make which bar, which lanes sound, which section it is. Every beat
/// to come follows from it.
///
/// The daemon makes it of what its real-time thread has adopted, and a client of what the daemon tells; both ask it the same
/// questions. A pure value. Times are those of CLOCK_MONOTONIC.
public struct HeardTimeline: Sendable, Hashable {
    /// A stretch of one course of the tempo, from its origin to that of the next stretch. The first also answers for what was before.
    package struct Segment: Sendable, Hashable {
        /// The course, in frames at the device's nominal rate; its origin is frame 0.
        package var course: TimelineSegment
        /// When the origin is heard.
        package var time: ClockTime
        /// The device's measured rate over its nominal one, against CLOCK_MONOTONIC: 1.0001 for one that is fast by 100
        /// millionths. The beats follow each other faster by this factor.
        package var rate: Double
        /// How many times as fast as it is written the course is, to follow a clock.
        package var correction: Double

        /// A course of the tempo whose origin is heard at a time.
        package init(_ course: TimelineSegment, time: ClockTime, rate: Double, correction: Double = 1) {
            self.course = course
            self.time = time
            self.rate = rate
            self.correction = correction
        }
    }

    /// Which start it belongs to, 1 for the daemon's first.
    package var run: Int
    /// The segments in the order of their origins; never empty.
    package var segments: [Segment]
    /// The rules of the bars in the order of their beats; never empty. The first also answers for the beats before it.
    package var rules: [BarRules.Rule]
    /// The named lanes, in the order of the places from which they are played; none where there are no such lanes.
    package var lanes: [LaneRule]
    /// The beat with which the music is over; nil: it has no end.
    package var endBeat: Int64?

    /// All of its parts: at least one segment and one rule.
    package init(run: Int, segments: [Segment], rules: [BarRules.Rule], lanes: [LaneRule], endBeat: Int64?) {
        precondition(!segments.isEmpty && !rules.isEmpty)
        self.run = run
        self.segments = segments
        self.rules = rules
        self.lanes = lanes
        self.endBeat = endBeat
    }

    /// The timeline of a run from the beat on that is heard at a time.
    package init(_ run: HeardRun, at now: ClockTime) {
        let beat = run.beat(at: now)
        // Counted from a whole beat near the present: nothing that was rounded is multiplied by hours.
        let begin = Position(whole: beat)
        self.init(
            run: run.record.number,
            segments: run.segments(at: now).map { segment in
                let isLongAgo = segment.curve.isConstant && segment.originPosition < begin
                return Segment(segment, from: isLongAgo ? begin : segment.originPosition, of: run)
            },
            rules: run.record.rules.rules(fromBeat: Swift.max(0, beat)), lanes: run.lanes(at: now),
            endBeat: run.record.endBeat)
    }

    /// How many segments and rules of the past are kept.
    private static let mostFormer = 64

    /// The timeline, with what an earlier one of the same run tells of the time before: a display may lag behind.
    package func preceded(by former: HeardTimeline?) -> HeardTimeline {
        guard let former, former.run == run else { return self }
        var all = self
        let segments = former.segments.filter { $0.time < self.segments[0].time && $0.origin < self.segments[0].origin }
        all.segments.insert(contentsOf: segments.suffix(Self.mostFormer), at: 0)
        let rules = former.rules.filter { $0.fromBeat < self.rules[0].fromBeat }
        all.rules.insert(contentsOf: rules.suffix(Self.mostFormer), at: 0)
        return all
    }
}

extension HeardTimeline.Segment {
    /// A segment of a run, counted from a position in it.
    fileprivate init(_ segment: TimelineSegment, from origin: Position, of run: HeardRun) {
        self.init(
            TimelineSegment(
                originPlace: FramePlace(frame: 0), originPosition: origin, curve: segment.curve,
                curveBegin: segment.curveBegin, beat: segment.beat, sampleRate: segment.sampleRate),
            time: run.clock.time(ofFrame: segment.place(of: origin).frames),
            rate: run.clock.framesPerSecond / Double(segment.sampleRate.hertz),
            correction: run.record.correction(at: origin))
    }

    /// The position from which it counts.
    package var origin: BeatPosition { BeatPosition(ticks: course.originPosition.ticks) }

    /// 73 years, in seconds: what lies farther away is heard at this distance.
    private static let farthest = 0x1p61 / 1e9
    /// The beats that are calculated with; beats farther from the start count as the nearest of them.
    private static let beats: ClosedRange<Int64> = -1 << 54...1 << 54

    /// When a position is heard.
    func time(of position: BeatPosition) -> ClockTime {
        let whole = min(max(position.whole, Self.beats.lowerBound), Self.beats.upperBound)
        let frames = course.place(of: Position(whole: whole, fraction: position.fraction)).frames
        let seconds = frames / Double(course.sampleRate.hertz) / rate
        return time.advanced(bySeconds: min(max(seconds, -Self.farthest), Self.farthest))
    }

    /// The position that is heard at a time.
    func position(at time: ClockTime) -> BeatPosition {
        let seconds = min(max(time.seconds(since: self.time), -Self.farthest), Self.farthest)
        let place = FramePlace(frames: seconds * rate * Double(course.sampleRate.hertz))
        return BeatPosition(ticks: course.position(at: place).ticks)
    }

    /// The tempo at a position as it is written, in beats per minute.
    func bpm(at position: BeatPosition) -> Double {
        let bpm = course.ownBeatsPerMinute(at: Position(ticks: position.ticks))
        return RunRecord.written(bpm, playedTimes: correction)
    }
}

extension HeardRun {
    /// The most onsets of a timeline's lanes, of a cycle each: as many as 64 lanes have at their limit.
    package static let mostOnsets = 64 * Pattern.mostOnsets

    /// The named lanes that are heard from a time on: those of that moment, and of the following ones as many as have
    /// ``mostOnsets`` with them. The other lanes are told when they come nearer.
    func lanes(at now: ClockTime) -> [LaneRule] {
        let ticks = record.timeline.position(atFrame: frame(at: now)).ticks
        let rules = record.lanes.suffix(from: record.lanes.lastIndex { $0.from.ticks <= ticks } ?? 0)
        guard rules.contains(where: { !$0.entries.isEmpty }) else { return [] }
        var (count, onsets) = (0, 0)
        return rules.prefix { rule in
            count += 1
            onsets += rule.entries.reduce(0) { $0 + $1.lane.pattern.onsets.count }
            return count == 1 || onsets <= Self.mostOnsets
        }
    }

    /// The segment that is heard at a time, and those that are adopted after it.
    func segments(at now: ClockTime) -> [TimelineSegment] {
        let (frame, all) = (frame(at: now), record.timeline.segments)
        var told: [TimelineSegment] = []
        for (index, segment) in all.enumerated() {
            guard let lead = segment.leadIn else {
                told.append(segment)
                continue
            }
            told.append(lead)
            let ramp = lead.changing(
                to: segment.curve, from: segment.curveBegin, beat: segment.beat, at: segment.curveBegin)
            let isReached = index + 1 == all.count || ramp.firstFrame < all[index + 1].firstFrame
            if isReached { told.append(ramp) }
        }
        return Array(told.suffix(from: told.lastIndex { $0.firstFrame <= frame } ?? 0))
    }
}

extension TimelineSegment {
    /// What is played before its curve begins, where that is after its origin: one tempo; nil elsewhere.
    fileprivate var leadIn: TimelineSegment? {
        guard !curve.isConstant, originPosition < curveBegin else { return nil }
        return TimelineSegment(
            originPlace: originPlace, originPosition: originPosition, curve: TempoCurve(curve.start), beat: beat,
            sampleRate: sampleRate)
    }
}
