// SPDX-License-Identifier: Apache-2.0

/// How chosen properties move in a beat, announced before it is heard; if that changes, announced again with a higher
/// `revision`.
///
/// For each property the segments replace, from the beginning of the first one on, all earlier ones.
public struct MotionEvent: EventRecord {
    /// The event that tells it.
    public static var event: @Sendable (MotionEvent) -> Event { Event.motion }
    /// To whose subscribers it is sent.
    public static let kind: EventKind? = .motion

    /// Rises with every event that the daemon sends.
    public var seq = 0
    /// Which start the beat belongs to, or which one has stopped.
    public var run = 0
    /// Beats since the start, from 0; nil once the music has stopped.
    public var beatIndex: Int?
    /// Rises each time that the movements of the beat are announced again.
    public var revision = 0
    /// When the beat is heard, or when the music stopped, CLOCK_MONOTONIC.
    public var atNs: Int64 = 0
    /// The movements of each property, in the order of their begins.
    public var segments: [String: [MotionSegment]] = [:]

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<MotionEvent>(
        event: method, "The segments of chosen properties in a beat, announced before it is heard.",
        seq: \.seq, run: \.run,
        [
            .orNull("beat_index", \.beatIndex, "Beats since the start, from 0; `null` after a stop."),
            .member("revision", \.revision, "Rises each time that the beat is announced again."),
            .member("at_ns", \.atNs, "When the beat is heard, CLOCK_MONOTONIC."),
            .member("segments", \.segments, "Of each property."),
        ])
}
