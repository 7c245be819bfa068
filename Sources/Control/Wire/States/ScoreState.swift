// SPDX-License-Identifier: Apache-2.0

internal import Session

/// How a player plays along: taps compared with the beats as they are heard.
public struct ScoreState: WireRecord {
    /// Figures of some taps.
    public struct Figures: WireRecord {
        /// How many taps.
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
            "score_figures", "Figures of some taps.",
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

    /// The last tap.
    public struct Hit: WireRecord {
        /// The nearest beat, since the start.
        public var beatIndex = 0
        /// How much later than that it came, in milliseconds.
        public var asynchronyMs = 0.0

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Hit>([
            .member("beat_index", \.beatIndex, "The nearest beat."),
            .member("asynchrony_ms", \.asynchronyMs, "How much later than that it came."),
        ])
    }

    /// Whether taps are compared.
    public var on = false
    /// Of all taps of the run.
    public var total = Figures()
    /// Beats between the first and the last tapped one that had no tap.
    public var missed = 0
    /// Taps that were too far from a beat, or for one that had a tap.
    public var strays = 0
    /// How much later a player is with every beat that is not heard, in milliseconds; nil without such beats.
    public var driftMsPerBeat: Double?
    /// The last tap; nil before the first.
    public var last: Hit?
    /// The last bars that were tapped in; nil where they are not asked for, as in the status.
    public var bars: [Bar]?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<ScoreState>(
        "score", "How a player plays along: taps compared with the beats as they are heard.",
        [
            .member("on", \.on, "Whether taps are compared."),
            .member("total", \.total, "Of all taps of the run."),
            .member("missed", \.missed, "Beats between the first and the last tapped one that had no tap."),
            .member("strays", \.strays, "Taps too far from a beat, or for one that had a tap."),
            .orNull(
                "drift_ms_per_beat", \.driftMsPerBeat,
                "How much later the player is with every beat that is not heard; `null` without such beats."),
            .orNull("last", \.last, "The last tap."),
            .leftOut(
                "bars", \.bars, "The last \(Score.mostBars) bars that were tapped in; in the answer to `score` only."),
        ])
}
