// SPDX-License-Identifier: Apache-2.0

/// A distribution of durations, in microseconds.
///
/// Percentiles are rounded up, by an eighth at most; `max` is exact.
public struct TimingSpread: WireRecord {
    /// How many durations lie below `uptoUs`, and not below that of the bucket before.
    public struct Bucket: WireRecord {
        /// The upper end, in microseconds.
        public var uptoUs = 0.0
        /// How many.
        public var count: UInt64 = 0

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Bucket>([
            .member("upto_us", \.uptoUs, "The upper end of a bucket."),
            .member("count", \.count, "How many."),
        ])
    }

    /// How many there are.
    public var count: UInt64 = 0
    /// What half of them do not exceed; nil where there are none.
    public var p50: Double?
    /// What 99 of 100 do not exceed.
    public var p99: Double?
    /// The largest.
    public var max: Double?
    /// All values, by size; empty buckets are left out.
    public var histogram: [Bucket] = []

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<TimingSpread>(
        "spread", "A distribution of durations, in microseconds.",
        [
            .member("count", \.count, "How many."),
            .orNull("p50", \.p50, "What half of them do not exceed."),
            .orNull("p99", \.p99, "What 99 of 100 do not exceed."),
            .orNull("max", \.max, "The largest."),
            .member("histogram", \.histogram, "Buckets by size, the empty ones left out."),
        ])
}
