// SPDX-License-Identifier: Apache-2.0

public import MetronomeRhythm

/// The timing of the real-time thread in a stretch of time.
public struct TimingFigures: Sendable, Hashable {
    /// A time at which the device ran dry.
    public struct Xrun: Sendable, Hashable {
        /// When it was noticed, on CLOCK_MONOTONIC.
        public var time: ClockTime
        /// Frames of the music that were not heard because of it.
        public var missedFrames: Int64
    }

    /// When the stretch begins, on CLOCK_MONOTONIC.
    public var from: ClockTime
    /// When it ends.
    public var to: ClockTime
    /// Beats rendered, with or without a device.
    public var beats: UInt64 = 0
    /// By how much a beat was played earlier or later than expected, where the device reports it.
    public var errors = TimingDistribution()
    /// By how much the thread woke later than it was due.
    public var lateness = TimingDistribution()
    /// Times at which the device ran dry.
    public var xruns: UInt64 = 0
    /// Frames of the music that were not heard because of them.
    public var missedFrames: Int64 = 0
    /// The last of them, the oldest first: at most 8.
    public var recentXruns: [Xrun] = []
    /// Devices that were given up.
    public var losses: UInt64 = 0
    var lowestPPM = Double.infinity
    var highestPPM = -Double.infinity
    var residualSquares = 0.0
    var residuals: UInt64 = 0

    /// The lowest and the highest value of the device's rate, in millionths off the nominal one; `nil`: not known.
    public var ppm: ClosedRange<Double>? { lowestPPM <= highestPPM ? lowestPPM...highestPPM : nil }

    /// The root mean square of what the clock's loop was off by, in ns; `nil`: it was not steered.
    public var residualNs: Double? {
        residuals == 0 ? nil : (residualSquares / Double(residuals)).squareRoot()
    }
}
