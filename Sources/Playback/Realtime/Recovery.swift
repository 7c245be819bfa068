// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What is done about a device, decided from what each look at it told: events in, actions out.
///
/// It touches no device and never waits: the loop performs the action, and says how it went where that is an event of
/// its own. Real-time safe.
struct Recovery: BitwiseCopyable {
    /// What the device's delay says of the frame it plays.
    enum Aim: BitwiseCopyable {
        /// Nothing that could be believed.
        case unknown
        /// Off the clock; of a device that starts, that its readings do not lie on one line yet.
        case far
        /// On the clock; of a device that starts, that its readings have settled.
        case near
    }

    /// What was seen, or what became of an action.
    enum Event: Equatable, BitwiseCopyable {
        /// It runs, and has consumed so many frames since it was started.
        case runs(consumed: Int64, aim: Aim)
        /// It stopped for want of frames.
        case dry
        /// The system suspended it.
        case suspended
        /// It did as it was told and resumed.
        case resumed
        /// It did not resume, with ALSA's errno; 0 when it said yes and did nothing.
        case resumeRefused(Int32)
        /// It could not be prepared, filled or started, with ALSA's errno.
        case startRefused(Int32)
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
        /// Make it ready, fill it with silence and start it.
        case prepareAndStart
        /// Ask it to resume.
        case resume
        /// Look again after so long, and let the timeline run on meanwhile.
        case retryResume(afterNs: Int64)
        /// Hand it back.
        case giveUp(LossReason, Int32)
    }

    /// Whether what is rendered is heard on the grid; a device that starts, or has lost the grid, plays silence.
    private(set) var isRunning = false
    /// A device that says that it runs and consumes nothing for so long is given up, in ns.
    private let stallNs: Int64

    private var startedNs: Int64 = 0
    private var consumed: Int64 = 0
    private var progressNs: Int64 = 0
    private var lookedNs: Int64 = 0
    private var strays = 0
    private var fruitlessRestarts = 0
    private var resumes = 0
    private var resumeAtNs: Int64 = 0
    private var deafUntilNs: Int64 = 0

    /// A device that does not settle for so long is taken at its last word.
    private static var startingLimitNs: Int64 { 400_000_000 }
    /// Time in which nobody looked, past this, is none in which the device stalled.
    private static var longestLookNs: Int64 { 500_000_000 }
    /// So many looks in a row off the clock are no accident.
    private static var mostStrays: Int { 3 }
    private static var mostFruitlessRestarts: Int { 3 }
    private static var mostResumes: Int { 5 }
    private static var resumeNs: Int64 { 100_000_000 }
    /// A device that cries is not listened to for so long, or it would keep us awake.
    private static var deafNs: Int64 { 10_000_000 }

    /// Of a device whose ring takes so long to play.
    @_noLocks init(ringNs: Int64) { stallNs = max(1_000_000_000, 3 * ringNs) }

    /// Whether it was suspended and is asked to resume.
    var isSuspended: Bool { @_noLocks get { resumes > 0 } }

    /// Notes that it was prepared, filled with silence and started.
    @_noLocks mutating func started(at now: Int64) {
        isRunning = false
        startedNs = now
        consumed = 0
        progressNs = now
        lookedNs = now
        resumes = 0
    }

    /// Notes that its descriptors woke us.
    @_noLocks mutating func cried(at now: Int64) { deafUntilNs = now + Self.deafNs }

    /// Whether its descriptors may wake us again.
    @_noLocks func listens(at now: Int64) -> Bool { now >= deafUntilNs }

    /// Takes an event and says what to do.
    @_noLocks mutating func decide(_ event: Event, at now: Int64) -> Action {
        switch event {
        case .runs(let consumed, let aim): return goOn(consumed: consumed, aim: aim, at: now)
        // What a resumed device still holds is late, so it begins anew too.
        case .dry, .resumed: return restart()
        case .suspended:
            return now < resumeAtNs && isSuspended ? .retryResume(afterNs: resumeAtNs - now) : .resume
        case .resumeRefused(let code):
            guard code == -EAGAIN, resumes < Self.mostResumes else { return restart() }
            resumes += 1
            resumeAtNs = now + Self.resumeNs
            return .retryResume(afterNs: Self.resumeNs)
        case .startRefused(let code), .gone(let code): return .giveUp(.vanished, code)
        }
    }

    @_noLocks private mutating func restart() -> Action {
        fruitlessRestarts += 1
        return fruitlessRestarts > Self.mostFruitlessRestarts ? .giveUp(.unrecoverable, 0) : .prepareAndStart
    }

    @_noLocks private mutating func goOn(consumed now: Int64, aim: Aim, at ns: Int64) -> Action {
        resumes = 0
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
        switch aim {
        case .unknown: break
        case .near: strays = 0
        case .far: strays += 1
        }
        guard strays >= Self.mostStrays else { return .write }
        // What is rendered now would be heard off the grid.
        isRunning = false
        startedNs = ns
        return .waitSilently
    }
}
