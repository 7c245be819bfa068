// SPDX-License-Identifier: Apache-2.0

/// What a series of taps has led to: the member `tap` of the answer to `tap`.
public struct TapState: Sendable, Hashable, Codable {
    /// How many taps the series has; a pause over 2.5 s or another tempo begins a new one with 1.
    public var taps: Int
    /// How many of them were left out: doubled ones, and those that went astray.
    public var leftOut: Int
    /// The tempo that was tapped, in beats per minute; nil before the second tap.
    @OrNull public var bpm: Double?
    /// How likely it is within 1 % of what the player means, 0...1.
    public var confidence: Double
    /// How many more taps lead to a confidence of 0.95; nil before the second tap.
    @OrNull public var moreTaps: Int?
    /// When the next tap is expected, CLOCK_MONOTONIC; nil before the second tap.
    @OrNull public var nextNs: Int64?

    /// All of its parts.
    public init(taps: Int, leftOut: Int, bpm: Double?, confidence: Double, moreTaps: Int?, nextNs: Int64?) {
        self.taps = taps
        self.leftOut = leftOut
        self.bpm = bpm
        self.confidence = confidence
        self.moreTaps = moreTaps
        self.nextNs = nextNs
    }

    private enum CodingKeys: String, CodingKey {
        case taps, bpm, confidence
        case leftOut = "left_out"
        case moreTaps = "more_taps"
        case nextNs = "next_ns"
    }
}
