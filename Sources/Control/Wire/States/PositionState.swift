// SPDX-License-Identifier: Apache-2.0

/// A position in the music, as heard.
public struct PositionState: WireRecord {
    /// Beats since the start, from 0.
    public var beatIndex = 0
    /// The bar, from 1.
    public var bar = 0
    /// The beat of the bar, from 1.
    public var beat = 0
    /// The part of the beat that has passed, 0..<1.
    public var phase = 0.0
    /// Whether the bell rings on this beat.
    public var bell = false
    /// When the music ends by itself, CLOCK_MONOTONIC; nil where it does not, or where its end is not planned yet.
    public var endsAtNs: Int64?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<PositionState>(
        "position", "A place in the music.",
        [
            .member("beat_index", \.beatIndex, "Beats since the start, from 0."),
            .member("bar", \.bar, "From 1."),
            .member("beat", \.beat, "The beat of the bar, from 1."),
            .member("phase", \.phase, "The part of the beat that has passed, 0 up to 1."),
            .member("bell", \.bell, "Whether the bell rings on this beat."),
            .leftOut(
                "ends_at_ns", \.endsAtNs,
                "When the music ends by itself, CLOCK_MONOTONIC; left out where it does not, or where its end is not planned yet."
            ),
        ])
}
