// SPDX-License-Identifier: Apache-2.0

public import Rhythm

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
