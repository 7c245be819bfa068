// SPDX-License-Identifier: Apache-2.0

package import Control
internal import Glibc
package import Linux

/// Joins the daemon to MIDI until a signal comes: sends a clock of what is played, has the daemon follow a clock that comes,
/// and does what pedals and keys are mapped to.
///
/// ``MIDIClock``, ``ClockFollower`` and ``PedalBoard`` decide; this performs. A port that is lost is opened again, and so is the
/// connection.
package struct MIDIBridge: ~Copyable {
    private let signals: Signals
    /// The ports in words.
    private let ports: String
    private let say: (String) -> Void
    private var connection: DaemonConnection
    private var sender: ClockSender?
    private var receiver: MIDIReceiver?
    private var follower: ClockFollower
    private var pedals: PedalBoard
    private let mark: LoopMark?
    /// When the mark came back last.
    private var loopNs: Int64?
    private var followed = false
    private var hasReportedLoss = false
    private var commands: [Int64: String] = [:]
    private var lines: Set<Int64> = []
    private var refusal: String?
    private var reported: [String: JSONValue] = [:]
    private var troubles: Set<String> = []
    private var early = EarlyWake()

    /// What was sent less than this ago is not taken back, in nanoseconds.
    private static let echoNs: Int64 = 100_000_000
    /// How long a mark is waited for.
    private static let loopWaitNs: Int64 = 1_000_000_000

    /// Opens the ports. Throws where one cannot be used.
    ///
    /// - Parameters:
    ///   - output: the port that the clock is sent to, as for ``MIDIPort``; nil for none.
    ///   - input: the port that is listened to; nil for none.
    ///   - socket: the daemon's.
    ///   - offsetNs: how much later clocks are sent than their places are heard.
    ///   - inputOffsetNs: how much later than clocks come their beats are heard.
    ///   - map: the file of what pedals and keys do; nil for none.
    ///   - say: takes a line for people, without an end.
    package init(
        to output: String?, from input: String?, socket: String, offsetNs: Int64, inputOffsetNs: Int64, map: MapFile?,
        signals: Signals, say: @escaping (String) -> Void
    ) throws(MIDIPort.Refusal) {
        self.signals = signals
        self.say = say
        connection = DaemonConnection(
            path: socket, subscription: Subscription.params([.state, .timeline]),
            answerTimeout: .seconds(2), longestPause: .seconds(2))
        mark = output != nil && input != nil ? LoopMark() : nil
        follower = ClockFollower(offsetNs: inputOffsetNs)
        pedals = PedalBoard(map)
        var ports: [String] = []
        if let input {
            let receiver = try MIDIReceiver(from: input)
            ports.append("from \(receiver.path)")
            self.receiver = consume receiver
        }
        if let output {
            let sender = try ClockSender(to: output, offsetNs: offsetNs, mark: mark)
            ports.insert(sender.path, at: 0)
            self.sender = consume sender
        }
        self.ports = ports.joined(separator: ", ")
    }

    /// Opens ports of JACK. Throws where there is no libjack; a server is waited for.
    ///
    /// - Parameters:
    ///   - name: what it is called there.
    ///   - server: the name of the server; nil for the default one.
    ///   - sends: whether it has a port for the clock, `clock`.
    ///   - receives: whether it has a port for what comes, `control`.
    ///   - output: the port that the former is connected to; nil for none.
    ///   - input: the port that the latter is connected to; nil for none.
    package init(
        jack name: String, server: String?, sends: Bool, receives: Bool, to output: String?, from input: String?,
        socket: String, offsetNs: Int64, inputOffsetNs: Int64, map: MapFile?, signals: Signals,
        say: @escaping (String) -> Void
    ) throws(JACKClient.Refusal) {
        self.signals = signals
        self.say = say
        connection = DaemonConnection(
            path: socket, subscription: Subscription.params([.state, .timeline]),
            answerTimeout: .seconds(2), longestPause: .seconds(2))
        mark = sends && receives ? LoopMark() : nil
        follower = ClockFollower(offsetNs: inputOffsetNs)
        pedals = PedalBoard(map)
        let port = try JACKPort(
            .init(name: name, server: server, sends: sends, receives: receives, output: output, input: input))
        ports = port.path
        if sends { sender = ClockSender(to: port, offsetNs: offsetNs, mark: mark) }
        if receives { receiver = MIDIReceiver(from: port) }
    }

    /// Runs until a signal comes, then stops the followers. Throws where the daemon refuses for good.
    ///
    /// - Parameter notice: what people are told beside the ports.
    package mutating func run(notice: String? = nil) throws(ConnectionLoss) {
        PreciseWait.prepare()
        introduce(notice)
        readMap()
        while true {
            // What is due first: reading what the daemon says takes longer than a clock may be late.
            sender?.turn()
            for report in connection.turn(atNs: MonotonicClock.nowNs) { try take(report) }
            sender?.turn()
            listen()
            tellDaemon()
            let ready = nextInput()
            if ready[0], !signals.taken().isEmpty { break }
            if ready[3] { readMap() }
        }
        sender?.disconnect()
    }

    /// Says in one line what is connected, and what is not.
    private mutating func introduce(_ notice: String?) {
        let clock = (sender?.path).map { "clock to \($0)" }
        let input = (receiver?.path).map { "listening to \($0)" + (pedals.path.map { ", mapped by \($0)" } ?? "") }
        let trouble = sender?.trouble ?? receiver?.trouble
        troubles = Set([trouble].compactMap { $0 })
        say([clock, input, trouble, notice].compactMap { $0 }.joined(separator: "; "))
    }

    /// Waits until there is something to do. Returns what can be read: signals, the daemon, the input, the file of the map.
    private mutating func nextInput() -> [Bool] {
        let (signals, daemon) = (signals.descriptor, connection.descriptor)
        let (input, map) = (receiver?.descriptor ?? -1, pedals.descriptor)
        let other = [connection.wakeNs, receiver?.retryNs, followed ? follower.deadlineNs : nil].compactMap { $0 }.min()
        guard let clock = sender?.wakeNs, clock <= other ?? .max else {
            return PreciseWait.forInput(of: signals, daemon, input, map, untilNs: other)
        }
        return PreciseWait.forInput(of: [signals, daemon, input, map], untilNs: clock, early: &early)
    }

    private mutating func take(_ report: ConnectionReport) throws(ConnectionLoss) {
        switch report {
        case .subscribed(let subscription):
            if hasReportedLoss { say("the daemon is there again") }
            (hasReportedLoss, reported, lines, commands) = (false, [:], [], [:])
            sender?.connect(subscription)
            follower.connect(subscription)
        case .event(let event, _):
            sender?.add(event)
            for request in follower.add(event) { send(request) }
        case .answered(let answer):
            if lines.remove(answer.id) != nil { refusal = nil }
            commands[answer.id] = nil
        case .refused(let id, let error):
            guard let id else { break }
            if let words = commands.removeValue(forKey: id) { say("\(words): \(error.message)") }
            guard lines.remove(id) != nil else { break }
            if refusal != error.message { say(error.message) }
            refusal = error.message
        case .lost(let loss):
            sender?.disconnect()
            follower.disconnect()
            if !hasReportedLoss { say("\(loss); waiting for it") }
            hasReportedLoss = true
        case .ended(let loss): throw loss
        }
    }

    private mutating func send(_ request: BridgeRequest) {
        guard let id = connection.request(request.method, request.params) else { return }
        if request.method == "follow" { lines.insert(id) }
    }

    // MARK: what comes in

    private mutating func readMap() { for line in pedals.turn() { say(line) } }

    private mutating func listen() {
        guard let messages = receiver?.turn() else { return }
        for (message, time) in messages { take(message, atNs: time) }
        let now = MonotonicClock.nowNs
        let follows = follower.isFollowing(atNs: now)
        if follows != followed {
            followed = follows
            say(follows ? "a clock comes in" : "no more clocks come: the beats go on at the last tempo")
        }
    }

    private mutating func take(_ input: MIDIInput, atNs now: Int64) {
        switch input {
        case .sync(let message):
            // What is its own is not followed.
            let isLooped = isLooped(atNs: now)
            let isEcho = message != .clock && sender?.transportNs.map { now - $0 < Self.echoNs } ?? false
            guard !isLooped, !isEcho else { return }
            for request in follower.take(message, atNs: now) { send(request) }
        case .exclusive(let content):
            guard let mark, mark.matches(content) else { return }
            let isKnown = isLooped(atNs: now)
            loopNs = now
            if !isKnown {
                say("\(receiver?.name ?? "the port") gives back what is sent: its own clock is not followed")
            }
        case .note, .controller, .program:
            guard let press = pedals.take(input, atNs: now),
                let id = connection.request(press.request.method, press.request.params)
            else { return }
            commands[id] = press.words
        }
    }

    /// Whether what is sent comes back: so did the last mark, unless it is on its way.
    private mutating func isLooped(atNs now: Int64) -> Bool {
        guard let loopNs, let markNs = sender?.markNs else { return false }
        return loopNs >= markNs || now < markNs + Self.loopWaitNs
    }

    // MARK: how it fares

    /// Tells people and the daemon how the ports fare, where that has changed.
    private mutating func tellDaemon() {
        let dead = follower.isRolling && !followed && follower.deadlineNs != nil
        let silence = dead ? "no clocks come from \(receiver?.name ?? ""): have its sender send them" : nil
        let input = receiver?.trouble ?? silence
        let present = [sender?.trouble, receiver?.trouble].compactMap { $0 }
        for trouble in present where !troubles.contains(trouble) { say(trouble) }
        if present.isEmpty, !troubles.isEmpty { say("\(ports) is there again") }
        troubles = Set(present)
        let trouble = sender?.trouble ?? input ?? refusal
        var params: [String: JSONValue] = ["name": "midi", "to": .string(ports)]
        params["trouble"] = trouble.map(JSONValue.string)
        guard params != reported, connection.request("bridge.report", params) != nil else { return }
        reported = params
    }
}
