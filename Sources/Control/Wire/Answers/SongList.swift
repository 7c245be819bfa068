// SPDX-License-Identifier: Apache-2.0

/// The result of `song.list`.
public struct SongList: WireRecord {
    /// A song that is known by its name.
    public struct Entry: WireRecord {
        /// By which it is loaded.
        public var name = ""

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Entry>(
            "song_file", "A song that is known by its name.",
            [.member("name", \.name, "By which it is loaded: the name of its file.")])
    }

    /// All there are, in the order of their names.
    public var songs: [Entry] = []

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<SongList>([
        .member("songs", \.songs, "Every song that is known by its name.")
    ])
}
