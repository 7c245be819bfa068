// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// The whole state of the daemon, as heard at one moment: the result of `status`.
///
/// Every key but `motion` and `timeline` is always on the wire, with `null` where there is nothing to say.
public struct Status: WireRecord {
    /// Whether it plays.
    public var playing = false
    /// Which start plays, or played last: 1 for the daemon's first, 0 before it.
    public var run = 0
    /// What can be undone and redone.
    public var history = HistoryState()
    /// The changes that wait for their place, in the order in which they were asked for.
    public var pending: [PendingState] = []
    /// Where the trainers are; nil without any, and while stopped.
    public var practice: PracticeState?
    /// How taps lie to the beats; nil while scoring is off.
    public var score: ScoreState?
    /// The song that plays, or that the next start plays; nil without one.
    public var song: SongState?
    /// The set list that is loaded; nil without one.
    public var setList: SetListState?
    /// The clock that is followed; nil for none.
    public var sync: SyncState?
    /// What is heard, whoever says it.
    public var heard = HeardState()
    /// What is set.
    public var settings = SettingsState()
    /// The position in the music; nil while stopped.
    public var position: PositionState?
    /// The pendulum.
    public var pendulum = PendulumState()
    /// The output.
    public var audio = AudioState()
    /// From which every beat to come can be computed, null while stopped; nil where the status leaves it out, as in events.
    public var timeline: TimelineState??
    /// The segments of the properties that were asked for, from the present beat on; nil where none was.
    public var motion: [String: [MotionSegment]]?
    /// The moment of this status, CLOCK_MONOTONIC.
    public var nowNs: Int64 = 0
    /// Seconds since the daemon started.
    public var uptimeS = 0.0

    /// Empty.
    public init() {}

    /// Beats per minute, for people: as set, or as a song that is loaded has it.
    public var bpm: Double { song == nil ? settings.bpm : heard.bpm }
    /// The meter, for people: as set, which may be heard with the next beat only, or as a song that is loaded has it.
    public var meter: String { song == nil ? settings.meter : heard.meter }
    /// The bell, for people, likewise.
    public var bell: BellState? { song == nil ? settings.bell : heard.bell }
    /// Whether the bell ever rings: of several beats of a bar the accents alone tell it.
    package var hasBell: Bool { bell != nil || heard.accents.contains(Accent.bell.sign) }

    /// The Italian name of the tempo, such as Andante; empty for what is no tempo, and where it counts eighths or shorter notes, of
    /// which no name is said.
    public var tempoName: String { tempoName(of: bpm) }

    /// The name of another tempo of these beats, in beats per minute, likewise.
    package func tempoName(of bpm: Double) -> String {
        let meter = try? Meter(parsing: meter)
        let countsShort = meter.map { $0.unit > 4 && $0.beats == beatsInBar } ?? false
        return countsShort ? "" : (try? Tempo(beatsPerMinute: bpm))?.name ?? ""
    }

    /// Beats in a bar, at least 1; nil for a meter that is not understood.
    public var beatsInBar: Int? {
        if let song { return (1...1 << 20).contains(song.beats) ? song.beats : nil }
        guard let meter = try? Meter(parsing: meter) else { return nil }
        return (note.flatMap { try? meter.counted(in: $0) } ?? meter).beats
    }

    /// How long a beat of the metronome is, in quarter notes; nil for a meter that is not understood.
    package var beatLength: Ratio? { note ?? (try? Meter(parsing: meter))?.beatLength }

    /// The note that is set for a beat, in quarter notes; nil for that of the meter.
    private var note: Ratio? { settings.others["beat"]?.string.flatMap { try? NoteValue.length(named: $0) } }
}

extension Status {
    /// Its members on the wire.
    public static let record = Record<Status>(
        "status", "What is playing, and how.",
        [
            .member("playing", \.playing, "Whether it plays."),
            .member("run", \.run, "Which start: 1 for the daemon's first, 0 before it."),
            .member("history", \.history, "What can be undone and redone."),
            .member(
                "pending", \.pending,
                "The changes that wait for their place, in the order in which they were asked for."),
            .orNull("practice", \.practice, "Where the trainers are; `null` without any, and while stopped."),
            .orNull("score", \.score, "How taps lie to the beats; `null` while scoring is off."),
            .orNull("song", \.song, "The song that plays, or that the next start plays."),
            .orNull("setlist", \.setList, "The set list that is loaded, and the place in it."),
            .orNull("sync", \.sync, "The clock that is followed; `null` for none."),
            .member("heard", \.heard, "What is heard, whoever says it; while stopped, what a start plays first."),
            .member("settings", \.settings, "What is set, whatever a song or a trainer plays."),
            .orNull("position", \.position, "As heard at `now_ns`; `null` while stopped."),
            .member("pendulum", \.pendulum, "As heard at `now_ns`."),
            .member("audio", \.audio, "The output."),
            timelineRow,
            .leftOut(
                "motion", \.motion,
                "The segments of the properties that were asked for, from the present beat on."),
            .member("now_ns", \.nowNs, "The moment of this answer, CLOCK_MONOTONIC."),
            .member("uptime_s", \.uptimeS, "Since the daemon was started, in seconds."),
        ])

    private static let timelineRow = Record<Status>.Row.custom(
        "timeline",
        ValueMember(
            "timeline", .orNull(TimelineState.form), isOptional: true,
            "From which every beat to come follows; `null` while stopped. Not in `event.state`.")
    ) { status, members in
        if let timeline = status.timeline { try members.encode(timeline, forKey: "timeline") }
    } decode: { status, members in
        guard members.contains("timeline") else { return }
        status.timeline = .some(try members.decodeIfPresent(TimelineState.self, forKey: "timeline"))
    }
}
