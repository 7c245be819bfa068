// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

/// Estimates which frame a device plays, and how fast, from readings of its position.
///
/// A device that moves its pointer in bursts reports the position that it had at the last burst. So it is at least where a
/// reading says, and less than a burst ahead of the reading. What all readings allow is an interval, which widens with time by
/// what the device's rate may be off; the estimate is its middle. A reading tells most when the pointer is about to move: whether
/// it has moved halves the interval. Two such intervals bound the rate between them, so the interval widens less and less. Of a
/// device that moves smoothly, the reading furthest ahead of a window counts. Real-time safe.
struct BurstFilter: BitwiseCopyable {
    /// What follows from the readings.
    struct Observation: Equatable, BitwiseCopyable {
        /// How far the device is ahead of the clock, in frames; behind is negative.
        var ahead: Double
        /// How far that may be wrong.
        var blur: Double
        /// The device plays no fewer and no more frames a second.
        var slowest = 0.0
        var fastest = Double.infinity
    }

    /// Readings in a window.
    static var window: Int { @_noLocks get { 16 } }
    /// The longest window, in ns: the fewer readings there are, the longer the clock runs without one.
    private static var windowNs: Int64 { 300_000_000 }
    /// How much later than they should bursts may come, in frames. Bursts that are later still are taken to be longer.
    private static var latest: Double { 12 }
    /// About how much later than it asked for a thread wakes, in ns.
    private static var wakeNs: Int64 { 50_000 }
    /// Looks are spread over the interval and beyond its ends, so that an interval that is wrong is contradicted: over
    /// `spreadWidth` times its width, and over at least `fewestFrames` frames.
    private static var spreadWidth: Double { 1.5 }
    private static var fewestFrames: Double { 6 }
    /// What the rate of an unknown crystal may be off by, as a part of it.
    private static var mostDoubt: Double { @_noLocks get { 0.0003 } }
    /// What it may change by until it is measured again, and how long that is, in seconds.
    private static var wander: Double { 0.00001 }
    private static var spanSeconds: Double { 10 }
    /// Shorter spans do not show a rate.
    private static var shortestSpan: Double { 0.05 }
    /// By how many frames a span may be wrong: by half of them at either end.
    private static var slack: Double { 0.25 }
    /// A device is looked at more often, every `soonNs`, until its rate is known to `settledDoubt`, as a part of it, or
    /// `settlingNs` are over.
    private static var soonNs: Int64 { 10_000_000 }
    private static var settledDoubt: Double { 0.00005 }
    private static var settlingNs: Int64 { 1_000_000_000 }

    /// Frames that the device moves its pointer by at once; 0 for one that moves smoothly.
    private(set) var burst: Double
    /// How much later than they should bursts have come, in frames.
    private var late = 0.0
    /// When the first interval was known.
    private var startTime = ClockTime.earliest
    /// Between which frames the device was at `lastTime`.
    private var least = 0.0
    private var most = 0.0
    private var lastTime = ClockTime.earliest
    private var isBounded = false
    /// The fewest and the most frames that the device can play in a second.
    private var slowest = 0.0
    private var fastest = 0.0
    /// The interval from which on the rate is measured.
    private var spanTime = ClockTime.earliest
    private var spanLeast = 0.0
    private var spanMost = 0.0
    /// When the window began, its reading furthest ahead, and how many readings it has.
    private var windowStart = ClockTime.earliest
    private var best = 0.0
    private var count = 0

    /// The filter of a device that moves its pointer by `burst` frames at once.
    @_noLocks init(burst: Int = 0) { self.burst = Double(burst) }

    /// By how many frames a second the rate of an unknown device may differ from the clock's.
    @_noLocks static func doubt(of clock: StreamClock) -> Double { clock.framesPerSecond * mostDoubt }

    /// Notes what is known without a reading: the device plays a frame between `least` and `most` at `time`.
    @_noLocks mutating func bound(from least: Double, to most: Double, at time: ClockTime, by clock: StreamClock) {
        self.least = least
        self.most = most
        lastTime = time
        startTime = time
        isBounded = true
        forgetRate(by: clock)
    }

    /// Takes a reading of the position, on the clock's axis of frames. Returns what follows, if anything does.
    ///
    /// - Parameters:
    ///   - blur: frames that were played while the device was being asked.
    ///   - time: when it was asked.
    @_noLocks mutating func take(_ reported: Double, blur: Double = 0, at time: ClockTime, by clock: StreamClock)
        -> Observation?
    {
        let expected = clock.frame(at: time)
        guard burst > 0 else { return takeSmooth(reported - expected, at: time) }
        let lowest = reported - blur
        let highest = reported + burst + late
        if isBounded {
            let seconds = time.seconds(since: lastTime)
            lastTime = time
            least += slowest * seconds
            most += fastest * seconds
            narrow(from: lowest, to: highest, by: clock)
        } else {
            bound(from: lowest, to: highest, at: time, by: clock)
        }
        return Observation(
            ahead: (least + most) / 2 - expected, blur: (most - least) / 2, slowest: slowest, fastest: fastest)
    }

    // MARK: when to look

    /// How long to sleep at most, in ns, where nothing else is to be done for `longest`.
    @_noLocks func sleepNs(upTo longest: Int64, at now: ClockTime) -> Int64 {
        guard burst > 0, isBounded, now.nanoseconds(since: startTime) < Self.settlingNs,
            fastest - slowest > 2 * Self.settledDoubt * fastest
        else { return longest }
        return min(longest, Self.soonNs)
    }

    /// How long to sleep, in ns, `longest` at most and half of that at least, so that the thread wakes when the pointer is
    /// thought to move; `nil` where it does not move in that time.
    ///
    /// - Parameters:
    ///   - reported: the last position reported, on the clock's axis of frames.
    ///   - spread: 0..<1, another one at each call: where in the interval to look.
    @_noLocks func sleepNs(upTo longest: Int64, reported: Double, spread: Double, at now: ClockTime) -> Int64? {
        guard burst > 0, isBounded else { return nil }
        let rate = (slowest + fastest) / 2
        let width = max(Self.spreadWidth * (most - least), Self.fewestFrames)
        let place = (least + most) / 2 + (spread - 0.5) * width + now.seconds(since: lastTime) * rate
        let latest = place + Double(longest + Self.wakeNs) * 1e-9 * rate
        guard latest - reported >= burst else { return nil }
        let moves = Int64(clamping: (latest - reported) / burst)
        let seconds = (reported + Double(moves) * burst - place) / rate
        let sleep = Int64(clamping: seconds * 1e9) - Self.wakeNs
        return sleep >= longest / 2 ? min(sleep, longest) : nil
    }

    // MARK: the interval

    @_noLocks private mutating func narrow(from lowest: Double, to highest: Double, by clock: StreamClock) {
        if lowest > most {
            // It plays nothing before its time, so it is further ahead than was thought.
            let excess = lowest - most
            least = lowest
            most = lowest + min(burst, 2 * excess)
            forgetRate(by: clock)
        } else if highest < least {
            let excess = least - highest
            guard excess <= Self.latest else {
                burst += excess
                return
            }
            late = min(late + 2 * excess, Self.latest)
            least = highest - excess
            forgetRate(by: clock)
        } else {
            least = max(least, lowest)
            most = min(most, highest)
            measureRate(by: clock)
        }
    }

    @_noLocks private mutating func forgetRate(by clock: StreamClock) {
        let doubt = Self.doubt(of: clock)
        slowest = clock.framesPerSecond - doubt
        fastest = clock.framesPerSecond + doubt
        beginSpan()
    }

    @_noLocks private mutating func beginSpan() {
        spanTime = lastTime
        spanLeast = least
        spanMost = most
    }

    @_noLocks private mutating func measureRate(by clock: StreamClock) {
        let seconds = lastTime.seconds(since: spanTime)
        if seconds >= Self.shortestSpan {
            let slack = Self.slack + late
            slowest = max(slowest, (least - spanMost - slack) / seconds)
            fastest = min(fastest, (most - spanLeast + slack) / seconds)
            guard slowest <= fastest else { return forgetRate(by: clock) }
        }
        if most - least < (spanMost - spanLeast) / 2 {
            beginSpan()
        } else if seconds >= Self.spanSeconds {
            late /= 2
            slowest -= Self.wander * slowest
            fastest += Self.wander * fastest
            beginSpan()
        }
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
