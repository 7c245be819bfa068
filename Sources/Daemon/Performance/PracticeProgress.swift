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

    /// A change holds from a beat on. With a negative offset that beat is heard before it is written.
    mutating func hold(fromBeat beat: Int64) { heldBeat = max(heldBeat, beat) }

    /// Takes where the music is to end: with the bar line with which the timer is over, as the tempo stands.
    mutating func look(
        _ timer: PracticeCourse.Begun?, in record: RunRecord, nextBeat: Int64, writtenFrame: Int64
    ) {
        guard let timer else { return forgetTimer() }
        timedEnd = endBeat(of: timer, in: record, nextBeat: nextBeat, writtenFrame: writtenFrame)
    }

    /// No timer runs.
    mutating func forgetTimer() { (deadline, timedEnd) = (nil, nil) }

    private mutating func endBeat(
        of timer: PracticeCourse.Begun, in record: RunRecord, nextBeat: Int64, writtenFrame: Int64
    ) -> Int64? {
        guard let seconds = timer.trainer.rules.seconds else { return nil }
        let rate = record.rate
        var deadline: Deadline
        if let known = self.deadline, known.timer == timer, timer.begin.beat < nextBeat {
            deadline = known
        } else {
            let begin = record.timeline.frame(ofBeat: timer.begin.beat)
            deadline = Deadline(
                timer: timer, frame: begin + Int64(clamping: (Double(seconds) * rate).rounded()), rate: rate)
        }
        if deadline.rate != rate {
            // What is left of it is counted in the frames of another device.
            let left = Double(deadline.frame - writtenFrame) * rate / deadline.rate
            (deadline.frame, deadline.rate) = (writtenFrame + Int64(clamping: left.rounded()), rate)
        }
        self.deadline = deadline
        // A bar that ends with it needs no other one because of a rounding.
        let place = record.timeline.position(atFrame: deadline.frame - Int64(clamping: PracticeTimer.nearness * rate))
        let beat = max(timer.begin.beat + 1, place.whole + 1)
        return record.rules.rule(ofBeat: beat).grid.firstBar(fromBeat: beat)
    }
}
