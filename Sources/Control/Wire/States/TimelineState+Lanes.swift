// SPDX-License-Identifier: Apache-2.0

extension TimelineState {
    /// The lanes that are played from a position on, up to that of the next entry.
    public struct Lanes: WireRecord {
        /// Where they begin to be played, in beats.
        public var fromBeat = 0.0
        /// Each lane.
        public var lanes: [Lane] = []

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Lanes>(
            "timeline_lanes", "The lanes that are played from a position on.",
            [
                .member("from_beat", \.fromBeat, "Where they begin to be played, in beats."),
                .member("lanes", \.lanes, "Each lane."),
            ])
    }

    /// What a lane plays. Onset `number` lies `number / places.count` cycles, rounded down, and `places[number % places.count]`
    /// parts after the origin.
    public struct Lane: WireRecord {
        /// Its name; `beat` for the strokes of the bell that follow the beat with which a timer ends.
        public var name = ""
        /// Its number, by which chances are drawn.
        public var id = 0
        /// The position from which its onsets are numbered, from 0.
        public var origin = Segment.Origin()
        /// Parts that make a beat.
        public var denominator = 0
        /// The length of a cycle, in parts.
        public var cycle = 0
        /// The places of a cycle's onsets, in parts.
        public var places: [Int] = []
        /// A sign for each of them, as in `accents`.
        public var accents = ""
        /// How likely each is to be played, in 65,535 parts; left out where all are always played.
        public var chances: [Int]?
        /// The number of the first onset that is played; nil: all before are, too.
        public var first: Int?
        /// The number of the first onset that is played no more; nil: it goes on.
        public var end: Int?
        /// Whether it is not heard.
        public var muted = false
        /// The sound of a song's lane; nil for the metronome's own.
        public var sound: String?
        /// The gain of an ordinary stroke of it: linear, apart from the volume.
        public var gain: Double?
        /// The gain of its bell.
        public var bellGain: Double?
        /// -1 is left, 1 is right.
        public var pan: Double?

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Lane>(
            "timeline_lane", "What a lane plays.",
            [
                .member(
                    "name", \.name,
                    "As in [lane](#lane); `beat` for the strokes of the bell that follow the beat with which a timer ends."
                ),
                .member("id", \.id, "Its number, by which chances are drawn."),
                .member("origin", \.origin, "The position from which its onsets are numbered, from 0."),
                .member("denominator", \.denominator, "Parts that make a beat."),
                .member("cycle", \.cycle, "The length of a cycle, in parts."),
                .member("places", \.places, "The places of a cycle's onsets, in parts."),
                .member("accents", \.accents, "A sign for each of them, as in [bars](#bars)."),
                .leftOut(
                    "chances", \.chances,
                    "How likely each is to be played, in 65535 parts; left out where all are always played."),
                .leftOut("first", \.first, "The number of the first onset that is played."),
                .leftOut("end", \.end, "The number of the first onset that is played no more."),
                .member("muted", \.muted, "Whether it is not heard."),
                .leftOut(
                    "sound", \.sound,
                    "The sound of a lane of a song. Left out for the metronome's own, as the next three are: the status tells them."
                ),
                .leftOut(
                    "gain", \.gain,
                    "Linear, of the stroke `x`, apart from the volumes of all and of the section; `A` is 1.5 times as loud, `o` 0.4 times."
                ),
                .leftOut("bell_gain", \.bellGain, "Likewise, of the bell."),
                .leftOut("pan", \.pan, "-1 is left, 1 is right."),
            ])
    }
}
