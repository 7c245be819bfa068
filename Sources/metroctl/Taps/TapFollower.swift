// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import MetronomeLinux
import Programs

/// Taps by the keys of a terminal or the lines of standard input, each stamped as soon as it comes, until the input ends.
struct TapFollower {
    private let options: Options
    private let signals: Signals
    private let readsLines: Bool
    private let params: (Int64) -> [String: JSONValue]
    private let terminal = Terminal()
    private var connection: DaemonConnection
    private var isConnected = false
    /// Taps that came before there was a connection.
    private var early: [Int64] = []
    /// Requests that are not answered yet.
    private var waiting: Set<Int64> = []
    /// The length of the line that is shown.
    private var shown = 0
    /// Whether the player has asked to suspend it, which ends it.
    private(set) var isSuspended = false

    init(
        options: Options, signals: Signals, readsLines: Bool, params: @escaping (Int64) -> [String: JSONValue]
    ) throws(ProgramFailure) {
        self.options = options
        self.signals = signals
        self.readsLines = readsLines
        self.params = params
        let timeout = options.timeout.duration
        connection = DaemonConnection(
            path: try options.socketPath(), answerTimeout: timeout, longestPause: timeout)
    }

    /// Suspends the program, once the terminal is as it was.
    func suspend() { signals.suspend() }

    /// Taps until the input ends or a signal comes.
    mutating func run() throws {
        if !readsLines, !options.quiet, !options.json { Output.error(verbatim: "tap any key in time; q ends it") }
        var isOver = false
        while !isOver {
            try takeReports()
            isOver = try takeInput()
        }
        let deadline = Deadline(in: options.timeout(of: "tap"))
        while !waiting.isEmpty || !early.isEmpty, !deadline.isOver, !isSuspended {
            try takeReports()
            if !waiting.isEmpty || !early.isEmpty {
                PreciseWait.forInput(of: connection.descriptor, untilNs: deadline.atNs)
            }
        }
        if shown > 0 { try Output.line("") }
        guard waiting.isEmpty && early.isEmpty || isSuspended else { throw ProgramFailure(.timeout) }
    }

    /// Waits for a key, a line, a signal or the daemon; whether the input is over.
    private mutating func takeInput() throws(ProgramFailure) -> Bool {
        let isReady = PreciseWait.forInput(
            of: STDIN_FILENO, connection.descriptor, signals.descriptor, untilNs: connection.wakeNs)
        let now = MonotonicClock.nowNs
        if isReady[2] {
            isSuspended = signals.taken().contains(SIGTSTP)
            return true
        }
        guard isReady[0] else { return false }
        return readsLines ? takeLines(atNs: now) : takeKeys(atNs: now)
    }

    private mutating func takeKeys(atNs now: Int64) -> Bool {
        guard let bytes = Terminal.typed() else { return true }
        // q and Ctrl-D end it.
        if bytes.contains(where: { [UInt8(ascii: "q"), 4].contains($0) }) { return true }
        for _ in Terminal.keys(of: bytes) { tap(atNs: now) }
        return false
    }

    private mutating func takeLines(atNs now: Int64) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return false }
        guard count > 0 else { return true }
        for byte in bytes.prefix(count) where byte == UInt8(ascii: "\n") { tap(atNs: now) }
        return false
    }

    private mutating func tap(atNs now: Int64) {
        guard isConnected, let id = connection.request("tap", params(now)) else { return early.append(now) }
        waiting.insert(id)
    }

    private mutating func takeReports() throws(ProgramFailure) {
        for report in connection.turn(atNs: MonotonicClock.nowNs) {
            switch report {
            case .subscribed:
                isConnected = true
                let taps = early
                early = []
                for tap in taps { self.tap(atNs: tap) }
            case .event: break
            case .answered(let answer):
                guard waiting.remove(answer.id) != nil else { continue }
                try show(answer)
            case .refused(_, let error): throw ProgramFailure(error)
            case .lost(let loss), .ended(let loss): throw ProgramFailure(loss)
            }
        }
    }

    /// On a terminal one line that changes; elsewhere a line for each tap.
    private mutating func show(_ answer: ConnectionAnswer) throws(ProgramFailure) {
        guard !options.quiet else { return }
        let change: Change
        do { change = try answer.result(as: Change.self) } catch { throw ProgramFailure(error) }
        if options.json {
            return try Output.line(String(decoding: JSONLine.encode(change).dropLast(), as: UTF8.self))
        }
        guard terminal.isLive, !readsLines else { return try Output.line(change.tapSentence) }
        let text = String(change.tapSentence.prefix(max(1, terminal.columns - 1)))
        do { try Output.write("\r" + text + "\u{1B}[K") } catch {
            if let failure = error.failure { throw failure }
        }
        shown = text.count
    }
}
