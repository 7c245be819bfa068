// SPDX-License-Identifier: Apache-2.0

/// A timeline that holds in place of the one before: something of it has changed, or the device's clock is known better.
public struct TimelineEvent: EventRecord {
    /// The event that tells it.
    public static var event: @Sendable (TimelineEvent) -> Event { Event.timeline }
    /// To whose subscribers it is sent.
    public static let kind: EventKind? = .timeline

    /// Rises with every event that the daemon sends.
    public var seq = 0
    /// Which start plays, or has stopped.
    public var run = 0
    /// As `status` has it; nil once the music has stopped.
    public var timeline: TimelineState?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<TimelineEvent>(
        event: method, "The timeline has changed, or is known better.",
        seq: \.seq, run: \.run,
        [
            .orNull("timeline", \.timeline, "That holds from now on; `null` after a stop.")
        ])
}
