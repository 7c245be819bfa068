// SPDX-License-Identifier: Apache-2.0

/// A piece of music as it is written: sections of bars, one after the other, with repeats.
///
/// `SongMap` says where each bar is on the axis that is played, and `arrangement(from:countsIn:)` makes of it what the engine
/// plays.
public struct Song: Sendable, Hashable {
    /// Bars before the first one, in its meter and tempo.
    public struct CountIn: Sendable, Hashable {
        /// How many bars there may be.
        public static let bars = 1...64

        /// How many bars, 1...64.
        public var bars: Int
        /// How each of their beats is played; nil: a bell, then normal beats.
        public var accents: [Accent]?
        /// Linear, 1 is as loud as all else.
        public var volume: Double

        /// Bars of a bell and normal beats, unless accents are given.
        public init(bars: Int, accents: [Accent]? = nil, volume: Double = 1) {
            self.bars = bars
            self.accents = accents
            self.volume = volume
        }
    }

    /// What it is called.
    public var title: String?
    /// The sections in the order in which they are played; may be empty.
    public var sections: [SongSection]
    /// Bars before it.
    public var countIn: CountIn?

    /// All of its parts.
    public init(title: String? = nil, sections: [SongSection], countIn: CountIn? = nil) {
        self.title = title
        self.sections = sections
        self.countIn = countIn
    }

    /// Its count-in; where it has none, a bell and normal beats for a number of bars, 0 for none.
    public func countIn(usually bars: Int) -> CountIn? { countIn ?? (bars > 0 ? CountIn(bars: bars) : nil) }
}

/// A section of a song: a part that is played some times, each time with an ending of its own if there is one.
public struct SongSection: Sendable, Hashable {
    /// The bars that follow the part in some of its passes.
    public struct Ending: Sendable, Hashable {
        /// The passes that it follows, from 1.
        public var passes: [Int]
        /// What is played.
        public var part: SongPart

        /// A part for some passes.
        public init(passes: [Int], part: SongPart) {
            self.passes = passes
            self.part = part
        }
    }

    /// How often a section may be played.
    public static let times = 1...1000

    /// What it is called.
    public var label: String?
    /// What each pass begins with.
    public var part: SongPart
    /// How often it is played, 1...1000.
    public var times: Int
    /// No two of them for the same pass.
    public var endings: [Ending]

    /// How many bars are written in it, the bars of its endings included.
    package var writtenBars: Int { endings.reduce(part.bars) { $0 + $1.part.bars } }

    /// All of its parts.
    public init(label: String? = nil, part: SongPart, times: Int = 1, endings: [Ending] = []) {
        self.label = label
        self.part = part
        self.times = times
        self.endings = endings
    }
}
