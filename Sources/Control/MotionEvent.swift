// SPDX-License-Identifier: Apache-2.0

internal import Motion

/// One movement of one number: the rod is a property like any other.
public typealias MotionSegment = SwingSegment

/// What chosen properties do in a beat, told ahead of it; again with a higher `revision` when that changes.
///
/// For each property the segments replace, from the begin of the first one on, all that was told before.
public struct MotionEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.motion"

    /// Rises with every event of the daemon's.
    public var seq: Int
    /// Beats since the start, from 0; nil where the music has stopped.
    @OrNull public var beatIndex: Int?
    /// Rises when the beat's movements are told again.
    public var revision: Int
    /// When the beat is heard, or since when the music has stopped, CLOCK_MONOTONIC.
    public var atNs: Int64
    /// The movements of each property, in the order of their begins.
    public var segments: [String: [MotionSegment]]

    /// All of its parts.
    public init(seq: Int, beatIndex: Int?, revision: Int, atNs: Int64, segments: [String: [MotionSegment]]) {
        self.seq = seq
        self.beatIndex = beatIndex
        self.revision = revision
        self.atNs = atNs
        self.segments = segments
    }

    private enum CodingKeys: String, CodingKey {
        case seq, revision, segments
        case beatIndex = "beat_index"
        case atNs = "at_ns"
    }
}

/// The values of chosen properties at one moment, as heard.
public struct FrameEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.frame"

    /// Rises with every event of the daemon's.
    public var seq: Int
    /// The moment, CLOCK_MONOTONIC.
    public var atNs: Int64
    /// The position in beats since the start, below 0 before it; nil while stopped.
    @OrNull public var atBeat: Double?
    /// The value of each property.
    public var values: [String: Double]

    /// All of its parts.
    public init(seq: Int, atNs: Int64, atBeat: Double?, values: [String: Double]) {
        self.seq = seq
        self.atNs = atNs
        self.atBeat = atBeat
        self.values = values
    }

    private enum CodingKeys: String, CodingKey {
        case seq, values
        case atNs = "at_ns"
        case atBeat = "at_beat"
    }
}

/// The result of `properties`.
public struct PropertyList: Sendable, Hashable, Codable {
    /// A property one can ask for.
    public struct Entry: Sendable, Hashable, Codable {
        /// Such as `pendulum.angle`.
        public var name: String
        /// What it is, in words.
        public var summary: String
        /// `degrees`, `scale`, `points`, `fraction`, `count` or `bpm`.
        public var unit: String
        /// The least it may be.
        public var min: Double
        /// The most it may be.
        public var max: Double
        /// Whether it jumps instead of moving.
        public var discrete: Bool
        /// After so much it begins anew; nil for what does not go round.
        public var period: Double?
    }

    /// All there are.
    public var properties: [Entry]

    /// The properties of the choreography.
    public init() {
        properties = Choreography.properties.map {
            Entry(
                name: $0.name, summary: $0.summary, unit: $0.unit.rawValue, min: $0.range.lowerBound,
                max: $0.range.upperBound, discrete: $0.isDiscrete, period: $0.period)
        }
    }
}

/// How often frames are sent, in milliseconds.
public enum FrameInterval {
    /// What can be asked for.
    public static let range = 4...60_000
    /// Where nothing is asked for.
    public static let usual = 16
}
