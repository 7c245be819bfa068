// SPDX-License-Identifier: Apache-2.0

/// The clock that is followed, and how near the beats are to it.
public struct SyncState: WireRecord {
    /// What its owner calls it; `system` for CLOCK_MONOTONIC.
    public var source = ""
    /// Its tempo in beats per minute; nil for CLOCK_MONOTONIC, which has none.
    public var bpm: Double?
    /// Beats in its bar; nil where it has none.
    public var quantum: Int?
    /// How many microseconds later than by that clock the present beat is heard; nil while nothing plays.
    public var errorUs: Double?
    /// What 99 of 100 of the last 256 beats did not exceed, either way; nil before the first.
    public var p99Us: Double?
    /// How much faster than by that clock the present beat is played, in millionths, to be where it has it; nil while nothing
    /// plays.
    public var slewPpm: Double?
    /// Whether nothing has come from the owner for two seconds, or it has gone: the beats go on as they did.
    public var stale = false
    /// Why it is not followed at present, for people; nil where it is.
    public var notFollowed: String?
    /// The tempo that was asked for here and that the owner has not taken yet; nil for none.
    public var proposal: Double?
    /// Whether the proposal came with a preset that was loaded; nil where it did not.
    public var loaded: Bool?
    /// How many others its owner has found; nil where that looks for none.
    public var peers: Int?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<SyncState>(
        "sync", "The clock that is followed, and how near the beats are to it.",
        [
            .member(
                "source", \.source, "What its owner calls it; `system` for CLOCK_MONOTONIC (`clock = \"system\"`)."),
            .orNull("bpm", \.bpm, "Its tempo; `null` for `system`."),
            .orNull("quantum", \.quantum, "Beats in its bar; `null` where it has none."),
            .orNull(
                "error_us", \.errorUs,
                "How many microseconds later than by that clock the present beat is heard; `null` while nothing plays."),
            .orNull(
                "p99_us", \.p99Us,
                "What 99 of 100 of the last 256 beats did not exceed, either way; `null` before the first."),
            .orNull(
                "slew_ppm", \.slewPpm,
                "How much faster than by that clock the present beat is played, in millionths; `null` while nothing plays."
            ),
            .member("stale", \.stale, "Whether no line has come for 2 s, or the owner has gone."),
            .orNull(
                "not_followed", \.notFollowed, "Why it is not followed at present, for people; `null` where it is."),
            .orNull(
                "proposal", \.proposal,
                "The tempo that was asked for here and that the owner has not taken yet; `null` for none."),
            .leftOut("loaded", \.loaded, "Whether the proposal came with a preset, so that nobody waits for it."),
            .leftOut("peers", \.peers, "How many others its owner has found (`bridge.report`)."),
        ])

    /// The same state without the figures that change with every beat.
    public var lasting: SyncState {
        var lasting = self
        (lasting.errorUs, lasting.p99Us, lasting.slewPpm) = (nil, nil, nil)
        return lasting
    }
}

/// The answer to a line.
public struct SyncAnswer: WireRecord {
    /// What is followed now; nil for nothing.
    public var sync: SyncState?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<SyncAnswer>([
        .orNull("sync", \.sync, "What is followed now; `null` for nothing.")
    ])
}
