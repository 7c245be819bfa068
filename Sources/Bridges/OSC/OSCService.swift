// SPDX-License-Identifier: Apache-2.0

package import MetronomeControl
package import MetronomeLinux
internal import MetronomeRhythm
internal import MetronomeSession

/// Answers messages of Open Sound Control, and tells those that have registered what changes and what is heard.
///
/// A pure value: it is given packets, what the daemon says, and the time, and returns what to do.
package struct OSCService: Sendable {
    /// The most addresses that are registered with klick's messages, and with those of ours.
    package static let mostClients = 32
    /// The most commands that wait for an answer of the daemon.
    package static let mostRequests = 256
    /// The longest text that is sent, in bytes: a datagram has no room for more.
    static let longestText = 60_000

    var status: Status?
    var klick = KlickValues()
    /// Who is told klick's values.
    private(set) var klickClients: [InternetAddress] = []
    /// Who is told beats and states.
    private(set) var subscribers: [InternetAddress] = []
    /// What klick's clients were told last.
    var told: [String: OSCMessage] = [:]
    /// What one of them has set, which is told again though it may not have changed.
    var owed: Set<String> = []
    private var feed: PlaceFeed?
    private var waiting = 0
    /// klick's messages whose requests are on their way, in order.
    private(set) var underWay: [OSCMessage] = []
    /// The speed trainer that klick's numbers were taken from.
    private var followed: JSONValue?
    private var said: Set<String> = []

    /// Who may send, besides this machine.
    private let allowed: Set<UInt32>

    /// Whether they may name files, which the daemon then opens.
    private let namesFiles: Bool

    /// Whether the bridge ends with klick's `quit`, as klick does.
    let quits: Bool

    /// - Parameters:
    ///   - allowed: the addresses that are answered, besides this machine's own loopback; others are ignored.
    ///   - namesFiles: whether they may name songs by their paths.
    ///   - quits: whether the bridge ends with klick's `quit`.
    package init(allowed: [InternetAddress] = [], namesFiles: Bool = false, quits: Bool = false) {
        self.quits = quits
        self.allowed = Set(allowed.map(\.host))
        self.namesFiles = namesFiles
    }

    /// Takes a packet. What is none is left without an answer, and so is what comes from elsewhere.
    ///
    /// - Parameters:
    ///   - now: CLOCK_MONOTONIC.
    ///   - wallNs: CLOCK_REALTIME.
    package mutating func take(
        _ packet: [UInt8], from sender: InternetAddress, atNs now: Int64, wallNs: Int64
    ) -> [OSCAction] {
        guard sender.isLoopback || allowed.contains(sender.host), sender.port > 0 else { return [] }
        var actions: [OSCAction] = []
        for message in OSCPacket.messages(in: packet) ?? [] {
            let next: [OSCAction]
            if message.address.hasPrefix("/klick/") {
                next = takeKlick(message, from: sender, atNs: now, wallNs: wallNs)
            } else if message.address.hasPrefix(Self.root) {
                next = takeCommand(message, from: sender)
            } else {
                continue
            }
            actions += next.flatMap { admitted($0) }
        }
        return actions
    }

    // MARK: the daemon

    /// The daemon is there.
    package mutating func connect(_ subscription: Subscription, atNs now: Int64) -> [OSCAction] {
        (status, feed) = (subscription.state, PlaceFeed(.beat, subscription, atNs: now))
        klick.currentTempo = nil
        followed = subscription.state.settings.others["speed_trainer"]
        klick.growth.follow(subscription.state)
        let ready = klickClients.map { OSCAction.send(OSCMessage("/klick/ready"), to: $0) }
        return ready + changes() + subscribers.flatMap { stateMessages(subscription.state, changed: [], to: $0) }
    }

    /// The daemon is gone, and plays no more.
    package mutating func disconnect(atNs now: Int64) -> [OSCAction] {
        guard var last = status else { return [] }
        (status, feed, waiting, underWay) = (nil, nil, 0, [])
        let active = klickClients.map { OSCAction.send(OSCMessage("/klick/metro/active", .int(0)), to: $0) }
        told["/klick/metro/active"] = nil
        guard last.playing else { return active }
        (last.playing, last.position, last.practice, last.nowNs) = (false, nil, nil, now)
        last.pendulum = PendulumState()
        return active + subscribers.flatMap { stateMessages(last, changed: ["playing"], to: $0) }
    }

    /// Takes in an event.
    package mutating func add(_ event: Event) -> [OSCAction] {
        feed?.add(event)
        guard case .state(let event) = event else { return [] }
        take(event.state)
        if !event.state.playing { klick.currentTempo = nil }
        return changes() + subscribers.flatMap { stateMessages(event.state, changed: event.changed, to: $0) }
    }

    /// The beats that are heard by now.
    package mutating func due(atNs now: Int64) -> [OSCAction] {
        guard let beats = feed?.due(atNs: now).compactMap(\.beat) else { return [] }
        var actions: [OSCAction] = []
        // What was heard while the bridge stood still is of no use any more.
        for beat in beats where now - beat.time.nanoseconds < 250_000_000 {
            klick.currentTempo = beat.bpm
            let message = OSCMessage(
                "/metronomed/beat", .int(Int32(clamping: beat.bar)), .int(Int32(clamping: beat.beat)),
                .int(beat.strength), .float(Float(beat.bpm)))
            actions += subscribers.map { .send(message, to: $0) }
        }
        return beats.isEmpty ? [] : actions + changes(among: ["/klick/simple/current_tempo"])
    }

    /// When the next beat is heard; nil while none is known, and while nobody is told.
    package var wakeNs: Int64? {
        subscribers.isEmpty && klickClients.isEmpty ? nil : feed?.wakeNs
    }

    /// A request was answered.
    package mutating func answer(_ result: JSONValue, to purpose: OSCPurpose) -> [OSCAction] {
        waiting = max(0, waiting - 1)
        switch purpose {
        case .command(let address, let sender):
            let text = result.text
            guard text.utf8.count <= Self.longestText else {
                return [error(address, "the answer is too long for a datagram: ask on the socket", to: sender)]
            }
            return [.send(OSCMessage("/metronomed/answer", .string(address), .string(text)), to: sender)]
        case .klickSetting(let message):
            end(message)
            return isEnd(message) ? [.end] : goOn(after: message, result).flatMap { admitted($0) }
        case .klickTrainer(let message):
            end(message)
            return goOn(afterTrainerOf: message).flatMap { admitted($0) }
        case .klickValues(let addresses, let client):
            guard let client else { return changes(among: addresses ?? KlickValues.all, tellsOwed: true) }
            guard let status else { return [] }
            return (addresses ?? klick.everything(status)).compactMap { klick.message($0, status) }.map {
                .send($0, to: client)
            }
        case .subscriber(let address):
            return status.map { stateMessages($0, changed: [], to: address) } ?? []
        }
    }

    /// A status that the daemon answered; it is newer than that of the events.
    package mutating func take(_ status: Status) {
        self.status = status
        let trainer = status.settings.others["speed_trainer"]
        // A trainer's change that is on its way is newer than the status.
        guard trainer != followed, !underWay.contains(where: { KlickCommand($0)?.isOfTrainer ?? false }) else { return }
        followed = trainer
        klick.growth.follow(status)
    }

    /// A request was refused, or there is no daemon. `param` is what it was refused for, if that is one of its parameters.
    package mutating func refuse(_ message: String, about param: String? = nil, to purpose: OSCPurpose) -> [OSCAction] {
        waiting = max(0, waiting - 1)
        switch purpose {
        case .command(let address, let sender): return [error(address, message, to: sender)]
        case .klickSetting(let asked), .klickTrainer(let asked):
            end(asked)
            switch KlickCommand(asked) {
            case .growth: klick.growth.refuse(status)
            case .tempo: klick.growth.refuseTempo(status)
            default: break
            }
            // What was told of a trainer before holds no more.
            let changes = changes()
            var failed: [String] = []
            if case .sounds(let bell, let beat) = KlickCommand(asked) {
                let named = [bell, beat].filter { message.contains("'\($0)'") }
                failed = ["bell": [bell], "beat": [beat]][param ?? ""] ?? (named.isEmpty ? [bell, beat] : named)
            }
            return say("\(asked.address): \(message)")
                + failed.flatMap { name in
                    klickClients.map { .send(OSCMessage("/klick/config/sound_loading_failed", .string(name)), to: $0) }
                } + changes + (isEnd(asked) ? [.end] : [])
        case .subscriber(let address): return [error("/metronomed/subscribe", message, to: address)]
        case .klickValues: return []
        }
    }

    /// A request of a message is on its way no more.
    private mutating func end(_ message: OSCMessage) {
        if let index = underWay.firstIndex(of: message) { underWay.remove(at: index) }
    }

    // MARK: clients

    mutating func register(klick address: InternetAddress) -> [OSCAction] {
        guard !klickClients.contains(address) else { return [] }
        guard klickClients.count < Self.mostClients else {
            return say("\(Self.mostClients) clients of klick's: no more")
        }
        if klickClients.isEmpty, let status {
            let messages = KlickValues.all.compactMap { klick.message($0, status) }
            told = Dictionary(messages.map { ($0.address, $0) }) { $1 }
        }
        klickClients.append(address)
        return []
    }

    mutating func subscribe(_ address: InternetAddress) -> Bool {
        guard !subscribers.contains(address) else { return true }
        guard subscribers.count < Self.mostClients else { return false }
        subscribers.append(address)
        return true
    }

    /// Forgets an address: it does not want any more messages, or cannot be sent to.
    package mutating func drop(_ address: InternetAddress) {
        klickClients.removeAll { $0 == address }
        subscribers.removeAll { $0 == address }
    }

    mutating func unregister(klick address: InternetAddress) { klickClients.removeAll { $0 == address } }
    mutating func unsubscribe(_ address: InternetAddress) { subscribers.removeAll { $0 == address } }

    // MARK: messages

    /// A line for people, once.
    mutating func say(_ line: String) -> [OSCAction] {
        guard said.count < 64, said.insert(line).inserted else { return [] }
        return [.say(line)]
    }

    func error(_ address: String, _ message: String, to sender: InternetAddress) -> OSCAction {
        .send(OSCMessage("/metronomed/error", .string(address), .string(message)), to: sender)
    }

    /// What has changed for klick's clients, and what they are owed.
    private mutating func changes(
        among addresses: [String] = KlickValues.all, tellsOwed: Bool = false
    ) -> [OSCAction] {
        guard let status, !klickClients.isEmpty else { return [] }
        var actions: [OSCAction] = []
        for address in addresses {
            guard let message = klick.message(address, status) else { continue }
            let isNew = told.updateValue(message, forKey: address) != message
            guard isNew || (tellsOwed && owed.contains(address)) else { continue }
            owed.remove(address)
            actions += klickClients.map { .send(message, to: $0) }
        }
        return actions
    }

    private func stateMessages(_ state: Status, changed: [String], to address: InternetAddress) -> [OSCAction] {
        var state = state
        state.timeline = nil
        let text = String(decoding: JSONLine.encode(state).dropLast(), as: UTF8.self)
        guard text.utf8.count <= Self.longestText else { return [] }
        let names = changed.joined(separator: " ")
        return [.send(OSCMessage("/metronomed/state", .string(names), .string(text)), to: address)]
    }

    /// A request counts while it waits; where too many do, it is refused.
    private mutating func admitted(_ action: OSCAction) -> [OSCAction] {
        guard case .request(let method, let params, let purpose) = action else { return [action] }
        guard namesFiles || CommandTable.command(named: method)?.namedFile(params) == nil else {
            let reason = "files may not be named here: metrobridge osc --files allows it"
            return switch purpose {
            case .command(let address, let sender): [error(address, reason, to: sender)]
            case .klickSetting(let asked), .klickTrainer(let asked): say("\(asked.address): \(reason)")
            case .klickValues, .subscriber: say(reason)
            }
        }
        guard isFull else {
            waiting += 1
            switch purpose {
            case .klickSetting(let message), .klickTrainer(let message): underWay.append(message)
            case .command, .klickValues, .subscriber: break
            }
            return [action]
        }
        if case .command(let address, let sender) = purpose { return [tooMany(address, to: sender)] }
        return say("too many commands at once: some were left out")
    }

    /// Whether no more requests are taken.
    var isFull: Bool { waiting >= Self.mostRequests }

    func tooMany(_ address: String, to sender: InternetAddress) -> OSCAction {
        error(address, "too many commands at once: wait for the answers", to: sender)
    }
}
