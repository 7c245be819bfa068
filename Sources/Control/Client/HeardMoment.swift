// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm
package import MetronomeSession

/// The music as it is heard at one time.
public struct HeardMoment: Sendable, Hashable {
    /// The beat and its phase; while nothing plays, the beat and phase of the stop.
    public var position: BeatPosition
    /// Beats per minute.
    public var bpm: Double
    /// Which beats make which bar, around the present beat.
    public var grid: BarGrid
    /// Whether the bell rings on the present beat.
    public var ringsBell: Bool
    /// Whether it plays.
    public var isPlaying: Bool
    /// The angle of the rod, in degrees, + is right.
    public var angle: Double
    /// How long the beat that is heard is, in quarter notes; nil while nothing plays.
    package var beatLength: Ratio?
    /// The section of a song that it belongs to; nil without one.
    package var section: SectionPlace?
    /// The section that begins after it, as far as the timeline tells; nil without one.
    package var next: SectionPlace?

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
