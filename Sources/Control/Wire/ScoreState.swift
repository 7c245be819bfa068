// SPDX-License-Identifier: Apache-2.0

/// How a player plays along: taps compared with the beats as they are heard.
public struct ScoreState: Sendable, Hashable, Codable {
    /// Figures of some taps.
    public struct Figures: Sendable, Hashable, Codable {
        /// How many taps.
        public var taps: Int
        /// The mean distance from the beat in milliseconds, + for late; nil without taps.
        @OrNull public var meanMs: Double?
        /// Its standard deviation in milliseconds; nil for fewer than two taps.
        @OrNull public var scatterMs: Double?
        /// `rushing`, `steady` or `dragging`; nil for fewer than two taps.
        @OrNull public var tendency: String?

        /// All of its parts.
        public init(taps: Int, meanMs: Double?, scatterMs: Double?, tendency: String?) {
            self.taps = taps
            self.meanMs = meanMs
            self.scatterMs = scatterMs
            self.tendency = tendency
        }

        private enum CodingKeys: String, CodingKey {
            case taps, tendency
            case meanMs = "mean_ms"
            case scatterMs = "scatter_ms"
        }
    }

    /// The figures of a bar.
    public struct Bar: Sendable, Hashable, Codable {
        /// Its number, from 1.
        public var bar: Int
        /// How many of its taps were for beats that were not to be heard.
        public var silent: Int
        /// Of its taps.
        public var figures: Figures

        /// All of its parts.
        public init(bar: Int, silent: Int, figures: Figures) {
            self.bar = bar
            self.silent = silent
            self.figures = figures
        }
    }

    /// The last tap.
    public struct Hit: Sendable, Hashable, Codable {
        /// The nearest beat, since the start.
        public var beatIndex: Int
        /// How much later than that it came, in milliseconds.
        public var asynchronyMs: Double

        /// All of its parts.
        public init(beatIndex: Int, asynchronyMs: Double) {
            self.beatIndex = beatIndex
            self.asynchronyMs = asynchronyMs
        }

        private enum CodingKeys: String, CodingKey {
            case beatIndex = "beat_index"
            case asynchronyMs = "asynchrony_ms"
        }
    }

    /// Whether taps are compared.
    public var on: Bool
    /// Of all taps of the run.
    public var total: Figures
    /// Beats between the first and the last tapped one that had no tap.
    public var missed: Int
    /// Taps that were too far from a beat, or for one that had a tap.
    public var strays: Int
    /// How much later a player is with every beat that is not heard, in milliseconds; nil without such beats.
    @OrNull public var driftMsPerBeat: Double?
    /// The last tap; nil before the first.
    @OrNull public var last: Hit?
    /// The last bars that were tapped in; nil where they are not asked for, as in the status.
    public var bars: [Bar]?

    /// All of its parts.
    public init(
        on: Bool, total: Figures, missed: Int, strays: Int, driftMsPerBeat: Double?, last: Hit?, bars: [Bar]?
    ) {
        self.on = on
        self.total = total
        self.missed = missed
        self.strays = strays
        self.driftMsPerBeat = driftMsPerBeat
        self.last = last
        self.bars = bars
    }

    private enum CodingKeys: String, CodingKey {
        case on, total, missed, strays, last, bars
        case driftMsPerBeat = "drift_ms_per_beat"
    }
}
