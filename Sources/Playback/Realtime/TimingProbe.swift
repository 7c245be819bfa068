// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// Notes the timing of the real-time thread in its record, from what the loop does. Real-time safe.
///
/// A beat's error is the time at which the device reports to have played its onset, less the time that the clock gave for
/// that frame when it was written: the clock is never compared with itself.
@safe struct TimingProbe: BitwiseCopyable {
    private let cell: TimingCell
    /// When the thread woke last.
    private var now: ClockTime
    private var due: ClockTime?
    private var onsets = AwaitedOnsets()
    private var filter = PositionFilter()
    private var lockingSince: ClockTime
    /// The frame at which the device ran dry in the last xrun, until it plays again.
    private var brokenOffFrame: Int64?

    /// How long the clock's loop takes to narrow, in ns; its rate and its errors are not noted before.
    private static var lockingNs: Int64 { @_noLocks get { 10_000_000_000 } }

    init(_ cell: TimingCell, at now: ClockTime) {
        self.cell = cell
        self.now = now
        lockingSince = now
    }

    /// The thread slept for its full time and was due to wake at `due`; `nil`: it was due at no time.
    @_noLocks mutating func slept(until due: ClockTime?) { self.due = due }

    /// The thread has woken.
    @_noLocks mutating func woke(at now: ClockTime) {
        self.now = now
        guard let due else { return }
        unsafe cell.record.pointee.woke(lateNs: max(0, now.nanoseconds(since: due)), at: now)
        self.due = nil
    }

    /// A beat was rendered for no device, or for one that does not report when it plays it.
    @_noLocks mutating func beat() { unsafe cell.record.pointee.beat(at: now) }

    /// A beat was rendered for a device that will report when it plays it.
    @_noLocks mutating func beat(onset: AwaitedOnsets.Onset) {
        beat()
        onsets.add(onset)
    }

    /// The device reports a position `ahead` frames ahead of the clock.
    @_noLocks mutating func heard(ahead: Double, clock: StreamClock) {
        guard let seconds = filter.take(ahead / clock.framesPerSecond) else { return }
        let frame = clock.frame(at: now) + seconds * clock.framesPerSecond
        while let onset = onsets.take(passedBy: frame) {
            let played = now.advanced(bySeconds: (Double(onset.frame) - frame) / clock.framesPerSecond)
            let errorNs = played.nanoseconds(since: onset.expected)
            unsafe cell.record.pointee.played(errorNs: errorNs, at: now)
        }
    }

    /// The clock observed the device, and was off by `error` frames. An outlier that does not steer the clock is left out.
    @_noLocks mutating func steered(error: Double, clock: StreamClock, nominal: Int, at observed: ClockTime) {
        guard clock.anchorTime == observed, now.nanoseconds(since: lockingSince) >= Self.lockingNs else { return }
        let rate = clock.framesPerSecond
        unsafe cell.record.pointee.steered(
            residualNs: error / rate * 1e9, ppm: (rate / Double(nominal) - 1) * 1e6, at: now)
    }

    /// A device was started: nothing written before is heard, and its clock is not locked yet.
    @_noLocks mutating func started() {
        onsets.clear()
        filter = PositionFilter()
        lockingSince = now
        unsafe cell.record.pointee.forgetRate()
    }

    /// The device ran dry at `frame`.
    @_noLocks mutating func ranDry(atFrame frame: Int64) {
        brokenOffFrame = frame
        unsafe cell.record.pointee.xrun(missedFrames: 0, at: now)
    }

    /// The device plays again, from `frame` on.
    @_noLocks mutating func returned(atFrame frame: Int64) {
        filter = PositionFilter()
        guard let from = brokenOffFrame else { return }
        brokenOffFrame = nil
        if frame > from { unsafe cell.record.pointee.xrun(furtherFrames: frame - from, at: now) }
    }

    /// Counts no more frames for the last xrun.
    @_noLocks mutating func forgetXrun() { brokenOffFrame = nil }

    /// The device is not used any more.
    @_noLocks mutating func released(_ reason: LossReason) {
        started()
        brokenOffFrame = nil
        if case .detached = reason { return }
        unsafe cell.record.pointee.loss(at: now)
    }
}
