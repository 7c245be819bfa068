// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

/// Everything about what is playing, as heard at one moment: the result of `status`.
///
/// Every key but `motion` is always on the wire, with `null` where there is nothing to say.
public struct Status: Sendable, Hashable, Codable {
    /// Whether it plays.
    public var playing: Bool
    /// Beats per minute.
    public var bpm: Double
    /// Such as `3/4`.
    public var meter: String
    /// When the bell rings; nil for never.
    @OrNull public var bell: BellState?
    /// A gain, 0...1.
    public var volume: Double
    /// The sounds in use.
    public var sounds: SoundNames
    /// Where in the music; nil while stopped.
    @OrNull public var position: Position?
    /// Where the rod is.
    public var pendulum: PendulumState
    /// What plays it.
    public var audio: AudioState
    /// What the properties that were asked for do, from the present beat on; nil where none was.
    public var motion: [String: [MotionSegment]]?
    /// The moment all of this is true for, CLOCK_MONOTONIC.
    public var nowNs: Int64
    /// Seconds since the daemon began.
    public var uptimeS: Double

    /// All of its parts.
    public init(
        playing: Bool, bpm: Double, meter: String, bell: BellState?, volume: Double, sounds: SoundNames,
        position: Position?, pendulum: PendulumState, audio: AudioState, nowNs: Int64, uptimeS: Double
    ) {
        self.playing = playing
        self.bpm = bpm
        self.meter = meter
        self.bell = bell
        self.volume = volume
        self.sounds = sounds
        self.position = position
        self.pendulum = pendulum
        self.audio = audio
        self.nowNs = nowNs
        self.uptimeS = uptimeS
    }

    private enum CodingKeys: String, CodingKey {
        case playing, bpm, meter, bell, volume, sounds, position, pendulum, audio, motion
        case nowNs = "now_ns"
        case uptimeS = "uptime_s"
    }

    /// The Italian name of the tempo, such as Andante; empty for what is no tempo.
    public var tempoName: String { (try? Tempo(beatsPerMinute: bpm))?.name ?? "" }

    /// Beats in a bar; nil for a meter that is not understood.
    public var beatsInBar: Int? { (try? Meter(parsing: meter))?.beats }
}

/// When the bell rings: on beat `on` of every `every` beats.
public struct BellState: Sendable, Hashable, Codable {
    /// Beats in a group.
    public var every: Int
    /// The beat of the group that rings, 1...`every`.
    public var on: Int

    /// All of its parts.
    public init(every: Int, on: Int) {
        self.every = every
        self.on = on
    }
}

/// The names of the sounds in use.
public struct SoundNames: Sendable, Hashable, Codable {
    /// Of a beat.
    public var beat: String
    /// Of the bell.
    public var bell: String

    /// All of its parts.
    public init(beat: String, bell: String) {
        self.beat = beat
        self.bell = bell
    }
}

/// A place in the music, as heard.
public struct Position: Sendable, Hashable, Codable {
    /// Beats since the start, from 0.
    public var beatIndex: Int
    /// The bar, from 1.
    public var bar: Int
    /// The beat of the bar, from 1.
    public var beat: Int
    /// How much of the beat is over, 0..<1.
    public var phase: Double
    /// Whether the bell rings on this beat.
    public var bell: Bool

    /// All of its parts.
    public init(beatIndex: Int, bar: Int, beat: Int, phase: Double, bell: Bool) {
        self.beatIndex = beatIndex
        self.bar = bar
        self.beat = beat
        self.phase = phase
        self.bell = bell
    }

    private enum CodingKeys: String, CodingKey {
        case beatIndex = "beat_index"
        case bar, beat, phase, bell
    }
}

/// What plays the beats.
public struct AudioState: Sendable, Hashable, Codable {
    /// `alsa` or `clock`.
    public var output: String
    /// The PCM's name; nil without one.
    @OrNull public var device: String?
    /// `closed`, `opening`, `starting`, `running`, `recovering` or `missing`.
    public var state: String
    /// Why it does not play, in words; nil while all is well.
    @OrNull public var reason: String?
    /// What is being done about that, in words; nil while all is well.
    @OrNull public var trying: String?
    /// Frames per second.
    @OrNull public var rate: Int?
    /// Frames per period.
    @OrNull public var period: Int?
    /// The profile that decides how much is written ahead: `low`, `normal` or `quiet`; nil where milliseconds were
    /// configured.
    @OrNull public var latency: String?
    /// How much is written ahead of what is heard, in milliseconds.
    @OrNull public var fillMs: Double?
    /// What the device reports from written to heard, in milliseconds.
    @OrNull public var latencyMs: Double?
    /// How much later it is heard than the device knows, in milliseconds; part of every time that is told.
    public var offsetMs: Double
    /// Times that the device ran dry since the daemon began.
    public var xruns: Int
    /// What priority the real-time thread has: `fifo`, `rtkit`, `nice` or `none`.
    public var realtime: String

    /// All of its parts.
    public init(
        output: String, device: String?, state: String, reason: String? = nil, trying: String? = nil, rate: Int?,
        period: Int?, latency: String? = nil, fillMs: Double?, latencyMs: Double?, offsetMs: Double = 0, xruns: Int,
        realtime: String
    ) {
        self.output = output
        self.device = device
        self.state = state
        self.reason = reason
        self.trying = trying
        self.rate = rate
        self.period = period
        self.latency = latency
        self.fillMs = fillMs
        self.latencyMs = latencyMs
        self.offsetMs = offsetMs
        self.xruns = xruns
        self.realtime = realtime
    }

    private enum CodingKeys: String, CodingKey {
        case output, device, state, reason, trying, rate, period, latency, xruns, realtime
        case fillMs = "fill_ms"
        case latencyMs = "latency_ms"
        case offsetMs = "offset_ms"
    }
}
