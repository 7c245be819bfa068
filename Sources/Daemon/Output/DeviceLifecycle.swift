// SPDX-License-Identifier: Apache-2.0

internal import Playback

/// The life of one sound device as a state machine: events in, actions out.
///
/// It opens no device, reads no clock and sets no timer: its owner performs the actions and reports their outcomes as
/// events, each with the time of CLOCK_MONOTONIC in ns. At most one piece of work that may block is under way: opening,
/// restarting or closing the device.
struct DeviceLifecycle {
    /// What the device is wanted for while it does not play.
    private enum Purpose: Equatable {
        /// The device is opened to play for the first time since it was wanted.
        case opening
        /// The device is opened to play on after it stopped.
        case recovering(HaltCause)
        /// The device is opened after it could not be, or after it was lost.
        case missing(OpenFailure)

        var state: State {
            switch self {
            case .opening: .opening
            case .recovering(let cause): .recovering(cause)
            case .missing(let failure): .missing(failure.error)
            }
        }
    }

    /// Why the device is missing.
    private struct OpenFailure: Equatable {
        var error: PlaybackError
        /// It was lost in use, and no try since has failed for a reason other than its absence.
        var wasInUse: Bool
    }

    /// What is done with the device. A purpose of `nil`: it is no longer wanted.
    private enum Phase: Equatable {
        case closed
        /// Nothing is open; the timer is armed.
        case waiting(OpenFailure, devicesChanged: Bool)
        /// `open` is under way.
        case opening(Purpose?)
        /// `restart` is under way; `hasRun`: it played since it was opened.
        case restarting(Purpose?, hasRun: Bool)
        /// The real-time thread has it, and its clock is not known. `after`: the halt, if it has run since it was opened.
        case starting(after: HaltCause?)
        /// The real-time thread plays on it.
        case running(sinceNs: Int64)
        /// The real-time thread is asked to release it.
        case detaching(isWanted: Bool)
        /// `close` is under way, and the device is not wanted.
        case closing
        /// `close` is under way, and the device is opened after that.
        case reopening(Purpose)
        /// `close` is under way, and the timer is armed.
        case closingToWait(OpenFailure, devicesChanged: Bool)
    }

    private var phase = Phase.closed
    /// The pause after the next failure.
    private var nextPauseNs = Self.shortestPauseNs
    /// The pause that was armed last, in ns.
    private(set) var pauseNs = Self.shortestPauseNs

    /// The pause after the first failure, and the time that a device which has just appeared needs to be ready.
    static let shortestPauseNs: Int64 = 250_000_000
    static let longestPauseNs: Int64 = 8_000_000_000
    /// How long a device must have run to be tried again after the shortest pause when it is lost.
    static let stableNs: Int64 = 2_000_000_000

    /// The state of the device.
    var state: State {
        switch phase {
        case .closed, .closing, .detaching(isWanted: false): .closed
        case .waiting(let failure, _), .closingToWait(let failure, _): .missing(failure.error)
        case .opening(let purpose), .restarting(let purpose, _): purpose?.state ?? .closed
        case .reopening(let purpose): purpose.state
        case .starting(after: let cause): cause.map { .recovering($0) } ?? .starting
        case .running: .running
        case .detaching(isWanted: true): .opening
        }
    }

    /// Whether the real-time thread has it and keeps it, if only to play silence until its clock is known. A plan that is
    /// sent behind `detach` would not be heard on it.
    var isPlaying: Bool {
        switch phase {
        case .starting, .running: true
        case .closed, .waiting, .opening, .restarting, .detaching, .closing, .reopening, .closingToWait: false
        }
    }

    /// Whether nothing is open, and no work is under way.
    var isClosed: Bool { phase == .closed }

    /// Takes an event and says what to do. An event that cannot happen in the present state changes nothing.
    mutating func take(_ event: Event, at now: Int64) -> [Action] {
        let before = (state: state, isPlaying: isPlaying, isClosed: isClosed, pauseNs: pauseNs)
        var actions: [Action] =
            switch event {
            case .wanted: want()
            case .unwanted: unwant()
            case .opened(let fits): opened(fits: fits)
            case .restarted(let fits): restarted(fits: fits)
            case .failed(let error): failed(error)
            case .closed: closed()
            case .running: run(at: now)
            case .halted(let cause): halted(cause, at: now)
            case .released(let error): released(error, at: now)
            case .devicesChanged: devicesChanged()
            case .timer: retry()
            }
        let hasFailed = if case .failed = event { true } else { false }
        if hasFailed || before != (state, isPlaying, isClosed, pauseNs) { actions.append(.report(from: before.state)) }
        return actions
    }

    // MARK: wanted or not

    private mutating func want() -> [Action] {
        switch phase {
        case .closed: return open(for: .opening)
        case .waiting(let failure, _): return [.disarm] + open(for: .missing(failure))
        case .opening(nil): phase = .opening(.opening)
        case .restarting(nil, _): phase = .restarting(.opening, hasRun: false)
        case .detaching: phase = .detaching(isWanted: true)
        case .closing: phase = .reopening(.opening)
        case .closingToWait(let failure, _):
            phase = .reopening(.missing(failure))
            return [.disarm]
        case .opening, .restarting, .starting, .running, .reopening: break
        }
        return []
    }

    private mutating func unwant() -> [Action] {
        nextPauseNs = Self.shortestPauseNs
        switch phase {
        case .waiting:
            phase = .closed
            return [.disarm]
        case .opening: phase = .opening(nil)
        case .restarting: phase = .restarting(nil, hasRun: false)
        case .starting, .running:
            phase = .detaching(isWanted: false)
            return [.detach]
        case .detaching: phase = .detaching(isWanted: false)
        case .reopening: phase = .closing
        case .closingToWait:
            phase = .closing
            return [.disarm]
        case .closed, .closing: break
        }
        return []
    }

    // MARK: work

    private mutating func open(for purpose: Purpose) -> [Action] {
        phase = .opening(purpose)
        return [.open]
    }

    private mutating func opened(fits: Bool) -> [Action] {
        guard case .opening(let purpose) = phase else { return [] }
        return attach(for: purpose, hasRun: false, fits: fits)
    }

    private mutating func restarted(fits: Bool) -> [Action] {
        guard case .restarting(let purpose, let hasRun) = phase else { return [] }
        return attach(for: purpose, hasRun: hasRun, fits: fits)
    }

    /// Attaches a device that was started. One that is no longer wanted is closed; so is one for whose rate there are no
    /// samples, since another device was attached meanwhile, and it is opened again with samples for its rate.
    private mutating func attach(for purpose: Purpose?, hasRun: Bool, fits: Bool) -> [Action] {
        guard let purpose, fits else { return close(then: purpose) }
        if hasRun, case .recovering(let cause) = purpose {
            phase = .starting(after: cause)
        } else {
            phase = .starting(after: nil)
        }
        return [.attach]
    }

    /// Closes the device, and opens it again for a purpose.
    private mutating func close(then purpose: Purpose?) -> [Action] {
        phase = purpose.map { .reopening($0) } ?? .closing
        return [.close]
    }

    private mutating func failed(_ error: PlaybackError) -> [Action] {
        switch phase {
        case .opening(nil):
            phase = .closed
            return []
        case .opening(.missing(let last)?) where last.wasInUse && error.isAbsence:
            // The reason for the loss says more than the absence that follows from it.
            phase = .waiting(last, devicesChanged: false)
            return [arm()]
        case .opening:
            phase = .waiting(OpenFailure(error: error, wasInUse: false), devicesChanged: false)
            return [arm()]
        case .restarting(nil, _): return close(then: nil)
        case .restarting: return lose(error)
        case .closed, .waiting, .starting, .running, .detaching, .closing, .reopening, .closingToWait: return []
        }
    }

    private mutating func closed() -> [Action] {
        switch phase {
        case .closing: phase = .closed
        case .reopening(let purpose): return open(for: purpose)
        case .closingToWait(let failure, let changed): phase = .waiting(failure, devicesChanged: changed)
        case .closed, .waiting, .opening, .restarting, .starting, .running, .detaching: break
        }
        return []
    }

    // MARK: reports of the real-time thread

    private mutating func run(at now: Int64) -> [Action] {
        if case .starting = phase { phase = .running(sinceNs: now) }
        return []
    }

    private mutating func halted(_ cause: HaltCause, at now: Int64) -> [Action] {
        switch phase {
        case .starting(let last): return restart(after: cause, hasRun: last != nil)
        case .running(let sinceNs):
            noteRun(from: sinceNs, to: now)
            return restart(after: cause, hasRun: true)
        case .detaching(let isWanted): return close(then: isWanted ? .opening : nil)
        case .closed, .waiting, .opening, .restarting, .closing, .reopening, .closingToWait: return []
        }
    }

    /// Restarts a device that stopped: with the silence that wakes a sink unless it has run since it was opened.
    private mutating func restart(after cause: HaltCause, hasRun: Bool) -> [Action] {
        phase = .restarting(.recovering(cause), hasRun: hasRun)
        return [.restart(preroll: !hasRun)]
    }

    private mutating func released(_ error: PlaybackError?, at now: Int64) -> [Action] {
        switch phase {
        case .detaching(let isWanted): return close(then: isWanted ? .opening : nil)
        case .running(let sinceNs): noteRun(from: sinceNs, to: now)
        case .starting: break
        case .closed, .waiting, .opening, .restarting, .closing, .reopening, .closingToWait: return []
        }
        return error.map { lose($0) } ?? close(then: .opening)
    }

    /// Goes back to the shortest pause after a run that was long enough.
    private mutating func noteRun(from begin: Int64, to end: Int64) {
        if end - begin >= Self.stableNs { nextPauseNs = Self.shortestPauseNs }
    }

    // MARK: missing

    /// Closes a device that was lost in use, and waits.
    private mutating func lose(_ error: PlaybackError) -> [Action] {
        phase = .closingToWait(OpenFailure(error: error, wasInUse: true), devicesChanged: false)
        return [arm(), .close]
    }

    private mutating func arm() -> Action {
        pauseNs = nextPauseNs
        nextPauseNs = min(2 * nextPauseNs, Self.longestPauseNs)
        return .arm(afterNs: pauseNs)
    }

    /// Has a missing device tried soon. Further changes until that try are ignored, since a stream of them would defer
    /// it for ever.
    private mutating func devicesChanged() -> [Action] {
        switch phase {
        case .waiting(let failure, devicesChanged: false): phase = .waiting(failure, devicesChanged: true)
        case .closingToWait(let failure, devicesChanged: false): phase = .closingToWait(failure, devicesChanged: true)
        case .opening(.missing):
            // This try may have begun before the device was ready.
            nextPauseNs = Self.shortestPauseNs
            return []
        case .closed, .waiting, .opening, .restarting, .starting, .running, .detaching, .closing, .reopening,
            .closingToWait:
            return []
        }
        nextPauseNs = Self.shortestPauseNs
        return [arm()]
    }

    private mutating func retry() -> [Action] {
        switch phase {
        case .waiting(let failure, _): return open(for: .missing(failure))
        case .closingToWait(let failure, _): phase = .reopening(.missing(failure))
        case .closed, .opening, .restarting, .starting, .running, .detaching, .closing, .reopening: break
        }
        return []
    }
}
