// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Linux

/// `metroctl watch`, from its first connection to its end.
struct Watch {
    /// The longest pause between two tries to reach the daemon.
    private static let longestPause = Duration.seconds(5)
    /// The keys that end it: q and Ctrl-D.
    private static let endKeys = [UInt8(ascii: "q"), 4]

    var screen: WatchScreen
    private let options: Options
    private let signals: Signals
    /// How many bars to show.
    private var limit: BarLimit
    private var connection: DaemonConnection
    /// The kinds of events that it subscribes to for itself; nil where the user has chosen others.
    private let kinds: Set<EventKind>?
    /// The beats that are heard; nil while there is no connection.
    private var feed: PlaceFeed?
    /// Whether the present loss of the daemon has been reported.
    private var hasReportedLoss = false

    init(
        path: String, options: Options, signals: Signals, screen: WatchScreen, bars: Int? = nil,
        subscription: [String: JSONValue]? = nil
    ) {
        self.options = options
        self.signals = signals
        self.screen = screen
        limit = BarLimit(bars: bars)
        let printed: Set<EventKind> = if case .json = screen.view { EventKind.usual } else { [.state, .audio] }
        kinds = subscription == nil ? printed.union([.timeline]) : nil
        connection = DaemonConnection(
            path: path, subscription: subscription ?? kinds.map(Subscription.params) ?? [:],
            answerTimeout: options.timeout.duration,
            longestPause: Self.longestPause)
    }

    /// Watches until the bars are over or a signal comes. Throws `EPIPE` once nobody reads.
    mutating func run(retries: Bool) throws {
        while true {
            for report in connection.turn(atNs: MonotonicClock.nowNs) { try show(report, retries: retries) }
            if try showsLastBeat(atNs: MonotonicClock.nowNs) { return }
            if try isInterrupted(timeoutMs: pauseMs) { return }
        }
    }

    private mutating func show(_ report: ConnectionReport, retries: Bool) throws {
        switch report {
        case .subscribed(let subscription):
            let feed = PlaceFeed(.beat, subscription, atNs: MonotonicClock.nowNs)
            (self.feed, limit, hasReportedLoss) = (feed, BarLimit(bars: limit.bars), false)
            // With --json the state comes first, in the form of the events that change it.
            var state = StateEvent { ($0.seq, $0.state) = (subscription.seq, subscription.state) }
            if kinds != nil { state.state.timeline = nil }
            let line = EventLine.encode(method: StateEvent.method, params: state).dropLast()
            try screen.show(state: feed.music, line: Array(line), atNs: MonotonicClock.nowNs)
        case .event(let event, let line): try show(event, line)
        case .answered, .refused: break
        case .lost(let loss):
            feed = nil
            try screen.showOffline()
            guard retries else { throw Failure(loss) }
            if !hasReportedLoss, !options.quiet { Output.error("\(loss); waiting for it") }
            hasReportedLoss = true
        case .ended(let loss):
            try screen.showOffline()
            throw Failure(loss)
        }
    }

    private mutating func show(_ event: Event, _ line: [UInt8]) throws(Errno) {
        feed?.add(event)
        guard let music = feed?.music else { return }
        switch event {
        case .state: try screen.show(state: music, line: line, atNs: MonotonicClock.nowNs)
        case .audio: try screen.show(audio: music, line: line)
        case .timeline where kinds != nil: break
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

    /// How long there is nothing to do, in milliseconds; -1 for until something comes.
    private var pauseMs: CInt {
        let now = MonotonicClock.nowNs
        var wakes = [connection.wakeNs, feed?.wakeNs].compactMap { $0 }
        if case .pendulum = screen.view, let music = feed?.music, music.isMoving(atNs: now) {
            wakes.append(now + WatchView.frameNs)
        }
        return wakes.min().map { Deadline.milliseconds(fromNs: now, toNs: $0) } ?? -1
    }

    /// Waits for the daemon, a signal or that time; whether a signal asks to end.
    private mutating func isInterrupted(timeoutMs: CInt) throws(Errno) -> Bool {
        var requests = [
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
            pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: screen.takesKeys ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
        ]
        guard unsafe poll(&requests, nfds_t(requests.count), timeoutMs) > 0 else { return false }
        // Of a pipe without a reader the kernel says POLLERR, of a socket or a terminal POLLHUP.
        if requests[1].revents & Int16(POLLERR | POLLHUP) != 0 { throw Errno(EPIPE) }
        if requests[3].revents != 0, Terminal.typed()?.contains(where: Self.endKeys.contains) ?? true { return true }
        guard requests[0].revents != 0 else { return false }
        let taken = signals.taken()
        if taken.contains(where: { ![SIGWINCH, SIGTSTP, SIGCONT].contains($0) }) { return true }
        if taken.contains(SIGTSTP) {
            screen.end(erases: true)
            signals.suspend()
        }
        screen.begin()
        return false
    }
}
