// SPDX-License-Identifier: Apache-2.0

package import MetronomeMotion
package import MetronomeRhythm

/// What is known of one run of beats: what the real-time thread has adopted of it, from its start to its rest.
///
/// Counts in frames. What is heard lags behind what is adopted, so the recent past is kept: whoever owns the record
/// drops what is over with `forget`.
package struct RunRecord: Sendable, Equatable {
    /// How many courses of the tempo are kept up to a change. Those of a flood of changes would take megabytes, and only
    /// the last ones are heard. Those that lie ahead are all kept.
    package static let mostSegments = 500

    /// By how much it is played faster from a position on.
    private struct Correction: Hashable {
        var from: Position
        var factor: Double
    }

    /// Which run it is; nil if the adoption it began with named none.
    package let run: UInt64?
    /// Its number as clients are told it: 1 for the daemon's first, 0 for none.
    package var number: Int { Int(clamping: run ?? 0) }
    /// Which beat falls on which frame.
    package private(set) var timeline: Timeline
    /// Which beat falls where in which bar.
    package private(set) var rules: BarRules
    /// Which named lanes are played from which place on.
    package private(set) var lanes: [LaneRule] = []
    /// By how much it is played faster than its tempi say, to follow a clock, in the order of the places.
    private var corrections: [Correction] = []
    /// What moves with the beat, in seconds since frame 0.
    package private(set) var motion: MotionRecord
    /// The first frame after the run; nil while its end is not adopted.
    package private(set) var endFrame: Int64?
    /// The beat with which its music is over, as adopted; nil: it has no end.
    package private(set) var endBeat: Int64?
    /// The first beat with which a change may still begin: those that waited for a beat before it hold, also where its first beat is
    /// put off and nothing is decided any more.
    package private(set) var openBeat: Int64 = 0

    /// The bar of a beat, below 1 in a count-in, and which of its beats that is, from 1.
    package func place(ofBeat beat: Int64) -> (bar: Int, beat: Int) {
        let grid = rules.rule(ofBeat: beat).grid
        return (Int(clamping: grid.bar(ofBeat: beat)), grid.beatInBar(ofBeat: beat))
    }

    /// A run that begins with its first adopted plan, up to an end if it has one.
    package init(
        _ plan: AdoptedPlan, accents: BeatAccents, rules: [BarRules.Rule] = [],
        tempi: [PlannedMusic.TempoPoint] = [], lanes: [LaneRule] = [], endBeat: Int64? = nil
    ) {
        run = plan.run
        timeline = Timeline(plan.segment)
        var first = rules.first ?? BarRules.Rule(fromBeat: 0, grid: plan.grid, accents: accents)
        (first.fromBeat, first.grid, first.accents) = (0, plan.grid, accents)
        self.rules = BarRules(first)
        motion = MotionRecord(
            MotionPlan(serial: 0, begin: -.infinity, segment: plan.segment, rules: self.rules))
        self.lanes = lanes
        forgetSilentLanes()
        guard rules.count > 1 || tempi.count > 1 || endBeat != nil else { return }
        adopt(plan, accents: accents, rules: rules, tempi: tempi, lanes: lanes, endBeat: endBeat)
    }

    // MARK: questions

    /// Frames a second, nominal.
    package var rate: Double { Double((timeline.segments.last?.sampleRate ?? .hz48000).hertz) }

    /// Seconds since frame 0, on the nominal rate: the axis of `motion`.
    package func seconds(ofFrame frame: Double) -> Double { frame / rate }

    /// How many times as fast as its tempo says a place is played.
    package func correction(at position: Position) -> Double {
        corrections.last { $0.from <= position }?.factor ?? 1
    }

    /// Seconds from a position to a later one by the tempi as they are written, without corrections.
    package func writtenSeconds(from begin: Position, to end: Position) -> Double {
        let places = [begin] + corrections.map(\.from).filter { begin < $0 && $0 < end } + [end]
        return zip(places, places.dropFirst()).reduce(0) { sum, stretch in
            let frames = timeline.place(of: stretch.1) - timeline.place(of: stretch.0)
            return sum + frames / rate * correction(at: stretch.0)
        }
    }

    /// The tempo at a beat's onset, in beats per minute, without the correction.
    package func bpm(ofBeat index: Int64) -> Double {
        let bpm = timeline.segment(atFrame: timeline.frame(ofBeat: index)).beatsPerMinute(ofBeat: index)
        return Self.written(bpm, playedTimes: correction(at: Position(whole: index)))
    }

    /// A tempo without the correction by which it is played, and without what was rounded in the corrected one.
    static func written(_ bpm: Double, playedTimes factor: Double) -> Double {
        factor == 1 ? bpm : (bpm / factor * 1e5).rounded() / 1e5
    }

    /// Whether the end of the run is adopted, heard or not.
    package var isEnded: Bool { endFrame != nil }

    // MARK: changes

    /// Moves everything, from what it shows at a frame, to where the run's first beat finds it.
    ///
    /// `value` is what each property shows at that frame.
    package mutating func approach(fromFrame frame: Double, value: (MotionProperty) -> Double) {
        motion.approach(from: seconds(ofFrame: frame), value: value)
    }

    /// Takes in a later plan of the same run: what holds now, its bars, accents and sections at later beats, the course of its
    /// tempo, how that is corrected, its named lanes, and where it ends.
    package mutating func adopt(
        _ plan: AdoptedPlan, accents: BeatAccents, rules: [BarRules.Rule] = [],
        tempi: [PlannedMusic.TempoPoint] = [], corrections: [RateCorrection] = [], lanes: [LaneRule] = [],
        endBeat: Int64? = nil
    ) {
        // A sound that has begun keeps its onset, so the segment may begin later than the plan.
        let frame = plan.segmentFrame
        let segment = plan.segment
        let before = (timeline, self.endBeat)
        let present = timeline.segment(atFrame: frame)
        if segment.sampleRate != present.sampleRate {
            rebase(from: present, onto: segment)
        } else if segment != present {
            timeline.append(segment)
            timeline.keepLast(Self.mostSegments)
        } else {
            timeline.drop(afterFrame: frame)
        }
        var last = segment
        // What the plan has before the place where it was adopted was not played by it.
        let begin = max(segment.originPosition, segment.firstPosition(atOrAfterFrame: frame))
        adopt(lanes, from: begin)
        for point in tempi where !point.isInForce(in: last) {
            let place = Position(units: point.from)
            guard begin < place else { continue }
            last = last.changing(
                to: point.curve, from: Position(units: point.curveBegin), beat: point.beat, at: place)
            timeline.append(last)
        }
        adopt(corrections, from: begin)
        self.endBeat = endBeat
        var rule =
            rules.last { $0.fromBeat <= plan.nextBeat }
            ?? BarRules.Rule(fromBeat: plan.nextBeat, grid: plan.grid, accents: accents)
        (rule.fromBeat, rule.grid, rule.accents) = (plan.nextBeat, plan.grid, accents)
        let isNewRule = self.rules.replace(with: [rule] + rules.filter { $0.fromBeat > rule.fromBeat })
        guard isNewRule || before != (timeline, endBeat) else { return }
        motion.change(at: seconds(ofFrame: Double(frame)), to: segment, rules: self.rules)
        for later in timeline.segments where later.firstFrame > frame {
            motion.add(at: seconds(ofFrame: Double(later.firstFrame)), later, rules: self.rules)
        }
        if let end = plannedEnd {
            motion.comeToRest(at: seconds(ofFrame: Double(end)), bpm: last.beatsPerMinute(ofBeat: endBeat ?? 0))
        }
    }

    /// The changes that waited for a beat before this one hold.
    package mutating func hold(before beat: Int64) { openBeat = max(openBeat, beat) }

    /// Takes in the lanes of a plan from a position on. Up to there, and before the plan's first, the former ones are heard.
    private mutating func adopt(_ lanes: [LaneRule], from begin: Position) {
        var new = lanes
        if let present = lanes.lastIndex(where: { $0.from <= begin }) {
            new.removeFirst(present)
            new[0].from = begin
        }
        // Before the first lanes there are none.
        let known = self.lanes.isEmpty ? [LaneRule(from: .zero, entries: [])] : self.lanes
        let former = known.filter { $0.from < new.first?.from ?? begin }
        let isSame = former.last.map { $0.entries == new.first?.entries } ?? false
        self.lanes = former + new.dropFirst(isSame ? 1 : 0)
        forgetSilentLanes()
    }

    private mutating func forgetSilentLanes() { if lanes.allSatisfy(\.entries.isEmpty) { lanes = [] } }

    /// Takes in the corrections of a plan from a position on.
    private mutating func adopt(_ planned: [RateCorrection], from begin: Position) {
        let before = correction(at: begin)
        let new = planned.map { Correction(from: Position(units: $0.from), factor: $0.factor) }
        let present = new.last { $0.from <= begin }?.factor ?? 1
        corrections.removeAll { begin <= $0.from }
        if present != before { corrections.append(Correction(from: begin, factor: present)) }
        corrections += new.filter { begin < $0.from }
    }

    /// The frame of the beat with which the music is over.
    private var plannedEnd: Int64? { endBeat.map(timeline.frame(ofBeat:)) }

    /// Ends the run at a frame, if it was not over before: from there on everything that moves comes to rest. The tempo is
    /// for what shows it.
    package mutating func end(atFrame frame: Int64, bpm: Double) {
        let frame = Swift.min(frame, plannedEnd ?? frame)
        endFrame = frame
        motion.comeToRest(at: seconds(ofFrame: Double(frame)), bpm: bpm)
    }

    /// Moves what shows the tempo to a new one, from a frame on, after the run has ended; before, it does nothing.
    package mutating func changeRestingTempo(atFrame frame: Double, bpm: Double) {
        guard let endFrame else { return }
        motion.comeToRest(at: seconds(ofFrame: Swift.max(frame, Double(endFrame))), bpm: bpm)
    }

    /// Drops what was over before a frame.
    package mutating func forget(beforeFrame frame: Int64) {
        let beat = timeline.beat(atFrame: frame)
        timeline.forget(beforeFrame: frame)
        motion.forget(before: seconds(ofFrame: Double(frame)))
        rules.forget(beforeBeat: beat)
        lanes.removeFirst(lanes.lastIndex { $0.from <= Position(whole: beat) } ?? 0)
        forgetSilentLanes()
        corrections.removeFirst(corrections.lastIndex { $0.from <= Position(whole: beat) } ?? 0)
    }

    /// Continues at another rate: the frames before the change are counted in it too, and seconds move along.
    private mutating func rebase(from present: TimelineSegment, onto segment: TimelineSegment) {
        let frame = Double(segment.firstFrame)
        let shift = frame / Double(segment.sampleRate.hertz) - frame / Double(present.sampleRate.hertz)
        timeline = Timeline(segment)
        motion.rebase(by: shift, onto: segment)
    }
}

extension PlannedMusic.TempoPoint {
    /// Whether a segment has this course of the tempo already.
    fileprivate func isInForce(in segment: TimelineSegment) -> Bool {
        curve == segment.curve && beat == segment.beat
            && (curve.isConstant || Position(units: curveBegin) == segment.curveBegin)
    }
}

extension TimelineSegment {
    /// The tempo at a beat, in the beats of the segment a minute.
    package func beatsPerMinute(ofBeat beat: Int64) -> Double { ownBeatsPerMinute(at: Position(whole: beat)) }

    /// The tempo at a position, in the beats of the segment a minute; one that does not change is rounded once.
    package func ownBeatsPerMinute(at position: Position) -> Double {
        guard curve.isConstant else { return beatsPerMinute(at: position) * beat.value }
        return Double(Int128(tempo.numerator) * Int128(beat.numerator))
            / Double(Int128(tempo.denominator) * Int128(beat.denominator))
    }
}
