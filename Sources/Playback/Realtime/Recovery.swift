// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import MetronomeBounds
internal import MetronomeRhythm

/// Decides what is done about a device, from what each look at it has shown: events in, actions out.
///
/// It touches no device and never waits: the loop performs the action. It is kept while the same device is made ready
/// and attached again, so that restarts which lead to nothing come to an end. Real-time safe.
struct Recovery: BitwiseCopyable {
    /// Whether a device plays the frame that the clock gives, by its delay.
    enum Alignment: BitwiseCopyable {
        /// The delay is not known, or makes no sense.
        case unknown
        /// Off the clock by more than a reading is ever wrong by.
        case far
        /// Off the clock; of a device that starts, that its clock is not locked yet.
        case off
        /// On the clock; of a device that starts, that its clock is locked.
        case near
    }

    /// What was seen.
    enum Event: Equatable, BitwiseCopyable {
        /// It runs, and has consumed `consumed` frames since it was started.
        case runs(consumed: Int64, alignment: Alignment)
        /// It ran out of frames and stopped.
        case dry
        /// The system suspended it.
        case suspended
        /// It is gone, with ALSA's errno.
        case gone(Int32)

        /// The state of a device that answers a write or a query with an error; `nil` for an error that does not depend on it.
        @_noLocks init?(errno code: Int32) {
            switch -code {
            case EAGAIN, EINTR: return nil
            case EPIPE: self = .dry
            case ESTRPIPE: self = .suspended
            default:
                guard code < 0 else { return nil }
                self = .gone(code)
            }
        }
    }

    /// What to do.
    enum Action: Equatable, BitwiseCopyable {
        /// Render and write up to the fill.
        case write
        /// Write silence up to the fill.
        case waitSilently
        /// Put the renderer where the next frame written will be heard on time.
        case resynchronise
        /// Hand it up to be made ready and started once more.
        case halt(HaltCause)
        /// Hand it up to be closed.
        case giveUp(LossReason, Int32)
    }

    /// Whether what is rendered is heard on time; a device that starts plays silence.
    private(set) var isRunning = false
    /// How long a device may report that it runs and consume nothing before it is given up, in ns.
    private let stallNs: Int64

    private var startTime = ClockTime.earliest
    private var consumed: Int64 = 0
    /// When it last consumed something.
    private(set) var lastProgress = ClockTime.earliest
    private var lastLook = ClockTime.earliest
    private var fruitlessRestarts = 0
    private var unpolledUntil = ClockTime.earliest
    /// Looks in a row that found it off the clock, when the first was, and what it had consumed then.
    private var looksOff = 0
    private var offSince = ClockTime.earliest
    private var offSinceConsumed: Int64 = 0
    /// How often it was put back on the clock, the last time not long ago.
    private var reanchorings = 0
    private var reanchored = ClockTime.earliest

    /// How long the clock of a device may fail to lock before the device is taken to play what it reports.
    private static var startingLimitNs: Int64 { 400_000_000 }
    /// Of the time between two looks, what exceeds this does not count as time in which the device stalled.
    private static var longestLookNs: Int64 { 500_000_000 }
    /// Fewer looks off the clock than this may be outliers, however long they took.
    private static var fewestLooksOff: Int { 3 }
    /// For how long any number of looks off the clock may be outliers: looks that are far off, and others.
    private static var farNs: Int64 { 10_000_000 }
    private static var offNs: Int64 { 100_000_000 }
    private static var mostFruitlessRestarts: Int { 3 }
    /// After how long on the clock the reanchorings before are forgotten, in ns.
    private static var stableNs: Int64 { 10_000_000_000 }
    /// For how long the descriptors of the device are not polled after they woke the thread, in ns: an error that lasts would
    /// wake it without end.
    private static var unpolledNs: Int64 { 10_000_000 }

    /// The recovery of a device whose ring takes `ringNs` to play.
    @_noLocks init(ringNs: Int64) { stallNs = max(1_000_000_000, 3 * ringNs) }

    /// Notes that it was prepared, filled with silence and started.
    @_noLocks mutating func started(at now: ClockTime) {
        isRunning = false
        startTime = now
        consumed = 0
        lastProgress = now
        lastLook = now
        looksOff = 0
    }

    /// Notes that its descriptors woke the thread.
    @_noLocks mutating func wokeThread(at now: ClockTime) {
        unpolledUntil = now.advanced(byNanoseconds: Self.unpolledNs)
    }

    /// Whether its descriptors are to be polled.
    @_noLocks func isPolled(at now: ClockTime) -> Bool { !(now < unpolledUntil) }

    /// How far off the clock a device may be, in ns: a millisecond, doubled from the third reanchoring on, since a device that
    /// has to be put back three times reports its position roughly.
    var toleranceNs: Int64 { @_noLocks get { Int64(1_000_000).doubled(times: min(reanchorings - 2, 4)) } }

    /// The action that follows from an event.
    @_noLocks mutating func decide(_ event: Event, at now: ClockTime) -> Action {
        switch event {
        case .runs(let consumed, let alignment): return goOn(consumed: consumed, alignment: alignment, at: now)
        case .dry: return restart(.dry)
        case .suspended: return restart(.suspended)
        case .gone(let code): return .giveUp(.vanished, code)
        }
    }

    @_noLocks private mutating func restart(_ cause: HaltCause) -> Action {
        isRunning = false
        fruitlessRestarts += 1
        return fruitlessRestarts > Self.mostFruitlessRestarts ? .giveUp(.unrecoverable, 0) : .halt(cause)
    }

    @_noLocks private mutating func goOn(consumed count: Int64, alignment: Alignment, at now: ClockTime) -> Action {
        lastProgress = lastProgress.advanced(
            byNanoseconds: max(0, now.nanoseconds(since: lastLook) - Self.longestLookNs))
        lastLook = now
        if count > consumed {
            consumed = count
            lastProgress = now
            if isRunning { fruitlessRestarts = 0 }
        }
        guard now.nanoseconds(since: lastProgress) <= stallNs else { return .giveUp(.stalled, 0) }
        guard isRunning else {
            // The position of a device that has not moved shows nothing.
            if !(startTime < lastProgress) { startTime = now }
            guard alignment == .near || now.nanoseconds(since: startTime) > Self.startingLimitNs else {
                return .waitSilently
            }
            isRunning = true
            looksOff = 0
            return .resynchronise
        }
        return isOffClock(alignment, at: now) ? reanchor(at: now) : .write
    }

    /// Whether it has been off the clock for too long for an outlier.
    @_noLocks private mutating func isOffClock(_ alignment: Alignment, at now: ClockTime) -> Bool {
        switch alignment {
        case .unknown: return false
        case .near:
            looksOff = 0
            return false
        case .off, .far:
            if looksOff == 0 {
                offSince = now
                offSinceConsumed = consumed
            }
            looksOff += 1
            let offNs = now.nanoseconds(since: offSince)
            return looksOff >= Self.fewestLooksOff && offNs >= (alignment == .far ? Self.farNs : Self.offNs)
        }
    }

    /// Puts a device back on the clock, of which all that it holds would be heard at the wrong time. The first time it is
    /// stopped and started. One that moves and is soon off once more reports its position roughly, or did so when its
    /// clock was locked: it plays silence until its clock is locked once more.
    @_noLocks private mutating func reanchor(at now: ClockTime) -> Action {
        if now.nanoseconds(since: reanchored) > Self.stableNs { reanchorings = 0 }
        reanchorings += 1
        reanchored = now
        guard reanchorings > 1, consumed > offSinceConsumed else { return restart(.offClock) }
        isRunning = false
        startTime = now
        return .waitSilently
    }
}
