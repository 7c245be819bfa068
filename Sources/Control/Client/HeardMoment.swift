// SPDX-License-Identifier: Apache-2.0

public import Rhythm

/// The music at one time, as it is heard.
public struct HeardMoment: Sendable, Hashable {
    /// Which beat, and how far into it; where it was stopped while nothing plays.
    public var position: BeatPosition
    /// Beats per minute.
    public var bpm: Double
    /// Which beats make which bar, about the present beat.
    public var grid: BarGrid
    /// Whether the bell rings on the present beat.
    public var ringsBell: Bool
    /// Whether the beat goes on.
    public var isPlaying: Bool
    /// Where the rod is, in degrees, + is right.
    public var angle: Double

    /// All of its parts.
    public init(
        position: BeatPosition, bpm: Double, grid: BarGrid, ringsBell: Bool, isPlaying: Bool, angle: Double
    ) {
        self.position = position
        self.bpm = bpm
        self.grid = grid
        self.ringsBell = ringsBell
        self.isPlaying = isPlaying
        self.angle = angle
    }

    /// The bar, from 1.
    public var bar: Int64 { grid.bar(ofBeat: position.whole) }
    /// The beat of the bar, from 1.
    public var beatInBar: Int { grid.beatInBar(ofBeat: position.whole) }
}
