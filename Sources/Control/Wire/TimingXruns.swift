// SPDX-License-Identifier: Apache-2.0

/// The underruns of the device, and the frames that they cost.
public struct TimingXruns: Sendable, Hashable, Codable {
    /// One underrun.
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
