// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm
internal import MetronomeSession

/// The song that plays, or that the next start plays.
public struct SongState: WireRecord {
    /// The bars that are repeated.
    public struct Loop: WireRecord {
        /// The first of them, as it is written.
        public var fromBar = 0
        /// The last of them.
        public var toBar = 0

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Loop>([
            .member("from_bar", \.fromBar, "The first bar."),
            .member("to_bar", \.toBar, "The last one."),
        ])

        /// `bar 9`, `bars 9 to 10`.
        package var words: String { fromBar == toBar ? "bar \(fromBar)" : "bars \(fromBar) to \(toBar)" }
    }

    /// How the bars that are repeated are practised.
    public struct Practice: WireRecord {
        /// How many times as fast as it is written the first pass is.
        public var from = 1.0
        /// By how much each pass is faster.
        public var step = 0.0
        /// The scale that it leads to.
        public var goal = 1.0
        /// Which pass is heard, from 1.
        public var pass = 1
        /// How many bars are counted before the first pass; nil: those of the song.
        public var countIn: Int?
        /// Whether the music ends after a pass at the goal.
        public var stops = false

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Practice>([
            .member("from", \.from, "How many times as fast as it is written the first pass is."),
            .member("step", \.step, "By how much each pass is faster; 0: not at all."),
            .member("goal", \.goal, "The scale that it leads to."),
            .member("pass", \.pass, "Which is heard, from 1; while stopped 1."),
            .leftOut("count_in", \.countIn, "Bars before the first pass; else those of the song."),
            .member("stops", \.stops, "Whether the music ends after a pass at the goal."),
        ])
    }

    /// The absolute path of its file.
    public var path = ""
    /// How its file is read, such as `toml`.
    public var format = "toml"
    /// What it is called; nil where the file does not say.
    public var title: String?
    /// Its bars, as they are written.
    public var bars = 0
    /// The bar with which a start begins.
    public var startBar = 0
    /// How many times as fast as it is written it is played.
    public var scale = 0.0
    /// The tempo with which a start begins, in felt beats a minute, as fast as it is played.
    public var bpm = 0.0
    /// What is repeated; nil for nothing.
    public var loop: Loop?
    /// How that is practised; nil where it is only repeated.
    public var practice: Practice?
    /// How many felt beats the present bar has; while stopped, that of the start.
    public var beats = 0
    /// How strongly the beats of that bar are played, a sign for each.
    public var accents = ""
    /// The named lanes of the present bar, in the form of those of the status; while stopped, of the first one.
    public var lanes: [JSONValue] = []
    /// The section that is heard; nil while stopped.
    public var section: SectionState?
    /// The section that follows; nil while stopped, before the end, and where it is far away.
    public var next: SectionState?
    /// Why what is in the file now is not what plays, by line and column; nil where it is.
    public var trouble: String?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<SongState>(
        "song", "The song that plays, or that the next start plays.",
        [
            .member("path", \.path, "The absolute path of its file."),
            .member(
                "format", \.format, form: .choice(SongFormat.names),
                "How the file is read, by its name or as `song.load` was told."),
            .orNull("title", \.title, "What it is called, in at most 64 characters."),
            .member("bars", \.bars, "As they are written."),
            .member("start_bar", \.startBar, "With which a start begins."),
            .member("scale", \.scale, "How many times as fast as it is written it is played."),
            .member("bpm", \.bpm, "With which a start begins, in felt beats a minute, as fast as it is played."),
            .orNull("loop", \.loop, "What is repeated."),
            .leftOut("practice", \.practice, "How that is practised, by `loop.practise`."),
            .member("beats", \.beats, "Felt beats of the present bar; while stopped, of the first one."),
            .member("accents", \.accents, "How strongly these are played, a sign for each."),
            .member(
                "lanes", \.lanes, form: .list(.type("lane")),
                "Its named lanes in that bar, at most one with a name each."),
            .orNull("section", \.section, "That is heard; `null` while stopped."),
            .orNull("next", \.next, "That follows; `null` while stopped, before the end, and where it is far away."),
            .leftOut("trouble", \.trouble, "Why what the file says now is not what plays, by line and column."),
        ])
}

/// A section of a song in one of its passes, and when it is heard.
public struct SectionState: WireRecord {
    /// The section, from 0; nil for a count-in.
    public var index: Int?
    /// What it is called; nil where the file does not say.
    public var label: String?
    /// Which time it is played, from 1.
    public var pass = 0
    /// How often it is played.
    public var times = 0
    /// Its first beat, since the start.
    public var fromBeat = 0
    /// When that is heard, CLOCK_MONOTONIC; nil in a timeline, which says it of every beat.
    public var atNs: Int64?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<SectionState>(
        "section", "A section of a song in one of its passes.",
        [
            .orNull("index", \.index, "From 0; `null` for a count-in."),
            .orNull("label", \.label, "What it is called."),
            .member("pass", \.pass, "Which time it is played, from 1."),
            .member("times", \.times, "How often it is played."),
            .member("from_beat", \.fromBeat, "Its first beat, since the start."),
            .leftOut("at_ns", \.atNs, "When that is heard, CLOCK_MONOTONIC. Not in a timeline, from which it follows."),
        ])

    /// What a reader calls it: its label, else its number.
    public var name: String { SectionPlace(self).name }
}
