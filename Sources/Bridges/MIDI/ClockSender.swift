// SPDX-License-Identifier: Apache-2.0

internal import MetronomeControl
internal import MetronomeLinux

/// Sends a MIDI clock to a port. One that is lost is opened again, and the followers are sent to their place.
struct ClockSender: ~Copyable {
    let name: String
    /// The path behind it.
    let path: String
    private let offsetNs: Int64
    /// Is sent before a start, and when the port is opened; nil where nothing is listened to.
    private let mark: LoopMark?
    private var port: MIDIPort?
    /// In place of a port of bytes: messages are given to JACK ahead of their time.
    private let jack: JACKPort?
    private var breaks = 0
    private var clock: MIDIClock?
    /// When the port is tried again; until then messages are lost. Nil while it takes them.
    private var retryNs: Int64?
    /// After what time a port that takes no more bytes is tried again.
    private var writeAfterNs = ClockSender.firstWriteAfterNs
    /// What is wrong with the port; nil while it takes what is sent.
    private(set) var trouble: String?
    /// What was sent just now, but for clocks.
    private(set) var sent = SentTransport()
    /// When the mark was sent last.
    private(set) var markNs: Int64 = 0

    private static let (openEveryNs, firstWriteAfterNs): (Int64, Int64) = (1_000_000_000, 100_000_000)

    init(to name: String, offsetNs: Int64, mark: LoopMark?) throws(MIDIPort.Refusal) {
        (self.name, self.offsetNs, self.mark) = (name, offsetNs, mark)
        let port = try MIDIPort(name)
        path = port.path
        if let mark { _ = port.write(mark.bytes) }
        self.port = consume port
        jack = nil
    }

    init(to jack: JACKPort, offsetNs: Int64, mark: LoopMark?) {
        (name, path, self.offsetNs, self.mark) = ("JACK", jack.path, offsetNs, mark)
        self.jack = jack
        (breaks, trouble) = (jack.breaks, jack.trouble(sending: true))
    }

    /// How long before it is due a message is sent.
    private var leadNs: Int64 { jack?.leadNs ?? 0 }
    /// How long before it is due a message can still be sent.
    private var leastLeadNs: Int64 { jack?.leastLeadNs ?? 0 }

    /// When something is due; nil while the sender waits for the daemon.
    var wakeNs: Int64? {
        let due = clock?.wakeNs.map { $0 - min(leadNs, max(0, $0)) }
        return [due, retryNs, jack?.retryNs].compactMap { $0 }.min()
    }

    mutating func connect(_ subscription: Subscription) {
        clock = MIDIClock(subscription, offsetNs: offsetNs, atNs: MonotonicClock.nowNs + leastLeadNs)
        // What was lost with the daemon before is told anew.
        if trouble != nil { clock?.lose() }
    }

    mutating func add(_ event: Event) {
        let horizon = MonotonicClock.nowNs + leastLeadNs
        clock?.add(event, atNs: horizon)
    }

    /// Nothing is known of the daemon any more, or the bridge ends: stops the followers.
    mutating func disconnect() {
        if clock?.isRolling ?? false { send(.stop, atNs: MonotonicClock.nowNs + leastLeadNs) }
        clock = nil
    }

    /// Sends what is due.
    mutating func turn() {
        let now = MonotonicClock.nowNs
        if let retryNs, retryNs <= now { retry(atNs: now) }
        if let jack {
            jack.turn(atNs: now)
            trouble = jack.trouble(sending: true)
            if jack.breaks != breaks {
                breaks = jack.breaks
                clock?.lose()
            }
        }
        let (least, lead) = (leastLeadNs, leadNs)
        let due = clock?.due(atNs: now + least, aheadNs: lead - least) ?? []
        for due in due { send(due.message, atNs: max(now + least, due.atNs)) }
        // JACK sends at the times that it is given; bytes are sent by now.
        if jack == nil, due.last?.message == .clock { clock?.wasSent(atNs: MonotonicClock.nowNs) }
    }

    /// Sends a message; a port of bytes has it at once, JACK when it is due.
    private mutating func send(_ message: MIDIMessage, atNs due: Int64) {
        var messages = [message.bytes]
        sent.send(message, atNs: due)
        switch message {
        case .clock: break
        case .start, .resume, .position:
            if let mark { messages.insert(mark.bytes, at: 0) }
            markNs = due
        case .stop:
            // What was given ahead must not come after it.
            if due <= MonotonicClock.nowNs + leastLeadNs { jack?.drop() }
        }
        guard retryNs == nil, let outcome = write(messages, atNs: due) else { return }
        switch outcome {
        case .written: (trouble, writeAfterNs) = (jack?.trouble(sending: true), Self.firstWriteAfterNs)
        case .full:
            trouble = "\(name) takes no more bytes: what reads there has stopped; start it again, or end this"
            retryNs = MonotonicClock.nowNs + writeAfterNs
            writeAfterNs = min(2 * writeAfterNs, Self.openEveryNs)
        case .failed(let reason):
            trouble = "\(name) is lost: \(reason); waiting for it"
            port = nil
            (retryNs, writeAfterNs) = (MonotonicClock.nowNs + Self.openEveryNs, Self.firstWriteAfterNs)
        }
    }

    private func write(_ messages: [[UInt8]], atNs due: Int64) -> MIDIPort.Outcome? {
        guard let jack else { return port?.write(Array(messages.joined())) }
        return messages.map { jack.write($0, atNs: due) }.first { $0 != .written } ?? .written
    }

    private mutating func retry(atNs now: Int64) {
        if port == nil, jack == nil {
            do throws(MIDIPort.Refusal) { port = try MIDIPort(name) } catch {
                retryNs = now + Self.openEveryNs
                return
            }
            if let mark { _ = port?.write(mark.bytes) }
            trouble = nil
        }
        retryNs = nil
        // The stop that the end of a daemon was may be lost, too.
        if clock == nil { send(.stop, atNs: now) } else { clock?.lose() }
    }
}
