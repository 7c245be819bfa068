// SPDX-License-Identifier: Apache-2.0

/// The values of chosen properties at one moment, as heard.
public struct FrameEvent: EventRecord {
    /// The event that tells it.
    public static var event: @Sendable (FrameEvent) -> Event { Event.frame }
    /// To whose subscribers it is sent.
    public static let kind: EventKind? = .frame

    /// Rises with every event that the daemon sends.
    public var seq = 0
    /// Which start plays, or played last, 1 for the daemon's first and 0 before it.
    public var run = 0
    /// The moment, CLOCK_MONOTONIC.
    public var atNs: Int64 = 0
    /// The position in beats since the start, below 0 before it; nil while stopped.
    public var atBeat: Double?
    /// The value of each property.
    public var values: [String: Double] = [:]

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<FrameEvent>(
        event: method, "The values of chosen properties at a moment.",
        seq: \.seq, run: \.run,
        [
            .member("at_ns", \.atNs, "The moment, CLOCK_MONOTONIC."),
            .orNull("at_beat", \.atBeat, "The position then; `null` while stopped."),
            .member("values", \.values, "Of each property."),
        ])
}
