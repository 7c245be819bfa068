// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
internal import MetronomeLinux

/// Joins the daemon to MIDI: sends a clock of what is played, has the daemon follow a clock that comes, and does what pedals and keys
/// are mapped to.
///
/// ``MIDIClock``, ``ClockFollower`` and ``PedalBoard`` decide; this performs. A port that is lost is opened again.
package struct MIDIBridge: Bridge, ~Copyable {
    /// What a request is for.
    package enum Purpose: Sendable {
        /// To say where the clock is that comes.
        case line
        /// What else the clock asks for, by its method; nobody is told whether it works.
        case transport(String)
        /// What was pressed, in words.
        case press(String)
    }

    package typealias Action = BridgeAction<Purpose>

    /// What people are told beside the ports.
    package var notice: String?
    /// The ports of bytes in words.
    private let bytePorts: String
    /// In place of ports of bytes.
    private let jack: JACKPort?
    private var sender: ClockSender?
    private var receiver: MIDIReceiver?
    private var follower: ClockFollower
    private var pedals: PedalBoard
    private let mark: LoopMark?
    /// When the mark came back last.
    private var loopNs: Int64?
    private var followed = false
    /// Whether the master plays, and sends no clocks.
    private var isSilent = false
    private var refusal: String?
    private var troubles: Set<String> = []

    /// How long a mark is waited for.
    private static let loopWaitNs: Int64 = 1_000_000_000

    /// Opens the ports. Throws where one cannot be used.
    ///
    /// - Parameters:
    ///   - output: the port that the clock is sent to, as for ``MIDIPort``; nil for none.
    ///   - input: the port that is listened to; nil for none.
    ///   - offsetNs: how much later clocks are sent than their places are heard.
    ///   - inputOffsetNs: how much later than clocks come their beats are heard.
    ///   - map: the file of what pedals and keys do; nil for none.
    package init(
        to output: String?, from input: String?, offsetNs: Int64, inputOffsetNs: Int64, map: MapFile?
    ) throws(MIDIPort.Refusal) {
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
        (bytePorts, jack) = (ports.joined(separator: ", "), nil)
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
        offsetNs: Int64, inputOffsetNs: Int64, map: MapFile?
    ) throws(JACKClient.Refusal) {
        mark = sends && receives ? LoopMark() : nil
        follower = ClockFollower(offsetNs: inputOffsetNs)
        pedals = PedalBoard(map)
        let port = try JACKPort(
            .init(name: name, server: server, sends: sends, receives: receives, output: output, input: input))
        (bytePorts, jack) = ("", port)
        if sends { sender = ClockSender(to: port, offsetNs: offsetNs, mark: mark) }
        if receives { receiver = MIDIReceiver(from: port) }
    }

    /// The ports in words.
    private var ports: String { jack?.path ?? bytePorts }

    package var descriptors: [CInt] { mutating get { [receiver?.descriptor ?? -1, pedals.descriptor] } }

    package var wakeNs: Int64? {
        mutating get {
            let silent = isSilent ? nil : follower.silentNs
            return [receiver?.retryNs, followed ? follower.deadlineNs : nil, silent].compactMap { $0 }.min()
        }
    }

    package var exactWakeNs: Int64? { mutating get { sender?.wakeNs } }

    package var report: BridgeList.Bridge? {
        mutating get {
            let silence = isSilent ? "no clocks come from \(receiver?.name ?? ""): have its sender send them" : nil
            let trouble = sender?.trouble ?? receiver?.trouble ?? silence ?? refusal
            return .init("midi", to: ports, trouble: trouble)
        }
    }

    package mutating func take(_ event: BridgeEvent<Purpose>, atNs now: Int64) -> [Action] {
        switch event {
        case .begun: return introduce() + readMap()
        case .woken(let ready):
            // What is due first: reading what the daemon says takes longer than a clock may be late.
            sender?.turn()
            return ready.last == true ? readMap() : []
        case .connected(let subscription):
            sender?.connect(subscription)
            follower.connect(subscription)
        case .told(let event, _):
            sender?.add(event)
            return follower.add(event).map(Self.ask)
        case .done(_, .line): refusal = nil
        case .refused(let error, .press(let words)): return [.say("\(words): \(error.message)")]
        case .done(_, .transport(let method)): follower.answer(method, isDone: true)
        case .unanswered(_, .transport(let method)): follower.answer(method, isDone: false)
        case .refused(let error, .transport(let method)):
            follower.answer(method, isDone: false)
            return [.say("\(method): \(error.message)")]
        case .refused(let error, .line):
            defer { refusal = error.message }
            return refusal == error.message ? [] : [.say(error.message)]
        case .lost:
            sender?.disconnect()
            follower.disconnect()
        case .turn:
            sender?.turn()
            return listen() + tellTroubles()
        case .signalled:
            sender?.disconnect()
            return [.end]
        case .done, .refused, .unanswered, .ended: break
        }
        return []
    }

    private static func ask(_ request: BridgeRequest) -> Action {
        .ask(request, request.method == "follow" ? .line : .transport(request.method))
    }

    /// Says in one line what is connected, and what is not.
    private mutating func introduce() -> [Action] {
        let clock = (sender?.path).map { "clock to \($0)" }
        let input = (receiver?.path).map { "listening to \($0)" + (pedals.path.map { ", mapped by \($0)" } ?? "") }
        let trouble = sender?.trouble ?? receiver?.trouble
        troubles = Set([trouble].compactMap { $0 })
        return [.say([clock, input, trouble, notice].compactMap { $0 }.joined(separator: "; "))]
    }

    // MARK: what comes in

    private mutating func readMap() -> [Action] { pedals.turn().map { .say($0) } }

    private mutating func listen() -> [Action] {
        guard let messages = receiver?.turn() else { return [] }
        var actions: [Action] = []
        // Pedals that others have connected go on where a port that is named stays away.
        if let trouble = receiver?.trouble, !troubles.contains(trouble) { pedals.lose() }
        for (message, time) in messages { actions += take(message, atNs: time) }
        let now = MonotonicClock.nowNs
        isSilent = follower.silentNs.map { $0 <= now } ?? false
        // Where the tempo has changed, or the master begins anew, it is not known for a while.
        let follows = follower.isFollowing(atNs: now) || followed && follower.hasClocks(atNs: now)
        guard follows != followed else { return actions }
        followed = follows
        return actions + [.say(follows ? "a clock comes in" : "no more clocks come: the beats go on at the last tempo")]
    }

    private mutating func take(_ input: MIDIInput, atNs now: Int64) -> [Action] {
        switch input {
        case .sync(let message):
            // What is its own is not followed.
            let isLooped = isLooped(atNs: now)
            let isEcho = sender?.sent.isEcho(message, atNs: now) ?? false
            return isLooped || isEcho ? [] : follower.take(message, atNs: now).map(Self.ask)
        case .exclusive(let content):
            guard let mark, mark.matches(content) else { return [] }
            let isKnown = isLooped(atNs: now)
            loopNs = now
            let port = receiver?.name ?? "the port"
            return isKnown ? [] : [.say("\(port) gives back what is sent: its own clock is not followed")]
        case .note, .controller, .program:
            return pedals.take(input, atNs: now).map { [.ask($0.request, .press($0.words))] } ?? []
        }
    }

    /// Whether what is sent comes back: so did the last mark, unless it is on its way.
    private mutating func isLooped(atNs now: Int64) -> Bool {
        guard let loopNs, let markNs = sender?.markNs else { return false }
        return loopNs >= markNs || now < markNs + Self.loopWaitNs
    }

    /// Says how the ports fare, where that has changed.
    private mutating func tellTroubles() -> [Action] {
        let present = [sender?.trouble, receiver?.trouble].compactMap { $0 }
        let new = present.filter { !troubles.contains($0) }
        let isBack = present.isEmpty && !troubles.isEmpty
        troubles = Set(present)
        return (isBack ? ["\(ports) is there again"] : new).map { .say($0) }
    }
}
