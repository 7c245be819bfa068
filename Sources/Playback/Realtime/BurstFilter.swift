// SPDX-License-Identifier: Apache-2.0

/// Estimates by how much a device is ahead of the clock, from readings of its position.
///
/// A device that moves its pointer in bursts reports the position that it had at the last one. So it is at least where a
/// reading says, and less than a burst ahead of that. What all readings allow is an interval, which widens with time by
/// what the clock's rate may be off; the estimate is its middle. A reading tells most when the pointer is about to move:
/// whether it has moved halves the interval. Of a device that moves smoothly, the reading furthest ahead of a window
/// counts. Real-time safe.
struct BurstFilter: BitwiseCopyable {
    /// What follows from the readings, in frames.
    struct Observation: Equatable, BitwiseCopyable {
        /// How far the device is ahead of the clock; behind is negative.
        var ahead: Double
        /// How far that may be wrong.
        var blur: Double
    }

    /// Readings in a window.
    static var window: Int { @_noLocks get { 16 } }
    /// A window is over after so long, too, in ns: the fewer readings there are, the longer the clock runs without one.
    private static var windowNs: Int64 { 300_000_000 }
    /// Bursts do not come exactly on time. Readings that contradict the interval by no more than this do not make the
    /// bursts longer, in frames.
    private static var jitter: Double { 12 }
    /// A thread wakes later than it asked for by about so much, in ns.
    private static var wakeNs: Int64 { 50_000 }

    /// Frames that the device moves its pointer by at once; 0 for one that moves smoothly.
    private(set) var burst: Double
    /// The device is ahead of the clock by no less and no more than this.
    private var least = 0.0
    private var most = 0.0
    private var isBounded = false
    private var lastNs: Int64 = 0
    /// Of the window: when it began, the reading furthest ahead, and how many there were.
    private var windowStartNs: Int64 = 0
    private var best = 0.0
    private var count = 0

    /// Of a device that moves so many frames at once.
    @_noLocks init(burst: Int = 0) { self.burst = Double(burst) }

    /// Notes what is known without a reading: at `ns` the device is ahead of the clock by `least` to `most` frames.
    @_noLocks mutating func bound(from least: Double, to most: Double, at ns: Int64) {
        self.least = least
        self.most = most
        lastNs = ns
        isBounded = true
    }

    /// Takes how far a reading is ahead of the clock, in frames; behind is negative. Returns what follows, if anything does.
    ///
    /// - Parameters:
    ///   - blur: frames that were played while the device was being asked.
    ///   - ns: when it was asked.
    ///   - doubt: frames a second that the clock's rate may be off by.
    @_noLocks mutating func take(_ ahead: Double, blur: Double = 0, at ns: Int64, doubt: Double = 0) -> Observation? {
        guard burst > 0 else { return takeSmooth(ahead, at: ns) }
        let drift = doubt * Double(ns - lastNs) * 1e-9
        lastNs = ns
        let lowest = ahead - blur
        guard isBounded else {
            bound(from: lowest, to: ahead + burst, at: ns)
            return middle
        }
        least -= drift
        most += drift
        if lowest > most {
            bound(from: lowest, to: lowest + min(burst, Self.jitter), at: ns)
        } else if ahead + burst < least - Self.jitter {
            burst = least - ahead
        } else if ahead + burst < least {
            bound(from: ahead + burst - min(burst, Self.jitter), to: ahead + burst, at: ns)
        } else {
            bound(from: max(least, lowest), to: min(most, ahead + burst), at: ns)
        }
        return middle
    }

    /// Notes that the clock was moved forward by so many frames.
    @_noLocks mutating func clockMoved(by frames: Double) {
        least -= frames
        most -= frames
    }

    /// How long to sleep, in ns, `longest` at most and half of that at least, so that the thread wakes when the pointer is
    /// thought to move; `nil` where it does not move in that time.
    ///
    /// - Parameters:
    ///   - reported: the last position reported, on the clock's axis of frames.
    ///   - spread: 0..<1, another one at each call: where in the interval to look.
    @_noLocks func sleepNs(
        upTo longest: Int64, reported: Double, spread: Double, by clock: StreamClock, at now: Int64
    ) -> Int64? {
        guard burst > 0, isBounded else { return nil }
        let ahead = least + (most - least) * spread
        let latest = clock.frame(at: now + longest + Self.wakeNs) + ahead
        guard latest - reported >= burst else { return nil }
        let moves = Int64((latest - reported) / burst)
        let sleep = clock.ns(ofFrame: reported + Double(moves) * burst - ahead) - Self.wakeNs - now
        return sleep >= longest / 2 ? min(sleep, longest) : nil
    }

    private var middle: Observation {
        @_noLocks get { Observation(ahead: (least + most) / 2, blur: (most - least) / 2) }
    }

    @_noLocks private mutating func takeSmooth(_ ahead: Double, at ns: Int64) -> Observation? {
        if count == 0 { windowStartNs = ns }
        best = count == 0 ? ahead : max(best, ahead)
        count += 1
        guard count >= Self.window || ns - windowStartNs >= Self.windowNs else { return nil }
        count = 0
        return Observation(ahead: best, blur: 0)
    }
}
