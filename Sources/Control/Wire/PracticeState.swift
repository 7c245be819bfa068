// SPDX-License-Identifier: Apache-2.0

internal import Session

/// Where the trainers are, as it is heard.
public struct PracticeState: WireRecord {
    /// A tempo that goes from one to another.
    public struct Speed: WireRecord {
        /// The bar that it has begun with, or begins with; after a tempo that was set by hand, the one of that.
        public var fromBar = 0
        /// The tempo that it has begun with.
        public var from = 0.0
        /// The tempo that it leads to.
        public var to = 0.0
        /// The next tempo; nil where it changes with every beat, and for the last one.
        public var nextBpm: Double?
        /// The beat of that.
        public var nextBeat: Int?
        /// The beat with which it is over; nil where it begins again.
        public var endBeat: Int?
        /// `hold`, `stop` or `again`.
        public var ending = ""

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Speed>(
            "speed_practice", "A tempo that goes from one to another. The present one is `bpm`.",
            [
                .member(
                    "from_bar", \.fromBar,
                    "The bar that it has begun with, or begins with; after a tempo set by hand, the bar of that."),
                .member("from", \.from, "The tempo that it has begun with."),
                .member("to", \.to, "The tempo that it leads to."),
                .orNull(
                    "next_bpm", \.nextBpm,
                    "The next tempo; `null` for the last one, and where it changes with every beat."),
                .orNull("next_beat", \.nextBeat, "The beat of that, since the start."),
                .orNull("end_beat", \.endBeat, "The beat with which it is over; `null` where it begins again."),
                .member(
                    "ending", \.ending, form: .choice(SpeedTrainer.Ending.allCases.map(\.rawValue)),
                    "What comes then: the last tempo goes on, the music ends, or it begins again."),
            ])
    }

    /// Silences that come again and again.
    public struct Gap: WireRecord {
        /// The bar that it has begun with, or begins with.
        public var fromBar = 0
        /// Which time it is played, from 1.
        public var round = 0
        /// Whether it is silent now.
        public var silent = false
        /// How much of the stretch that is heard, or not, is over.
        public var passed = 0
        /// How long that stretch is.
        public var length = 0
        /// `bars` or `beats`.
        public var unit = ""
        /// The beat with which the next stretch begins.
        public var nextBeat = 0

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Gap>(
            "gap_practice", "Silences that come again and again.",
            [
                .member("from_bar", \.fromBar, "The bar that it has begun with, or begins with."),
                .member("round", \.round, "Which time it is played, from 1."),
                .member("silent", \.silent, "Whether it is silent now."),
                .member("passed", \.passed, "How much is over of the stretch that is heard, or silent."),
                .member("length", \.length, "How long that stretch is."),
                .member("unit", \.unit, form: .choice(GapTrainer.Unit.allCases.map(\.rawValue)), "What is counted."),
                .member("next_beat", \.nextBeat, "The beat with which the next stretch begins, since the start."),
            ])
    }

    /// Silences by chance.
    public struct Mute: WireRecord {
        /// The bar that it has begun with, or begins with.
        public var fromBar = 0
        /// Whether it is silent now.
        public var silent = false
        /// How many of a hundred are silent in this bar.
        public var percent = 0.0
        /// `bars` or `beats`.
        public var unit = ""
        /// What decides which.
        public var seed = 0

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Mute>(
            "mute_practice", "Beats or bars that are silent by chance.",
            [
                .member("from_bar", \.fromBar, "The bar that it has begun with, or begins with."),
                .member("silent", \.silent, "Whether it is silent now."),
                .member("percent", \.percent, "How many of a hundred are silent in this bar."),
                .member("unit", \.unit, form: .choice(GapTrainer.Unit.allCases.map(\.rawValue)), "What is counted."),
                .member("seed", \.seed, "What decides which: the same seed keeps the same beats silent."),
            ])
    }

    /// How long it plays.
    public struct Timer: WireRecord {
        /// The bar that it has begun with, or begins with.
        public var fromBar = 0
        /// How much it counts.
        public var length = 0
        /// `beats`, `bars`, `seconds` or `minutes`.
        public var unit = ""
        /// The beat with which it is over, as the tempo stands; nil while that is not known.
        public var endBeat: Int?
        /// When that is heard, CLOCK_MONOTONIC.
        public var endNs: Int64?
        /// Seconds until then.
        public var leftS: Double?

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Timer>(
            "timer_practice", "How long it plays.",
            [
                .member("from_bar", \.fromBar, "The bar that it has begun with, or begins with."),
                .member("length", \.length, "How much it counts."),
                .member("unit", \.unit, form: .choice(PracticeTimer.Unit.allCases.map(\.rawValue)), "Of what."),
                .orNull(
                    "end_beat", \.endBeat,
                    "The beat with which it is over, as the tempo stands: that of the three strokes."),
                .orNull("end_ns", \.endNs, "When that is heard, CLOCK_MONOTONIC."),
                .orNull("left_s", \.leftS, "Seconds until then."),
            ])
    }

    /// What is counted before the first bar.
    public struct CountIn: WireRecord {
        /// How many beats are left of it, the present one included.
        public var left = 0
        /// How many it has.
        public var beats = 0

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<CountIn>([
            .member("left", \.left, "Beats that are left of it, the present one included."),
            .member("beats", \.beats, "How many it has."),
        ])
    }

    /// Whether any trainer keeps the present beat silent.
    public var silent = false
    /// Of the tempo; nil without it.
    public var speed: Speed?
    /// Of regular silences; nil without it.
    public var gap: Gap?
    /// Of silences by chance; nil without it.
    public var mute: Mute?
    /// How long it plays; nil without it.
    public var timer: Timer?
    /// What is counted before the first bar; nil when it is over.
    public var countIn: CountIn?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<PracticeState>(
        "practice", "Where the trainers are, as heard at `now_ns`.",
        [
            .member("silent", \.silent, "Whether any of them keeps the present beat silent."),
            .orNull("speed", \.speed, "Of the tempo; `null` without it."),
            .orNull("gap", \.gap, "Of regular silences; `null` without it."),
            .orNull("mute", \.mute, "Of silences by chance; `null` without it."),
            .orNull("timer", \.timer, "How long it plays; `null` without a timer."),
            .orNull("count_in", \.countIn, "What is counted before the first bar; `null` when that is over."),
        ])
}
