// SPDX-License-Identifier: Apache-2.0

/// The song that plays, or that the next start plays.
public struct SongState: Sendable, Hashable, Codable {
    /// The bars that are repeated.
    public struct Loop: Sendable, Hashable, Codable {
        /// The first of them, as it is written.
        public var fromBar: Int
        /// The last of them.
        public var toBar: Int

        /// All of its parts.
        public init(fromBar: Int, toBar: Int) {
            self.fromBar = fromBar
            self.toBar = toBar
        }

        private enum CodingKeys: String, CodingKey {
            case fromBar = "from_bar"
            case toBar = "to_bar"
        }
    }

    /// The absolute path of its file.
    public var path: String
    /// How its file is read: `toml`, `klick`, `ctronome` or `smf`.
    public var format: String
    /// What it is called; nil where the file does not say.
    @OrNull public var title: String?
    /// Its bars, as they are written.
    public var bars: Int
    /// The bar with which a start begins.
    public var startBar: Int
    /// How many times as fast as it is written it is played.
    public var scale: Double
    /// What is repeated; nil for nothing.
    @OrNull public var loop: Loop?
    /// How many felt beats the present bar has; while stopped, that of the start.
    public var beats: Int
    /// How strongly the beats of that bar are played, a sign for each.
    public var accents: String
    /// The named lanes of the present bar, in the form of those of the status; while stopped, of the first one.
    public var lanes: [JSONValue]
    /// The section that is heard; nil while stopped.
    @OrNull public var section: SectionState?
    /// The section that follows; nil while stopped, before the end, and where it is far away.
    @OrNull public var next: SectionState?
    /// Why what is in the file now is not what plays, by line and column; nil where it is.
    public var trouble: String?

    /// All of its parts.
    public init(
        path: String, format: String = "toml", title: String?, bars: Int, startBar: Int, scale: Double, loop: Loop?,
        beats: Int,
        accents: String = "", lanes: [JSONValue] = [],
        section: SectionState?, next: SectionState?, trouble: String? = nil
    ) {
        self.path = path
        self.format = format
        self.title = title
        self.bars = bars
        self.startBar = startBar
        self.scale = scale
        self.loop = loop
        self.beats = beats
        self.accents = accents
        self.lanes = lanes
        self.section = section
        self.next = next
        self.trouble = trouble
    }

    private enum CodingKeys: String, CodingKey {
        case path, format, title, bars, scale, loop, beats, accents, lanes, section, next, trouble
        case startBar = "start_bar"
    }
}

/// A section of a song in one of its passes, and when it is heard.
public struct SectionState: Sendable, Hashable, Codable {
    /// The section, from 0; nil for a count-in.
    @OrNull public var index: Int?
    /// What it is called; nil where the file does not say.
    @OrNull public var label: String?
    /// Which time it is played, from 1.
    public var pass: Int
    /// How often it is played.
    public var times: Int
    /// Its first beat, since the start.
    public var fromBeat: Int
    /// When that is heard, CLOCK_MONOTONIC; nil in a timeline, which says it of every beat.
    public var atNs: Int64?

    /// All of its parts.
    public init(index: Int?, label: String?, pass: Int, times: Int, fromBeat: Int, atNs: Int64? = nil) {
        self.index = index
        self.label = label
        self.pass = pass
        self.times = times
        self.fromBeat = fromBeat
        self.atNs = atNs
    }

    private enum CodingKeys: String, CodingKey {
        case index, label, pass, times
        case fromBeat = "from_beat"
        case atNs = "at_ns"
    }

    /// What a reader calls it: its label, else its number.
    public var name: String { label ?? index.map { "section \($0 &+ 1)" } ?? "count-in" }
}
