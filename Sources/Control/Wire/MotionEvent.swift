// SPDX-License-Identifier: Apache-2.0

/// How chosen properties move in a beat, announced before it is heard; if that changes, announced again with a higher
/// `revision`.
///
/// For each property the segments replace, from the begin of the first one on, all earlier ones.
public struct MotionEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.motion"

    /// Rises with every event that the daemon sends.
    public var seq: Int
    /// Which start the beat belongs to, or which one has stopped; nil from a daemon of protocol 1.0.
    public var run: Int?
    /// Beats since the start, from 0; nil once the music has stopped.
    @OrNull public var beatIndex: Int?
    /// Rises each time that the movements of the beat are announced again.
    public var revision: Int
    /// When the beat is heard, or when the music stopped, CLOCK_MONOTONIC.
    public var atNs: Int64
    /// The movements of each property, in the order of their begins.
    public var segments: [String: [MotionSegment]]

    /// All of its parts.
    public init(
        seq: Int, run: Int? = nil, beatIndex: Int?, revision: Int, atNs: Int64, segments: [String: [MotionSegment]]
    ) {
        self.seq = seq
        self.run = run
        self.beatIndex = beatIndex
        self.revision = revision
        self.atNs = atNs
        self.segments = segments
    }

    private enum CodingKeys: String, CodingKey {
        case seq, run, revision, segments
        case beatIndex = "beat_index"
        case atNs = "at_ns"
    }
}
