// SPDX-License-Identifier: Apache-2.0

/// Where the trainers are, as it is heard.
public struct PracticeState: Sendable, Hashable, Codable {
    /// A tempo that goes from one to another.
    public struct Speed: Sendable, Hashable, Codable {
        /// The bar that it has begun with, or begins with; after a tempo that was set by hand, the one of that.
        public var fromBar: Int
        /// The tempo that it has begun with.
        public var from: Double
        /// The tempo that it leads to.
        public var to: Double
        /// The next tempo; nil where it changes with every beat, and for the last one.
        @OrNull public var nextBpm: Double?
        /// The beat of that.
        @OrNull public var nextBeat: Int?
        /// The beat with which it is over; nil where it begins again.
        @OrNull public var endBeat: Int?
        /// `hold`, `stop` or `again`.
        public var ending: String

        /// All of its parts.
        public init(
            fromBar: Int, from: Double, to: Double, nextBpm: Double?, nextBeat: Int?, endBeat: Int?, ending: String
        ) {
            self.fromBar = fromBar
            self.from = from
            self.to = to
            self.nextBpm = nextBpm
            self.nextBeat = nextBeat
            self.endBeat = endBeat
            self.ending = ending
        }

        private enum CodingKeys: String, CodingKey {
            case from, to, ending
            case fromBar = "from_bar"
            case nextBpm = "next_bpm"
            case nextBeat = "next_beat"
            case endBeat = "end_beat"
        }
    }

    /// Silences that come again and again.
    public struct Gap: Sendable, Hashable, Codable {
        /// The bar that it has begun with, or begins with.
        public var fromBar: Int
        /// Which time it is played, from 1.
        public var round: Int
        /// Whether it is silent now.
        public var silent: Bool
        /// How much of the stretch that is heard, or not, is over.
        public var passed: Int
        /// How long that stretch is.
        public var length: Int
        /// `bars` or `beats`.
        public var unit: String
        /// The beat with which the next stretch begins.
        public var nextBeat: Int

        /// All of its parts.
        public init(
            fromBar: Int, round: Int, silent: Bool, passed: Int, length: Int, unit: String, nextBeat: Int
        ) {
            self.fromBar = fromBar
            self.round = round
            self.silent = silent
            self.passed = passed
            self.length = length
            self.unit = unit
            self.nextBeat = nextBeat
        }

        private enum CodingKeys: String, CodingKey {
            case round, silent, passed, length, unit
            case fromBar = "from_bar"
            case nextBeat = "next_beat"
        }
    }

    /// Silences by chance.
    public struct Mute: Sendable, Hashable, Codable {
        /// The bar that it has begun with, or begins with.
        public var fromBar: Int
        /// Whether it is silent now.
        public var silent: Bool
        /// How many of a hundred are silent in this bar.
        public var percent: Double
        /// `bars` or `beats`.
        public var unit: String
        /// What decides which.
        public var seed: Int

        /// All of its parts.
        public init(fromBar: Int, silent: Bool, percent: Double, unit: String, seed: Int) {
            self.fromBar = fromBar
            self.silent = silent
            self.percent = percent
            self.unit = unit
            self.seed = seed
        }

        private enum CodingKeys: String, CodingKey {
            case silent, percent, unit, seed
            case fromBar = "from_bar"
        }
    }

    /// How long it plays.
    public struct Timer: Sendable, Hashable, Codable {
        /// The bar that it has begun with, or begins with.
        public var fromBar: Int
        /// How much it counts.
        public var length: Int
        /// `beats`, `bars`, `seconds` or `minutes`.
        public var unit: String
        /// The beat with which it is over, as the tempo stands; nil while that is not known.
        @OrNull public var endBeat: Int?
        /// When that is heard, CLOCK_MONOTONIC.
        @OrNull public var endNs: Int64?
        /// Seconds until then.
        @OrNull public var leftS: Double?

        /// All of its parts.
        public init(fromBar: Int, length: Int, unit: String, endBeat: Int?, endNs: Int64?, leftS: Double?) {
            self.fromBar = fromBar
            self.length = length
            self.unit = unit
            self.endBeat = endBeat
            self.endNs = endNs
            self.leftS = leftS
        }

        private enum CodingKeys: String, CodingKey {
            case length, unit
            case fromBar = "from_bar"
            case endBeat = "end_beat"
            case endNs = "end_ns"
            case leftS = "left_s"
        }
    }

    /// What is counted before the first bar.
    public struct CountIn: Sendable, Hashable, Codable {
        /// How many beats are left of it, the present one included.
        public var left: Int
        /// How many it has.
        public var beats: Int

        /// All of its parts.
        public init(left: Int, beats: Int) {
            self.left = left
            self.beats = beats
        }
    }

    /// Whether any trainer keeps the present beat silent.
    public var silent: Bool
    /// Of the tempo; nil without it.
    @OrNull public var speed: Speed?
    /// Of regular silences; nil without it.
    @OrNull public var gap: Gap?
    /// Of silences by chance; nil without it.
    @OrNull public var mute: Mute?
    /// How long it plays; nil without it.
    @OrNull public var timer: Timer?
    /// What is counted before the first bar; nil when it is over.
    @OrNull public var countIn: CountIn?

    private enum CodingKeys: String, CodingKey {
        case silent, speed, gap, mute, timer
        case countIn = "count_in"
    }

    /// All of its parts.
    public init(
        silent: Bool, speed: Speed? = nil, gap: Gap? = nil, mute: Mute? = nil, timer: Timer? = nil,
        countIn: CountIn? = nil
    ) {
        self.silent = silent
        self.speed = speed
        self.gap = gap
        self.mute = mute
        self.timer = timer
        self.countIn = countIn
    }
}
