// SPDX-License-Identifier: Apache-2.0

/// A stretch of music with one course of the tempo, one kind of bar and one set of lanes.
public struct Passage: Sendable, Hashable {
    /// The length of one pass, in quarter notes, more than 0; nil: without end.
    public var length: Ratio?
    /// How often it is played, at least once.
    public var times: Int
    /// How much of it is over where it begins, in quarter notes: its tempo and its lanes are counted from a place this much
    /// before its beginning. More than 0 only for a passage that is played once.
    public var lead: Ratio
    /// The tempo, along one pass.
    public var curve: TempoCurve
    /// The note that the tempo counts, in quarter notes.
    public var beat: Ratio
    /// The felt beats of a bar, in quarter notes: 1, 1, 1, 1 for 4/4, 3/2 and 3/2 for 6/8.
    public var bar: [Ratio]
    /// What is played.
    public var lanes: [Lane]
    /// How loud all of it is: linear, 0...1. The volume moves to it from the one before in 8 ms.
    public var volume: Double
    /// How lanes are mixed in it, by their numbers, in place of what the plan says.
    public var mixes: [Int: LaneMix] = [:]
    /// What it is called.
    public var section: String?

    /// All of its parts.
    public init(
        length: Ratio? = nil, times: Int = 1, lead: Ratio = .zero, curve: TempoCurve, beat: Ratio = .one, bar: [Ratio],
        lanes: [Lane], volume: Double = 1, section: String? = nil
    ) {
        self.length = length
        self.times = times
        self.lead = lead
        self.curve = curve
        self.beat = beat
        self.bar = bar
        self.lanes = lanes
        self.volume = volume
        self.section = section
    }
}
