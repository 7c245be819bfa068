// SPDX-License-Identifier: Apache-2.0

/// The result of `song.show`: the song that is loaded, section by section.
public struct SongPage: Sendable, Hashable, Codable {
    /// A section as it is written.
    public struct Section: Sendable, Hashable, Codable {
        /// What it is called; nil where the file does not say.
        @OrNull public var label: String?
        /// Its first bar.
        public var bar: Int
        /// How many bars it has, its endings too.
        public var bars: Int
        /// How often it is played.
        public var times: Int
        /// As one would write it.
        public var meter: String
        /// The tempo at its begin, in felt beats a minute, as fast as the song is played.
        public var bpm: Double
        /// The tempo at its end.
        public var toBpm: Double
        /// Where it begins first, in seconds of the song as it is written; nil from a daemon without `song-times`.
        public var fromS: Double?
        /// The same in quarter notes, as ``TimelineState/Bars/songBegin``.
        public var begin: TimelineState.Bars.Quarters?

        /// All of its parts.
        public init(
            label: String?, bar: Int, bars: Int, times: Int, meter: String, bpm: Double, toBpm: Double,
            fromS: Double? = nil, begin: TimelineState.Bars.Quarters? = nil
        ) {
            self.fromS = fromS
            self.begin = begin
            self.label = label
            self.bar = bar
            self.bars = bars
            self.times = times
            self.meter = meter
            self.bpm = bpm
            self.toBpm = toBpm
        }

        private enum CodingKeys: String, CodingKey {
            case label, bar, bars, times, meter, bpm, begin
            case toBpm = "to_bpm"
            case fromS = "from_s"
        }
    }

    /// How many sections are told.
    public static let most = 400

    /// As in the status.
    public var song: SongState
    /// In the order in which they are written, the first 400 of them.
    public var sections: [Section]
    /// How many more there are.
    public var more: Int
    /// How long the song is as it is written, in seconds; nil from a daemon without `song-times`.
    public var lengthS: Double?
    /// The same in quarter notes.
    public var length: TimelineState.Bars.Quarters?

    private enum CodingKeys: String, CodingKey {
        case song, sections, more, length
        case lengthS = "length_s"
    }

    /// All of its parts.
    public init(
        song: SongState, sections: [Section], more: Int, lengthS: Double? = nil,
        length: TimelineState.Bars.Quarters? = nil
    ) {
        (self.lengthS, self.length) = (lengthS, length)
        self.song = song
        self.sections = sections
        self.more = more
    }
}
