// SPDX-License-Identifier: Apache-2.0

/// The underruns of the device, and the frames that they cost.
public struct TimingXruns: WireRecord {
    /// One underrun.
    public struct Xrun: WireRecord {
        /// When it was noticed, CLOCK_MONOTONIC.
        public var atNs: Int64 = 0
        /// Frames of the music that were not heard.
        public var missedFrames: Int64 = 0

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Xrun>([
            .member("at_ns", \.atNs, "When it was noticed."),
            .member("missed_frames", \.missedFrames, "Frames that were not heard."),
        ])
    }

    /// How many.
    public var count: UInt64 = 0
    /// Frames of the music that were not heard, in all.
    public var missedFrames: Int64 = 0
    /// The last of them, the oldest first: at most 8.
    public var recent: [Xrun] = []

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<TimingXruns>([
        .member("count", \.count, "How many."),
        .member("missed_frames", \.missedFrames, "Frames of the music that were not heard, in all."),
        .member("recent", \.recent, "The last 8."),
    ])
}
