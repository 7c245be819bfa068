// SPDX-License-Identifier: Apache-2.0

/// What a series of taps has led to: the member `tap` of the answer to `tap`.
public struct TapState: WireRecord {
    /// How many taps the series has; a pause over 2.5 s or another tempo begins a new one with 1.
    public var taps = 0
    /// How many of them were left out: doubled ones, and those that went astray.
    public var leftOut = 0
    /// The tempo that was tapped, in beats per minute; nil before the second tap.
    public var bpm: Double?
    /// How likely it is within 1 % of what the player means, 0...1.
    public var confidence = 0.0
    /// How many more taps lead to a confidence of 0.95; nil before the second tap.
    public var moreTaps: Int?
    /// When the next tap is expected, CLOCK_MONOTONIC; nil before the second tap.
    public var nextNs: Int64?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<TapState>(
        "tap", "What a series of taps has led to.",
        [
            .member("taps", \.taps, "Of the series; a pause over 2.5 s or another tempo begins a new one."),
            .member("left_out", \.leftOut, "How many of them were left out: doubled ones, and those astray."),
            .orNull("bpm", \.bpm, "The tempo that was tapped; `null` before the second tap."),
            .member("confidence", \.confidence, "How likely it is within 1 % of what the player means, 0...1."),
            .orNull("more_taps", \.moreTaps, "How many more lead to a confidence of 0.95."),
            .orNull("next_ns", \.nextNs, "When the next tap is expected, CLOCK_MONOTONIC."),
        ])
}
