// SPDX-License-Identifier: Apache-2.0

internal import Bounds
internal import Rhythm

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
    private var lastTime = ClockTime.earliest
    /// Of the window: when it began, the reading furthest ahead, and how many there were.
    private var windowStart = ClockTime.earliest
    private var best = 0.0
    private var count = 0

    /// Of a device that moves so many frames at once.
    @_noLocks init(burst: Int = 0) { self.burst = Double(burst) }

    /// Notes what is known without a reading: at `time` the device is ahead of the clock by `least` to `most` frames.
    @_noLocks mutating func bound(from least: Double, to most: Double, at time: ClockTime) {
        self.least = least
        self.most = most
        lastTime = time
        isBounded = true
    }

    /// Takes how far a reading is ahead of the clock, in frames; behind is negative. Returns what follows, if anything does.
    ///
    /// - Parameters:
    ///   - blur: frames that were played while the device was being asked.
    ///   - time: when it was asked.
    ///   - doubt: frames a second that the clock's rate may be off by.
    @_noLocks mutating func take(_ ahead: Double, blur: Double = 0, at time: ClockTime, doubt: Double = 0)
        -> Observation?
    {
        guard burst > 0 else { return takeSmooth(ahead, at: time) }
        let drift = doubt * time.seconds(since: lastTime)
        lastTime = time
        let lowest = ahead - blur
        guard isBounded else {
            bound(from: lowest, to: ahead + burst, at: time)
            return middle
        }
        least -= drift
        most += drift
        if lowest > most {
            bound(from: lowest, to: lowest + min(burst, Self.jitter), at: time)
        } else if ahead + burst < least - Self.jitter {
            burst = least - ahead
        } else if ahead + burst < least {
            bound(from: ahead + burst - min(burst, Self.jitter), to: ahead + burst, at: time)
        } else {
            bound(from: max(least, lowest), to: min(most, ahead + burst), at: time)
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
        upTo longest: Int64, reported: Double, spread: Double, by clock: StreamClock, at now: ClockTime
    ) -> Int64? {
        guard burst > 0, isBounded else { return nil }
        let ahead = least + (most - least) * spread
        let latest = clock.frame(at: now.advanced(byNanoseconds: longest + Self.wakeNs)) + ahead
        guard latest - reported >= burst else { return nil }
        let moves = Int64(clamping: (latest - reported) / burst)
        let due = clock.time(ofFrame: reported + Double(moves) * burst - ahead)
        let sleep = due.nanoseconds(since: now) - Self.wakeNs
        return sleep >= longest / 2 ? min(sleep, longest) : nil
    }

    private var middle: Observation {
        @_noLocks get { Observation(ahead: (least + most) / 2, blur: (most - least) / 2) }
    }

    @_noLocks private mutating func takeSmooth(_ ahead: Double, at time: ClockTime) -> Observation? {
        if count == 0 { windowStart = time }
        best = count == 0 ? ahead : max(best, ahead)
        count += 1
        guard count >= Self.window || time.nanoseconds(since: windowStart) >= Self.windowNs else { return nil }
        count = 0
        return Observation(ahead: best, blur: 0)
    }
}
