// SPDX-License-Identifier: Apache-2.0

internal import Session

extension ValueType {
    /// What comes of taps.
    static let playing: [ValueType] = [
        ValueType(
            "sync", "The clock that is followed, and how near the beats are to it.",
            [
                .init("source", .text, "What its owner calls it; `system` for CLOCK_MONOTONIC (`clock = \"system\"`)."),
                .init("bpm", .orNull(.number), "Its tempo; `null` for `system`."),
                .init("quantum", .orNull(.integer), "Beats in its bar; `null` where it has none."),
                .init(
                    "error_us", .orNull(.number),
                    "How many microseconds later than by that clock the present beat is heard; `null` while nothing plays."
                ),
                .init(
                    "p99_us", .orNull(.number),
                    "What 99 of 100 of the last 256 beats did not exceed, either way; `null` before the first."),
                .init(
                    "slew_ppm", .orNull(.number),
                    "How much faster than by that clock the present beat is played, in millionths; `null` while nothing plays."
                ),
                .init("stale", .flag, "Whether no line has come for 2 s, or the owner has gone."),
                .init("held", .orNull(.text), "Why it is not followed at present, for people; `null` where it is."),
                .init(
                    "proposal", .orNull(.number),
                    "The tempo that was asked for here and that the owner has not taken yet; `null` for none."),
                .init(
                    "loaded", .flag, isOptional: true,
                    "Whether the proposal came with a preset, so that nobody waits for it."),
                .init("peers", .integer, isOptional: true, "How many others its owner has found (`bridge.report`)."),
            ]),
        ValueType(
            "tap", "What a series of taps has led to.",
            [
                .init("taps", .integer, "Of the series; a pause over 2.5 s or another tempo begins a new one."),
                .init("left_out", .integer, "How many of them were left out: doubled ones, and those astray."),
                .init("bpm", .orNull(.number), "The tempo that was tapped; `null` before the second tap."),
                .init("confidence", .number, "How likely it is within 1 % of what the player means, 0...1."),
                .init("more_taps", .orNull(.integer), "How many more lead to a confidence of 0.95."),
                .init("next_ns", .orNull(.integer), "When the next tap is expected, CLOCK_MONOTONIC."),
            ]),
        ValueType(
            "score", "How a player plays along: taps compared with the beats as they are heard.",
            [
                .init("on", .flag, "Whether taps are compared."),
                .init("total", .type("score_figures"), "Of all taps of the run."),
                .init("missed", .integer, "Beats between the first and the last tapped one that had no tap."),
                .init("strays", .integer, "Taps too far from a beat, or for one that had a tap."),
                .init(
                    "drift_ms_per_beat", .orNull(.number),
                    "How much later the player is with every beat that is not heard; `null` without such beats."),
                .init(
                    "last",
                    .orNull(
                        .object([
                            .init("beat_index", .integer, "The nearest beat."),
                            .init("asynchrony_ms", .number, "How much later than that it came."),
                        ])), "The last tap."),
                .init(
                    "bars",
                    .list(
                        .object([
                            .init("bar", .integer, "From 1."),
                            .init("silent", .integer, "How many taps were for beats that were not to be heard."),
                            .init("figures", .type("score_figures"), "Of its taps."),
                        ])), isOptional: true,
                    "The last \(Score.mostBars) bars that were tapped in; in the answer to `score` only."),
            ]),
        ValueType(
            "score_figures", "Figures of some taps.",
            [
                .init("taps", .integer, "How many."),
                .init("mean_ms", .orNull(.number), "Their mean distance from the beat, + for late."),
                .init("scatter_ms", .orNull(.number), "Its standard deviation; `null` for fewer than two taps."),
                .init(
                    "tendency", .orNull(.choice(Score.Tendency.allCases.map(\.rawValue))),
                    "Whether they are ahead of the beat, or behind it, as far as anyone hears."),
            ]),
    ]
}
