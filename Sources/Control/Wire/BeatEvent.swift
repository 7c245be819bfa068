// SPDX-License-Identifier: Apache-2.0

/// A beat, announced before it is heard. If it moves, it is announced again with a higher `revision`, which then holds.
public struct BeatEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.beat"

    /// Rises with every event that the daemon sends.
    public var seq: Int
    /// Which start the beat belongs to, 1 for the daemon's first; nil from a daemon of protocol 1.0.
    public var run: Int?
    /// Beats since that start, from 0.
    public var beatIndex: Int
    /// Rises each time that the beat of the same run is announced again.
    public var revision: Int
    /// The bar, from 1.
    public var bar: Int
    /// The beat of the bar, from 1.
    public var beat: Int
    /// Whether the bell rings on it.
    public var bell: Bool
    /// How strongly it is played: `bell`, `accent`, `normal`, `ghost` or `mute`; nil from a daemon that does not tell it.
    public var accent: String?
    /// Beats per minute.
    public var bpm: Double
    /// When it is heard, CLOCK_MONOTONIC.
    public var atNs: Int64
    /// The swing of the pendulum that begins with it.
    public var pendulum: MotionSegment

    /// All of its parts.
    public init(
        seq: Int, run: Int? = nil, beatIndex: Int, revision: Int, bar: Int, beat: Int, bell: Bool,
        accent: String? = nil, bpm: Double, atNs: Int64, pendulum: MotionSegment
    ) {
        self.seq = seq
        self.run = run
        self.beatIndex = beatIndex
        self.revision = revision
        self.bar = bar
        self.beat = beat
        self.bell = bell
        self.accent = accent
        self.bpm = bpm
        self.atNs = atNs
        self.pendulum = pendulum
    }

    private enum CodingKeys: String, CodingKey {
        case seq, run, revision, bar, beat, bell, accent, bpm, pendulum
        case beatIndex = "beat_index"
        case atNs = "at_ns"
    }
}
