// SPDX-License-Identifier: Apache-2.0

/// Events that were left out because the subscriber was slow.
public struct LaggedEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.lagged"

    /// How many, by kind.
    public struct Dropped: Sendable, Hashable, Codable {
        /// Beats.
        public var beat: Int
        /// Movements of beats; nil from a daemon that has no such events.
        public var motion: Int?

        /// All of its parts.
        public init(beat: Int, motion: Int? = nil) {
            self.beat = beat
            self.motion = motion
        }
    }

    /// Rises with every event that the daemon sends.
    public var seq: Int
    /// Which start plays, or played last, 1 for the daemon's first and 0 before it; nil from a daemon of protocol 1.0.
    public var run: Int?
    /// What was left out.
    public var dropped: Dropped

    /// All of its parts.
    public init(seq: Int, run: Int? = nil, dropped: Dropped) {
        self.seq = seq
        self.run = run
        self.dropped = dropped
    }
}
