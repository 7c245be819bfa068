// SPDX-License-Identifier: Apache-2.0

internal import Bounds
package import Rhythm

/// Where the trainers of a run have begun: tempo and silence of every beat follow from it.
package struct PracticeCourse: Sendable, Hashable {
    /// A trainer, and where it has begun.
    package struct Begun<Trainer: Sendable & Hashable>: Sendable, Hashable {
        /// The trainer.
        package var trainer: Trainer
        /// Its first beat.
        package var beat: Int64
        /// The bar of its first beat.
        package var bar: Int64
    }

    /// The speed trainer, which has begun where its tempo was set last.
    package private(set) var speed: Begun<SpeedTrainer>?
    /// Its first tempo, in thousandths of a bpm.
    package private(set) var start: Int64 = 0
    /// The gap trainer.
    package private(set) var gap: Begun<GapTrainer>?
    /// The random mute.
    package private(set) var mute: Begun<RandomMute>?
    /// The timer.
    package private(set) var timer: Begun<PracticeTimer>?

    /// No trainers.
    package init() {}

    /// Whether no trainer has begun, or is about to.
    package var isEmpty: Bool { speed == nil && gap == nil && mute == nil && timer == nil }

    /// Goes on with the trainers that are set from a beat on. Those that are new, or have not begun, begin with the first bar from
    /// there.
    ///
    /// A tempo that was set by hand takes the place of the one that the speed trainer has led to: it goes on from there.
    package mutating func enter(
        _ practice: Practice, tempo: Tempo, isTempoSet: Bool = false, fromBeat beat: Int64, in grid: BarGrid
    ) {
        let first = max(grid.firstBar(fromBeat: beat), grid.beat(ofBar: 1, 1))
        func begun<Trainer>(_ trainer: Trainer?, _ former: Begun<Trainer>?) -> Begun<Trainer>? {
            guard let trainer else { return nil }
            if let former, trainer == former.trainer, former.beat <= beat { return former }
            return Begun(trainer: trainer, beat: first, bar: grid.bar(ofBeat: first))
        }
        let before = speed
        speed = begun(practice.speed, before)
        gap = begun(practice.gap, gap)
        mute = begun(practice.mute, mute)
        timer = begun(practice.timer, timer)
        guard let trainer = speed?.trainer else { return }
        if speed != before {
            start = trainer.from ?? SpeedTrainer.thousandths(tempo)
        } else if isTempoSet {
            start = SpeedTrainer.thousandths(tempo)
            speed?.beat = beat
            speed?.bar = grid.bar(ofBeat: beat)
        }
    }

    /// Goes on with a part that a change has waited for.
    mutating func enter(_ part: PlannedMusic.Part) {
        enter(
            part.practice, tempo: part.tempo, isTempoSet: part.isTempoSet, fromBeat: part.fromBeat, in: part.grid)
    }

    /// The first beat of the trainers that have been set since; nil where none has.
    func firstBeat(since former: PracticeCourse) -> Int64? {
        [
            speed?.trainer == former.speed?.trainer ? nil : speed?.beat,
            gap?.trainer == former.gap?.trainer ? nil : gap?.beat,
            mute?.trainer == former.mute?.trainer ? nil : mute?.beat,
            timer?.trainer == former.timer?.trainer ? nil : timer?.beat,
        ].compactMap { $0 }.min()
    }

    /// The tempo of a beat; nil where no trainer says it.
    package func tempo(ofBeat beat: Int64, in grid: BarGrid) -> Tempo? {
        guard let speed, beat >= speed.beat else { return nil }
        let millionths =
            switch speed.trainer.pace {
            case .steps: 1000 * speed.trainer.tempo(afterBars: max(0, grid.bar(ofBeat: beat) - speed.bar), from: start)
            case .perMinute: speed.trainer.millionths(ofBeat: beat - speed.beat, from: start)
            }
        return SpeedTrainer.tempo(millionths: millionths)
    }

    /// The next tempo after that of a beat, and its first beat; nil for the last one, and where it changes with every beat.
    package func nextTempo(afterBeat beat: Int64, in grid: BarGrid) -> (tempo: Tempo, beat: Int64)? {
        guard let speed else { return nil }
        guard beat >= speed.beat else { return tempo(ofBeat: speed.beat, in: grid).map { ($0, speed.beat) } }
        guard case .steps(_, let every) = speed.trainer.pace else { return nil }
        let steps = (grid.bar(ofBeat: beat) - speed.bar).flooredDivision(by: max(1, every)).quotient + 1
        let next = grid.beat(ofBar: speed.bar + steps * every, 1)
        guard let new = tempo(ofBeat: next, in: grid), new != tempo(ofBeat: beat, in: grid) else { return nil }
        return (new, next)
    }

    /// The place of a beat in the gap trainer; nil before it, and without one.
    package func gapPlace(ofBeat beat: Int64, in grid: BarGrid) -> GapTrainer.Place? {
        guard let gap, beat >= gap.beat else { return nil }
        return gap.trainer.place(
            gap.trainer.unit == .beats ? beat - gap.beat : max(0, grid.bar(ofBeat: beat) - gap.bar))
    }

    /// Whether chance keeps a beat silent.
    package func isMuted(beat: Int64, in grid: BarGrid) -> Bool {
        guard let mute, beat >= mute.beat else { return false }
        return mute.trainer.isSilent(beat: beat - mute.beat, inBar: max(0, grid.bar(ofBeat: beat) - mute.bar))
    }

    /// Whether a beat is silent.
    package func isSilent(beat: Int64, in grid: BarGrid) -> Bool {
        gapPlace(ofBeat: beat, in: grid)?.isSilent ?? false || isMuted(beat: beat, in: grid)
    }

    /// Whether all beats from one on are alike.
    func isSettled(atBeat beat: Int64, in grid: BarGrid) -> Bool {
        guard gap == nil, mute == nil else { return false }
        guard let speed else { return true }
        return speed.trainer.ending == .hold && speedEnd(in: grid).map { $0 < beat } ?? false
    }

    /// The beat with which a trainer ends the music; nil where none does.
    func end(in grid: BarGrid) -> Int64? { speed?.trainer.ending == .stop ? speedEnd(in: grid) : nil }

    /// The beat with which the timer is over; nil without a timer, and while the beat is not known. `timed` is the beat of a
    /// timer that counts time.
    package func timerEnd(in grid: BarGrid, timed: Int64?) -> Int64? {
        guard let timer else { return nil }
        return switch timer.trainer.unit {
        case .bars: grid.beat(ofBar: timer.bar + timer.trainer.amount, 1)
        case .beats: timer.beat + timer.trainer.amount
        case .seconds, .minutes: timed
        }
    }

    /// The beat with which the speed trainer is over, whether the music ends there or not; nil where it never is.
    package func speedEnd(in grid: BarGrid) -> Int64? {
        guard let speed else { return nil }
        if let bars = speed.trainer.bars(from: start) { return grid.beat(ofBar: speed.bar + bars, 1) }
        return speed.trainer.beats(from: start).map {
            grid.firstBar(fromBeat: speed.beat + Int64(clamping: min($0.rounded(.up), 0x1p60)))
        }
    }

    /// The way of the speed trainer on which a beat lies, in beats of the run: up to its end, or to where it begins again; nil
    /// without one. Before it the way is the first, and after its end the last.
    package func speedWay(ofBeat beat: Int64, in grid: BarGrid) -> ClosedRange<Double>? {
        guard let speed else { return nil }
        let begin = Double(speed.beat)
        guard let pass = speed.trainer.pass(from: start) else {
            return speedEnd(in: grid).map { begin...max(begin, Double($0)) }
        }
        if case .perMinute = speed.trainer.pace {
            let passes = max(0, ((Double(beat) - begin) / pass).rounded(.down))
            return begin + passes * pass...begin + (passes + 1) * pass
        }
        let bars = max(1, Int64(clamping: pass.rounded()))
        let first = speed.bar + max(0, (grid.bar(ofBeat: beat) - speed.bar).flooredDivision(by: bars).quotient) * bars
        return Double(grid.beat(ofBar: first, 1))...Double(grid.beat(ofBar: first + bars, 1))
    }
}
