// SPDX-License-Identifier: Apache-2.0

/// The timing measured in a stretch of time.
public struct TimingRange: Sendable, Hashable, Codable {
    /// How long it is, in seconds.
    public var seconds: Double
    /// Beats played, whether a device was there to be heard or not.
    public var beats: UInt64
    /// By how much a beat was played earlier or later than announced; counted where a device reports what it plays.
    public var errorUs: TimingSpread
    /// By how much the real-time thread woke later than asked for.
    public var wakeLatenessUs: TimingSpread
    /// Underruns of the device.
    public var xruns: TimingXruns
    /// Devices that were lost.
    public var losses: UInt64
    /// The slowest rate that the device was found to play at, as `Timing.ratePPM` has it; nil where nothing is known.
    @OrNull public var lowestRatePPM: Double?
    /// The fastest, likewise.
    @OrNull public var highestRatePPM: Double?
    /// The error of the clock's loop, in microseconds, as a root mean square; nil where there was no device to follow.
    @OrNull public var residualUs: Double?

    /// All of its parts.
    public init(
        seconds: Double, beats: UInt64, errorUs: TimingSpread, wakeLatenessUs: TimingSpread, xruns: TimingXruns,
        losses: UInt64, lowestRatePPM: Double?, highestRatePPM: Double?, residualUs: Double?
    ) {
        self.seconds = seconds
        self.beats = beats
        self.errorUs = errorUs
        self.wakeLatenessUs = wakeLatenessUs
        self.xruns = xruns
        self.losses = losses
        self.lowestRatePPM = lowestRatePPM
        self.highestRatePPM = highestRatePPM
        self.residualUs = residualUs
    }

    private enum CodingKeys: String, CodingKey {
        case seconds, beats, xruns, losses
        case errorUs = "error_us"
        case wakeLatenessUs = "wake_lateness_us"
        case lowestRatePPM = "rate_ppm_min"
        case highestRatePPM = "rate_ppm_max"
        case residualUs = "residual_us"
    }
}
