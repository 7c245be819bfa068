// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession
internal import Playback

/// Which output plays, as a state machine: the chosen device, else the fallback if there is one, else the system clock.
/// It also decides when, and how, those who wait for an output are answered.
///
/// Events in, actions out: it opens no device, reads no clock and sets no timer.
struct OutputSelection {
    /// A device that may play.
    enum Candidate: Equatable {
        /// The device that is wanted.
        case chosen
        /// The device that plays while the chosen one does not.
        case fallback
    }

    /// What the state of a device means for the selection.
    enum Readiness: Equatable {
        /// It is not wanted.
        case closed
        /// It is being opened or made ready, and may play soon.
        case pending
        /// The real-time thread has it and keeps it.
        case playing
        /// It cannot be opened, or was lost, and is tried again after a pause.
        case missing(PlaybackError)
    }

    /// What happened.
    enum Event: Equatable {
        /// An output is wanted, and whoever asked for it waits.
        case open
        /// The output is no longer wanted, and nobody waits for it; its device is closed at once, or soon.
        case close(atOnce: Bool)
        /// The devices were replaced by closed ones.
        case configured(OutputChoice, hasFallback: Bool)
        /// Another choice holds for the same devices.
        case chose(OutputChoice)
        /// The state of a device has changed.
        case device(Candidate, Readiness)
        /// The time of the last `arm` is up.
        case timer
    }

    /// What the owner does, in this order.
    enum Action: Equatable {
        /// Send `timer` after `afterNs` nanoseconds, in place of a timer that is armed.
        case arm(afterNs: Int64)
        /// Send no `timer`.
        case disarm
        case open(Candidate)
        case close(Candidate)
        /// Answer all who wait. Always last, since an answer may lead to the next event.
        case answer(Answer)
    }

    /// The answer to those who wait for an output.
    enum Answer: Equatable {
        /// An output plays, be it the system clock.
        case ready
        /// The device is missing, and no other output is allowed.
        case refused(PlaybackError)
        /// The device does not play in time, and no other output is allowed.
        case late
    }

    private enum Stage: Equatable {
        case closed
        /// Not wanted any more; closed when the timer ends.
        case stopped
        /// The chosen device plays, or the timer limits how long it is waited for.
        case chosen
        /// The chosen device is missing or late. The fallback plays, or the timer limits how long it is waited for.
        case fallback
        /// The system clock takes the place of both until one of them plays.
        case clock
    }

    private var stage = Stage.closed
    private var mode = OutputChoice.clock
    private var chosen = Readiness.closed
    /// `nil` without one.
    private var fallback: Readiness?
    private var isAwaited = false
    private var isArmed = false

    /// How long a start waits for a device, or a run for one that stopped, before another output takes over.
    static let waitingLimitNs: Int64 = 700_000_000
    /// How long a device stays open after a stop: a start in that time is heard at once.
    static let closeDelayNs: Int64 = 2_000_000_000

    private var isPlaying: Bool { chosen == .playing || fallback == .playing }

    /// Takes an event and says what to do.
    mutating func take(_ event: Event) -> [Action] {
        switch event {
        case .open:
            isAwaited = true
            return select()
        case .close(let atOnce): return close(atOnce: atOnce)
        case .configured(let mode, let hasFallback):
            self.mode = mode
            chosen = .closed
            fallback = hasFallback ? .closed : nil
            if stage == .stopped { stage = .closed }
            return stage == .closed ? disarm() : select()
        case .chose(let mode):
            self.mode = mode
            return []
        case .device(.chosen, let readiness):
            chosen = readiness
            return follow()
        case .device(.fallback, let readiness):
            guard fallback != nil else { return [] }
            fallback = readiness
            return follow()
        case .timer:
            isArmed = false
            return timeIsUp()
        }
    }

    // MARK: open and close

    /// Selects an output for a start or for other devices. A chosen device that is missing is tried at once.
    private mutating func select() -> [Action] {
        if mode == .clock {
            stage = .clock
            return disarm() + answer(.ready)
        }
        if isPlaying {
            stage = chosen == .playing ? .chosen : .fallback
            return disarm() + [.open(.chosen)] + answer(.ready)
        }
        if case .missing = chosen, mode == .auto {
            // The clock plays until a device does.
            isAwaited = false
            return selectFallback() + [.open(.chosen), .answer(.ready)]
        }
        stage = .chosen
        chosen = .pending
        return [arm(Self.waitingLimitNs), .open(.chosen)]
    }

    private mutating func close(atOnce: Bool) -> [Action] {
        switch stage {
        case .closed: return []
        case .stopped where !atOnce: return []
        case .stopped, .chosen, .fallback, .clock: break
        }
        guard !atOnce, isPlaying else {
            return disarm() + closeAll()
        }
        stage = .stopped
        return [arm(Self.closeDelayNs)]
    }

    private mutating func closeAll() -> [Action] {
        stage = .closed
        chosen = .closed
        if fallback != nil { fallback = .closed }
        return [.close(.chosen), .close(.fallback)]
    }

    private mutating func closeFallback() -> [Action] {
        guard fallback != nil, fallback != .closed else { return [] }
        fallback = .closed
        return [.close(.fallback)]
    }

    // MARK: from one output to the next

    /// Follows a change of a device's state.
    private mutating func follow() -> [Action] {
        guard stage != .closed, stage != .stopped else { return [] }
        if chosen == .playing {
            stage = .chosen
            return disarm() + closeFallback() + answer(.ready)
        }
        if stage == .chosen {
            if case .missing = chosen { return selectFallback() }
            return isArmed ? [] : [arm(Self.waitingLimitNs)]
        }
        if fallback == .playing {
            stage = .fallback
            return disarm() + answer(.ready)
        }
        if stage == .fallback, case .missing? = fallback { return selectClock() }
        return []
    }

    /// Acts on the end of the timer.
    private mutating func timeIsUp() -> [Action] {
        switch stage {
        case .stopped: return closeAll()
        case .chosen: return selectFallback()
        case .fallback: return selectClock()
        case .closed, .clock: return []
        }
    }

    private mutating func selectFallback() -> [Action] {
        switch fallback {
        case nil, .missing: return selectClock()
        case .closed:
            stage = .fallback
            fallback = .pending
            return [arm(Self.waitingLimitNs), .open(.fallback)]
        case .pending:
            stage = .fallback
            return [arm(Self.waitingLimitNs)]
        case .playing:
            stage = .fallback
            return disarm() + answer(.ready)
        }
    }

    private mutating func selectClock() -> [Action] {
        stage = .clock
        guard mode == .alsa else { return disarm() + answer(.ready) }
        if case .missing(let error) = chosen { return disarm() + answer(.refused(error)) }
        return disarm() + answer(.late)
    }

    // MARK: timer and answers

    private mutating func arm(_ ns: Int64) -> Action {
        isArmed = true
        return .arm(afterNs: ns)
    }

    private mutating func disarm() -> [Action] {
        defer { isArmed = false }
        return isArmed ? [.disarm] : []
    }

    private mutating func answer(_ answer: Answer) -> [Action] {
        defer { isAwaited = false }
        return isAwaited ? [.answer(answer)] : []
    }
}
