// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm
internal import MetronomeSession

/// How far the trainers and the timer of a run have come.
struct PracticeProgress: Equatable {
    /// When a timer that counts time is over, in frames of a rate.
    private struct Deadline: Equatable {
        var timer: PracticeCourse.Begun
        var frame: Int64
        var rate: Double

        /// The beat with which a bar begins then.
        func endBeat(in record: RunRecord) -> Int64 {
            // A bar that ends with it needs no other one because of a rounding.
            let place = record.timeline.position(
                atFrame: frame - Int64(clamping: PracticeTimer.nearness * record.rate))
            let beat = max(timer.begin.beat + 1, place.whole + 1)
            return record.rules.rule(ofBeat: beat).grid.firstBar(fromBeat: beat)
        }
    }

    private var deadline: Deadline?
    /// The beat with which such a timer is over, by the tempi that are known.
    var timedEnd: Int64?
    /// Before this beat the tempo of the settings is not taken from the trainer any more.
    var followedBeat: Int64 = 0
    /// The beat of the last change that holds: an earlier beat does not say the tempo any more.
    private(set) var heldBeat: Int64 = 0
    /// The tempo that the settings took from the trainer then; nil before the first.
    var followedTempo: Tempo?
    /// Whether a trainer keeps silent what is heard now.
    var isInSilence = false
    /// How the bars are played, for a trainer that follows the player.
    var tally = PassTally()
    /// The pass after which clients were told that such a trainer takes a step.
    var goodPass: Int64?
    /// The beat from which something else is told of a trainer; nil where nothing is.
    var newsBeat: Int64?

    /// A change holds from a beat on, which may be written and not yet heard.
    mutating func hold(fromBeat beat: Int64) { heldBeat = max(heldBeat, beat) }

    /// Takes where the music is to end: with the bar line with which the timer is over, as the tempo stands. Where other settings
    /// follow before this end, the music ends with their timer, or goes on without one.
    mutating func look(
        _ timer: PracticeCourse.Begun?, followedBy next: (timer: PracticeCourse.Begun?, fromBeat: Int64)? = nil,
        in record: RunRecord, nextBeat: Int64, writtenFrame: Int64
    ) {
        func deadline(of timer: PracticeCourse.Begun?) -> Deadline? {
            timer.flatMap { self.deadline(of: $0, in: record, nextBeat: nextBeat, writtenFrame: writtenFrame) }
        }
        self.deadline = deadline(of: timer)
        timedEnd = self.deadline.map { $0.endBeat(in: record) }
        if let next, timedEnd.map({ next.fromBeat < $0 }) ?? true {
            timedEnd = deadline(of: next.timer).map { $0.endBeat(in: record) }
        }
    }

    /// No timer runs.
    mutating func forgetTimer() { (deadline, timedEnd) = (nil, nil) }

    private func deadline(
        of timer: PracticeCourse.Begun, in record: RunRecord, nextBeat: Int64, writtenFrame: Int64
    ) -> Deadline? {
        guard let seconds = timer.trainer.rules.seconds else { return nil }
        let rate = record.rate
        guard var known = deadline, known.timer == timer, timer.begin.beat < nextBeat else {
            let begin = record.timeline.frame(ofBeat: timer.begin.beat)
            return Deadline(
                timer: timer, frame: begin + Int64(clamping: (Double(seconds) * rate).rounded()), rate: rate)
        }
        if known.rate != rate {
            // What is left of it is counted in the frames of another device.
            let left = Double(known.frame - writtenFrame) * rate / known.rate
            (known.frame, known.rate) = (writtenFrame + Int64(clamping: left.rounded()), rate)
        }
        return known
    }
}
