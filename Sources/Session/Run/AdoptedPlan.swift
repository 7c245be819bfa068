// SPDX-License-Identifier: Apache-2.0

package import MetronomeRhythm

/// What the real-time thread adopts of a plan: from which frame it holds, and what holds from there on.
package struct AdoptedPlan: Sendable, Hashable {
    /// The first frame rendered under the plan.
    package var frame: Int64
    /// The run in force; nil when silent.
    package var run: UInt64?
    /// Which beat is on which frame, from `segmentFrame` on; meaningless when silent.
    package var segment: TimelineSegment
    /// The bars from `nextBeat` on.
    package var grid: BarGrid
    /// The first beat that sounds under the plan.
    package var nextBeat: Int64

    /// The frame from which `segment` holds: `frame`, or a later one where a run is about to begin, and where a sound has
    /// begun whose onset is still to come.
    package var segmentFrame: Int64 { max(frame, segment.firstFrame) }

    /// All of its parts.
    package init(frame: Int64, run: UInt64?, segment: TimelineSegment, grid: BarGrid, nextBeat: Int64) {
        self.frame = frame
        self.run = run
        self.segment = segment
        self.grid = grid
        self.nextBeat = nextBeat
    }
}
