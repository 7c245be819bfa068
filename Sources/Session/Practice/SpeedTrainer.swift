// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
package import MetronomeRhythm

/// A tempo that goes from one to another while one practises: in steps, or without them.
///
/// Tempi are in thousandths of a bpm.
public struct SpeedTrainer: Sendable, Hashable {
    /// How the tempo gets to the last one.
    public enum Pace: Sendable, Hashable {
        /// By `of` thousandths of a bpm, each time that `bars` bars are over.
        case steps(of: Int64, bars: Int64)
        /// By a number of thousandths of a bpm in a minute, a little with every beat.
        case perMinute(Int64)
    }

    /// What comes after its last tempo.
    public enum Ending: String, Sendable, Hashable, CaseIterable {
        /// The last tempo goes on.
        case hold
        /// The music ends.
        case stop
        /// It begins again.
        case again
    }

    /// Its first tempo; nil: the one that is in force where it begins.
    public var from: Int64?
    /// The tempo that it leads to.
    public var to: Int64
    /// How the tempo gets to the last one.
    public var pace: Pace
    /// Whether it goes the same way back.
    public var goesBack: Bool
    /// What comes then.
    public var ending: Ending
    /// How far the strokes of a pass may lie from their places on average for the next step, in milliseconds; nil: it follows the bars.
    public var withinMs: Int64?

    /// All of its parts.
    public init(
        from: Int64?, to: Int64, pace: Pace, goesBack: Bool = false, ending: Ending = .hold, withinMs: Int64? = nil
    ) {
        self.from = from
        self.to = to
        self.pace = pace
        self.goesBack = goesBack
        self.ending = ending
        self.withinMs = withinMs
    }

    /// A tempo in thousandths, to the nearest of them.
    static func thousandths(_ tempo: Tempo) -> Int64 { Int64(clamping: (tempo.beatsPerMinute * 1000).rounded()) }

    /// The tempo of a number of millionths of a bpm, clamped to 1...1000 bpm.
    static func tempo(millionths: Int64) -> Tempo {
        (try? Tempo(min(max(millionths, 1_000_000), 1_000_000_000), over: 1_000_000)) ?? Tempo()
    }

    /// 1 for a tempo that rises, −1 for one that falls.
    private var sign: Int64 { to < from ?? to ? -1 : 1 }

    /// How far it is from a tempo to the last one, in its direction; 0 for one that is there or beyond.
    private func distance(from start: Int64) -> Int64 { max(0, sign * (to - start)) }

    /// Whether a tempo lies beyond the last one, so that there is no way to it.
    private func isBeyond(_ start: Int64) -> Bool { sign * (to - start) < 0 }

    // MARK: steps

    /// The tempo after a number of steps, where it began with the tempo `start`.
    private func tempo(afterSteps count: Int64, from start: Int64) -> Int64 {
        guard case .steps(let step, _) = pace else { return start }
        let (up, distance) = (steps(from: start), distance(from: start))
        guard up > 0 else { return start }
        let place = place(ofStep: count, from: start)
        return start + sign * min(distance, step * (place > up ? 2 * up - place : place))
    }

    /// How many steps of its way are done after a number of steps.
    private func place(ofStep count: Int64, from start: Int64) -> Int64 {
        let up = steps(from: start)
        return switch ending {
        case .again: count.flooredDivision(by: max(1, goesBack ? 2 * up : up + 1)).remainder
        case .hold, .stop: min(count, lastStep(from: start))
        }
    }

    /// The steps of its way.
    private func lastStep(from start: Int64) -> Int64 { steps(from: start) * (goesBack ? 2 : 1) }

    /// How many passes, each of the bars that a tempo lasts, are over after a number of bars.
    private func passes(in bars: Int64) -> Int64 {
        guard case .steps(_, let every) = pace else { return 0 }
        return bars.flooredDivision(by: max(1, every)).quotient
    }

    /// How many steps it has taken at a place: one for each pass, or, where the player is followed, for each that was good.
    private func steps(at place: TrainerPlace) -> Int64 {
        let (begin, pass) = (place.begin, passes(in: place.bars))
        guard withinMs != nil else { return pass }
        return begin.steps + (begin.goodPass.map { $0 < pass } ?? false ? 1 : 0)
    }

    /// After how many bars the last tempo has been played as long as each other tempo; nil for a trainer that begins again, and
    /// where the beginning lies beyond the last tempo.
    func bars(from start: Int64) -> Int64? {
        guard case .steps(_, let every) = pace, ending != .again, !isBeyond(start) else { return nil }
        return (lastStep(from: start) + 1) * every
    }

    /// After how many bars, or beats without steps, the trainer begins again; nil for a trainer that does not.
    func pass(from start: Int64) -> Double? {
        guard ending == .again, distance(from: start) > 0 else { return nil }
        switch pace {
        case .steps(_, let every):
            let steps = steps(from: start)
            return Double((goesBack ? 2 * steps : steps + 1) * every)
        case .perMinute: return way(from: start) * (goesBack ? 2 : 1)
        }
    }

    private func steps(from start: Int64) -> Int64 {
        guard case .steps(let step, _) = pace else { return 0 }
        return (distance(from: start) + step - 1).flooredDivision(by: max(1, step)).quotient
    }

    // MARK: without steps

    /// The tempo of a beat of it, from 0, where it began with a tempo, in millionths of a bpm: the beat lasts as long as with a
    /// tempo that changes evenly in time.
    func millionths(ofBeat beat: Int64, from start: Int64) -> Int64 {
        guard case .perMinute = pace, distance(from: start) > 0 else { return start * 1000 }
        let minutes = minutes(atBeat: Double(beat + 1), from: start) - minutes(atBeat: Double(beat), from: start)
        // So far on that a beat cannot be told from the next, or on a way that is over within one.
        guard minutes > 0, minutes.isFinite else { return to * 1000 }
        return Int64(clamping: (1_000_000 / minutes).rounded())
    }

    /// After how many beats the last tempo is reached; nil where that never is the end, and for one in steps.
    func beats(from start: Int64) -> Double? {
        guard case .perMinute = pace, ending != .again, !isBeyond(start) else { return nil }
        return way(from: start) * (goesBack ? 2 : 1)
    }

    /// Beats on the way to the last tempo: their mean tempo for as long as it takes.
    private func way(from start: Int64) -> Double {
        guard case .perMinute(let rate) = pace else { return 0 }
        return Double(start + sign * distance(from: start) + start) / 2000 * Double(distance(from: start))
            / Double(rate)
    }

    /// How long a number of beats takes.
    private func minutes(atBeat beats: Double, from start: Int64) -> Double {
        let last = start + sign * distance(from: start)
        guard let forth = course(from: start, to: last), let back = course(from: last, to: start) else { return 0 }
        let way = way(from: start)
        let wholeWay = forth.minutes(atBeat: way)
        let pass = goesBack ? 2 * way : way
        let passes = ending == .again ? (beats / pass).rounded(.down) : 0
        let rest = beats - passes * pass
        let before = passes * (goesBack ? 2 * wholeWay : wholeWay)
        if rest <= way || !goesBack { return before + forth.minutes(atBeat: rest) }
        return before + wholeWay + back.minutes(atBeat: rest - way)
    }

    /// Its way from one tempo to another, from beat 0 on, evenly in time; the last tempo goes on.
    private func course(from start: Int64, to end: Int64) -> TimelineSegment? {
        guard case .perMinute(let rate) = pace, rate > 0,
            let way = Ratio((start + end) * abs(end - start), over: 2000 * rate), way > .zero
        else { return nil }
        let (start, end) = (Self.tempo(millionths: start * 1000), Self.tempo(millionths: end * 1000))
        return TimelineSegment(
            originPlace: FramePlace(frame: 0), originPosition: .zero,
            curve: TempoCurve(from: start, to: end, .linearInTime, length: way), sampleRate: .hz48000)
    }
}

extension TimelineSegment {
    /// How long a number of beats from its origin on takes.
    fileprivate func minutes(atBeat beats: Double) -> Double {
        let place = place(of: Position(ticks: BeatPosition(beats: beats).ticks))
        return place.frames / (60 * Double(sampleRate.hertz))
    }
}

extension SpeedTrainer: TrainerRules {
    /// Without a first tempo it begins with the tempo in force.
    package func set(at tempo: Tempo) -> Self {
        var trainer = self
        trainer.from = start(at: tempo)
        return trainer
    }

    package func start(at tempo: Tempo) -> Int64? { from ?? Self.thousandths(tempo) }
    package var fastest: Int64? { max(to, from ?? to) }

    package func tempo(at place: TrainerPlace) -> Tempo? {
        guard place.hasBegun else { return nil }
        let millionths =
            switch pace {
            case .steps: 1000 * tempo(afterSteps: steps(at: place), from: place.begin.tempo)
            case .perMinute: millionths(ofBeat: place.beat - place.begin.beat, from: place.begin.tempo)
            }
        return Self.tempo(millionths: millionths)
    }

    package func nextTempo(at place: TrainerPlace) -> (tempo: Tempo, beat: Int64)? {
        let (begin, grid) = (place.begin, place.grid)
        guard place.hasBegun else { return tempo(at: place.at(begin.beat)).map { ($0, begin.beat) } }
        guard case .steps(_, let every) = pace else { return nil }
        let next = grid.beat(ofBar: begin.bar + (passes(in: place.bars) + 1) * every, 1)
        guard let new = tempo(at: place.at(next)), new != tempo(at: place) else { return nil }
        return (new, next)
    }

    package func isSettled(at place: TrainerPlace) -> Bool {
        guard withinMs == nil else {
            // Until a pass is good. Its first pass, and that after a good one, may be entered late.
            return passes(in: place.bars) > place.begin.goodPass.map { $0 + 1 } ?? 0
        }
        return ending == .hold && lastBeat(at: place).map { $0 < place.beat } ?? false
    }

    package var passes: TrainerPasses? {
        guard let withinMs, case .steps(_, let every) = pace else { return nil }
        return TrainerPasses(bars: every, withinMs: withinMs)
    }

    package func judged(_ begin: TrainerBegin, pass: Int64, isGood: Bool) -> TrainerBegin {
        var begin = begin
        // What is over is over, and so is a pass before one that was good.
        guard withinMs != nil, pass >= begin.goodPass ?? 0, !isOver(begin) || pass == begin.goodPass else {
            return begin
        }
        if let good = begin.goodPass, good < pass { (begin.steps, begin.goodPass) = (begin.steps + 1, nil) }
        begin.goodPass = isGood ? pass : nil
        return begin
    }

    /// Whether the last pass of its way was good.
    private func isOver(_ begin: TrainerBegin) -> Bool {
        ending != .again && begin.goodPass != nil && begin.steps >= lastStep(from: begin.tempo)
    }

    package func end(at place: TrainerPlace) -> Int64? { ending == .stop ? lastBeat(at: place) : nil }

    /// The beat with which it is over, whether the music ends there or not; nil where it never is.
    func lastBeat(at place: TrainerPlace) -> Int64? {
        let (begin, grid) = (place.begin, place.grid)
        if withinMs != nil {
            guard case .steps(_, let every) = pace, isOver(begin), let pass = begin.goodPass else { return nil }
            return grid.beat(ofBar: begin.bar + (pass + 1) * every, 1)
        }
        if let bars = bars(from: begin.tempo) { return grid.beat(ofBar: begin.bar + bars, 1) }
        return beats(from: begin.tempo).map {
            grid.firstBar(fromBeat: begin.beat + Int64(clamping: min($0.rounded(.up), 0x1p60)))
        }
    }

    /// Its way on which a beat lies, in beats of the run: up to its end, or to where it begins again; nil where it has none. Before
    /// it the way is the first, and after its end the last.
    func way(at place: TrainerPlace) -> ClosedRange<Double>? {
        let (begin, grid) = (place.begin, place.grid)
        let first = Double(begin.beat)
        guard withinMs == nil else { return nil }
        guard let pass = pass(from: begin.tempo) else {
            return lastBeat(at: place).map { first...max(first, Double($0)) }
        }
        if case .perMinute = pace {
            let passes = max(0, ((Double(place.beat) - first) / pass).rounded(.down))
            return first + passes * pass...first + (passes + 1) * pass
        }
        let bars = max(1, Int64(clamping: pass.rounded()))
        let bar = begin.bar + place.bars.flooredDivision(by: bars).quotient * bars
        return Double(grid.beat(ofBar: bar, 1))...Double(grid.beat(ofBar: bar + bars, 1))
    }

    /// The tempi of its way, and how much of it is done, where it follows the player; nil where it follows the bars.
    func stairs(at place: TrainerPlace, most: Int64) -> (tempi: [Double], part: Double)? {
        guard withinMs != nil else { return nil }
        let start = place.begin.tempo
        let count = min(most, lastStep(from: start) + 1)
        let tempi = (0..<count).map { Double(tempo(afterSteps: $0, from: start)) / 1000 }
        let done = isOver(place.begin) ? count : self.place(ofStep: steps(at: place), from: start)
        return (tempi, min(1, Double(done) / Double(count)))
    }
}
