// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// Which position is heard when, and which beats make which bar, on the wire: a `HeardTimeline` answers what follows from it.
public struct TimelineState: WireRecord {
    /// A stretch of one course of the tempo, from its origin to that of the next segment. The first also answers for what was before.
    public struct Segment: WireRecord {
        /// A position, in beats since the start.
        public struct Origin: WireRecord {
            /// Whole beats, rounded down.
            public var beat = 0
            /// The part of a beat beyond them, 0 up to 1; exact to 2⁻⁵³.
            public var fraction = 0.0

            /// Empty.
            public init() {}

            /// A position.
            public init(beat: Int, fraction: Double) { (self.beat, self.fraction) = (beat, fraction) }

            /// Its members on the wire.
            public static let record = Record<Origin>([
                .member("beat", \.beat, "Whole beats since the start, rounded down."),
                .member("fraction", \.fraction, "The part of a beat beyond them, 0 up to 1."),
            ])
        }

        /// Beats per minute, as an exact ratio.
        public struct Tempo: WireRecord {
            /// Over the denominator, the beats per minute.
            public var numerator = 0
            /// At least 1.
            public var denominator = 0

            /// Empty.
            public init() {}

            /// A ratio.
            public init(numerator: Int, denominator: Int) {
                (self.numerator, self.denominator) = (numerator, denominator)
            }

            /// Its members on the wire.
            public static let record = Record<Tempo>([
                .member("numerator", \.numerator, "Over the denominator, beats per minute."),
                .member("denominator", \.denominator, "At least 1."),
            ])
        }

        /// The position from which it counts.
        public var origin = Origin()
        /// When that is heard, CLOCK_MONOTONIC.
        public var atNs: Int64 = 0
        /// The tempo by the device's nominal rate, where the curve begins.
        public var tempo = Tempo()
        /// How the tempo goes on: `constant`, `linear_in_beats` or `linear_in_time`.
        public var curve = "constant"
        /// Where the curve begins: at the origin or before it. Nil for one tempo.
        public var curveBegin: Origin?
        /// The tempo to which it leads, and which stays after that. Nil for one tempo.
        public var to: Tempo?
        /// How many beats after its beginning it is there, more than 0. Nil for one tempo.
        public var length: Double?
        /// How much faster than its nominal rate the device plays, against CLOCK_MONOTONIC, in millionths.
        public var ratePPM = 0.0
        /// How much faster than it is written the tempo is, to follow a clock, in millionths. Nil: as it is written.
        public var correctionPPM: Double?

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Segment>(
            "timeline_segment", "A stretch of one course of the tempo, up to the origin of the next.",
            [
                .member("origin", \.origin, "The position from which it counts."),
                .member("at_ns", \.atNs, "When that is heard, CLOCK_MONOTONIC."),
                .member("tempo", \.tempo, "By the device's nominal rate."),
                .member(
                    "curve", \.curve, form: .choice(TempoCurve.Shape.allCases.map(\.name)),
                    "How the tempo goes on: it is one, or changes by as much in every beat, or in every second."),
                .leftOut(
                    "curve_begin", \.curveBegin,
                    "Where the tempo is `tempo`, at the origin or before it; not for `constant`."),
                .leftOut("to", \.to, "The tempo that it comes to, and then stays at; not for `constant`."),
                .leftOut("length", \.length, "How many beats after `curve_begin` it is there; not for `constant`."),
                .member(
                    "rate_ppm", \.ratePPM, "How much faster than its nominal rate the device plays, in millionths."),
                .leftOut(
                    "correction_ppm", \.correctionPPM,
                    "How much faster than it is written `tempo` is, to follow a clock, in millionths."),
            ])
    }

    /// Which beats make which bar, and how strongly they are played, from a beat on.
    public struct Bars: WireRecord {
        /// A beat on which a bar begins.
        public struct Origin: WireRecord {
            /// The beat, from 0. Groups of the bell are counted from it too.
            public var beat = 0
            /// The number of the bar.
            public var bar = 0

            /// Empty.
            public init() {}

            /// A beat, and the number of the bar that begins with it.
            public init(beat: Int, bar: Int) { (self.beat, self.bar) = (beat, bar) }

            /// Its members on the wire.
            public static let record = Record<Origin>([
                .member("beat", \.beat, "A beat on which a bar begins."),
                .member("bar", \.bar, "Its number."),
            ])
        }

        /// The first beat that it holds for. The first entry also answers for the beats before.
        public var fromBeat = 0
        /// Where bars are counted from.
        public var origin = Origin()
        /// Beats in a bar.
        public var beats = 0
        /// When the bell rings; nil for never.
        public var bell: BellState?
        /// A sign for each beat of a bar, where not all are alike: `X` bell, `A` accent, `x` normal, `o` soft, `.` silent. The
        /// bell rings on its own beats whatever it says.
        public var accents: String?
        /// The section of a song that they belong to.
        public var section: SectionState?
        /// How long a beat is; nil: a quarter note.
        public var beatLength: Quarters?
        /// Where the origin lies in a song that is played straight through, from its beginning; nil without a song, and in its
        /// count-in.
        public var songBegin: Quarters?
        /// How loud the section is: linear; nil: 1.
        public var volume: Double?

        /// A number of quarter notes, as an exact ratio.
        public struct Quarters: WireRecord {
            /// Over the denominator, the quarter notes.
            public var numerator = 0
            /// At least 1.
            public var denominator = 0

            /// Empty.
            public init() {}

            /// A ratio.
            public init(numerator: Int, denominator: Int) {
                (self.numerator, self.denominator) = (numerator, denominator)
            }

            /// Its members on the wire.
            public static let record = Record<Quarters>([
                .member("numerator", \.numerator, "Over the denominator, quarter notes."),
                .member("denominator", \.denominator, "At least 1."),
            ])

            /// The nearest `Double`; a denominator below 1 counts as 1.
            package var value: Double { Double(numerator) / Double(max(1, denominator)) }
        }

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Bars>(
            "bars", "Which beats make which bar, from a beat on.",
            [
                .member("from_beat", \.fromBeat, "The first beat that it holds for."),
                .member("origin", \.origin, "Where bars, and groups of the bell, are counted from."),
                .member("beats", \.beats, "Beats in a bar."),
                .orNull("bell", \.bell, "`null` for never, and where `accents` says it."),
                .leftOut(
                    "accents", \.accents,
                    "A sign for each beat of a bar, where not all are alike: `X` bell, `A` accent, `x` normal, `o` soft, `.` silent; "
                        + "`bell` rings whatever they say."),
                .leftOut("section", \.section, "The section of a song that they belong to."),
                .leftOut("beat_length", \.beatLength, "How long a beat is; a quarter note where it is left out."),
                .leftOut(
                    "song_begin", \.songBegin,
                    "Where the origin lies in a song that is played straight through, from its beginning. Not in a count-in."
                ),
                .leftOut("volume", \.volume, "How loud the section of a song is, linear; 1 where it is left out."),
            ])
    }

    /// Which start it belongs to, 1 for the daemon's first.
    public var run = 0
    /// In the order of their origins; at least one.
    public var segments: [Segment] = []
    /// In the order of their beats; at least one.
    public var bars: [Bars] = []
    /// The lanes that have names, in the order of their beats; nil where there are none.
    public var lanes: [Lanes]?
    /// The same lanes, encoded before, which is written in place of them.
    package var encodedLanes: EncodedJSON?
    /// The beat with which the music is over, and which is not played; nil: it has no end.
    public var endBeat: Int?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<TimelineState>(
        "timeline", "Which position is heard when, and which beats make which bar.",
        [
            .member("run", \.run, "Which start."),
            .member("segments", \.segments, "In the order of their origins; at least one."),
            .member("bars", \.bars, "In the order of their beats; at least one."),
            .custom(
                "lanes",
                ValueMember(
                    "lanes", [Lanes].form, isOptional: true,
                    "In the order of their beats; left out where there are none.")
            ) { timeline, members in
                if let lanes = timeline.encodedLanes {
                    try members.encode(lanes, forKey: "lanes")
                } else {
                    try members.encodeIfPresent(timeline.lanes, forKey: "lanes")
                }
            } decode: { timeline, members in
                timeline.lanes = try members.decodeIfPresent([Lanes].self, forKey: "lanes")
            },
            .leftOut("end_beat", \.endBeat, "The beat with which the music is over, and which is not played."),
        ])
}
