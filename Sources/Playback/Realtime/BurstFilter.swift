// SPDX-License-Identifier: Apache-2.0

/// Estimates by how much a device is ahead of the clock, from a number of position readings.
///
/// A device that moves its pointer in bursts reports the position that it had at the last burst, so its readings lag by
/// up to a burst. The device is at least where the reading furthest ahead says, and less than a burst ahead of the one
/// furthest behind; the estimate is the middle between these two. Real-time safe.
struct BurstFilter: BitwiseCopyable {
    /// What follows from a full window of readings, in frames.
    struct Observation: Equatable, BitwiseCopyable {
        /// How far the device is ahead of the clock; behind is negative.
        var ahead: Double
        /// How far that may be wrong.
        var blur: Double
    }

    /// Readings that make one observation.
    static var window: Int { @_noLocks get { 16 } }

    /// Frames that the device moves its pointer by at once; 0 for one that moves smoothly.
    private(set) var burst: Double
    private var best = 0.0
    private var worst = 0.0
    private var count = 0

    /// Of a device that moves so many frames at once.
    @_noLocks init(burst: Int = 0) { self.burst = Double(burst) }

    /// Takes how far a reading is ahead of the clock, in frames; behind is negative. Returns what follows when a window
    /// is full.
    @_noLocks mutating func take(_ ahead: Double) -> Observation? {
        best = count == 0 ? ahead : max(best, ahead)
        worst = count == 0 ? ahead : min(worst, ahead)
        count += 1
        guard count >= Self.window else { return nil }
        count = 0
        guard burst > 0 else { return Observation(ahead: best, blur: 0) }
        burst = max(burst, best - worst)
        let blur = (burst - (best - worst)) / 2
        return Observation(ahead: best + blur, blur: blur)
    }
}
