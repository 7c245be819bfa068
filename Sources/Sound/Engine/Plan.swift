// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// Everything that the real-time thread plays from, made by the control side and immutable from then on.
///
/// Handed over by pointer, and handed back when no voice sounds from it any more. The thread reads what a plan points at,
/// and owns none of it.
public struct Plan: BitwiseCopyable, Sendable {
    /// Rises with every plan made.
    public var revision: UInt64
    /// The run of beats this plan belongs to: a new run begins at the beginning of the music. `nil` is silence.
    public var run: UInt64?
    /// The position up to which the music is the same as before; `nil`: it changes where the plan is adopted.
    public var cue: Position?
    /// Linear gain of all passages, 0...1.
    public var volume: Float
    /// When the first beat of a new run leaves the device; nil: as soon as it can be.
    public var startTime: ClockTime?
    /// Seconds from that time to others that will do where it is over; 0: at once then.
    public var startPeriod = 0.0
    let music: CompiledArrangement.View
    let kits: KitSet.View
    private var mixes: InlineArray<66, LaneMix>

    /// A plan. The caller keeps the music and the kits alive, whose samples are at the rate of the renderer that adopts it.
    public init(
        revision: UInt64, run: UInt64?, cue: Position? = nil, volume: Float, music: CompiledArrangement, kits: KitSet
    ) {
        self.revision = revision
        self.run = run
        self.cue = cue
        self.volume = volume
        self.music = music.view
        self.kits = kits.view
        mixes = InlineArray(repeating: LaneMix())
    }

    /// How a lane is mixed.
    public subscript(mixOf lane: Int) -> LaneMix {
        @_noLocks get { mixes[lane] }
        set { mixes[lane] = newValue }
    }

    /// The longest time from the beginning of a sound to its onset, in frames. Real-time safe.
    public var longestLead: Int { @_noLocks get { kits.longestLead } }
}
