// SPDX-License-Identifier: Apache-2.0

/// What the real-time thread has noted about its own timing, as of one moment.
public struct TimingSnapshot: Sendable, Hashable {
    /// Since the engine was started.
    public var sinceStart: TimingFigures
    /// For the last 50 to 60 s.
    public var lastMinute: TimingFigures
    /// How much faster than by its nominal rate the device plays, against CLOCK_MONOTONIC, in millionths; `nil`: no
    /// device, one without a clock of its own, or not known yet.
    public var ppm: Double?
}

/// What was noted in a stretch of time.
public struct TimingFigures: Sendable, Hashable {
    /// A time at which the device ran dry.
    public struct Xrun: Sendable, Hashable {
        /// When it was noticed, on CLOCK_MONOTONIC.
        public var ns: Int64
        /// Frames of the music that were not heard for it.
        public var missedFrames: Int64
    }

    /// When the stretch begins, on CLOCK_MONOTONIC.
    public var fromNs: Int64
    /// When it ends.
    public var toNs: Int64
    /// Beats rendered, for a device or for nobody.
    public var beats: UInt64 = 0
    /// By how much a beat was played earlier or later than told, where a device told.
    public var errors = TimingDistribution()
    /// By how much the thread came back from its wait later than it had asked for.
    public var lateness = TimingDistribution()
    /// Times at which the device ran dry.
    public var xruns: UInt64 = 0
    /// Frames of the music that were not heard for it.
    public var missedFrames: Int64 = 0
    /// The last of them, the oldest first: at most 8.
    public var recentXruns: [Xrun] = []
    /// Devices that were given up.
    public var losses: UInt64 = 0
    var lowestPPM = Double.infinity
    var highestPPM = -Double.infinity
    var residualSquares = 0.0
    var residuals: UInt64 = 0

    init(fromNs: Int64, toNs: Int64) {
        self.fromNs = fromNs
        self.toNs = toNs
    }

    /// Between which values the device's rate was found, in millionths; `nil`: it was not known.
    public var ppm: ClosedRange<Double>? { lowestPPM <= highestPPM ? lowestPPM...highestPPM : nil }

    /// The root mean square of what the clock's loop was off by, in ns; `nil`: it was not steered.
    public var residualNs: Double? {
        residuals == 0 ? nil : (residualSquares / Double(residuals)).squareRoot()
    }
}

/// How lengths of time are distributed.
public struct TimingDistribution: Sendable, Hashable {
    /// The longest, in ns, exactly.
    public var longestNs: Int64 = 0
    var counts = [UInt64](repeating: 0, count: TimingScale.count)

    /// How many there are.
    public var count: UInt64 { counts.reduce(0, +) }

    /// The value that so large a part of all does not exceed, in ns: never less than it is, and at most an eighth, or
    /// 64 ns, more. 0 if there are none.
    public func percentileNs(_ part: Double) -> Int64 {
        let count = count
        var left = max(1, (Double(count) * part).rounded(.up))
        for (step, number) in counts.enumerated() where number > 0 {
            left -= Double(number)
            guard left <= 0 else { continue }
            return step == counts.count - 1 ? longestNs : min(TimingScale.endNs(ofStep: step), longestNs)
        }
        return longestNs
    }

    /// How many lie below each of these ends, in ns, and not below the one before; those without any are left out.
    public var steps: [(endNs: Int64, count: UInt64)] {
        counts.enumerated().filter { $0.element > 0 }.map { (TimingScale.endNs(ofStep: $0.offset), $0.element) }
    }
}
