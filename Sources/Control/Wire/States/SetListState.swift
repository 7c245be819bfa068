// SPDX-License-Identifier: Apache-2.0

/// The set list that is loaded, and the place in it.
public struct SetListState: WireRecord {
    /// One entry.
    public struct Entry: WireRecord {
        /// What a reader calls it.
        public var name = ""
        /// The preset; nil for a song.
        public var preset: String?
        /// The absolute path of the song; nil for a preset.
        public var song: String?
        /// After how many bars the music ends; nil where only the player ends it.
        public var bars: Int?
        /// What the player wants to read then.
        public var note: String?
        /// What it is, in a few words.
        public var summary: String?
        /// What was wrong with it when it was looked at; nil where nothing was. Without a summary it could not be played.
        public var trouble: String?

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Entry>(
            "setlist_entry", "An entry of a set list.",
            [
                .member("name", \.name, "The name of the preset, or that of the file of the song without its ending."),
                .leftOut("preset", \.preset, "The preset."),
                .leftOut("song", \.song, "The absolute path of the song."),
                .leftOut("bars", \.bars, "After how many the music ends."),
                .leftOut("note", \.note, "What the player wants to read then."),
                .leftOut("summary", \.summary, "What it is, for people, such as `96 bpm, 6/8`."),
                .leftOut(
                    "trouble", \.trouble,
                    "What was wrong with it when it was looked at; without a `summary` it could not be played."),
            ])
    }

    /// By which it is loaded.
    public var name = ""
    /// What it is called; nil where its file does not say.
    public var title: String?
    /// The number of the entry that plays, or that the next start plays, from 1; of the one before it where it was taken out
    /// meanwhile, 0 for none.
    public var place = 0
    /// Bars of count-in before each preset; nil where each preset says.
    public var countIn: Int?
    /// How many entries there are.
    public var count = 0
    /// The entry that plays, or that the next start plays.
    public var entry = Entry()
    /// The entry that follows; nil at the end.
    public var next: Entry?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<SetListState>(
        "setlist", "The set list that is loaded, and the place in it.",
        [
            .member("name", \.name, "By which it is loaded."),
            .orNull("title", \.title, "What it is called."),
            .member(
                "place", \.place,
                "The number of the entry that plays, or that the next start plays, from 1; of the one before it where it was taken out meanwhile, 0 for none."
            ),
            .leftOut(
                "count_in", \.countIn,
                "Bars of count-in: of each preset in place of its own, and of each song that has none."),
            .member("count", \.count, "How many entries there are."),
            .member("entry", \.entry, "The one that plays, or that the next start plays."),
            .orNull("next", \.next, "The one that follows; `null` at the end."),
        ])
}

/// The result of `setlist.show` and `setlist.add`: all entries of a set list.
public struct SetListPage: WireRecord {
    /// By which it is loaded.
    public var name = ""
    /// What it is called; nil where its file does not say.
    public var title: String?
    /// Bars of count-in before each preset; nil where each preset says.
    public var countIn: Int?
    /// The number of the entry that plays, from 1; nil where another set list is loaded, or none.
    public var place: Int?
    /// All entries.
    public var entries: [SetListState.Entry] = []

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<SetListPage>([
        .member("name", \.name, "By which it is loaded."),
        .orNull("title", \.title, "What it is called."),
        .leftOut(
            "count_in", \.countIn,
            "Bars of count-in: of each preset in place of its own, and of each song that has none."),
        .orNull("place", \.place, "The number of the entry that plays; `null` where it is not loaded."),
        .member("entries", \.entries, "All of them."),
    ])
}

/// The result of `setlist.list`.
public struct SetLists: WireRecord {
    /// One set list.
    public struct Entry: WireRecord {
        /// By which it is loaded.
        public var name = ""
        /// What it is called; nil where its file does not say.
        public var title: String?
        /// How many entries it has.
        public var count = 0
        /// Why it cannot be loaded; nil where it can, as far as its file says.
        public var trouble: String?

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Entry>(
            "setlist_file", "A set list.",
            [
                .member("name", \.name, "By which it is loaded."),
                .orNull("title", \.title, "What it is called."),
                .member("count", \.count, "How many entries it has."),
                .leftOut("trouble", \.trouble, "Why it cannot be loaded, by line and column."),
            ])
    }

    /// All there are, in the order of their names.
    public var setlists: [Entry] = []

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<SetLists>([
        .member("setlists", \.setlists, "Every set list there is.")
    ])
}
