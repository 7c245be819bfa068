// SPDX-License-Identifier: Apache-2.0

/// The set list that is loaded, and the place in it.
public struct SetListState: Sendable, Hashable, Codable {
    /// One entry.
    public struct Entry: Sendable, Hashable, Codable {
        /// What a reader calls it.
        public var name: String
        /// The preset; nil for a song.
        public var preset: String?
        /// The absolute path of the song; nil for a preset.
        public var song: String?
        /// Why it could not be played when it was looked at; nil where it could.
        public var trouble: String?

        /// All of its parts.
        public init(name: String, preset: String? = nil, song: String? = nil, trouble: String? = nil) {
            (self.name, self.preset, self.song, self.trouble) = (name, preset, song, trouble)
        }
    }

    /// By which it is loaded.
    public var name: String
    /// What it is called; nil where its file does not say.
    @OrNull public var title: String?
    /// The number of the entry that plays, or that the next start plays, from 1; of the one before it where it was taken out
    /// meanwhile, 0 for none.
    public var place: Int
    /// How many entries there are.
    public var count: Int
    /// The entry that plays, or that the next start plays.
    public var entry: Entry
    /// The entry that follows; nil at the end.
    @OrNull public var next: Entry?

    /// All of its parts.
    public init(name: String, title: String?, place: Int, count: Int, entry: Entry, next: Entry?) {
        (self.name, self.title, self.place) = (name, title, place)
        (self.count, self.entry, self.next) = (count, entry, next)
    }
}

/// The result of `setlist.show` and `setlist.add`: all entries of a set list.
public struct SetListPage: Sendable, Hashable, Codable {
    /// By which it is loaded.
    public var name: String
    /// What it is called; nil where its file does not say.
    @OrNull public var title: String?
    /// The number of the entry that plays, from 1; nil where another set list is loaded, or none.
    @OrNull public var place: Int?
    /// All of them.
    public var entries: [SetListState.Entry]

    /// All of its parts.
    public init(name: String, title: String?, place: Int?, entries: [SetListState.Entry]) {
        (self.name, self.title, self.place, self.entries) = (name, title, place, entries)
    }
}

/// The result of `setlist.list`.
public struct SetLists: Sendable, Hashable, Codable {
    /// One set list.
    public struct Entry: Sendable, Hashable, Codable {
        /// By which it is loaded.
        public var name: String
        /// What it is called; nil where its file does not say.
        @OrNull public var title: String?
        /// How many entries it has.
        public var count: Int
        /// Why it cannot be loaded; nil where it can, as far as its file says.
        public var trouble: String?

        /// All of its parts.
        public init(name: String, title: String?, count: Int, trouble: String? = nil) {
            (self.name, self.title, self.count, self.trouble) = (name, title, count, trouble)
        }
    }

    /// All there are, in the order of their names.
    public var setlists: [Entry]

    /// All of its parts.
    public init(setlists: [Entry]) { self.setlists = setlists }
}
