// SPDX-License-Identifier: Apache-2.0

internal import Motion

extension ValueType {
    static let timeline = ValueType(
        "timeline", "Which position is heard when, and which beats make which bar.",
        [
            .init("run", .integer, "Which start."),
            .init("segments", .list(.type("timeline_segment")), "In the order of their origins; at least one."),
            .init("bars", .list(.type("bars")), "In the order of their beats; at least one."),
            .init(
                "lanes", .list(.type("timeline_lanes")), isOptional: true,
                "In the order of their beats; left out where there are none."),
            .init(
                "end_beat", .integer, isOptional: true,
                "The beat with which the music is over, and which is not played."),
        ])

    static let timelineLanes = [
        ValueType(
            "timeline_lanes", "The lanes that are played from a beat on.",
            [
                .init("from_beat", .integer, "The first beat that they are played from."),
                .init("lanes", .list(.type("timeline_lane")), "Each lane."),
            ]),
        ValueType(
            "timeline_lane", "What a lane plays.",
            [
                .init("name", .text, "As in [lane](#lane)."),
                .init("id", .integer, "Its number, by which chances are drawn."),
                .init(
                    "origin",
                    .object([
                        .init("beat", .integer, "Whole beats since the start, rounded down."),
                        .init("fraction", .number, "The part of a beat beyond them, 0 up to 1."),
                    ]), "The position from which its onsets are numbered, from 0."),
                .init("denominator", .integer, "Parts that make a beat."),
                .init("cycle", .integer, "The length of a cycle, in parts."),
                .init("places", .list(.integer), "The places of a cycle's onsets, in parts."),
                .init("accents", .text, "A sign for each of them, as in [bars](#bars)."),
                .init(
                    "chances", .list(.integer), isOptional: true,
                    "How likely each is to be played, in 65535 parts; left out where all are always played."),
                .init("first", .integer, isOptional: true, "The number of the first onset that is played."),
                .init("end", .integer, isOptional: true, "The number of the first onset that is played no more."),
                .init("muted", .flag, "Whether it is not heard."),
            ]),
    ]

    static let timelineSegment = ValueType(
        "timeline_segment", "A stretch of one course of the tempo, up to the origin of the next.",
        [
            .init(
                "origin",
                .object([
                    .init("beat", .integer, "Whole beats since the start, rounded down."),
                    .init("fraction", .number, "The part of a beat beyond them, 0 up to 1."),
                ]), "The position from which it counts."),
            .init("at_ns", .integer, "When that is heard, CLOCK_MONOTONIC."),
            .init(
                "tempo",
                .object([
                    .init("numerator", .integer, "Over the denominator, beats per minute."),
                    .init("denominator", .integer, "At least 1."),
                ]), "By the device's nominal rate."),
            .init(
                "curve", .choice(["constant", "linear_in_beats", "linear_in_time"]),
                "How the tempo goes on: it is one, or changes by as much in every beat, or in every second."),
            .init(
                "curve_begin",
                .object([
                    .init("beat", .integer, "Whole beats since the start, rounded down."),
                    .init("fraction", .number, "The part of a beat beyond them."),
                ]), isOptional: true,
                "Where the tempo is `tempo`, at the origin or before it; not for `constant`."),
            .init(
                "to",
                .object([
                    .init("numerator", .integer, "Over the denominator, beats per minute."),
                    .init("denominator", .integer, "At least 1."),
                ]), isOptional: true, "The tempo that it comes to, and then stays at; not for `constant`."),
            .init(
                "length", .number, isOptional: true,
                "How many beats after `curve_begin` it is there; not for `constant`."),
            .init("rate_ppm", .number, "How much faster than its nominal rate the device plays, in millionths."),
        ])

    static let bars = ValueType(
        "bars", "Which beats make which bar, from a beat on.",
        [
            .init("from_beat", .integer, "The first beat that it holds for."),
            .init(
                "origin",
                .object([
                    .init("beat", .integer, "A beat on which a bar begins."), .init("bar", .integer, "Its number."),
                ]), "Where bars, and groups of the bell, are counted from."),
            .init("beats", .integer, "Beats in a bar."),
            .init("bell", .orNull(.type("bell")), "`null` for never, and where `accents` says it."),
            .init(
                "accents", .text, isOptional: true,
                "A sign for each beat of a bar, where not all are alike: `X` bell, `A` accent, `x` normal, `o` soft, `.` silent; "
                    + "`bell` rings whatever they say."),
            .init(
                "section", .type("section"), isOptional: true, "The section of a song that they belong to."),
            .init(
                "beat_length", quarters, isOptional: true, "How long a beat is; a quarter note where it is left out."),
            .init(
                "song_begin", quarters, isOptional: true,
                "Where the origin lies in a song that is played straight through, from its begin. Not in a count-in."),
        ])

    static let quarters = ValueForm.object([
        .init("numerator", .integer, "Over the denominator, quarter notes."),
        .init("denominator", .integer, "At least 1."),
    ])

    static let timings: [ValueType] = [
        ValueType(
            "timing", "How exact the beat has been.",
            [
                .init("since_start", .type("timing_range"), "Since the daemon was started."),
                .init("last_minute", .type("timing_range"), "For the last 50 to 60 seconds."),
                .init(
                    "rate_ppm", .orNull(.number),
                    "How much faster than its nominal rate the device plays now, in millionths."),
                .init("audio", .type("audio"), "The output now."),
                .init("now_ns", .integer, "The moment of these figures, CLOCK_MONOTONIC."),
            ]),
        ValueType(
            "timing_range", "What was measured in a stretch of time.",
            [
                .init("seconds", .number, "How long it is."), .init("beats", .integer, "Beats played."),
                .init("error_us", .type("spread"), "By how much a beat was played off the time that was announced."),
                .init("wake_lateness_us", .type("spread"), "By how much the real-time thread woke late."),
                .init(
                    "xruns",
                    .object([
                        .init("count", .integer, "How many."),
                        .init("missed_frames", .integer, "Frames of the music that were not heard, in all."),
                        .init(
                            "recent",
                            .list(
                                .object([
                                    .init("at_ns", .integer, "When it was noticed."),
                                    .init("missed_frames", .integer, "Frames that were not heard."),
                                ])), "The last 8."),
                    ]), "Underruns of the device."),
                .init("losses", .integer, "Devices that were lost."),
                .init("rate_ppm_min", .orNull(.number), "The slowest rate that was measured, in millionths."),
                .init("rate_ppm_max", .orNull(.number), "The fastest."),
                .init("residual_us", .orNull(.number), "The error of the clock's loop, as a root mean square."),
            ]),
        ValueType(
            "spread", "A distribution of durations, in microseconds.",
            [
                .init("count", .integer, "How many."),
                .init("p50", .orNull(.number), "What half of them do not exceed."),
                .init("p99", .orNull(.number), "What 99 of 100 do not exceed."),
                .init("max", .orNull(.number), "The largest."),
                .init(
                    "histogram",
                    .list(
                        .object([
                            .init("upto_us", .number, "The upper end of a bucket."),
                            .init("count", .integer, "How many."),
                        ])), "Buckets by size, the empty ones left out."),
            ]),
    ]

    static let service: [ValueType] = [
        ValueType(
            "bridge", "A client that joins the daemon to other software and machines.",
            [
                .init("name", .text, "Its kind."), .init("to", .text, "What it joins the daemon to."),
                .init("trouble", .orNull(.text), "What is wrong and what to do; `null` while all is well."),
                .init("peers", .integer, isOptional: true, "How many others it has found, if it looks for any."),
            ]),
        ValueType(
            "property", "What moves with the beat.",
            [
                .init("name", .text, "Such as `heart.scale`."), .init("summary", .text, "What it is."),
                .init("unit", .choice(MotionProperty.Unit.allCases.map(\.rawValue)), "Of its values."),
                .init("min", .number, "The least value."), .init("max", .number, "The greatest value."),
                .init("discrete", .flag, "Whether it jumps instead of moving."),
                .init("period", .number, isOptional: true, "The amount after which it starts over."),
            ]),
        ValueType(
            "sound", "A sound that can be chosen.",
            [
                .init("name", .text, "By which it is chosen."),
                .init("path", .orNull(.text), "Its file; `null` if it is built in."),
                .init("source", .choice(["builtin", "file"]), "Where it comes from."),
            ]),
        ValueType(
            "protocol", "A version of the protocol.",
            [
                .init("major", .integer, "Rises when the meaning of something changes."),
                .init("minor", .integer, "Rises when something is added."),
            ]),
    ]
}
