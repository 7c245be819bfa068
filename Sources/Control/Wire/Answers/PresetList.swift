// SPDX-License-Identifier: Apache-2.0

/// The result of `preset.list`.
public struct PresetList: WireRecord {
    /// One preset.
    public struct Entry: WireRecord {
        /// By which it is loaded.
        public var name = ""
        /// What it is, in a few words.
        public var summary = ""
        /// Why it cannot be loaded; nil where it can, as far as its file says.
        public var trouble: String?

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Entry>(
            "preset", "A preset.",
            [
                .member("name", \.name, "By which it is loaded."),
                .member("summary", \.summary, "What it is, for people."),
                .leftOut("trouble", \.trouble, "Why it cannot be loaded, by line and column."),
            ])
    }

    /// All there are, in the order of their names.
    public var presets: [Entry] = []

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<PresetList>([
        .member("presets", \.presets, "Every preset there is.")
    ])
}

/// The result of `preset.show`.
public struct PresetPage: WireRecord {
    /// By which it is loaded.
    public var name = ""
    /// The file that it is in.
    public var path = ""
    /// What stands there.
    public var text = ""
    /// The absolute path of its song; nil without one.
    public var song: String?
    /// The place that the song begins with; nil for its beginning.
    public var from: String?
    /// How many times as fast as it is written the song is played.
    public var scale: Double?
    /// What is wrong with it, by line and column.
    public var troubles: [String] = []

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<PresetPage>([
        .member("name", \.name, "Its name; empty for what is set."),
        .member("path", \.path, "The file; empty for what is set."),
        .member("text", \.text, "What stands in it."),
        .leftOut("song", \.song, "The absolute path of its song."),
        .leftOut("from", \.from, "The place that the song begins with."),
        .leftOut("scale", \.scale, "How many times as fast as it is written the song is played."),
        .member("troubles", \.troubles, "What is wrong with that, by line and column."),
    ])
}

/// The result of `preset.save`, and of `preset.remove` and `setlist.remove`: which file was written, or is gone.
public struct LibraryFile: WireRecord {
    /// The name.
    public var name = ""
    /// The file.
    public var path = ""
    /// Whether another one of that name was replaced; nil where it was removed.
    public var replaced: Bool?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<LibraryFile>([
        .member("name", \.name, "Its name."),
        .member("path", \.path, "The file."),
        .leftOut("replaced", \.replaced, "Whether one of that name was there; left out where it was removed."),
    ])
}
