// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Counts of what happened in a stretch of time. One thread counts, real-time safe; any may read meanwhile.
struct TimingTally: ~Copyable, Sendable {
    let errors = TimingHistogram()
    let lateness = TimingHistogram()
    private let beats = Atomic<UInt64>(0)
    private let xruns = Atomic<UInt64>(0)
    private let missedFrames = Atomic<Int64>(0)
    private let losses = Atomic<UInt64>(0)
    // Doubles, by their bits.
    private let lowestPPM = Atomic<UInt64>(Double.infinity.bitPattern)
    private let highestPPM = Atomic<UInt64>((-Double.infinity).bitPattern)
    private let residualSquares = Atomic<UInt64>(0)
    private let residuals = Atomic<UInt64>(0)

    @_noLocks borrowing func countBeat() {
        beats.store(beats.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    @_noLocks borrowing func countXrun() {
        xruns.store(xruns.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    @_noLocks borrowing func countLoss() {
        losses.store(losses.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    }

    @_noLocks borrowing func miss(_ frames: Int64) {
        missedFrames.store(missedFrames.load(ordering: .relaxed) &+ frames, ordering: .relaxed)
    }

    /// Notes an error of the clock's loop, in ns, and the rate by the loop, in millionths off the nominal one.
    @_noLocks borrowing func steer(residualNs: Double, ppm: Double) {
        steer(squares: residualNs * residualNs, count: 1, lowest: ppm, highest: ppm)
    }

    @_noLocks private borrowing func steer(squares: Double, count: UInt64, lowest: Double, highest: Double) {
        let sum = Double(bitPattern: residualSquares.load(ordering: .relaxed)) + squares
        residualSquares.store(sum.bitPattern, ordering: .relaxed)
        residuals.store(residuals.load(ordering: .relaxed) &+ count, ordering: .relaxed)
        if lowest < Double(bitPattern: lowestPPM.load(ordering: .relaxed)) {
            lowestPPM.store(lowest.bitPattern, ordering: .relaxed)
        }
        if highest > Double(bitPattern: highestPPM.load(ordering: .relaxed)) {
            highestPPM.store(highest.bitPattern, ordering: .relaxed)
        }
    }

    /// Adds all counts to another tally and clears this one.
    @_noLocks borrowing func pour(into other: borrowing TimingTally) {
        errors.pour(into: other.errors)
        lateness.pour(into: other.lateness)
        other.beats.store(
            other.beats.load(ordering: .relaxed) &+ beats.load(ordering: .relaxed), ordering: .relaxed)
        other.xruns.store(
            other.xruns.load(ordering: .relaxed) &+ xruns.load(ordering: .relaxed), ordering: .relaxed)
        other.losses.store(
            other.losses.load(ordering: .relaxed) &+ losses.load(ordering: .relaxed), ordering: .relaxed)
        other.miss(missedFrames.load(ordering: .relaxed))
        other.steer(
            squares: Double(bitPattern: residualSquares.load(ordering: .relaxed)),
            count: residuals.load(ordering: .relaxed),
            lowest: Double(bitPattern: lowestPPM.load(ordering: .relaxed)),
            highest: Double(bitPattern: highestPPM.load(ordering: .relaxed)))
        beats.store(0, ordering: .relaxed)
        xruns.store(0, ordering: .relaxed)
        missedFrames.store(0, ordering: .relaxed)
        losses.store(0, ordering: .relaxed)
        lowestPPM.store(Double.infinity.bitPattern, ordering: .relaxed)
        highestPPM.store((-Double.infinity).bitPattern, ordering: .relaxed)
        residualSquares.store(0, ordering: .relaxed)
        residuals.store(0, ordering: .relaxed)
    }

    /// Adds the counts to some figures.
    borrowing func read(into figures: inout TimingFigures) {
        errors.read(into: &figures.errors)
        lateness.read(into: &figures.lateness)
        figures.beats += beats.load(ordering: .relaxed)
        figures.xruns += xruns.load(ordering: .relaxed)
        figures.missedFrames += missedFrames.load(ordering: .relaxed)
        figures.losses += losses.load(ordering: .relaxed)
        figures.lowestPPM = min(figures.lowestPPM, Double(bitPattern: lowestPPM.load(ordering: .relaxed)))
        figures.highestPPM = max(figures.highestPPM, Double(bitPattern: highestPPM.load(ordering: .relaxed)))
        figures.residualSquares += Double(bitPattern: residualSquares.load(ordering: .relaxed))
        figures.residuals += residuals.load(ordering: .relaxed)
    }
}
