// SPDX-License-Identifier: Apache-2.0

/// Where both threads find the real-time thread's account of itself. Never freed: a thread that hangs is left behind.
@safe struct TimingCell: @unchecked Sendable, BitwiseCopyable {
    // Unchecked: a record is made of atomics.
    let record: UnsafePointer<TimingRecord>

    init(startNs: Int64) {
        let place = UnsafeMutablePointer<TimingRecord>.allocate(capacity: 1)
        unsafe place.initialize(to: TimingRecord(startNs: startNs))
        unsafe record = UnsafePointer(place)
    }

    /// Frees it, where no thread can read it any more.
    func free() {
        let place = unsafe UnsafeMutablePointer(mutating: record)
        unsafe place.deinitialize(count: 1)
        unsafe place.deallocate()
    }
}

/// The real-time thread's observer of itself: sees what the loop does, and notes what comes of it. Real-time safe.
///
/// A beat's error is what the clock said of its onset's frame when it was written, against the time at which the device
/// says that it played that frame: the clock is never held against itself.
@safe struct TimingProbe: BitwiseCopyable {
    private let cell: TimingCell
    private var nowNs: Int64
    private var dueNs: Int64 = 0
    private var onsets = AwaitedOnsets()
    private var edge = PlayedEdge()
    private var lockingSinceNs: Int64
    /// Where the music broke off in the last xrun, until it is back.
    private var brokenOffFrame: Int64?

    /// The clock's loop takes so long to narrow; its rate and its errors say little before.
    private static var lockingNs: Int64 { @_noLocks get { 10_000_000_000 } }

    init(_ cell: TimingCell, at now: Int64) {
        self.cell = cell
        nowNs = now
        lockingSinceNs = now
    }

    /// The thread has slept for as long as it wanted, and should come back at `due`.
    @_noLocks mutating func slept(until due: Int64) { dueNs = due }

    /// The thread sets to work.
    @_noLocks mutating func woke(at now: Int64) {
        nowNs = now
        guard dueNs > 0 else { return }
        unsafe cell.record.pointee.woke(lateNs: max(0, now - dueNs), at: now)
        dueNs = 0
    }

    /// A beat was rendered for nobody.
    @_noLocks mutating func beat() { unsafe cell.record.pointee.beat(at: nowNs) }

    /// A beat was rendered for a device that will tell when it plays it.
    @_noLocks mutating func beat(onset: AwaitedOnsets.Onset) {
        beat()
        onsets.add(onset)
    }

    /// The device says that it is so many frames ahead of the clock.
    @_noLocks mutating func heard(ahead: Double, clock: StreamClock) {
        guard let seconds = edge.take(ahead / clock.framesPerSecond) else { return }
        let frame = clock.frame(at: nowNs) + seconds * clock.framesPerSecond
        while let onset = onsets.take(passedBy: frame) {
            let since = (frame - Double(onset.frame)) / clock.framesPerSecond * 1e9
            unsafe cell.record.pointee.played(errorNs: nowNs - Int64(since) - onset.toldNs, at: nowNs)
        }
    }

    /// The clock was shown what the device said, and was off by so many frames. An outlier that does not steer it is left
    /// out.
    @_noLocks mutating func steered(error: Double, clock: StreamClock, nominal: Int, at now: Int64) {
        guard clock.anchorNs == now, nowNs - lockingSinceNs >= Self.lockingNs else { return }
        let rate = clock.framesPerSecond
        unsafe cell.record.pointee.steered(
            residualNs: error / rate * 1e9, ppm: (rate / Double(nominal) - 1) * 1e6, at: nowNs)
    }

    /// A device was started: nothing written before is heard, and the clock is to be locked anew.
    @_noLocks mutating func started() {
        onsets.clear()
        edge = PlayedEdge()
        lockingSinceNs = nowNs
        unsafe cell.record.pointee.forgetRate()
    }

    /// The device ran dry where the music was at `frame`.
    @_noLocks mutating func ranDry(atFrame frame: Int64) {
        brokenOffFrame = frame
        unsafe cell.record.pointee.xrun(missedFrames: 0, at: nowNs)
    }

    /// The music goes on from `frame` on the grid.
    @_noLocks mutating func returned(atFrame frame: Int64) {
        edge = PlayedEdge()
        guard let from = brokenOffFrame else { return }
        brokenOffFrame = nil
        if frame > from { unsafe cell.record.pointee.xrun(furtherFrames: frame - from, at: nowNs) }
    }

    /// What the last xrun has cost further will not be known.
    @_noLocks mutating func forgetXrun() { brokenOffFrame = nil }

    /// The device is not used any more.
    @_noLocks mutating func released(_ reason: LossReason) {
        started()
        brokenOffFrame = nil
        if case .detached = reason { return }
        unsafe cell.record.pointee.loss(at: nowNs)
    }
}
