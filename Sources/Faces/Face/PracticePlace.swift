// SPDX-License-Identifier: Apache-2.0

/// Where the trainers are at a moment: what a face shows of a session of practice.
public struct PracticePlace: Sendable, Hashable {
    /// What is counted.
    public enum Unit: String, Sendable, Hashable {
        case beats, bars
    }

    /// A tempo on its way to another. Tempi are in beats per minute.
    public struct Speed: Sendable, Hashable {
        /// The tempi of the whole way at equal distances in beats; at least one.
        public var course: [Double]
        /// Whether each of them holds up to the next; else it goes evenly from one to the next.
        public var isStepped: Bool
        /// How much of the way is over, 0...1.
        public var part: Double
        /// The tempo that it leads to.
        public var target: Double
        /// The next tempo, and in how many bars it begins; nil where there is none, and where the tempo changes with every beat.
        public var next: Next?
        /// In how many bars the way is over; nil where it never is, and where it is over already.
        public var barsLeft: Int?
        /// Whether the music ends there.
        public var stops: Bool

        /// A tempo to come.
        public struct Next: Sendable, Hashable {
            /// In beats per minute.
            public var bpm: Double
            /// In how many bars it begins.
            public var bars: Int

            /// A tempo, and in how many bars it begins.
            public init(bpm: Double, bars: Int) {
                self.bpm = bpm
                self.bars = bars
            }
        }

        /// All of its parts.
        public init(
            course: [Double], isStepped: Bool, part: Double, target: Double, next: Next?, barsLeft: Int?, stops: Bool
        ) {
            self.course = course
            self.isStepped = isStepped
            self.part = part
            self.target = target
            self.next = next
            self.barsLeft = barsLeft
            self.stops = stops
        }
    }

    /// Stretches that are heard, each followed by a silent one.
    public struct Gap: Sendable, Hashable {
        /// Which time it is played, from 1.
        public var round: Int
        /// How much is heard.
        public var played: Int
        /// How much is silent after the heard stretch.
        public var muted: Int
        /// How much of both is over.
        public var passed: Int
        /// What is counted.
        public var unit: Unit

        /// All of its parts.
        public init(round: Int, played: Int, muted: Int, passed: Int, unit: Unit) {
            self.round = round
            self.played = played
            self.muted = muted
            self.passed = passed
            self.unit = unit
        }
    }

    /// Silences by chance.
    public struct Mute: Sendable, Hashable {
        /// How many of a hundred are silent in the present bar.
        public var percent: Double
        /// How many there are at the most.
        public var greatest: Double
        /// What is silent at once.
        public var unit: Unit
        /// Whether it is silent now.
        public var isSilent: Bool

        /// All of its parts.
        public init(percent: Double, greatest: Double, unit: Unit, isSilent: Bool) {
            self.percent = percent
            self.greatest = greatest
            self.unit = unit
            self.isSilent = isSilent
        }
    }

    /// How long it plays.
    public struct Timer: Sendable, Hashable {
        /// Seconds until it is over; nil where the time is not known.
        public var seconds: Double?
        /// How many beats or bars are left; nil for a timer that counts time.
        public var count: Int?
        /// What these are.
        public var unit: Unit
        /// How much of it is left, 0...1.
        public var part: Double

        /// All of its parts.
        public init(seconds: Double?, count: Int? = nil, unit: Unit = .bars, part: Double) {
            self.seconds = seconds
            self.count = count
            self.unit = unit
            self.part = part
        }
    }

    /// Whether the present beat is kept silent.
    public var isSilent: Bool
    /// The trainer of the tempo; nil without it.
    public var speed: Speed?
    /// The trainer with regular silences; nil without it.
    public var gap: Gap?
    /// The trainer with silences by chance; nil without it.
    public var mute: Mute?
    /// How long it plays; nil without it.
    public var timer: Timer?

    /// All of its parts.
    public init(
        isSilent: Bool = false, speed: Speed? = nil, gap: Gap? = nil, mute: Mute? = nil, timer: Timer? = nil
    ) {
        self.isSilent = isSilent
        self.speed = speed
        self.gap = gap
        self.mute = mute
        self.timer = timer
    }
}
