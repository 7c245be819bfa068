// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What is done about a device, decided from what each look at it told: events in, actions out.
///
/// It touches no device and never waits: the loop performs the action. It is kept while the same device is made ready
/// and attached again, so that restarts which lead to nothing come to an end. Real-time safe.
struct Recovery: BitwiseCopyable {
    /// What the device's delay says of the frame it plays.
    enum Aim: BitwiseCopyable {
        /// Nothing that could be believed.
        case unknown
        /// Off the clock by more than it is ever wrong by.
        case far
        /// Off the clock; of a device that starts, that its readings do not lie on one line yet.
        case off
        /// On the clock; of a device that starts, that its readings have settled.
        case near
    }

    /// What was seen.
    enum Event: Equatable, BitwiseCopyable {
        /// It runs, and has consumed so many frames since it was started.
        case runs(consumed: Int64, aim: Aim)
        /// It stopped for want of frames.
        case dry
        /// The system suspended it.
        case suspended
        /// It is gone, with ALSA's errno.
        case gone(Int32)

        /// What an error of a write, or of a question, says of the device; `nil`: nothing.
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
        /// Hand it up to be made ready and started anew.
        case halt(HaltCause)
        /// Hand it up to be closed.
        case giveUp(LossReason, Int32)
    }

    /// Whether what is rendered is heard on the grid; a device that starts plays silence.
    private(set) var isRunning = false
    /// A device that says that it runs and consumes nothing for so long is given up, in ns.
    private let stallNs: Int64

    private var startedNs: Int64 = 0
    private var consumed: Int64 = 0
    private var progressNs: Int64 = 0
    private var lookedNs: Int64 = 0
    private var fruitlessRestarts = 0
    private var deafUntilNs: Int64 = 0
    /// Looks in a row off the clock, since when, and what it had consumed then.
    private var strays = 0
    private var strayNs: Int64 = 0
    private var strayConsumed: Int64 = 0
    /// Times that it was put back on the grid, the last not long ago.
    private var reanchorings = 0
    private var reanchoredNs: Int64 = .min / 2

    /// A device that does not settle for so long is taken at its last word.
    private static var startingLimitNs: Int64 { 400_000_000 }
    /// Time in which nobody looked, past this, is none in which the device stalled.
    private static var longestLookNs: Int64 { 500_000_000 }
    /// Fewer looks off the clock than this may be an accident, however long they took…
    private static var fewestStrays: Int { 3 }
    /// …and so are any number in so short a time.
    private static var farNs: Int64 { 10_000_000 }
    private static var offNs: Int64 { 100_000_000 }
    private static var mostFruitlessRestarts: Int { 3 }
    /// After so long on the grid, in ns, a device that strays has not strayed before.
    private static var peaceNs: Int64 { 10_000_000_000 }
    /// A device that cries is not listened to for so long, or it would keep us awake.
    private static var deafNs: Int64 { 10_000_000 }

    /// Of a device whose ring takes so long to play.
    @_noLocks init(ringNs: Int64) { stallNs = max(1_000_000_000, 3 * ringNs) }

    /// Notes that it was prepared, filled with silence and started.
    @_noLocks mutating func started(at now: Int64) {
        isRunning = false
        startedNs = now
        consumed = 0
        progressNs = now
        lookedNs = now
        strays = 0
    }

    /// Notes that its descriptors woke us.
    @_noLocks mutating func cried(at now: Int64) { deafUntilNs = now + Self.deafNs }

    /// Whether its descriptors may wake us again.
    @_noLocks func listens(at now: Int64) -> Bool { now >= deafUntilNs }

    /// How far off the clock a device may be, in ns: a millisecond, and twice that every time again for one that keeps
    /// straying, since its answers are as rough as that.
    var toleranceNs: Int64 { @_noLocks get { 1_000_000 << Int64(min(max(reanchorings - 2, 0), 4)) } }

    /// When it last consumed something, in ns.
    var lastProgressNs: Int64 { @_noLocks get { progressNs } }

    /// Takes an event and says what to do.
    @_noLocks mutating func decide(_ event: Event, at now: Int64) -> Action {
        switch event {
        case .runs(let consumed, let aim): return goOn(consumed: consumed, aim: aim, at: now)
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

    @_noLocks private mutating func goOn(consumed now: Int64, aim: Aim, at ns: Int64) -> Action {
        progressNs += max(0, ns - lookedNs - Self.longestLookNs)
        lookedNs = ns
        if now > consumed {
            consumed = now
            progressNs = ns
            if isRunning { fruitlessRestarts = 0 }
        }
        guard ns - progressNs <= stallNs else { return .giveUp(.stalled, 0) }
        guard isRunning else {
            // The word of a device that stands still is worth nothing.
            if progressNs <= startedNs { startedNs = ns }
            guard aim == .near || ns - startedNs > Self.startingLimitNs else { return .waitSilently }
            isRunning = true
            strays = 0
            return .resynchronise
        }
        return isStray(aim, at: ns) ? reanchor(at: ns) : .write
    }

    /// Whether it has been off the clock for long enough to be no accident.
    @_noLocks private mutating func isStray(_ aim: Aim, at ns: Int64) -> Bool {
        switch aim {
        case .unknown: return false
        case .near:
            strays = 0
            return false
        case .off, .far:
            if strays == 0 {
                strayNs = ns
                strayConsumed = consumed
            }
            strays += 1
            return strays >= Self.fewestStrays && ns - strayNs >= (aim == .far ? Self.farNs : Self.offNs)
        }
    }

    /// What it holds would be heard off the grid, so it begins anew. A device that moves and soon strays again gives rough
    /// answers, or had none when it settled: it is silent until it has settled once more, and not stopped.
    @_noLocks private mutating func reanchor(at ns: Int64) -> Action {
        if ns - reanchoredNs > Self.peaceNs { reanchorings = 0 }
        reanchorings += 1
        reanchoredNs = ns
        guard reanchorings > 1, consumed > strayConsumed else { return restart(.stray) }
        isRunning = false
        startedNs = ns
        return .waitSilently
    }
}
