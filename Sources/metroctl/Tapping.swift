// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Control
import Glibc
import Linux

/// A calibration from the first click to the answer. The terminal is in raw mode meanwhile.
struct Tapping {
    let options: Options
    let signals: Signals
    let client: ControlClient
    private var calibration = TapCalibration()
    private var status: Status?
    /// Keys that were pressed and not looked at yet.
    private var keys: [UInt8] = []

    /// How long a player may wait before the next tap.
    private static let patience = Duration.seconds(10)
    /// How early the beats are told, so that every tap finds its own.
    private static let leadMs: Int64 = 1000

    init(options: Options, signals: Signals, client: ControlClient) {
        self.options = options
        self.signals = signals
        self.client = client
    }

    /// Lets the player tap, and stores what comes of it; returns what to print.
    mutating func run(stores: Bool) throws -> String {
        let answer = try options.ask(client, "subscribe", ["lead_ms": .integer(Self.leadMs)])
        let subscription = try options.read(Subscription.self, answer)
        status = subscription.state
        let isOurs = !subscription.state.playing
        if isOurs { _ = try options.ask(client, "start") }
        do {
            // Also after an error: whoever was silent before is silent again.
            defer { if isOurs { _ = try? options.ask(client, "stop") } }
            try checkSound()
            say("tap any key with every click, \(TapCalibration.wanted) times; q ends it")
            while calibration.taps.count < TapCalibration.wanted { try tap() }
        }
        say("")
        return try conclude(stores: stores)
    }

    /// Nobody can tap along to silence.
    private mutating func checkSound() throws {
        let audio = try options.read(Status.self, try options.ask(client, "status")).audio
        guard audio.output == "clock" else { return }
        throw Failure(Failure.refused, "there is nothing to tap along to: \(audio.trouble ?? "it plays on no device")")
    }

    private mutating func tap() throws {
        guard let key = try key(within: Self.patience) else {
            throw Failure(Failure.refused, "no tap for \(Self.patience.components.seconds) s: nothing was stored")
        }
        if key == UInt8(ascii: "q") { throw Failure(Failure.refused, "nothing was stored") }
        calibration.taps.append(MonotonicClock.nowNs)
        say("\r\(calibration.taps.count) of \(TapCalibration.wanted)", end: "")
    }

    private mutating func conclude(stores: Bool) throws -> String {
        let proposal: TapCalibration.Proposal
        do {
            proposal = try calibration.proposal()
        } catch {
            throw Failure(Failure.refused, error.description)
        }
        let offset = JSONValue(proposal.offsetMs)
        let sentence =
            "proposed offset: \(Offset.text(proposal.offsetMs)) (spread ±\(proposal.spreadMs.text(decimals: 0)) ms, "
            + "\(proposal.used) of \(proposal.taps) taps)"
        say("\(sentence); in force: \(Offset.text(status?.audio.offsetMs ?? 0))")
        say("your own anticipation is in it, 20 to 50 ms early for most people")
        let isWanted = stores ? true : try asks("store it? y or n ")
        let stored: JSONValue? = isWanted ? try options.ask(client, "offset.set", ["ms": offset]) : nil
        guard !options.json else {
            return JSONValue.object([
                "offset_ms": offset, "spread_ms": JSONValue((proposal.spreadMs * 10).rounded() / 10),
                "used": .integer(Int64(proposal.used)), "taps": .integer(Int64(proposal.taps)),
                "stored": .bool(isWanted),
            ]).text
        }
        guard let stored else { return "nothing was stored" }
        return try options.read(Change.self, stored).sentence
    }

    /// Whether the player says yes. A late tap is no answer.
    private mutating func asks(_ question: String) throws -> Bool {
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

    /// The next key, while the beats that are told are taken in; nil if none comes in time.
    private mutating func key(within patience: Duration?) throws -> UInt8? {
        let deadline = Deadline(in: patience)
        while true {
            if !keys.isEmpty { return keys.removeFirst() }
            var requests = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            try takeEvents()
            let count = unsafe poll(&requests, nfds_t(requests.count), deadline.milliseconds)
            if count == 0 { return nil }
            if requests[2].revents != 0, !signals.taken().isEmpty {
                throw Failure(Failure.refused, "nothing was stored")
            }
            if requests[0].revents & Int16(POLLIN) != 0 {
                var bytes = [UInt8](repeating: 0, count: 64)
                let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
                if count > 0 {
                    // An arrow is one key and several bytes, the first of which is the escape.
                    keys += bytes.prefix(bytes[0] == 0x1B ? 1 : count)
                    continue
                }
            }
            if requests[0].revents != 0 { throw Failure(Failure.refused, "the terminal is gone: nothing was stored") }
        }
    }

    private mutating func takeEvents() throws {
        while true {
            let line: [UInt8]?
            do {
                line = try client.nextEvent(timeout: .zero)
            } catch {
                throw Failure(error)
            }
            guard let line else { return }
            guard let event = try? Event(line: line) else { continue }
            switch event {
            case .beat(let beat):
                let offsetNs = Int64(((status?.audio.offsetMs ?? 0) * 1e6).rounded())
                calibration.beats[beat.beatIndex] = beat.atNs - offsetNs
            case .state(let event):
                let wasPlaying = status?.playing ?? false
                status = event.state
                guard wasPlaying, !event.state.playing, calibration.taps.count < TapCalibration.wanted else { continue }
                throw Failure(Failure.refused, "it was stopped meanwhile: nothing was stored")
            case .audio(let event): status?.audio = event.audio
            case .motion, .frame, .lagged, .other: break
            }
        }
    }

    private func say(_ text: String, end: String = "\n") {
        if !options.quiet { Output.error(verbatim: text, end: end) }
    }
}
