// SPDX-License-Identifier: Apache-2.0

/// A change of what `status` says, whoever made it.
public struct StateEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.state"

    /// Rises with every event that the daemon sends.
    public var seq: Int
    /// Which start plays, or played last, 1 for the daemon's first and 0 before it; nil from a daemon of protocol 1.0.
    public var run: Int?
    /// The keys of the status that have changed.
    public var changed: [String]
    /// The whole status.
    public var state: Status

    /// All of its parts.
    public init(seq: Int, run: Int? = nil, changed: [String], state: Status) {
        self.seq = seq
        self.run = run
        self.changed = changed
        self.state = state
    }
}
