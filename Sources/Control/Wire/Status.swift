// SPDX-License-Identifier: Apache-2.0

internal import Rhythm

/// The whole state of the daemon, as heard at one moment: the result of `status`.
///
/// Every key but `motion` and `timeline` is always on the wire, with `null` where there is nothing to say.
public struct Status: Sendable, Hashable, Codable {
    /// Whether it plays.
    public var playing: Bool
    /// Which start plays, or played last: 1 for the daemon's first, 0 before it. Nil from a daemon of protocol 1.0.
    public var run: Int?
    /// Beats per minute.
    public var bpm: Double
    /// The meter, such as `3/4`.
    public var meter: String
    /// When the bell rings; nil for never.
    public var bell: BellState?
    /// A gain, 0...1.
    public var volume: Double
    /// The sounds in use.
    public var sounds: SoundNames
    /// What can be undone and redone; nil from a daemon of protocol 1.0.
    public var history: HistoryState?
    /// The changes that wait for their place, in the order in which they were asked for; nil from a daemon of protocol 1.0.
    public var pending: [PendingState]?
    /// Where the trainers are; nil without any, while stopped, and from a daemon that has none.
    public var practice: PracticeState?
    /// How taps lie to the beats; nil while scoring is off.
    public var score: ScoreState?
    /// The song that plays, or that the next start plays; nil without one.
    public var song: SongState?
    /// The set list that is loaded; nil without one.
    public var setList: SetListState?
    /// The clock that is followed; nil for none.
    public var sync: SyncState?
    /// The values of all other settings that the status tells, by name.
    public var otherSettings: [String: JSONValue] = [:]
    /// The position in the music; nil while stopped.
    public var position: PositionState?
    /// The pendulum.
    public var pendulum: PendulumState
    /// The output.
    public var audio: AudioState
    /// From which every beat to come can be computed, null while stopped; nil where the status leaves it out, as in events.
    public var timeline: OrNull<TimelineState>?
    /// The segments of the properties that were asked for, from the present beat on; nil where none was.
    public var motion: [String: [MotionSegment]]?
    /// The moment of this status, CLOCK_MONOTONIC.
    public var nowNs: Int64
    /// Seconds since the daemon started.
    public var uptimeS: Double

    /// All of its parts.
    public init(
        playing: Bool, run: Int? = nil, bpm: Double, meter: String, bell: BellState?, volume: Double,
        sounds: SoundNames, history: HistoryState? = nil, pending: [PendingState]? = nil,
        practice: PracticeState? = nil, score: ScoreState? = nil, song: SongState? = nil,
        setList: SetListState? = nil, sync: SyncState? = nil, otherSettings: [String: JSONValue] = [:],
        position: PositionState?,
        pendulum: PendulumState,
        audio: AudioState, nowNs: Int64, uptimeS: Double
    ) {
        self.playing = playing
        self.run = run
        self.bpm = bpm
        self.meter = meter
        self.bell = bell
        self.volume = volume
        self.sounds = sounds
        self.history = history
        self.pending = pending
        self.practice = practice
        self.score = score
        self.song = song
        self.setList = setList
        self.sync = sync
        self.otherSettings = otherSettings
        self.position = position
        self.pendulum = pendulum
        self.audio = audio
        self.nowNs = nowNs
        self.uptimeS = uptimeS
    }

    /// The Italian name of the tempo, such as Andante; empty for what is no tempo.
    public var tempoName: String { (try? Tempo(beatsPerMinute: bpm))?.name ?? "" }

    /// Beats in a bar, at least 1; nil for a meter that is not understood.
    public var beatsInBar: Int? {
        if let song { return (1...1 << 20).contains(song.beats) ? song.beats : nil }
        guard let meter = try? Meter(parsing: meter) else { return nil }
        let note = otherSettings["beat"]?.string.flatMap { try? NoteValue.length(named: $0) }
        return (note.flatMap { try? meter.counted(in: $0) } ?? meter).beats
    }
}

extension Status {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case playing, run, bpm, meter, bell, volume, sounds, history, pending, practice, score, song, sync, position,
            pendulum, audio, timeline, motion
        case setList = "setlist"
        case nowNs = "now_ns"
        case uptimeS = "uptime_s"
    }

    /// The names of the settings that have a member of their own.
    public static let ownSettings: Set<String> = ["bpm", "meter", "bell", "volume", "sounds"]

    /// Reads the form on the wire. A member that is not known is the value of a setting.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        playing = try container.decode(Bool.self, forKey: .playing)
        run = try container.decodeIfPresent(Int.self, forKey: .run)
        bpm = try container.decode(Double.self, forKey: .bpm)
        meter = try container.decode(String.self, forKey: .meter)
        bell = try container.decodeIfPresent(BellState.self, forKey: .bell)
        volume = try container.decode(Double.self, forKey: .volume)
        sounds = try container.decode(SoundNames.self, forKey: .sounds)
        history = try container.decodeIfPresent(HistoryState.self, forKey: .history)
        pending = try container.decodeIfPresent([PendingState].self, forKey: .pending)
        practice = try container.decodeIfPresent(PracticeState.self, forKey: .practice)
        score = try container.decodeIfPresent(ScoreState.self, forKey: .score)
        song = try container.decodeIfPresent(SongState.self, forKey: .song)
        setList = try container.decodeIfPresent(SetListState.self, forKey: .setList)
        position = try container.decodeIfPresent(PositionState.self, forKey: .position)
        pendulum = try container.decode(PendulumState.self, forKey: .pendulum)
        audio = try container.decode(AudioState.self, forKey: .audio)
        timeline =
            try container.contains(.timeline)
            ? container.decode(OrNull<TimelineState>.self, forKey: .timeline) : nil
        motion = try container.decodeIfPresent([String: [MotionSegment]].self, forKey: .motion)
        nowNs = try container.decode(Int64.self, forKey: .nowNs)
        uptimeS = try container.decode(Double.self, forKey: .uptimeS)
        let known = Set(CodingKeys.allCases.map(\.rawValue))
        sync = try container.decodeIfPresent(SyncState.self, forKey: .sync)
        otherSettings = try [String: JSONValue](from: decoder).filter { !known.contains($0.key) }
    }

    /// Writes the form on the wire.
    public func encode(to encoder: any Encoder) throws {
        try otherSettings.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(playing, forKey: .playing)
        try container.encodeIfPresent(run, forKey: .run)
        try container.encode(bpm, forKey: .bpm)
        try container.encode(meter, forKey: .meter)
        try container.encode(bell, forKey: .bell)
        try container.encode(volume, forKey: .volume)
        try container.encode(sounds, forKey: .sounds)
        try container.encodeIfPresent(history, forKey: .history)
        try container.encodeIfPresent(pending, forKey: .pending)
        try container.encode(practice, forKey: .practice)
        try container.encode(score, forKey: .score)
        try container.encode(song, forKey: .song)
        try container.encode(setList, forKey: .setList)
        try container.encode(sync, forKey: .sync)
        try container.encode(position, forKey: .position)
        try container.encode(pendulum, forKey: .pendulum)
        try container.encode(audio, forKey: .audio)
        try container.encodeIfPresent(timeline, forKey: .timeline)
        try container.encodeIfPresent(motion, forKey: .motion)
        try container.encode(nowNs, forKey: .nowNs)
        try container.encode(uptimeS, forKey: .uptimeS)
    }
}
