// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import MetronomeLinux
import Programs

/// `metroctl watch`: shows what the daemon plays until the bars are over, a key ends it or a signal comes.
struct Watch: Bridge {
    /// The keys that end it: q and Ctrl-D.
    private static let endKeys = [UInt8(ascii: "q"), 4]

    /// How often it looks in the background whether the terminal is its own again.
    private static let backgroundNs: Int64 = 1_000_000_000

    private let screen: WatchScreen
    private let signals: Signals
    private let retries: Bool
    /// How many bars to show.
    private var limit: BarLimit
    /// Whether the user has chosen the events that it subscribes to.
    private let isChosen: Bool
    /// The parameters of `subscribe`.
    let subscription: [String: JSONValue]
    /// The beats that are heard; nil while there is no connection.
    private var feed: PlaceFeed?

    init(
        _ screen: WatchScreen, signals: Signals, retries: Bool, bars: Int? = nil,
        subscription: [String: JSONValue]? = nil
    ) {
        (self.screen, self.signals, self.retries) = (screen, signals, retries)
        limit = BarLimit(bars: bars)
        isChosen = subscription != nil
        let printed: Set<EventKind> = if case .json = screen.view { EventKind.usual } else { [.state, .audio] }
        self.subscription = subscription ?? Subscription.params(printed.union([.timeline]))
    }

    var descriptors: [CInt] { [screen.takesKeys ? STDIN_FILENO : -1] }
    var outlet: CInt { STDOUT_FILENO }

    var wakeNs: Int64? {
        var wakes = [feed?.wakeNs].compactMap { $0 }
        let now = MonotonicClock.nowNs
        if case .pendulum = screen.view, let music = feed?.music, music.isMoving(atNs: now) {
            wakes.append(now + WatchView.frameNs)
        }
        if screen.isWaiting { wakes.append(now + Self.backgroundNs) }
        return wakes.min()
    }

    mutating func take(_ event: BridgeEvent<Never>, atNs now: Int64) throws -> [BridgeAction<Never>] {
        switch event {
        case .connected(let subscription): try show(subscription, atNs: now)
        case .told(let event, let line):
            // A beat that is heard by now has its line before the state that tells of it.
            if case .state = event, feed?.wakeNs ?? .max <= now, try showsLastBeat(atNs: now) { return [.end] }
            try show(event, line, atNs: now)
        case .lost(let loss):
            feed = nil
            try screen.showOffline()
            guard retries else { throw ProgramFailure(loss) }
        case .ended: try screen.showOffline()
        case .turn:
            screen.begin()
            if try showsLastBeat(atNs: now) { return [.end] }
        case .woken(let ready):
            if ready.contains(true), Terminal.typed()?.contains(where: Self.endKeys.contains) ?? true { return [.end] }
        case .signalled(let numbers):
            if numbers.contains(where: { ![SIGWINCH, SIGTSTP, SIGCONT].contains($0) }) { return [.end] }
            if numbers.contains(SIGTSTP) {
                screen.end(erases: true)
                signals.suspend()
            }
            screen.begin()
        default: break
        }
        return []
    }

    private mutating func show(_ subscription: Subscription, atNs now: Int64) throws(Errno) {
        let feed = PlaceFeed(.beat, subscription, atNs: now)
        (self.feed, limit) = (feed, BarLimit(bars: limit.bars))
        // With --json the state comes first, in the form of the events that change it.
        var state = StateEvent {
            ($0.seq, $0.run, $0.state) = (subscription.seq, subscription.state.run, subscription.state)
        }
        if !isChosen { state.state.timeline = nil }
        let line = EventLine.encode(method: StateEvent.method, params: state).dropLast()
        try screen.show(state: feed.music, line: Array(line), atNs: now)
    }

    private mutating func show(_ event: Event, _ line: [UInt8], atNs now: Int64) throws(Errno) {
        feed?.add(event)
        guard let music = feed?.music else { return }
        switch event {
        case .state: try screen.show(state: music, line: line, atNs: now)
        case .audio: try screen.show(audio: music, line: line)
        case .timeline where !isChosen: break
        case .beat, .motion, .frame, .timeline, .section, .lagged, .other: try screen.show(event: line)
        }
    }

    /// Shows what is heard by now; whether that includes the last beat that is wanted.
    private mutating func showsLastBeat(atNs now: Int64) throws(Errno) -> Bool {
        guard let beats = feed?.due(atNs: now).compactMap(\.beat), let music = feed?.music else { return false }
        for beat in beats {
            switch limit.place(of: beat) {
            case .before: continue
            case .inside: try screen.show(beat, of: music)
            case .after: return true
            }
        }
        try screen.draw(music, atNs: now)
        return false
    }
}

extension Options {
    /// Watches until the end, and gives the terminal back. That nobody reads any more is no error.
    func watch(
        _ view: WatchView, retries: Bool, bars: Int? = nil, _ subscription: [String: JSONValue]? = nil,
        signals: Signals
    ) throws {
        _ = try socketPath()
        let screen = WatchScreen(view: view, countsBars: bars != nil)
        defer { screen.end() }
        let watch = Watch(screen, signals: signals, retries: retries, bars: bars, subscription: subscription)
        do {
            try follow(watch, watch.subscription, signals: signals)
        } catch let error as Errno {
            if let failure = error.failure { throw failure }
        }
    }
}
