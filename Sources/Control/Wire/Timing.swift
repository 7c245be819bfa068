// SPDX-License-Identifier: Apache-2.0

/// The timing that the daemon has measured of itself: the result of `timing`.
///
/// Every key is always on the wire, with `null` where there is nothing to say.
public struct Timing: Sendable, Hashable, Codable {
    /// Since the daemon started.
    public var sinceStart: TimingRange
    /// For the last 50 to 60 seconds.
    public var lastMinute: TimingRange
    /// How much faster the device plays than its nominal rate says, against CLOCK_MONOTONIC, in millionths; nil where
    /// nothing is known.
    @OrNull public var ratePPM: Double?
    /// The output now, as in the status.
    public var audio: AudioState
    /// The moment of these figures, CLOCK_MONOTONIC.
    public var nowNs: Int64

    /// All of its parts.
    public init(sinceStart: TimingRange, lastMinute: TimingRange, ratePPM: Double?, audio: AudioState, nowNs: Int64) {
        self.sinceStart = sinceStart
        self.lastMinute = lastMinute
        self.ratePPM = ratePPM
        self.audio = audio
        self.nowNs = nowNs
    }

    private enum CodingKeys: String, CodingKey {
        case sinceStart = "since_start"
        case lastMinute = "last_minute"
        case ratePPM = "rate_ppm"
        case audio
        case nowNs = "now_ns"
    }
}
