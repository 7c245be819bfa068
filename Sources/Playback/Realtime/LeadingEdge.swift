// SPDX-License-Identifier: Apache-2.0

/// The most advanced of a number of position readings.
///
/// A device that moves its pointer in bursts reports where it was when the last burst was taken, never where it will be:
/// readings lag by up to a burst, and of several the one furthest ahead is nearest to the truth. Real-time safe.
struct LeadingEdge: BitwiseCopyable {
    /// Readings that make one observation: the lag that remains is a seventeenth of a burst on the average.
    static var window: Int { @_noLocks get { 16 } }

    /// How far apart the readings of the last full window were, in frames.
    private(set) var spread = 0.0
    private var best = 0.0
    private var worst = 0.0
    private var count = 0

    @_noLocks init() {}

    /// Takes how far a reading is ahead of the clock, in frames; behind is negative. Returns the furthest when a window
    /// is full.
    @_noLocks mutating func take(_ ahead: Double) -> Double? {
        best = count == 0 ? ahead : max(best, ahead)
        worst = count == 0 ? ahead : min(worst, ahead)
        count += 1
        guard count >= Self.window else { return nil }
        count = 0
        spread = best - worst
        return best
    }
}
