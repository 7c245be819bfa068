// SPDX-License-Identifier: Apache-2.0

/// The result of `subscribe`: the state from which the events go on.
public struct Subscription: Sendable, Hashable, Codable {
    /// Events from here on have a higher `seq`.
    public var seq: Int
    /// Which protocol the daemon speaks.
    public var `protocol`: ProtocolVersion
    /// What is subscribed now.
    public var events: [EventKind]
    /// How long before it is heard a beat is here at the latest, in milliseconds.
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

/// The result of `version`.
public struct Version: Sendable, Hashable, Codable {
    /// Which protocol the daemon speaks.
    public var `protocol`: ProtocolVersion
    /// The daemon's own version.
    public var daemon: String
    /// What it can do beyond the protocol's first version.
    public var features: [String]

    /// All of its parts.
    public init(protocol: ProtocolVersion = .current, daemon: String = Product.version, features: [String]) {
        self.protocol = `protocol`
        self.daemon = daemon
        self.features = features
    }
}

/// The result of `ping`.
public struct Pong: Sendable, Hashable, Codable {
    /// The daemon's CLOCK_MONOTONIC.
    public var nowNs: Int64

    /// All of its parts.
    public init(nowNs: Int64) { self.nowNs = nowNs }

    private enum CodingKeys: String, CodingKey {
        case nowNs = "now_ns"
    }
}

/// The result of `offset.get`.
public struct Offset: Sendable, Hashable, Codable {
    /// The device it is for; `clock` without one.
    public var device: String
    /// How much later it is heard than the device knows, in milliseconds.
    public var offsetMs: Double

    /// All of its parts.
    public init(device: String, offsetMs: Double) {
        self.device = device
        self.offsetMs = offsetMs
    }

    private enum CodingKeys: String, CodingKey {
        case device
        case offsetMs = "offset_ms"
    }
}

/// The result of `sound.list`.
public struct SoundList: Sendable, Hashable, Codable {
    /// A sound that can be chosen.
    public struct Entry: Sendable, Hashable, Codable {
        /// What to choose it by.
        public var name: String
        /// Its file; nil for a sound that is built in.
        @OrNull public var path: String?
        /// Where it was found, such as `builtin`, `user` or `system`.
        public var source: String

        /// All of its parts.
        public init(name: String, path: String?, source: String) {
            self.name = name
            self.path = path
            self.source = source
        }
    }

    /// All of them, by name.
    public var sounds: [Entry]

    /// All of its parts.
    public init(sounds: [Entry]) { self.sounds = sounds }
}
