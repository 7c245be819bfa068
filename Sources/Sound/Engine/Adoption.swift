// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// Where a plan was adopted, on the exact frame. Reported up by the real-time thread.
public struct Adoption: BitwiseCopyable, Sendable, Hashable {
    /// The plan's.
    public var revision: UInt64
    /// Whether the plan's cue was over: then it was not adopted, and the one before stays in force.
    public var isLate: Bool
    /// The first frame rendered under the plan.
    public var frame: Int64
    /// The run in force, `nil` when silent.
    public var run: UInt64?
    /// Which position is on which frame, from `segmentFrame` on; meaningless while silent.
    public var segment: TimelineSegment
    /// The position from which on the onsets of lane 0 are the plan's; earlier ones are those of former plans.
    public var position: Position

    /// The frame from which `segment` holds: `frame`, or later where a run is about to begin, and where a sound had begun
    /// whose onset was still to come.
    public var segmentFrame: Int64 { max(frame, segment.firstFrame) }

    @_noLocks init(
        revision: UInt64, isLate: Bool = false, frame: Int64, run: UInt64?, segment: TimelineSegment, position: Position
    ) {
        self.revision = revision
        self.isLate = isLate
        self.frame = frame
        self.run = run
        self.segment = segment
        self.position = position
    }
}
