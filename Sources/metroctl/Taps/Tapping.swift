// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import MetronomeBounds
import MetronomeControl
import MetronomeLinux
import Programs

/// A calibration from the first click to the answer. The terminal is in raw mode meanwhile.
struct Tapping {
    private let options: Options
    private let signals: Signals
    private var connection: DaemonConnection
    private var calibration = TapCalibration()
    private var status: Status?
    /// Whether the player has asked to suspend it, which ends the calibration.
    private(set) var isSuspended = false
    /// Keys that were pressed and not handled yet.
    private var keys: [UInt8] = []
    /// Answers that `ask` has not returned yet, by the id of their requests.
    private var answers: [Int64: Result<ConnectionAnswer, ControlError>] = [:]

    /// How long the next tap is waited for.
    private static let longestWait = Duration.seconds(10)
    /// How early the beats are announced, so that each is known before it is tapped.
    private static let leadMs: Int64 = 1000

    init(options: Options, signals: Signals) throws(ProgramFailure) {
        self.options = options
        self.signals = signals
        let timeout = options.timeout.duration
        connection = DaemonConnection(
            path: try options.socketPath(), subscription: ["lead_ms": .integer(Self.leadMs)], answerTimeout: timeout,
            longestPause: timeout)
    }

    /// Subscribes, lets the player tap, and stores what comes of it; returns what to print.
    mutating func run(stores: Bool) throws -> String {
        while status == nil {
            try takeReports()
            if status == nil { PreciseWait.forInput(of: connection.descriptor, untilNs: connection.wakeNs) }
        }
        let isOurs = status?.playing == false
        if isOurs { _ = try ask("start", as: JSONValue.self) }
        do {
            // After an error too: if it was stopped before, it is stopped again.
            defer { if isOurs { _ = try? ask("stop", as: JSONValue.self) } }
            try checkSound()
            say("tap any key with every click, \(TapCalibration.tapCount) times; q ends it")
            while calibration.taps.count < TapCalibration.tapCount { try tap() }
        }
        say("")
        return try conclude(stores: stores)
    }

    /// Throws where no device plays, so that there is no click to tap along to.
    private mutating func checkSound() throws(ProgramFailure) {
        let audio = try ask("status", as: Status.self).audio
        guard audio.output == "clock" else { return }
        throw ProgramFailure.failed("there is nothing to tap along to: \(audio.trouble ?? "it plays on no device")")
    }

    private mutating func tap() throws(ProgramFailure) {
        guard let key = try key(within: Self.longestWait) else {
            throw ProgramFailure.failed("no tap for \(Self.longestWait.components.seconds) s: nothing was stored")
        }
        if key == UInt8(ascii: "q") { throw ProgramFailure.failed("nothing was stored") }
        calibration.taps.append(MonotonicClock.nowNs)
        say("\r\(calibration.taps.count) of \(TapCalibration.tapCount)", end: "")
    }

    private mutating func conclude(stores: Bool) throws(ProgramFailure) -> String {
        let proposal: TapCalibration.Proposal
        do {
            proposal = try calibration.proposal()
        } catch {
            throw ProgramFailure.failed(error.description)
        }
        let offset = JSONValue(proposal.offsetMs)
        let sentence =
            "proposed offset: \(Offset.text(proposal.offsetMs)) (spread ±\(proposal.spreadMs.text(decimals: 0)) ms, "
            + "\(proposal.used) of \(proposal.taps) taps)"
        say("\(sentence); in force: \(Offset.text(status?.audio.offsetMs ?? 0))")
        say("your own anticipation is in it, 20 to 50 ms early for most people")
        let isWanted = stores ? true : try isConfirmed("store it? y or n ")
        let stored = isWanted ? try ask("offset.set", ["offset_ms": offset], as: Change.self) : nil
        guard !options.json else {
            return JSONValue.object([
                "offset_ms": offset, "spread_ms": JSONValue((proposal.spreadMs * 10).rounded() / 10),
                "used": .integer(Int64(proposal.used)), "taps": .integer(Int64(proposal.taps)),
                "stored": .bool(isWanted),
            ]).text
        }
        return stored?.sentence ?? "nothing was stored"
    }

    /// Whether the player answers yes. Other keys, such as a late tap, are no answer.
    private mutating func isConfirmed(_ question: String) throws(ProgramFailure) -> Bool {
        Output.error(verbatim: question, end: "")
        while true {
            switch try key(within: nil) {
            case UInt8(ascii: "y"), UInt8(ascii: "Y"):
                say("y")
                return true
            case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "q"), nil:
                say("n")
                return false
            default: continue
            }
        }
    }

    private func say(_ text: String, end: String = "\n") {
        if !options.quiet { Output.error(verbatim: text, end: end) }
    }
}

extension Tapping {
    /// The next key, while the announced beats are taken in; nil if none comes in time.
    private mutating func key(within limit: Duration?) throws(ProgramFailure) -> UInt8? {
        let deadline = Deadline(in: limit)
        while true {
            if !keys.isEmpty { return keys.removeFirst() }
            try takeReports()
            let isReady = PreciseWait.forInput(
                of: STDIN_FILENO, connection.descriptor, signals.descriptor, untilNs: deadline.atNs)
            if isReady[2] {
                isSuspended = signals.taken().contains(SIGTSTP)
                throw ProgramFailure.failed("nothing was stored")
            }
            if isReady[0] {
                guard let bytes = Terminal.typed() else {
                    throw ProgramFailure.failed("the terminal is gone: nothing was stored")
                }
                keys += Terminal.keys(of: bytes)
            } else if !isReady[1], deadline.isOver {
                return nil
            }
        }
    }

    /// The result of a request, while the announced beats are taken in.
    private mutating func ask<Value: Decodable>(
        _ method: String, _ params: [String: JSONValue] = [:], as type: Value.Type
    ) throws(ProgramFailure) -> Value {
        guard let id = connection.request(method, params) else { throw ProgramFailure(.closed) }
        let deadline = Deadline(in: options.timeout(of: method))
        while true {
            try takeReports()
            switch answers.removeValue(forKey: id) {
            case .success(let answer):
                do { return try answer.result(as: type) } catch { throw ProgramFailure(error) }
            case .failure(let error): throw ProgramFailure(error)
            case nil:
                guard !deadline.isOver else { throw ProgramFailure(.timeout) }
                PreciseWait.forInput(of: connection.descriptor, untilNs: deadline.atNs)
            }
        }
    }

    private mutating func takeReports() throws(ProgramFailure) {
        for report in connection.turn(atNs: MonotonicClock.nowNs) {
            switch report {
            case .subscribed(let subscription): status = subscription.state
            case .event(let event, _): try take(event)
            case .answered(let answer): answers[answer.id] = .success(answer)
            case .refused(let id, let error): if let id { answers[id] = .failure(error) }
            case .lost(let loss), .ended(let loss): throw ProgramFailure(loss)
            }
        }
    }

    private mutating func take(_ event: Event) throws(ProgramFailure) {
        switch event {
        case .beat(let beat):
            let offsetNs = Int64(clamping: ((status?.audio.offsetMs ?? 0) * 1e6).rounded())
            calibration.beats[beat.beatIndex] = beat.atNs - offsetNs
        case .state(let event):
            // Of a stop and the start after it only the start may be told.
            let (wasPlaying, isSameRun) = (status?.playing ?? false, status?.run == event.state.run)
            status = event.state
            guard wasPlaying, !event.state.playing || !isSameRun, calibration.taps.count < TapCalibration.tapCount
            else { return }
            throw ProgramFailure.failed("it was stopped meanwhile: nothing was stored")
        case .audio(let event): status?.audio = event.audio
        case .motion, .frame, .timeline, .section, .lagged, .other: break
        }
    }
}
