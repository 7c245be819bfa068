// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// A beat, announced before it is heard. If it moves, it is announced again with a higher `revision`, which then holds.
public struct BeatEvent: EventRecord {
    /// The event that tells it.
    public static var event: @Sendable (BeatEvent) -> Event { Event.beat }
    /// To whose subscribers it is sent.
    public static let kind: EventKind? = .beat

    /// Rises with every event that the daemon sends.
    public var seq = 0
    /// Which start the beat belongs to, 1 for the daemon's first.
    public var run = 0
    /// Beats since that start, from 0.
    public var beatIndex = 0
    /// Rises each time that the beat of the same run is announced again.
    public var revision = 0
    /// The bar, from 1.
    public var bar = 0
    /// The beat of the bar, from 1.
    public var beat = 0
    /// Whether the bell rings on it.
    public var bell = false
    /// How strongly it is played: `bell`, `accent`, `normal`, `ghost` or `mute`.
    public var accent = ""
    /// Beats per minute.
    public var bpm = 0.0
    /// When it is heard, CLOCK_MONOTONIC.
    public var atNs: Int64 = 0
    /// The swing of the pendulum that begins with it.
    public var pendulum = MotionSegment()

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<BeatEvent>(
        event: method, "A beat, announced before it is heard.",
        seq: \.seq, run: \.run,
        [
            .member("beat_index", \.beatIndex, "Beats since the start, from 0."),
            .member("revision", \.revision, "Rises each time that the beat is announced again."),
            .member("bar", \.bar, "From 1."),
            .member("beat", \.beat, "The beat of the bar, from 1."),
            .member("bell", \.bell, "Whether the bell rings on it."),
            .member("accent", \.accent, form: .choice(Accent.allCases.map { "\($0)" }), "How strongly it is played."),
            .member("bpm", \.bpm, "Beats per minute."),
            .member("at_ns", \.atNs, "When it is heard, CLOCK_MONOTONIC."),
            .member("pendulum", \.pendulum, "The swing that begins with it."),
        ])
}
