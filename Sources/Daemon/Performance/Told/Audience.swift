// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeControl
internal import MetronomeMotion
internal import MetronomeRhythm
internal import MetronomeSession

/// Who is told what, and what was told last: the clients, what they have subscribed to, and how far each was told of the run.
struct Audience: Equatable {
    /// Tells the clients apart that are connected.
    typealias Client = ObjectIdentifier

    /// What a client is told.
    struct Listener: Equatable {
        /// The events that it has subscribed to.
        var events: Set<EventKind> = []
        /// How long before a beat is heard it is announced to this client, in milliseconds.
        var leadMs = Lead.usual
        /// The properties that it has subscribed to with `motion`.
        var properties: [MotionProperty] = []
    }

    private(set) var listeners: [Client: Listener] = [:]
    /// The clients that are bridges.
    var bridges: [Client: BridgeList.Bridge] = [:]
    /// The number of the newest event.
    private(set) var sequence = 0
    var announcer = BeatAnnouncer()
    var timelines = TimelineAnnouncer()
    var feeds: [Client: FrameFeed] = [:]
    /// What was told last of the audio, of what is heard, of the clock that is followed, and of the section that is heard.
    var audio: AudioState?
    var heard = HeardState()
    var sync: SyncState?
    var section: Section?

    /// What was announced of a section.
    struct Section: Equatable {
        var beat: Int64
        var time: ClockTime
        /// The section that was heard last, by its first beat.
        var heardBeat: Int64?
    }

    /// The number of another event.
    mutating func nextSequence() -> Int {
        sequence += 1
        return sequence
    }

    /// Adds some events to what a client gets; nil leaves its lead as it is. Returns all that it gets.
    mutating func subscribe(
        _ client: Client, to events: Set<EventKind>, leadMs: Int?, properties: [MotionProperty]
    ) -> Listener {
        var listener = listeners[client] ?? Listener()
        listener.events.formUnion(events)
        if let leadMs { listener.leadMs = leadMs }
        if events.contains(.motion) { listener.properties = properties }
        listeners[client] = listener
        if !listener.events.isDisjoint(with: [.beat, .motion]) {
            announcer.listen(client, lead: .milliseconds(listener.leadMs))
        }
        return listener
    }

    /// Takes some events from what a client gets. Returns the others.
    mutating func unsubscribe(_ client: Client, from events: Set<EventKind>) -> Set<EventKind> {
        guard var listener = listeners[client] else { return [] }
        listener.events.subtract(events)
        listeners[client] = listener
        if listener.events.isDisjoint(with: [.beat, .motion]) { announcer.leave(client) }
        return listener.events
    }

    /// Forgets a client.
    mutating func leave(_ client: Client) {
        listeners[client] = nil
        listeners.giveBackRoom()
        bridges[client] = nil
        announcer.leave(client)
    }

    /// Who has subscribed to a kind of event.
    func clients(of kind: EventKind) -> [Client] {
        listeners.compactMap { client, listener in listener.events.contains(kind) ? client : nil }
    }

    /// The clients, of some, that have subscribed to a kind of event.
    func clients(of kind: EventKind, among clients: [Client]) -> [Client] {
        clients.filter { listeners[$0]?.events.contains(kind) ?? false }
    }

    /// Clients by the properties that they follow: clients with the same properties are sent the same line.
    func byProperties(_ clients: [Client]) -> [(properties: [MotionProperty], clients: [Client])] {
        var groups: [(properties: [MotionProperty], clients: [Client])] = []
        var places: [[String]: Int] = [:]
        for client in clients {
            let properties = listeners[client]?.properties ?? []
            let names = properties.map(\.name)
            if let place = places[names] {
                groups[place].clients.append(client)
            } else {
                places[names] = groups.count
                groups.append((properties, [client]))
            }
        }
        return groups
    }
}
