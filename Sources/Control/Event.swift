// SPDX-License-Identifier: Apache-2.0

/// What the daemon tells a subscriber without being asked.
public enum Event: Sendable, Hashable {
    case beat(BeatEvent)
    case state(StateEvent)
    case audio(AudioEvent)
    case motion(MotionEvent)
    case frame(FrameEvent)
    case lagged(LaggedEvent)
    /// An event of a newer daemon's, by its name.
    case other(String)

    /// Reads the line of an event. Nil for a line that is none, such as a reply.
    ///
    /// - Throws: `parse_error` where a member is missing or of another type.
    public init?(line: some Collection<UInt8>) throws(ControlError) {
        guard let method = try JSONLine.decode(Head.self, from: line).method else { return nil }
        switch method {
        case BeatEvent.method: self = .beat(try JSONLine.decode(Body<BeatEvent>.self, from: line).params)
        case StateEvent.method: self = .state(try JSONLine.decode(Body<StateEvent>.self, from: line).params)
        case AudioEvent.method: self = .audio(try JSONLine.decode(Body<AudioEvent>.self, from: line).params)
        case MotionEvent.method: self = .motion(try JSONLine.decode(Body<MotionEvent>.self, from: line).params)
        case FrameEvent.method: self = .frame(try JSONLine.decode(Body<FrameEvent>.self, from: line).params)
        case LaggedEvent.method: self = .lagged(try JSONLine.decode(Body<LaggedEvent>.self, from: line).params)
        default: self = .other(method)
        }
    }

    private struct Head: Decodable {
        let method: String?
    }

    private struct Body<Params: Decodable>: Decodable {
        let params: Params
    }
}

/// A beat, told ahead of its sound. Told again with a higher `revision` if it moves: the later one holds.
public struct BeatEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.beat"

    /// Rises with every event of the daemon's.
    public var seq: Int
    /// Beats since the start, from 0.
    public var beatIndex: Int
    /// Rises when the beat is told again.
    public var revision: Int
    /// The bar, from 1.
    public var bar: Int
    /// The beat of the bar, from 1.
    public var beat: Int
    /// Whether the bell rings on it.
    public var bell: Bool
    /// Beats per minute.
    public var bpm: Double
    /// When it is heard, CLOCK_MONOTONIC.
    public var atNs: Int64
    /// The swing that begins with it.
    public var pendulum: SwingSegment

    /// All of its parts.
    public init(
        seq: Int, beatIndex: Int, revision: Int, bar: Int, beat: Int, bell: Bool, bpm: Double, atNs: Int64,
        pendulum: SwingSegment
    ) {
        self.seq = seq
        self.beatIndex = beatIndex
        self.revision = revision
        self.bar = bar
        self.beat = beat
        self.bell = bell
        self.bpm = bpm
        self.atNs = atNs
        self.pendulum = pendulum
    }

    private enum CodingKeys: String, CodingKey {
        case seq, revision, bar, beat, bell, bpm, pendulum
        case beatIndex = "beat_index"
        case atNs = "at_ns"
    }
}

/// A change of what `status` says, whoever made it.
public struct StateEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.state"

    /// Rises with every event of the daemon's.
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

/// A change of what plays the beats, such as a device that goes away or comes back.
public struct AudioEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.audio"

    /// Rises with every event of the daemon's.
    public var seq: Int
    /// As `status` has it.
    public var audio: AudioState

    /// All of its parts.
    public init(seq: Int, audio: AudioState) {
        self.seq = seq
        self.audio = audio
    }
}

/// Events that were left out because the subscriber was slow.
public struct LaggedEvent: Sendable, Hashable, Codable {
    /// Its name on the wire.
    public static let method = "event.lagged"

    /// How many, by kind.
    public struct Dropped: Sendable, Hashable, Codable {
        /// Beats.
        public var beat: Int
        /// Movements of a beat; nil from a daemon that tells of none.
        public var motion: Int?

        /// All of its parts.
        public init(beat: Int, motion: Int? = nil) {
            self.beat = beat
            self.motion = motion
        }
    }

    /// Rises with every event of the daemon's.
    public var seq: Int
    /// What was left out.
    public var dropped: Dropped

    /// All of its parts.
    public init(seq: Int, dropped: Dropped) {
        self.seq = seq
        self.dropped = dropped
    }
}
