// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

/// How a player plays along: taps compared with the beats as they are heard, and strokes with what is played.
public struct ScoreState: WireRecord {
    /// Figures of some taps or strokes.
    public struct Figures: WireRecord {
        /// How many.
        public var taps = 0
        /// The mean distance from the beat in milliseconds, + for late; nil without taps.
        public var meanMs: Double?
        /// Its standard deviation in milliseconds; nil for fewer than two taps.
        public var scatterMs: Double?
        /// `rushing`, `steady` or `dragging`; nil for fewer than two taps.
        public var tendency: String?

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Figures>(
            "score_figures", "Figures of some taps or strokes.",
            [
                .member("taps", \.taps, "How many."),
                .orNull("mean_ms", \.meanMs, "Their mean distance from the beat, + for late."),
                .orNull("scatter_ms", \.scatterMs, "Its standard deviation; `null` for fewer than two taps."),
                .orNull(
                    "tendency", \.tendency, form: .choice(Score.Tendency.allCases.map(\.rawValue)),
                    "Whether they are ahead of the beat, or behind it, as far as anyone hears."),
            ])
    }

    /// The figures of a bar.
    public struct Bar: WireRecord {
        /// Its number, from 1.
        public var bar = 0
        /// How many of its taps were for beats that were not to be heard.
        public var silent = 0
        /// Of its taps.
        public var figures = Figures()

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Bar>([
            .member("bar", \.bar, "From 1."),
            .member("silent", \.silent, "How many taps were for beats that were not to be heard."),
            .member("figures", \.figures, "Of its taps."),
        ])
    }

    /// A place of the bar.
    public struct Place: WireRecord {
        /// The beat of the bar, from 1.
        public var beat = 0
        /// The part of the beat at which it lies.
        public var part = 0.0
        /// How often a stroke was expected there, and none came.
        public var missed = 0
        /// Of what was played there.
        public var figures = Figures()

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Place>([
            .member("beat", \.beat, "The beat of the bar, from 1."),
            .member("part", \.part, "The part of the beat at which it lies, 0 up to 1."),
            .member("missed", \.missed, "How often a stroke was expected there, and none came."),
            .member("figures", \.figures, "Of what was played there."),
        ])
    }

    /// A lane.
    public struct Lane: WireRecord {
        /// Its name.
        public var name = ""
        /// How many of its onsets had no stroke.
        public var missed = 0
        /// Of the strokes at its onsets.
        public var figures = Figures()

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Lane>([
            .member("name", \.name, "As in [lane](#lane)."),
            .member("missed", \.missed, "How many of its onsets had no stroke."),
            .member("figures", \.figures, "Of the strokes at its onsets."),
        ])
    }

    /// The last tap or stroke.
    public struct Hit: WireRecord {
        /// The beat of the nearest place, since the start.
        public var beatIndex = 0
        /// The part of the beat at which the place lies.
        public var part = 0.0
        /// How much later than that it came, in milliseconds.
        public var asynchronyMs = 0.0
        /// True where it was left out.
        public var stray: Bool?

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Hit>([
            .member("beat_index", \.beatIndex, "The nearest beat; of a stroke, that of the nearest place."),
            .member("part", \.part, "The part of the beat at which the place lies, 0 up to 1."),
            .member("asynchrony_ms", \.asynchronyMs, "How much later than that it came."),
            .leftOut("stray", \.stray, "`true` where it is one of the `strays`."),
        ])
    }

    /// Whether taps are compared.
    public var on = false
    /// Of all taps and strokes of the run.
    public var total = Figures()
    /// Beats between the first and the last tapped one that had no tap, and places that had no stroke.
    public var missed = 0
    /// Taps that were too far from a beat, or for one that had a tap, and such strokes.
    public var strays = 0
    /// How much later a player is with every beat that is not heard, in milliseconds; nil without such beats.
    public var driftMsPerBeat: Double?
    /// How long the first half of a beat is played, as a multiple of the second; nil where beats are not played in two.
    public var swingRatio: Double?
    /// The last tap or stroke; nil before the first.
    public var last: Hit?
    /// The last bars that were tapped in; nil where they are not asked for, as in the status.
    public var bars: [Bar]?
    /// The places of the bar that were played, in their order; nil as for `bars`.
    public var places: [Place]?
    /// The named lanes that were played with; nil as for `bars`.
    public var lanes: [Lane]?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<ScoreState>(
        "score",
        "How a player plays along: taps compared with the beats as they are heard, and strokes with what is played.",
        [
            .member("on", \.on, "Whether taps are compared."),
            .member("total", \.total, "Of all taps and strokes of the run."),
            .member(
                "missed", \.missed,
                "Beats between the first and the last tapped one that had no tap, and places that had no stroke."),
            .member("strays", \.strays, "Taps too far from a beat, or for one that had a tap, and such strokes."),
            .orNull(
                "drift_ms_per_beat", \.driftMsPerBeat,
                "How much later the player is with every beat that is not heard; `null` without such beats."),
            .orNull(
                "swing_ratio", \.swingRatio,
                "How long the first half of a beat is played, as a multiple of the second; `null` where beats are not played in two."
            ),
            .orNull("last", \.last, "The last tap or stroke."),
            .leftOut(
                "bars", \.bars, "The last \(Score.mostBars) bars that were tapped in; in the answer to `score` only."),
            .leftOut(
                "places", \.places,
                "The places of the bar that were played, in their order; in the answer to `score` only."),
            .leftOut("lanes", \.lanes, "The named lanes that were played with; in the answer to `score` only."),
        ])
}
