// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// The frames that messages are given to JACK for: in order, and never two clocks in a burst.
///
/// A pure value. Where the server has lost time, what comes next would be due before what was given ahead already: it follows
/// that by half of their distance at least, until it is in time again. A place between two frames stays as far from the one before
/// as their distance is, so that what little the line is off does not move clocks to and fro.
package struct MessageFrames: Sendable {
    private var last: (frame: Int64, dueNs: Int64)?
    /// How much farther than half a frame a message may be from its place, in frames.
    private static let mostNoise = 0.1
    /// No frame lies farther away, in frames.
    private static let farthest = 0x1p61

    package init() {}

    /// The frame for a message that is due at a time, CLOCK_MONOTONIC, which is that frame by the line.
    package mutating func place(_ frame: Double, dueNs: Int64, framesPerSecond: Double) -> Int64 {
        var placed = Int64(clamping: min(max(frame, -Self.farthest), Self.farthest).rounded())
        if let last {
            let distance = Double(max(0, dueNs - last.dueNs)) * framesPerSecond / 1e9
            let even = last.frame + Int64(clamping: distance.rounded())
            if abs(Double(even) - frame) < 0.5 + Self.mostNoise { placed = even }
            placed = max(placed, last.frame + Int64(clamping: (distance / 2).rounded()))
        }
        last = (placed, dueNs)
        return placed
    }

    /// What was given ahead is left out.
    package mutating func forget() { last = nil }
}
