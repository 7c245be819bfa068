// SPDX-License-Identifier: Apache-2.0

internal import Bounds
public import Rhythm

/// The beats to come, computed from the timeline that the daemon told: none of them has to be announced.
///
/// A pure value. Events may come twice and in any order. Times are CLOCK_MONOTONIC in nanoseconds.
public struct PredictedMusic: Sendable {
    /// A beat.
    public struct Beat: Sendable, Hashable {
        /// Beats since the start, from 0.
        public var index: Int
        /// The bar, from 1.
        public var bar: Int
        /// The beat of the bar, from 1.
        public var beat: Int
        /// How strongly it is played.
        public var accent: Accent
        /// Beats per minute, at its onset.
        public var bpm: Double
        /// When it is heard.
        public var atNs: Int64

        /// Whether the bell rings on it.
        public var bell: Bool { accent == .bell }

        /// All of its parts.
        package init(index: Int, bar: Int, beat: Int, accent: Accent, bpm: Double, atNs: Int64) {
            (self.index, self.bar, self.beat) = (index, bar, beat)
            (self.accent, self.bpm, self.atNs) = (accent, bpm, atNs)
        }
    }

    /// The timeline that holds; nil while nothing plays, and for one that is not understood.
    public private(set) var timeline: TimelineState?
    /// The `seq` and the run of what was taken last.
    private var last: (seq: Int, run: Int)

    /// What is known right after subscribing to `timeline`.
    public init(_ subscription: Subscription) {
        last = (subscription.seq, subscription.state.run)
        timeline = (subscription.state.timeline ?? nil).flatMap { $0.isPlausible ? $0 : nil }
    }

    /// What follows from one timeline.
    package init(_ timeline: TimelineState) {
        last = (0, timeline.run)
        self.timeline = timeline.isPlausible ? timeline : nil
    }

    /// Takes an event. A timeline holds in place of the former one, and a stop ends it; what is older is left out. Returns
    /// whether it was not left out.
    @discardableResult
    public mutating func add(_ event: Event) -> Bool {
        guard let seq = event.seq, let run = event.run, seq > last.seq, run >= last.run else { return false }
        switch event {
        case .timeline(let event): timeline = event.timeline.flatMap { $0.isPlausible ? $0 : nil }
        case .state(let event) where !event.state.playing || run > last.run: timeline = nil
        default: return false
        }
        last = (seq, run)
        return true
    }

    /// Forgets the timeline: nothing plays, or it is not known what.
    mutating func stop() { timeline = nil }

    /// The beat of an index; nil while nothing plays, for one before the first, and from the end of the music on.
    public func beat(_ index: Int) -> Beat? {
        guard let timeline, index >= 0, index < timeline.endBeat ?? TimelineState.mostBeats else { return nil }
        let segment = timeline.segment(ofBeat: index)
        let bars = timeline.bars(ofBeat: index)
        let (bar, beat) = bars.place(ofBeat: index)
        return Beat(
            index: index, bar: bar, beat: beat, accent: bars.accent(ofBeat: index), bpm: segment.bpm(ofBeat: index),
            atNs: segment.ns(ofBeat: index))
    }

    /// When the place that lies `beats` beats after beat `whole` is heard. Only while something plays.
    public func ns(ofBeats whole: Int, _ beats: Double) -> Int64 {
        guard let timeline else { return 0 }
        let below = beats.rounded(.down)
        // What is farther away is heard as late as can be told.
        let most = TimelineState.mostBeats
        let distance = Int(exactly: min(max(below, -0x1p53), 0x1p53)) ?? 0
        let (beat, fraction) = (min(max(whole, -most), most) + distance, beats - below)
        let segment =
            timeline.segments.last { ($0.origin.beat, $0.origin.fraction) <= (beat, fraction) } ?? timeline.segments[0]
        return segment.ns(ofBeat: beat, fraction)
    }

    /// When the music will be over; nil where no end is known.
    var endNs: Int64? {
        guard let timeline, let end = timeline.endBeat, end >= 0 else { return nil }
        return timeline.segment(ofBeat: end).ns(ofBeat: end)
    }

    /// The section of a song that a beat belongs to; nil without one.
    func section(ofBeat index: Int) -> SectionState? { timeline?.bars.last { $0.fromBeat <= index }?.section }

    /// The first beat that is heard after a time; nil while nothing plays.
    public func beat(after time: Int64) -> Beat? {
        guard let beats = position(atNs: time) else { return nil }
        // The position may be rounded to either side of a beat.
        guard let nearest = Int(exactly: beats.rounded()) else { return nil }
        var index = max(0, nearest - 1)
        guard let first = beat(index) else { return nil }
        if first.atNs > time { return first }
        // Mostly the next one. Where the times of a timeline contradict each other it may be any: it is searched for.
        func isOver(_ index: Int) -> Bool { beat(index).map { $0.atNs <= time } ?? false }
        var step = 1
        while isOver(index + step) {
            index += step
            step *= 2
        }
        while step > 0 {
            if isOver(index + step) { index += step }
            step /= 2
        }
        return beat(index + 1)
    }

    /// The position that is heard at a time, in beats since the start, below 0 before it; nil while nothing plays.
    public func position(atNs time: Int64) -> Double? {
        guard let timeline, ClockTime.told.contains(time) else { return nil }
        let segment = timeline.segments.last { $0.atNs <= time } ?? timeline.segments[0]
        return segment.beats(atNs: time)
    }
}

extension TimelineState {
    /// Numbers up to which beats are calculated with.
    fileprivate static let mostBeats = 1 << 53
    /// Bars and quarter notes up to which is calculated: a bar has up to 2²⁰ beats.
    private static let (mostBars, mostQuarters) = (1 << 42, 0x1p42)
    /// How long a beat may be, in quarter notes.
    private static let lengths = 0x1p-30...0x1p14

    /// Whether it can be calculated with: a newer daemon may tell other curves, and another peer any numbers.
    fileprivate var isPlausible: Bool {
        let counts = -Self.mostBeats..<Self.mostBeats
        let isOrdered = zip(segments, segments.dropFirst()).allSatisfy { one, next in
            one.atNs <= next.atNs
                && (one.origin.beat, one.origin.fraction) <= (next.origin.beat, next.origin.fraction)
        }
        return !segments.isEmpty && !bars.isEmpty && isOrdered && counts.contains(endBeat ?? 0)
            && segments.allSatisfy { segment in
                (segment.curve == "constant" || segment.course != nil) && counts.contains(segment.origin.beat)
                    && (0..<1).contains(segment.origin.fraction) && ClockTime.told.contains(segment.atNs)
                    && counts.contains(segment.curveBegin?.beat ?? 0)
                    && (0..<1).contains(segment.curveBegin?.fraction ?? 0)
                    && segment.tempo.denominator > 0 && TempoCourse.tempi.contains(segment.bpm)
                    && abs(segment.ratePPM) < 100_000
            }
            && bars.allSatisfy { bars in
                counts.contains(bars.fromBeat) && counts.contains(bars.origin.beat)
                    && (-Self.mostBars..<Self.mostBars).contains(bars.origin.bar)
                    && (1...1 << 20).contains(bars.beats) && (1...1 << 20).contains(bars.bell?.every ?? 1)
                    && bars.beatLength.map { $0.denominator > 0 && Self.lengths.contains($0.value) } ?? true
                    && bars.songBegin.map { $0.denominator > 0 && (0..<Self.mostQuarters).contains($0.value) } ?? true
            }
    }

    /// The bars that a beat lies in.
    func bars(ofBeat index: Int) -> Bars { bars.last { $0.fromBeat <= index } ?? bars[0] }

    /// The segment that a beat lies in.
    func segment(ofBeat index: Int) -> Segment {
        segments.last { ($0.origin.beat, $0.origin.fraction) <= (index, 0) } ?? segments[0]
    }
}

extension TimelineState.Segment {
    var bpm: Double { Double(tempo.numerator) / Double(tempo.denominator) }

    /// Nanoseconds from a beat to the next at the first tempo, by CLOCK_MONOTONIC.
    private var beatNs: Double {
        60e9 * Double(tempo.denominator) / (Double(tempo.numerator) * (1 + ratePPM * 1e-6))
    }

    /// How its tempo changes; nil where the tempo is constant, or its course is not understood.
    fileprivate var course: TempoCourse? {
        guard let to, let length, to.denominator > 0 else { return nil }
        return TempoCourse(
            curve, from: bpm, to: Double(to.numerator) / Double(to.denominator), length: length)
    }

    /// Beats from the begin of its curve to its origin.
    private var lead: Double {
        guard let begin = curveBegin else { return 0 }
        return Double(origin.beat - begin.beat) + (origin.fraction - begin.fraction)
    }

    /// The tempo at a beat.
    fileprivate func bpm(ofBeat index: Int) -> Double {
        course?.bpm(at: lead + (Double(index - origin.beat) - origin.fraction)) ?? bpm
    }

    func ns(ofBeat index: Int, _ fraction: Double = 0) -> Int64 {
        let beats = Double(index - origin.beat) + (fraction - origin.fraction)
        let distance: Double
        if let course {
            distance = (course.minutes(at: lead + beats) - course.minutes(at: lead)) * 60e9 / (1 + ratePPM * 1e-6)
        } else {
            distance = beats * beatNs
        }
        return atNs + Int64(clamping: min(max(distance, -0x1p61), 0x1p61).rounded())
    }

    fileprivate func beats(atNs time: Int64) -> Double {
        guard let course else { return Double(origin.beat) + (origin.fraction + Double(time - atNs) / beatNs) }
        let minutes = course.minutes(at: lead) + Double(time - atNs) / 60e9 * (1 + ratePPM * 1e-6)
        return Double(origin.beat) + (origin.fraction + (course.beats(atMinutes: minutes) - lead))
    }
}

extension TimelineState.Bars {
    fileprivate func place(ofBeat index: Int) -> (bar: Int, beat: Int) {
        let (bars, beat) = (index - origin.beat).flooredDivision(by: beats)
        return (origin.bar + bars, beat + 1)
    }

    fileprivate func accent(ofBeat index: Int) -> Accent {
        if let bell, (index - origin.beat).remainder(by: bell.every) + 1 == bell.on { return .bell }
        let signs = Array(accents ?? "")
        return signs.isEmpty
            ? .normal : Accent(sign: signs[(index - origin.beat).remainder(by: signs.count)]) ?? .normal
    }
}

extension ClockTime {
    /// Times that can be added and subtracted without overflow, in nanoseconds: those of a daemon are.
    static let told = Int64(0)..<1 << 61
}
