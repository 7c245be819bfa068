// SPDX-License-Identifier: Apache-2.0

/// Which position is heard when, and which beats make which bar: from it every beat to come follows.
///
/// ``PredictedMusic`` computes beats from it.
public struct TimelineState: Sendable, Hashable, Codable {
    /// A stretch of one course of the tempo, from its origin to that of the next segment. The first also answers for what was before.
    public struct Segment: Sendable, Hashable, Codable {
        /// A position, in beats since the start.
        public struct Origin: Sendable, Hashable, Codable {
            /// Whole beats, rounded down.
            public var beat: Int
            /// The part of a beat beyond them, 0 up to 1; exact to 2⁻⁵³.
            public var fraction: Double

            /// All of its parts.
            public init(beat: Int, fraction: Double) {
                self.beat = beat
                self.fraction = fraction
            }
        }

        /// Beats per minute, as an exact ratio.
        public struct Tempo: Sendable, Hashable, Codable {
            /// Over the denominator, the beats per minute.
            public var numerator: Int
            /// At least 1.
            public var denominator: Int

            /// All of its parts.
            public init(numerator: Int, denominator: Int) {
                self.numerator = numerator
                self.denominator = denominator
            }
        }

        /// The position from which it counts.
        public var origin: Origin
        /// When that is heard, CLOCK_MONOTONIC.
        public var atNs: Int64
        /// The tempo by the device's nominal rate, where the curve begins.
        public var tempo: Tempo
        /// How the tempo goes on: `constant`, `linear_in_beats` or `linear_in_time`.
        public var curve: String
        /// Where the curve begins: at the origin or before it. Nil for one tempo.
        public var curveBegin: Origin?
        /// The tempo to which it leads, and which stays after that. Nil for one tempo.
        public var to: Tempo?
        /// How many beats after its begin it is there, more than 0. Nil for one tempo.
        public var length: Double?
        /// How much faster than its nominal rate the device plays, against CLOCK_MONOTONIC, in millionths.
        public var ratePPM: Double

        /// All of its parts.
        public init(
            origin: Origin, atNs: Int64, tempo: Tempo, curve: String = "constant", curveBegin: Origin? = nil,
            to: Tempo? = nil, length: Double? = nil, ratePPM: Double
        ) {
            (self.curveBegin, self.to, self.length) = (curveBegin, to, length)
            self.origin = origin
            self.atNs = atNs
            self.tempo = tempo
            self.curve = curve
            self.ratePPM = ratePPM
        }

        private enum CodingKeys: String, CodingKey {
            case origin, tempo, curve, to, length
            case curveBegin = "curve_begin"
            case atNs = "at_ns"
            case ratePPM = "rate_ppm"
        }
    }

    /// Which beats make which bar, and how strongly they are played, from a beat on.
    public struct Bars: Sendable, Hashable, Codable {
        /// A beat on which a bar begins.
        public struct Origin: Sendable, Hashable, Codable {
            /// The beat, from 0. Groups of the bell are counted from it too.
            public var beat: Int
            /// The number of the bar.
            public var bar: Int

            /// All of its parts.
            public init(beat: Int, bar: Int) {
                self.beat = beat
                self.bar = bar
            }
        }

        /// The first beat that it holds for. The first entry also answers for the beats before.
        public var fromBeat: Int
        /// Where bars are counted from.
        public var origin: Origin
        /// Beats in a bar.
        public var beats: Int
        /// When the bell rings; nil for never.
        @OrNull public var bell: BellState?
        /// A sign for each beat of a bar, where not all are alike: `X` bell, `A` accent, `x` normal, `o` soft, `.` silent. The
        /// bell rings on its own beats whatever it says.
        public var accents: String?
        /// The section of a song that they belong to.
        public var section: SectionState?
        /// How long a beat is; nil: a quarter note.
        public var beatLength: Quarters?
        /// Where the origin lies in a song that is played straight through, from its begin; nil without a song, and in its
        /// count-in.
        public var songBegin: Quarters?

        /// A number of quarter notes, as an exact ratio.
        public struct Quarters: Sendable, Hashable, Codable {
            /// Over the denominator, the quarter notes.
            public var numerator: Int
            /// At least 1.
            public var denominator: Int

            /// All of its parts.
            public init(numerator: Int, denominator: Int) {
                self.numerator = numerator
                self.denominator = denominator
            }

            /// The nearest `Double`; a denominator below 1 counts as 1.
            package var value: Double { Double(numerator) / Double(max(1, denominator)) }
        }

        /// All of its parts.
        public init(
            fromBeat: Int, origin: Origin, beats: Int, bell: BellState?, accents: String? = nil,
            section: SectionState? = nil, beatLength: Quarters? = nil, songBegin: Quarters? = nil
        ) {
            self.beatLength = beatLength
            self.songBegin = songBegin
            self.section = section
            self.fromBeat = fromBeat
            self.origin = origin
            self.beats = beats
            self.bell = bell
            self.accents = accents
        }

        private enum CodingKeys: String, CodingKey {
            case origin, beats, bell, accents, section
            case fromBeat = "from_beat"
            case beatLength = "beat_length"
            case songBegin = "song_begin"
        }
    }

    /// Which start it belongs to, 1 for the daemon's first.
    public var run: Int
    /// In the order of their origins; at least one.
    public var segments: [Segment]
    /// In the order of their beats; at least one.
    public var bars: [Bars]
    /// The lanes that have names, in the order of their beats; nil where there are none.
    public var lanes: [Lanes]?
    /// The same, encoded before, which is written in place of them.
    private var encodedLanes: EncodedJSON?
    /// The beat with which the music is over, and which is not played; nil: it has no end.
    public var endBeat: Int?

    /// All of its parts.
    public init(run: Int, segments: [Segment], bars: [Bars], lanes: [Lanes]? = nil, endBeat: Int? = nil) {
        self.lanes = lanes
        self.run = run
        self.segments = segments
        self.bars = bars
        self.endBeat = endBeat
    }

    /// A timeline to be written, whose lanes were encoded before: a list of ``Lanes``, or nil for none.
    public init(run: Int, segments: [Segment], bars: [Bars], encodedLanes: EncodedJSON?, endBeat: Int?) {
        self.init(run: run, segments: segments, bars: bars, endBeat: endBeat)
        self.encodedLanes = encodedLanes
    }

    private enum CodingKeys: String, CodingKey {
        case run, segments, bars, lanes
        case endBeat = "end_beat"
    }

    /// Writes the form on the wire.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(run, forKey: .run)
        try container.encode(segments, forKey: .segments)
        try container.encode(bars, forKey: .bars)
        if let encodedLanes {
            try container.encode(encodedLanes, forKey: .lanes)
        } else {
            try container.encodeIfPresent(lanes, forKey: .lanes)
        }
        try container.encodeIfPresent(endBeat, forKey: .endBeat)
    }
}
