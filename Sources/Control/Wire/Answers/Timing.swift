// SPDX-License-Identifier: Apache-2.0

/// The timing that the daemon has measured of itself: the result of `timing`.
///
/// Every key is always on the wire, with `null` where there is nothing to say.
public struct Timing: WireRecord {
    /// Since the daemon started.
    public var sinceStart = TimingRange()
    /// For the last 50 to 60 seconds.
    public var lastMinute = TimingRange()
    /// How much faster the device plays than its nominal rate says, against CLOCK_MONOTONIC, in millionths; nil where
    /// nothing is known.
    public var ratePPM: Double?
    /// The output now, as in the status.
    public var audio = AudioState()
    /// The moment of these figures, CLOCK_MONOTONIC.
    public var nowNs: Int64 = 0

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<Timing>(
        "timing", "How exact the beat has been.",
        [
            .member("since_start", \.sinceStart, "Since the daemon was started."),
            .member("last_minute", \.lastMinute, "For the last 50 to 60 seconds."),
            .orNull(
                "rate_ppm", \.ratePPM, "How much faster than its nominal rate the device plays now, in millionths."),
            .member("audio", \.audio, "The output now."),
            .member("now_ns", \.nowNs, "The moment of these figures, CLOCK_MONOTONIC."),
        ])
}
