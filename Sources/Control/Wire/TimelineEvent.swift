// SPDX-License-Identifier: Apache-2.0

/// A timeline that holds in place of the one before: something of it has changed, or the device's clock is known better.
public struct TimelineEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.timeline"

    /// Rises with every event that the daemon sends.
    public var seq: Int
    /// Which start plays, or has stopped.
    public var run: Int?
    /// As `status` has it; nil once the music has stopped.
    @OrNull public var timeline: TimelineState?

    /// All of its parts.
    public init(seq: Int, run: Int?, timeline: TimelineState?) {
        self.seq = seq
        self.run = run
        self.timeline = timeline
    }
}
