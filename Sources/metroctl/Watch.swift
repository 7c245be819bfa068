// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import Glibc
import Linux

/// A watch from its first connection to its end.
struct Watch {
    private enum End: Error {
        case done
        case lost(Failure)
    }

    let options: Options
    let signals: Signals
    var screen: WatchScreen
    let barsLeft: Int?
    private var first: BeatEvent?
    private var hasComplained = false
    private var pauseMs: Int32 = 100

    init(options: Options, signals: Signals, screen: WatchScreen, barsLeft: Int?) {
        self.options = options
        self.signals = signals
        self.screen = screen
        self.barsLeft = barsLeft
    }

    /// Watches until the bars are over, a signal comes, or nobody reads.
    mutating func run(retries: Bool) throws {
        while true {
            do {
                try follow(try connect())
            } catch End.done {
                return
            } catch End.lost(let failure) {
                try screen.offline()
                guard retries, failure.mayPass else { throw failure }
                if !hasComplained && !options.quiet { Output.error(failure.message + "; waiting for it") }
                hasComplained = true
                if try isInterrupted(waitingFor: -1, timeoutMs: pauseMs) { return }
                pauseMs = Swift.min(2 * pauseMs, 5000)
            }
        }
    }

    private func connect() throws -> ControlClient {
        do {
            return try options.connect()
        } catch  where error.mayPass {
            throw End.lost(error)
        }
    }

    /// Follows one connection, which only ends by an error.
    private mutating func follow(_ client: ControlClient) throws {
        let answer: JSONValue
        do {
            answer = try options.ask(client, "subscribe")
        } catch {
            throw End.lost(error)
        }
        try checkProtocol(answer)
        let subscription = try options.read(Subscription.self, answer)
        var music = ToldMusic(subscription)
        (first, hasComplained, pauseMs) = (nil, false, 100)
        // Whoever reads the events gets the state that they change first, in the same form.
        let state = StateEvent(seq: subscription.seq, changed: [], state: subscription.state)
        try screen.state(music, line: EventLine.encode(method: StateEvent.method, params: state).dropLast())
        while true {
            try take(from: client, into: &music)
            let now = MonotonicClock.nowNs
            for beat in music.due(atNs: now) {
                if isOver(at: beat) { throw End.done }
                try screen.beat(beat, music)
            }
            try screen.frame(music, atNs: now)
            let pause = pause(music, from: now)
            if try isInterrupted(waitingFor: client.descriptor, timeoutMs: pause) { throw End.done }
        }
    }

    private func checkProtocol(_ answer: JSONValue) throws(Failure) {
        guard let major = answer["protocol"]?["major"]?.integer, let minor = answer["protocol"]?["minor"]?.integer,
            major != ProtocolVersion.current.major
        else { return }
        throw Options.mismatch(ProtocolVersion(major: major, minor: minor))
    }

    /// Takes in all that has come.
    private mutating func take(from client: ControlClient, into music: inout ToldMusic) throws {
        while true {
            let line: [UInt8]?
            do {
                line = try client.nextEvent(timeout: .zero)
            } catch {
                throw End.lost(Failure(error))
            }
            guard let line else { return }
            guard let event = try? Event(line: line) else { continue }
            music.take(event)
            switch event {
            case .state: try screen.state(music, line: line)
            case .audio: try screen.audio(music, line: line)
            case .beat, .motion, .frame, .lagged, .other: try screen.event(line: line)
            }
        }
    }

    /// Whether this beat is the one after the last that was wanted.
    private mutating func isOver(at beat: BeatEvent) -> Bool {
        guard let barsLeft else { return false }
        guard let first, first.beatIndex < beat.beatIndex else {
            first = beat
            return false
        }
        let bars = beat.bar - first.bar
        return bars > barsLeft || (bars == barsLeft && beat.beat >= first.beat)
    }

    /// How long there is nothing to do, in milliseconds; -1 for until something comes.
    private func pause(_ music: ToldMusic, from now: Int64) -> Int32 {
        var wake = music.nextBeatNs(after: now)
        if case .pendulum = screen.view, music.isMoving(atNs: now) {
            wake = Swift.min(wake ?? .max, now + WatchView.frameNs)
        }
        guard let wake else { return -1 }
        return Int32(clamping: Swift.max(0, (wake - MonotonicClock.nowNs + 999_999) / 1_000_000))
    }

    /// Waits for the descriptor or a signal; whether the signal means the end.
    private func isInterrupted(
        waitingFor descriptor: Int32, timeoutMs: Int32
    ) throws(Errno) -> Bool {
        var requests = [
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        guard unsafe poll(&requests, nfds_t(requests.count), timeoutMs) > 0 else { return false }
        if requests[1].revents & Int16(POLLERR) != 0 { throw Errno(EPIPE) }
        return requests[0].revents != 0 && signals.taken().contains { $0 != SIGWINCH }
    }
}
