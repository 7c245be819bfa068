// SPDX-License-Identifier: Apache-2.0

internal import MetronomeSession

extension CommandTable {
    /// The methods of a player: taps, what comes of them, and the phase.
    static let playing: [Command] = [
        Command(
            "tap", for: .control,
            words: ["tap", "tap time <time_ns>", "tap start <start>", "tap start <start> time <time_ns>"].withCue,
            "Set tempo and phase by tapping the beat",
            discussion: """
                A straight line through all taps of a series, by least squares, is the tempo; where it plays, the next beat is \
                heard with the next tap that the line expects, and none is lost on the way. A missed tap is a gap of two \
                beats, a doubled one is left out. A pause over 2.5 s or a change over 40 % begins a new series. The changes of \
                one series are undone together. With `at` the tempo holds from that place, and the phase is kept. While it \
                is stopped the tempo is set; `start` also starts it. With `score on` taps change nothing while it plays, and are \
                compared with the beats.
                """,
            parameters: [
                Parameter(
                    name: "time_ns", forms: [.integer(0...Int.max)], isRequired: false,
                    summary: "When it was tapped, CLOCK_MONOTONIC of this machine; when the request came unless given."),
                Parameter(
                    name: "start", forms: [.integer(2...64)], isRequired: false,
                    summary: "Start playing with this tap of a series, in step with the taps."),
                .atWhilePlaying,
            ],
            result: "\(Command.changeResult); `bpm`; `tap`, and while playing with scoring on `score`",
            examples: [
                .init("tap", "one tap, by when the request comes"),
                .init("tap start 4", "the fourth of these taps starts it"),
            ],
            reasons: [.outOfRange, .audioUnavailable, .songPlays, .clockFollowed], make: tap),
        Command(
            "onset", for: .control, words: ["onset <time_ns>"], "Compare a stroke that was heard with what is played",
            discussion: """
                With `score on`, while it plays. A stroke belongs to the nearest onset of a named lane, or where no such lane is heard to \
                the nearest beat or part of the subdivision. Onsets of lanes, or beats, between two such places had no stroke: \
                they are missed, unless the player has rested for 10 s. It never changes what is played. `metroear` tells what it hears so.
                """,
            parameters: [
                Parameter(
                    name: "time_ns", forms: [.integer(0...Int.max)], isRequired: true,
                    summary: "When it was played, CLOCK_MONOTONIC of this machine.")
            ],
            result: "\(Command.changeResult); the `score`", examples: [.init("onset 81234567890123")],
            reasons: [.outOfRange, .invalid], make: onset),
        Command(
            "nudge.bar", for: .control, words: ["nudge bar"], "Begin a bar with the next beat",
            discussion: "The beats stay where they are, and the bars are counted on from it.",
            result: "\(Command.changeResult), which is the first of the bar",
            examples: [.init("nudge bar", "on the last beat before the downbeat")],
            reasons: [.stopped, .songPlays, .clockFollowed]
        ) { _ throws(ControlError) in .newBar },
        Command(
            "nudge", for: .control, words: ["nudge <nudge_ms>"], "Move the beats a little, and keep the tempo",
            discussion: """
                To meet a recording or another player. The tempo is another for a beat or as many as it takes, then every beat \
                is heard by exactly so much later or earlier; none is lost. A tempo that is set for a place on the way ends the way there.
                """,
            parameters: [
                Parameter(
                    name: "nudge_ms", forms: [.number(PhaseBridge.shifts)], isRequired: true,
                    summary: "Milliseconds by which the beats are heard later; below 0 for earlier.",
                    spoken: "the nudge in ms")
            ],
            result: "\(Command.changeResult), which is the first beat in its new place; `nudge_ms`",
            examples: [.init("nudge +20", "20 ms later"), .init("nudge -5")],
            reasons: [.outOfRange, .stopped, .songPlays, .clockFollowed]
        ) { arguments throws(ControlError) in .nudge(milliseconds: arguments["nudge_ms"]?.number ?? 0) },
        Command(
            "score.set", for: .control, words: ["score <score>"],
            "Compare taps with the beats, or no longer",
            discussion: """
                While it plays, each tap is compared with the nearest beat as it is heard, and each stroke that `metroear` hears with what \
                is played: how early or late on average, how scattered, how it drifts in bars that are not heard. It begins anew \
                with every start, and with `reset`.
                """,
            parameters: [
                Parameter(
                    name: "score", forms: [.choice(["on", "off", "reset"])], isRequired: true,
                    summary: "`on`, `off`, or `reset` to begin anew.")
            ],
            result: "the score", returns: ScoreState.record.form, examples: [.init("score on"), .init("score reset")]
        ) { arguments throws(ControlError) in
            .score(arguments["score"]?.string.flatMap(ScoreRequest.init(rawValue:)))
        },
        Command(
            "score.get", for: .watch, words: ["score"], "Tell how taps and strokes lie to the beats",
            result: "the score, with its `bars`, `places` and `lanes`", returns: ScoreState.record.form,
            examples: [.init("score")]
        ) { _ throws(ControlError) in .score(nil) },
        Command(
            "journal.get", for: .control, words: ["journal", "journal <days>"], "Tell what was played on the last days",
            discussion: "Who only watches is not told how much somebody practises.",
            parameters: [
                Parameter(
                    name: "days", forms: [.integer(JournalPage.lengths)], isRequired: false,
                    summary: "How many, today the last; 14 unless given.")
            ],
            result: "`days`: for each what was `played`; their `total`", returns: JournalPage.record.form,
            examples: [.init("journal"), .init("journal 30")], reasons: [.outOfRange, .unusableFile]
        ) { arguments throws(ControlError) in .journal(days: arguments["days"]?.integer ?? 14) },
    ]
}

/// What a client asks of the score.
public enum ScoreRequest: String, Sendable, Hashable, CaseIterable {
    case on, off, reset
}

@Sendable private func tap(_ arguments: Arguments) throws(ControlError) -> Call {
    .tap(
        atNs: arguments["time_ns"]?.integer.map(Int64.init), start: arguments["start"]?.integer,
        at: try arguments.cue())
}

@Sendable private func onset(_ arguments: Arguments) throws(ControlError) -> Call {
    .onset(atNs: Int64(arguments["time_ns"]?.integer ?? 0))
}
