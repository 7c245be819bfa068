// SPDX-License-Identifier: Apache-2.0

/// A change of what `status` says, whoever made it.
public struct StateEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.state"

    /// Rises with every event that the daemon sends.
    public var seq: Int
    /// The keys of the status that have changed.
    public var changed: [String]
    /// The whole status.
    public var state: Status

    /// All of its parts.
    public init(seq: Int, changed: [String], state: Status) {
        self.seq = seq
        self.changed = changed
        self.state = state
    }
}
