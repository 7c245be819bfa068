// SPDX-License-Identifier: Apache-2.0

/// What the daemon has found out about its own timing: the result of `timing`.
///
/// Every key is always on the wire, with `null` where there is nothing to say.
public struct Timing: Sendable, Hashable, Codable {
    /// Since the daemon began.
    public var sinceStart: TimingRange
    /// For the last 50 to 60 seconds.
    public var lastMinute: TimingRange
    /// How much faster the device plays than its nominal rate says, against CLOCK_MONOTONIC, in millionths; nil where
    /// nothing is known.
    @OrNull public var ratePPM: Double?
    /// What plays it now, as in the status.
    public var audio: AudioState
    /// The moment all of this is true for, CLOCK_MONOTONIC.
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

/// What was found out in a stretch of time.
public struct TimingRange: Sendable, Hashable, Codable {
    /// How long it is, in seconds.
    public var seconds: Double
    /// Beats played, whether a device was there to be heard or not.
    public var beats: UInt64
    /// By how much a beat was played earlier or later than told; counted where a device says what it plays.
    public var errorUs: TimingSpread
    /// By how much the real-time thread woke later than it had asked for.
    public var wakeLatenessUs: TimingSpread
    /// Times at which the device ran dry.
    public var xruns: TimingXruns
    /// Devices that were lost.
    public var losses: UInt64
    /// The slowest rate that the device was found to play at, as `Timing.ratePPM` has it; nil where nothing is known.
    @OrNull public var lowestRatePPM: Double?
    /// The fastest, likewise.
    @OrNull public var highestRatePPM: Double?
    /// What the clock's loop was off by, in microseconds, as a root mean square; nil where there was no device to follow.
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

/// How a number of lengths of time, in microseconds, are distributed.
///
/// Percentiles are never less than the truth, and at most an eighth more; `max` is exact.
public struct TimingSpread: Sendable, Hashable, Codable {
    /// How many of them lie below `uptoUs`, and not below that of the bucket before.
    public struct Bucket: Sendable, Hashable, Codable {
        /// The upper end, in microseconds.
        public var uptoUs: Double
        /// How many.
        public var count: UInt64

        /// All of its parts.
        public init(uptoUs: Double, count: UInt64) {
            self.uptoUs = uptoUs
            self.count = count
        }

        private enum CodingKeys: String, CodingKey {
            case uptoUs = "upto_us"
            case count
        }
    }

    /// How many there are.
    public var count: UInt64
    /// What half of them do not exceed; nil where there are none.
    @OrNull public var p50: Double?
    /// What 99 of 100 do not exceed.
    @OrNull public var p99: Double?
    /// The largest.
    @OrNull public var max: Double?
    /// All of them, by size; buckets without any are left out.
    public var histogram: [Bucket]

    /// All of its parts.
    public init(count: UInt64, p50: Double?, p99: Double?, max: Double?, histogram: [Bucket]) {
        self.count = count
        self.p50 = p50
        self.p99 = p99
        self.max = max
        self.histogram = histogram
    }
}

/// How often the device ran dry, and what it cost.
public struct TimingXruns: Sendable, Hashable, Codable {
    /// One of them.
    public struct Xrun: Sendable, Hashable, Codable {
        /// When it was noticed, CLOCK_MONOTONIC.
        public var atNs: Int64
        /// Frames of the music that were not heard.
        public var missedFrames: Int64

        /// All of its parts.
        public init(atNs: Int64, missedFrames: Int64) {
            self.atNs = atNs
            self.missedFrames = missedFrames
        }

        private enum CodingKeys: String, CodingKey {
            case atNs = "at_ns"
            case missedFrames = "missed_frames"
        }
    }

    /// How many.
    public var count: UInt64
    /// Frames of the music that were not heard, in all.
    public var missedFrames: Int64
    /// The last of them, the oldest first: at most 8.
    public var recent: [Xrun]

    /// All of its parts.
    public init(count: UInt64, missedFrames: Int64, recent: [Xrun]) {
        self.count = count
        self.missedFrames = missedFrames
        self.recent = recent
    }

    private enum CodingKeys: String, CodingKey {
        case count, recent
        case missedFrames = "missed_frames"
    }
}
