// SPDX-License-Identifier: Apache-2.0

/// The result of `song.show`: the song that is loaded, section by section.
public struct SongPage: WireRecord {
    /// A section as it is written.
    public struct Section: WireRecord {
        /// What it is called; nil where the file does not say.
        public var label: String?
        /// Its first bar.
        public var bar = 0
        /// How many bars it has, its endings too.
        public var bars = 0
        /// How often it is played.
        public var times = 0
        /// As one would write it.
        public var meter = ""
        /// The felt beat, by the name of its note; nil where it has none.
        public var beat: String?
        /// The tempo at its beginning, in felt beats a minute, as fast as the song is played.
        public var bpm = 0.0
        /// The tempo at the end of its last pass.
        public var toBpm = 0.0
        /// The slowest tempo, where a list or an ending goes beyond those at the beginning and at the end.
        public var leastBpm: Double?
        /// The fastest, likewise.
        public var mostBpm: Double?
        /// Where it begins first, in seconds of the song as it is written.
        public var fromS = 0.0
        /// The same place in quarter notes, as ``TimelineState/Bars/songBegin``.
        public var begin = TimelineState.Bars.Quarters()

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Section>(
            "song_section", "A section of a song as it is written.",
            [
                .orNull("label", \.label, "What it is called."),
                .member("bar", \.bar, "Its first bar."),
                .member("bars", \.bars, "How many it has, those of its endings too."),
                .member("times", \.times, "How often it is played."),
                .member("meter", \.meter, "As `7/8`."),
                .leftOut("beat", \.beat, "The note that is a felt beat, such as `eighth`, unless that is a quarter."),
                .member(
                    "bpm", \.bpm, "The tempo at its beginning, in felt beats a minute, as fast as the song is played."),
                .member("to_bpm", \.toBpm, "The tempo at the end of its last pass, be that an ending."),
                .leftOut(
                    "least_bpm", \.leastBpm,
                    "The slowest tempo, where a list of tempi or an ending goes beyond those at the beginning and at the end."
                ),
                .leftOut("most_bpm", \.mostBpm, "The fastest one, likewise."),
                .member(
                    "from_s", \.fromS,
                    "When it is played first, in seconds from the beginning of the song, at the tempo that is written."),
                .member("begin", \.begin, "The same in quarter notes, as `song_begin`."),
            ])
    }

    /// How many sections are told.
    public static let most = 400

    /// As in the status.
    public var song = SongState()
    /// In the order in which they are written, the first 400 of them.
    public var sections: [Section] = []
    /// How many more there are.
    public var more = 0
    /// How long the song is as it is written, in seconds.
    public var lengthS = 0.0
    /// The same length in quarter notes.
    public var length = TimelineState.Bars.Quarters()

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<SongPage>([
        .member("song", \.song, "The song that is loaded."),
        .member("sections", \.sections, "In the order in which they are written."),
        .member("more", \.more, "How many sections are left out."),
        .member(
            "length_s", \.lengthS,
            "How long it is in seconds, straight through at the tempo that is written, without the count-in."),
        .member("length", \.length, "The same in quarter notes."),
    ])
}
