// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// Compares onsets, in the order of their frames, with the exact places of the beats.
///
/// An onset belongs to the beat that it is nearest to. Of several onsets of one beat the nearest counts, and the others
/// are extra.
struct ProofJudge {
    private let timeline: ExactTimeline
    private var report: ProofReport
    /// The last onset, which a nearer one may replace.
    private var pending: (beat: Int64, frame: Int64)?
    /// The first beat of which nothing is decided yet.
    private var nextBeat: Int64 = 0
    private var line = FittedLine()

    /// A judge of a render of `frames` frames.
    init(timeline: ExactTimeline, sampleRate: SampleRate, frames: Int64) {
        self.timeline = timeline
        report = ProofReport(sampleRate: sampleRate, frames: frames)
    }

    /// Takes the next onset; frames ascend.
    mutating func hear(_ frame: Int64) {
        let beat = timeline.nearestBeat(toFrame: frame)
        guard let former = pending, former.beat == beat else {
            decide()
            pending = (beat, frame)
            return
        }
        let isNearer = timeline.error(ofFrame: frame, beat: beat)
            .isNearer(than: timeline.error(ofFrame: former.frame, beat: beat))
        report.extra += 1
        note(.extra(frame: isNearer ? former.frame : frame))
        if isNearer { pending = (beat, frame) }
    }

    /// The result, after the last onset.
    mutating func finish() -> ProofReport {
        decide()
        while timeline.frame(ofBeat: nextBeat) < report.frames { miss() }
        report.driftFrames = line.rise
        return report
    }

    private mutating func decide() {
        guard let (beat, frame) = pending else { return }
        pending = nil
        while nextBeat < beat { miss() }
        nextBeat = beat + 1
        let error = timeline.error(ofFrame: frame, beat: beat)
        report.beats += 1
        report.largestErrorFrames = max(report.largestErrorFrames, abs(error.frames))
        line.add(x: Double(frame), y: error.frames)
        if error.isOff {
            report.off += 1
            note(.off(beat: beat, frame: frame, errorFrames: error.frames))
        }
    }

    private mutating func miss() {
        report.missing += 1
        note(.missing(beat: nextBeat))
        nextBeat += 1
    }

    private mutating func note(_ fault: ProofReport.Fault) {
        if report.faults.count < ProofReport.faultsKept { report.faults.append(fault) }
    }
}

/// The straight line of least squares through points, in running means (Welford 1962), which lose no digits to size.
private struct FittedLine {
    private var count = 0.0
    private var meanX = 0.0
    private var meanY = 0.0
    private var spreadX = 0.0
    private var spreadXY = 0.0
    private var firstX = 0.0
    private var lastX = 0.0

    /// Takes a point; x ascends.
    mutating func add(x: Double, y: Double) {
        if count == 0 { firstX = x }
        lastX = x
        count += 1
        let step = x - meanX
        meanX += step / count
        meanY += (y - meanY) / count
        spreadX += step * (x - meanX)
        spreadXY += step * (y - meanY)
    }

    /// How far it rises from the first point to the last.
    var rise: Double { spreadX > 0 ? spreadXY / spreadX * (lastX - firstX) : 0 }
}
