// SPDX-License-Identifier: Apache-2.0

internal import Session

extension ValueType {
    private static let fromBar = ValueMember("from_bar", .integer, "The bar that it has begun with, or begins with.")
    private static let unit = ValueMember("unit", .choice(GapTrainer.Unit.allCases.map(\.rawValue)), "What is counted.")

    /// Where the trainers are.
    static let practice: [ValueType] = [
        ValueType(
            "practice", "Where the trainers are, as heard at `now_ns`.",
            [
                .init("silent", .flag, "Whether any of them keeps the present beat silent."),
                .init("speed", .orNull(.type("speed_practice")), "Of the tempo; `null` without it."),
                .init("gap", .orNull(.type("gap_practice")), "Of regular silences; `null` without it."),
                .init("mute", .orNull(.type("mute_practice")), "Of silences by chance; `null` without it."),
                .init("timer", .orNull(.type("timer_practice")), "How long it plays; `null` without a timer."),
                .init(
                    "count_in",
                    .orNull(
                        .object([
                            .init("left", .integer, "Beats that are left of it, the present one included."),
                            .init("beats", .integer, "How many it has."),
                        ])), "What is counted before the first bar; `null` when that is over."),
            ]),
        ValueType(
            "speed_practice", "A tempo that goes from one to another. The present one is `bpm`.",
            [
                .init(
                    "from_bar", .integer,
                    "The bar that it has begun with, or begins with; after a tempo set by hand, the bar of that."),
                .init("from", .number, "The tempo that it has begun with."),
                .init("to", .number, "The tempo that it leads to."),
                .init(
                    "next_bpm", .orNull(.number),
                    "The next tempo; `null` for the last one, and where it changes with every beat."),
                .init("next_beat", .orNull(.integer), "The beat of that, since the start."),
                .init(
                    "end_beat", .orNull(.integer),
                    "The beat with which it is over; `null` where it begins again."),
                .init(
                    "ending", .choice(SpeedTrainer.Ending.allCases.map(\.rawValue)),
                    "What comes then: the last tempo goes on, the music ends, or it begins again."),
            ]),
        ValueType(
            "gap_practice", "Silences that come again and again.",
            [
                fromBar, .init("round", .integer, "Which time it is played, from 1."),
                .init("silent", .flag, "Whether it is silent now."),
                .init("passed", .integer, "How much is over of the stretch that is heard, or silent."),
                .init("length", .integer, "How long that stretch is."), unit,
                .init("next_beat", .integer, "The beat with which the next stretch begins, since the start."),
            ]),
        ValueType(
            "mute_practice", "Beats or bars that are silent by chance.",
            [
                fromBar, .init("silent", .flag, "Whether it is silent now."),
                .init("percent", .number, "How many of a hundred are silent in this bar."), unit,
                .init("seed", .integer, "What decides which: the same seed keeps the same beats silent."),
            ]),
        ValueType(
            "timer_practice", "How long it plays.",
            [
                fromBar, .init("length", .integer, "How much it counts."),
                .init("unit", .choice(PracticeTimer.Unit.allCases.map(\.rawValue)), "Of what."),
                .init(
                    "end_beat", .orNull(.integer),
                    "The beat with which it is over, as the tempo stands: that of the three strokes."),
                .init("end_ns", .orNull(.integer), "When that is heard, CLOCK_MONOTONIC."),
                .init("left_s", .orNull(.number), "Seconds until then."),
            ]),
    ]
}
