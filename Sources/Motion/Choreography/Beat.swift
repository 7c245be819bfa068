// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A beat as motion needs it: its number, its place in the bar, its tempo, and whether the bell rings.
public struct Beat: Sendable, Hashable {
    /// Beats since the start, from 0.
    public var index: Int64
    /// The bar, from 1.
    public var bar: Int64
    /// The beat of the bar, from 1.
    public var beatInBar: Int
    /// Beats in the bar, at least 1.
    public var beatsPerBar: Int
    /// Whether a new bar begins with the next beat: on the last one of a bar, and where a change of meter cuts it short.
    public var endsBar: Bool
    /// Beats per minute.
    public var bpm: Double
    /// Whether the bell rings on it.
    public var bell: Bool

    /// All of its parts; unless said otherwise the bar is as long as the meter has it, and the bell rings on its first
    /// beat. A place outside the bar becomes the nearest in it.
    public init(
        index: Int64, bar: Int64, beatInBar: Int, beatsPerBar: Int, bpm: Double, bell: Bool? = nil, endsBar: Bool? = nil
    ) {
        self.index = index
        self.bar = bar
        self.beatsPerBar = Swift.max(1, beatsPerBar)
        self.beatInBar = Swift.max(1, Swift.min(beatInBar, self.beatsPerBar))
        self.bpm = bpm
        self.bell = bell ?? (self.beatInBar == 1)
        self.endsBar = endsBar ?? (self.beatInBar == self.beatsPerBar)
    }

    /// The beat of that number in bars of one length, counted from beat 0.
    public init(_ index: Int64, beatsPerBar: Int = 4, bpm: Double = 60) {
        let length = Int64(Swift.max(1, beatsPerBar))
        self.init(
            index: index, bar: index.quotient(by: length) + 1, beatInBar: Int(index.remainder(by: length)) + 1,
            beatsPerBar: Int(length), bpm: bpm)
    }

    /// How much of the bar is over when it begins, 0..<1.
    public var barBegin: Double { Double(beatInBar - 1) / Double(beatsPerBar) }

    /// How much of the bar is over when it ends; 1 where a new one begins.
    public var barEnd: Double { endsBar ? 1 : Double(beatInBar) / Double(beatsPerBar) }
}
