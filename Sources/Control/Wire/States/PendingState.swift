// SPDX-License-Identifier: Apache-2.0

/// A change of the music that waits for its place.
public struct PendingState: WireRecord {
    /// Its number, by which it is cancelled.
    public var pending = 0
    /// Where it holds, as it was asked for: `bar`, `@17.3`.
    public var at = ""
    /// The position from which it will hold, in beats since the start; nil while stopped, and where the music ends before it.
    public var atBeat: Double?
    /// The bar in which that is; nil likewise.
    public var atBar: Int?
    /// The beat of that bar, from 1.
    public var atBarBeat: Int?
    /// The CLOCK_MONOTONIC time at which that will be heard, as far as tempo and meter stay as they are; nil likewise,
    /// and for a place of a song that is not planned yet.
    public var atNs: Int64?
    /// Whether the music ends before it, and it holds with the next start or waits in its music; nil where it does not.
    public var nextStart: Bool?
    /// The number of the change that takes it back once that holds; nil for none.
    public var takenBackBy: Int?
    /// The values that it brings, as the answers to changes tell them; `playing` is false where the music ends.
    public var changes: [String: JSONValue] = [:]

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<PendingState>(
        "pending", "A change that waits for its place.",
        [
            .member("pending", \.pending, "Its number, by which it is cancelled."),
            .member("at", \.at, "Where it holds, as it was asked for."),
            .orNull("at_beat", \.atBeat, "The position from which it will hold, in beats since the start."),
            .leftOut("at_bar", \.atBar, "The bar in which that is."),
            .leftOut("at_bar_beat", \.atBarBeat, "The beat of that bar, from 1."),
            .orNull("at_ns", \.atNs, "When that will be heard, as things stand now, once it is planned."),
            .leftOut(
                "next_start", \.nextStart,
                "Whether the music ends before it, and it holds with the next start or waits in its music."),
            .leftOut(
                "taken_back_by", \.takenBackBy,
                "The number of the change that takes it back once that holds: the music from there on has no such place."
            ),
            .member(
                "changes", \.changes,
                "The values that it brings, as in `change`; lanes no more where those before it have 2 MiB."),
        ])
}
