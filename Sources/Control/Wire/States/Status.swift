// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession

/// The whole state of the daemon, as heard at one moment: the result of `status`.
///
/// Every key but `motion` and `timeline` is always on the wire, with `null` where there is nothing to say.
public struct Status: WireRecord {
    /// Whether it plays.
    public var playing = false
    /// Which start plays, or played last: 1 for the daemon's first, 0 before it.
    public var run = 0
    /// Beats per minute.
    public var bpm = 0.0
    /// The meter, such as `3/4`.
    public var meter = ""
    /// When the bell rings; nil for never.
    public var bell: BellState?
    /// A gain, 0...1.
    public var volume = 0.0
    /// The sounds in use.
    public var sounds = SoundNames()
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
    /// The values of all other settings that the status tells, by name.
    public var otherSettings: [String: JSONValue] = [:]
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
    /// Its members on the wire. A member that is not known is the value of a setting.
    public static let record = Record<Status>(
        "status", "What is playing, and how.",
        [
            .others(\.otherSettings),
            .member("playing", \.playing, "Whether it plays."),
            .member("run", \.run, "Which start: 1 for the daemon's first, 0 before it."),
        ] + settings + [
            .member("sounds", \.sounds, "The sounds in use."),
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

    private static let settings: [Record<Status>.Row] = Key.all.compactMap { key in
        guard let name = key.statusName, !name.contains(".") else { return nil }
        return switch name {
        case "bpm": .member(name, \.bpm, key.reference(name))
        case "meter": .member(name, \.meter, key.reference(name))
        case "bell": .orNull(name, \.bell, key.reference(name))
        case "volume": .member(name, \.volume, key.reference(name))
        default: .described(ValueMember(name, key.form.valueForm, key.reference(name)))
        }
    }

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

    /// The names of the members that are properties; all others are settings.
    public static var ownMembers: Set<String> { record.properties }
}
