// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

/// Compares onsets, as they are heard, with where the beats belong.
///
/// An onset is that of the beat it is nearest to. Of several for one beat the nearest is the beat, the others are extra.
struct ProofJudge {
    private let grid: ExactGrid
    private var report: ProofReport
    /// The latest onset: a nearer one may follow.
    private var pending: (beat: Int64, frame: Int64)?
    /// The first beat that neither was heard nor is missing.
    private var nextBeat: Int64 = 0
    private var line = FittedLine()

    /// A judge of a render of so many frames.
    init(grid: ExactGrid, sampleRate: SampleRate, frames: Int64) {
        self.grid = grid
        report = ProofReport(sampleRate: sampleRate, frames: frames)
    }

    /// Takes the next onset; frames ascend.
    mutating func hear(_ frame: Int64) {
        let beat = grid.nearestBeat(toFrame: frame)
        guard let held = pending, held.beat == beat else {
            settle()
            pending = (beat, frame)
            return
        }
        let isNearer = grid.error(ofFrame: frame, beat: beat)
            .isNearer(than: grid.error(ofFrame: held.frame, beat: beat))
        report.extra += 1
        note(.extra(frame: isNearer ? held.frame : frame))
        if isNearer { pending = (beat, frame) }
    }

    /// The verdict, once all has been heard.
    mutating func finish() -> ProofReport {
        settle()
        while grid.frame(ofBeat: nextBeat) < report.frames { miss() }
        report.driftFrames = line.rise
        return report
    }

    private mutating func settle() {
        guard let (beat, frame) = pending else { return }
        pending = nil
        while nextBeat < beat { miss() }
        nextBeat = beat + 1
        let error = grid.error(ofFrame: frame, beat: beat)
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
