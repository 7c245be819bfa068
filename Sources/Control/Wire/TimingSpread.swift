// SPDX-License-Identifier: Apache-2.0

/// A distribution of durations, in microseconds.
///
/// Percentiles are rounded up, by an eighth at most; `max` is exact.
public struct TimingSpread: Sendable, Hashable, Codable {
    /// How many durations lie below `uptoUs`, and not below that of the bucket before.
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
