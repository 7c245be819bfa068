// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Linux

/// Sends a MIDI clock to a port. One that is lost is opened again, and the followers are sent to their place.
struct ClockSender: ~Copyable {
    let name: String
    /// The path behind it.
    let path: String
    private let offsetNs: Int64
    /// Is sent before a start, and when the port is opened; nil where nothing is listened to.
    private let mark: LoopMark?
    private var port: MIDIPort?
    private var clock: MIDIClock?
    /// When the port is tried again; until then messages are lost. Nil while it takes them.
    private var retryNs: Int64?
    /// What is wrong with the port; nil while it takes what is sent.
    private(set) var trouble: String?
    /// When start, continue and stop were sent last.
    private(set) var transportNs: Int64?
    /// When the mark was sent last.
    private(set) var markNs: Int64 = 0

    private static let (openEveryNs, writeEveryNs): (Int64, Int64) = (1_000_000_000, 100_000_000)

    init(to name: String, offsetNs: Int64, mark: LoopMark?) throws(MIDIPort.Refusal) {
        (self.name, self.offsetNs, self.mark) = (name, offsetNs, mark)
        let port = try MIDIPort(name)
        path = port.path
        if let mark { _ = port.write(mark.bytes) }
        self.port = consume port
    }

    /// When something is due; nil while only the daemon can change that.
    var wakeNs: Int64? { [clock?.wakeNs, retryNs].compactMap { $0 }.min() }

    mutating func connect(_ subscription: Subscription) {
        clock = MIDIClock(subscription, offsetNs: offsetNs, atNs: MonotonicClock.nowNs)
    }

    mutating func add(_ event: Event) { clock?.add(event, atNs: MonotonicClock.nowNs) }

    /// Nothing is known of the daemon any more, or the bridge ends: stops the followers.
    mutating func disconnect() {
        if clock?.isRolling ?? false { send(.stop, atNs: MonotonicClock.nowNs) }
        clock = nil
    }

    /// Sends what is due.
    mutating func turn() {
        let now = MonotonicClock.nowNs
        if let retryNs, retryNs <= now { retry(atNs: now) }
        for due in clock?.due(atNs: now) ?? [] { send(due.message, atNs: now) }
    }

    private mutating func send(_ message: MIDIMessage, atNs now: Int64) {
        var bytes = message.bytes
        switch message {
        case .clock: break
        case .start, .resume, .position:
            transportNs = now
            bytes = (mark?.bytes ?? []) + bytes
            markNs = now
        case .stop: transportNs = now
        }
        guard retryNs == nil, let outcome = port?.write(bytes) else { return }
        switch outcome {
        case .written: trouble = nil
        case .full:
            trouble = "\(name) takes no more bytes: what reads there has stopped"
            retryNs = now + Self.writeEveryNs
        case .failed(let reason):
            trouble = "\(name) is lost: \(reason); waiting for it"
            port = nil
            retryNs = now + Self.openEveryNs
        }
    }

    private mutating func retry(atNs now: Int64) {
        if port == nil {
            do throws(MIDIPort.Refusal) { port = try MIDIPort(name) } catch {
                retryNs = now + Self.openEveryNs
                return
            }
            if let mark { _ = port?.write(mark.bytes) }
            trouble = nil
        }
        retryNs = nil
        clock?.lose()
    }
}
