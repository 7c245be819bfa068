// SPDX-License-Identifier: Apache-2.0

extension TimelineState {
    /// The lanes that are played from a beat on, up to that of the next entry.
    public struct Lanes: Sendable, Hashable, Codable {
        /// The first beat that they are played from.
        public var fromBeat: Int
        /// Each lane.
        public var lanes: [Lane]

        /// All of its parts.
        public init(fromBeat: Int, lanes: [Lane]) {
            self.fromBeat = fromBeat
            self.lanes = lanes
        }

        private enum CodingKeys: String, CodingKey {
            case lanes
            case fromBeat = "from_beat"
        }
    }

    /// What a lane plays. Onset `number` lies `number / places.count` cycles, rounded down, and `places[number % places.count]`
    /// parts after the origin.
    public struct Lane: Sendable, Hashable, Codable {
        /// Its name.
        public var name: String
        /// Its number, by which chances are drawn.
        public var id: Int
        /// The position from which its onsets are numbered, from 0.
        public var origin: Segment.Origin
        /// Parts that make a beat.
        public var denominator: Int
        /// The length of a cycle, in parts.
        public var cycle: Int
        /// The places of a cycle's onsets, in parts.
        public var places: [Int]
        /// A sign for each of them, as in `accents`.
        public var accents: String
        /// How likely each is to be played, in 65,535 parts; left out where all are always played.
        public var chances: [Int]?
        /// The number of the first onset that is played; nil: all before are, too.
        public var first: Int?
        /// The number of the first onset that is played no more; nil: it goes on.
        public var end: Int?
        /// Whether it is not heard.
        public var muted: Bool

        /// All of its parts.
        public init(
            name: String, id: Int, origin: Segment.Origin, denominator: Int, cycle: Int, places: [Int], accents: String,
            chances: [Int]?, first: Int?, end: Int?, muted: Bool
        ) {
            self.name = name
            self.id = id
            self.origin = origin
            self.denominator = denominator
            self.cycle = cycle
            self.places = places
            self.accents = accents
            self.chances = chances
            self.first = first
            self.end = end
            self.muted = muted
        }
    }
}
