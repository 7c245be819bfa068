// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

/// The whole state of the daemon, as heard at one moment: the result of `status`.
///
/// Every key but `motion` is always on the wire, with `null` where there is nothing to say.
public struct Status: Sendable, Hashable, Codable {
    /// Whether it plays.
    public var playing: Bool
    /// Beats per minute.
    public var bpm: Double
    /// The meter, such as `3/4`.
    public var meter: String
    /// When the bell rings; nil for never.
    @OrNull public var bell: BellState?
    /// A gain, 0...1.
    public var volume: Double
    /// The sounds in use.
    public var sounds: SoundNames
    /// The position in the music; nil while stopped.
    @OrNull public var position: Position?
    /// The pendulum.
    public var pendulum: PendulumState
    /// The output.
    public var audio: AudioState
    /// The segments of the properties that were asked for, from the present beat on; nil where none was.
    public var motion: [String: [MotionSegment]]?
    /// The moment of this status, CLOCK_MONOTONIC.
    public var nowNs: Int64
    /// Seconds since the daemon started.
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
