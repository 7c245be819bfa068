// SPDX-License-Identifier: Apache-2.0

public import Rhythm

/// Everything that the real-time thread plays from, compiled by the control side and immutable from then on.
///
/// Handed over by pointer, and handed back when no voice sounds from it any more. The thread reads what a plan points at,
/// and owns none of it.
public struct Plan: BitwiseCopyable, Sendable {
    /// Rises with every plan compiled.
    public var revision: UInt64
    /// The run of beats this plan belongs to: a new run begins at beat 0. `nil` is silence.
    public var run: UInt64?
    /// Beats per minute.
    public var tempo: Tempo
    /// Beats in a bar.
    public var beatsPerBar: Int
    /// Which beats ring the bell; `nil`: none.
    public var bell: BellPattern?
    /// Linear gain, 0...1.
    public var volume: Float
    /// What an ordinary beat plays.
    public var beatSound: Sample.View
    /// What a bell beat plays.
    public var bellSound: Sample.View

    /// A plan; its samples must be at the rate of the renderer that adopts it.
    public init(
        revision: UInt64, run: UInt64?, tempo: Tempo, beatsPerBar: Int, bell: BellPattern?, volume: Float,
        beatSound: Sample.View, bellSound: Sample.View
    ) {
        self.revision = revision
        self.run = run
        self.tempo = tempo
        self.beatsPerBar = beatsPerBar
        self.bell = bell
        self.volume = volume
        self.beatSound = beatSound
        self.bellSound = bellSound
    }
}
