// SPDX-License-Identifier: Apache-2.0

/// The result of `subscribe`: the state that the events then change.
public struct Subscription: Sendable, Hashable, Codable {
    /// Events from here on have a higher `seq`.
    public var seq: Int
    /// The protocol of the daemon.
    public var `protocol`: ProtocolVersion
    /// What is subscribed now.
    public var events: [EventKind]
    /// How long before it is heard a beat is announced, in milliseconds.
    public var leadMs: Int
    /// The status.
    public var state: Status

    /// All of its parts.
    public init(
        seq: Int, protocol: ProtocolVersion = .current, events: Set<EventKind>, leadMs: Int = Lead.usual, state: Status
    ) {
        self.seq = seq
        self.protocol = `protocol`
        self.events = EventKind.allCases.filter(events.contains)
        self.leadMs = leadMs
        self.state = state
    }

    private enum CodingKeys: String, CodingKey {
        case seq, `protocol`, events, state
        case leadMs = "lead_ms"
    }
}

/// The result of `unsubscribe`.
public struct Unsubscription: Sendable, Hashable, Codable {
    /// What is still subscribed.
    public var events: [EventKind]

    /// All of its parts.
    public init(events: Set<EventKind>) {
        self.events = EventKind.allCases.filter(events.contains)
    }
}
