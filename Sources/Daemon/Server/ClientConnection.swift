// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import NIOCore

/// What one connection does next: a pure value, told what happens and asked for the actions that follow from it.
///
/// Requests are performed one after the other, so that answers keep their order. A client that does not read has its
/// requests left unread, and is closed once no byte has left for `timeLimit`.
struct ClientConnection {
    /// How long a line may take to end, and a slow client to take a byte.
    static let timeLimit = TimeAmount.seconds(timeLimitSeconds)
    static let timeLimitSeconds: Int64 = 10
    /// Bytes received and not performed past which a client is read no further.
    static let inputLimit = 2 * LineBuffer.longest
    /// Lines in a row that are no requests after which the connection is closed.
    static let mostBadLines = 20

    /// What is to be done.
    enum Action: Equatable {
        /// Perform a request; `answered()` follows, now or later.
        case perform(Request, Call)
        /// Answer a request that cannot be performed.
        case refuse(Request, ControlError)
        /// Send an error that answers no request.
        case say(ControlError)
        /// Call `lineTimedOut()` after `timeLimit`.
        case startLineTimer
        case cancelLineTimer
        /// Call `outputTimedOut(sent:)` after `timeLimit`.
        case startOutputTimer
        case cancelOutputTimer
        /// Receive more bytes, or none for the time being.
        case read(Bool)
        /// Call `beginTurn(lines:)` when it is this client's turn.
        case awaitTurn
        /// Close the connection behind all that is written.
        case close
        /// Close the connection at once: the client takes nothing.
        case abort
    }

    private enum Phase {
        case open, closing, stalled, closed
    }

    private var phase = Phase.open
    private var lines = LineBuffer()
    private var isBusy = false
    private var isAwaitingTurn = false
    /// Lines that may be done in this turn, and those that were.
    private var allowed = 0
    private var done = 0
    private var isReading = true
    /// Whether the client has ended its side: what is left is answered, then the connection is closed.
    private var hasEnded = false
    /// Why nothing more is received; said after the answers that are due.
    private var refusal: ControlError?
    private var hasSaidRefusal = false
    private var badLines = 0
    private var isLineTimed = false
    /// Whether the line that the line timer was started for has been taken.
    private var isLineTimerOutdated = false
    private var isOutputTimed = false
    /// How many bytes had left when the output timer was started.
    private var sentAtStart = 0

    // MARK: what happens

    /// Bytes came in.
    mutating func receive(_ bytes: inout ByteBuffer) {
        if refusal == nil { lines.append(&bytes) }
    }

    /// The client will send nothing more.
    mutating func endInput() { hasEnded = true }

    /// The request under way has been answered.
    mutating func answered() { isBusy = false }

    /// Begins a turn, in which at most `lines` lines are performed.
    mutating func beginTurn(lines: Int) {
        isAwaitingTurn = false
        (allowed, done) = (lines, 0)
    }

    /// Nothing more is done in this turn. Returns how many lines were.
    mutating func endTurn() -> Int {
        allowed = 0
        return done
    }

    /// The line timer has fired, so the line has not ended: else the timer would have been cancelled.
    mutating func lineTimedOut() {
        isLineTimed = false
        refusal = ControlError(.lineTimeout, "the line was begun \(Self.timeLimitSeconds) s ago and has not ended")
    }

    /// The output timer has fired; `sent` bytes have left since the connection was opened.
    mutating func outputTimedOut(sent: Int) {
        isOutputTimed = false
        if sent <= sentAtStart { phase = .stalled }
    }

    /// The connection is closed; no action follows.
    mutating func close() {
        phase = .closed
        lines = LineBuffer()
    }

    // MARK: what follows

    /// The next action; nil once there is nothing to do until something else happens. `isWritable` says whether the
    /// client takes output, and `sent` how many bytes have left since the connection was opened.
    mutating func next(isWritable: Bool, sent: @autoclosure () -> Int) -> Action? {
        switch phase {
        case .closed: return nil
        case .stalled:
            phase = .closed
            return .abort
        case .closing: return nextOfTimers(wantsOutputTimer: true, sent: sent())
        case .open: break
        }
        if !isBusy, isWritable, !isAwaitingTurn {
            if let action = nextOfRequests() { return action }
            if let action = nextOfEnd() { return action }
        }
        if let action = nextOfTimers(wantsOutputTimer: !isWritable, sent: sent()) { return action }
        let wantsMore = lines.count < Self.inputLimit && isWritable
        guard wantsMore != isReading else { return nil }
        isReading = wantsMore
        return .read(wantsMore)
    }

    private mutating func nextOfRequests() -> Action? {
        while refusal == nil, lines.holdsLine || hasEnded && lines.count > 0 {
            guard done < allowed else {
                isAwaitingTurn = true
                return .awaitTurn
            }
            let line: [UInt8]
            switch lines.next() {
            case .line(let whole):
                line = whole
            case .tooLong:
                refusal = ControlError(
                    .lineTooLong, "a line may have \(LineBuffer.longest) bytes; this one is longer")
                return nil
            case .nothing:
                guard let last = lines.rest() else { return nil }
                line = last
            }
            done += 1
            isLineTimerOutdated = isLineTimed
            guard let request = Request.parse(line: line) else { continue }
            badLines = request.isMalformed ? badLines + 1 : 0
            if badLines >= Self.mostBadLines {
                refusal = ControlError(.tooManyErrors, "\(badLines) bad lines in a row; see Protocol.md")
            }
            switch request.call {
            case .failure(let error): return .refuse(request, error)
            case .success(let call):
                isBusy = true
                return .perform(request, call)
            }
        }
        return nil
    }

    private mutating func nextOfEnd() -> Action? {
        if let refusal, !hasSaidRefusal {
            hasSaidRefusal = true
            return .say(refusal)
        }
        guard hasEnded || refusal != nil else { return nil }
        phase = .closing
        return .close
    }

    private mutating func nextOfTimers(wantsOutputTimer: Bool, sent: @autoclosure () -> Int) -> Action? {
        // Where nothing is read, the end of a line cannot come.
        let wantsLineTimer = refusal == nil && !hasEnded && isReading && lines.holdsPartOfLine
        if isLineTimed, isLineTimerOutdated || !wantsLineTimer {
            (isLineTimed, isLineTimerOutdated) = (false, false)
            return .cancelLineTimer
        }
        if wantsLineTimer, !isLineTimed {
            isLineTimed = true
            return .startLineTimer
        }
        guard wantsOutputTimer != isOutputTimed else { return nil }
        isOutputTimed = wantsOutputTimer
        if wantsOutputTimer { sentAtStart = sent() }
        return wantsOutputTimer ? .startOutputTimer : .cancelOutputTimer
    }
}
