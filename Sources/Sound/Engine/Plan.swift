// SPDX-License-Identifier: Apache-2.0

public import Rhythm

/// Everything the real-time thread needs to play, compiled by the control side and immutable from then on.
///
/// Handed over by pointer, and handed back when no voice sounds from it any more. The thread reads, and never owns, what
/// a plan points at.
public struct Plan: BitwiseCopyable, Sendable {
    /// Counts up with every plan compiled.
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

/// Where a plan took hold, on the exact frame. Reported up by the real-time thread.
public struct Adoption: BitwiseCopyable, Sendable {
    /// The plan's.
    public var revision: UInt64
    /// The first frame rendered under the plan.
    public var frame: Int64
    /// The run in force, `nil` when silent.
    public var run: UInt64?
    /// Which beat is on which frame, from `segmentFrame` on; meaningless while silent.
    public var segment: TimelineSegment
    /// The bars from `nextBeat` on.
    public var grid: BarGrid
    /// The first beat that will sound under this plan.
    public var nextBeat: Int64
    /// Which beats ring the bell from `nextBeat` on; `nil`: none.
    public var bell: BellPattern?

    /// The frame from which `segment` holds: `frame`, or later where a run is about to begin, and where a sound had begun
    /// whose onset was still to come.
    public var segmentFrame: Int64 { max(frame, segment.originFrame) }

    @_noLocks init(
        revision: UInt64, frame: Int64, run: UInt64?, segment: TimelineSegment, grid: BarGrid, nextBeat: Int64,
        bell: BellPattern? = nil
    ) {
        self.revision = revision
        self.frame = frame
        self.run = run
        self.segment = segment
        self.grid = grid
        self.nextBeat = nextBeat
        self.bell = bell
    }
}
