// SPDX-License-Identifier: Apache-2.0

/// The timing measured in a stretch of time.
public struct TimingRange: WireRecord {
    /// How long it is, in seconds.
    public var seconds = 0.0
    /// Beats played, whether a device was there to be heard or not.
    public var beats: UInt64 = 0
    /// By how much a beat was played earlier or later than announced; counted where a device reports what it plays.
    public var errorUs = TimingSpread()
    /// By how much the real-time thread woke later than asked for.
    public var wakeLatenessUs = TimingSpread()
    /// Underruns of the device.
    public var xruns = TimingXruns()
    /// Devices that were lost.
    public var losses: UInt64 = 0
    /// The slowest rate that the device was found to play at, as `Timing.ratePPM` has it; nil where nothing is known.
    public var lowestRatePPM: Double?
    /// The fastest, likewise.
    public var highestRatePPM: Double?
    /// The error of the clock's loop, in microseconds, as a root mean square; nil where there was no device to follow.
    public var residualUs: Double?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<TimingRange>(
        "timing_range", "What was measured in a stretch of time.",
        [
            .member("seconds", \.seconds, "How long it is."),
            .member("beats", \.beats, "Beats played."),
            .member("error_us", \.errorUs, "By how much a beat was played off the time that was announced."),
            .member("wake_lateness_us", \.wakeLatenessUs, "By how much the real-time thread woke late."),
            .member("xruns", \.xruns, "Underruns of the device."),
            .member("losses", \.losses, "Devices that were lost."),
            .orNull("rate_ppm_min", \.lowestRatePPM, "The slowest rate that was measured, in millionths."),
            .orNull("rate_ppm_max", \.highestRatePPM, "The fastest."),
            .orNull("residual_us", \.residualUs, "The error of the clock's loop, as a root mean square."),
        ])
}
