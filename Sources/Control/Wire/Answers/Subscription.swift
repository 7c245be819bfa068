// SPDX-License-Identifier: Apache-2.0

/// The result of `subscribe`: the state that the events then change.
public struct Subscription: WireRecord {
    /// Events from here on have a higher `seq`.
    public var seq = 0
    /// The protocol of the daemon.
    public var `protocol` = ProtocolVersion.current
    /// What is subscribed now.
    public var events: [EventKind] = []
    /// How long before it is heard a beat is announced, in milliseconds.
    public var leadMs = Lead.usual
    /// The status.
    public var state = Status()

    /// Empty.
    public init() {}

    /// Some kinds of events, and the status that they change.
    public init(seq: Int, events: Set<EventKind>, leadMs: Int = Lead.usual, state: Status) {
        (self.seq, self.leadMs, self.state) = (seq, leadMs, state)
        self.events = EventKind.allCases.filter(events.contains)
    }

    /// The parameters that ask for some kinds of events, and of which properties `motion` tells.
    package static func params(_ events: Set<EventKind>, properties: [String] = []) -> [String: JSONValue] {
        let kinds = EventKind.allCases.filter(events.contains).map { JSONValue.string($0.rawValue) }
        let names = JSONValue.array(properties.map { .string($0) })
        return ["events": .array(kinds)].merging(properties.isEmpty ? [:] : ["properties": names]) { $1 }
    }

    /// Its members on the wire.
    public static let record = Record<Subscription>([
        .member("seq", \.seq, "Events from here on have a higher one."),
        .member("protocol", \.`protocol`, "That the daemon speaks."),
        .member("events", \.events, "What is subscribed now."),
        .member("lead_ms", \.leadMs, "How long before it is heard a beat is sent."),
        .member("state", \.state, "The status, which the events then change."),
    ])
}

/// The result of `unsubscribe`.
public struct Unsubscription: WireRecord {
    /// What is still subscribed.
    public var events: [EventKind] = []

    /// Empty.
    public init() {}

    /// Some kinds of events, in their order.
    public init(events: Set<EventKind>) { self.events = EventKind.allCases.filter(events.contains) }

    /// Its members on the wire.
    public static let record = Record<Unsubscription>([
        .member("events", \.events, "What is still subscribed.")
    ])
}
