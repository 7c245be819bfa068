// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// What a request asks of a part of the song that is to be practised.
public struct PractiseCall: Sendable, Hashable {
    /// The first place: a label or the number of a bar.
    public var from: String
    /// The last place.
    public var to: String
    /// The scale of the first pass; nil: that of the song.
    public var scale: Ratio?
    /// By how much each pass is faster; nil: not at all.
    public var step: Ratio?
    /// The scale that it leads to; nil: as the song is written.
    public var goal: Ratio?
    /// How many bars are counted before the first pass; nil: those of the song.
    public var countIn: Int?
    /// Whether the music ends after a pass at the goal.
    public var stops = false
}
