// SPDX-License-Identifier: Apache-2.0

/// Onsets that repeat: what one lane plays.
///
/// Places are whole parts of a quarter note over one denominator, so that triplets are exact. The onsets are numbered
/// through all cycles: number k is `onsets[k % count]` of cycle k / count.
public struct Pattern: Sendable, Hashable {
    /// One onset of the cycle.
    public struct Onset: Sendable, Hashable {
        /// The distance from the beginning of the cycle, in parts.
        public var place: Int32
        /// How strongly it is played.
        public var accent: Accent
        /// How likely it is to be played, 0...1.
        public var chance: Double
        /// Which beat of its bar it is, from 1; 0: no beat, or one whose place in the bar is not known.
        public var beat: UInt8

        /// An onset that is always played, unless a chance is given.
        public init(place: Int32, accent: Accent, chance: Double = 1, beat: UInt8 = 0) {
            self.place = place
            self.accent = accent
            self.chance = chance
            self.beat = beat
        }

        /// The same onset at another place.
        func moved(to place: Int32) -> Onset { Onset(place: place, accent: accent, chance: chance, beat: beat) }
    }

    /// Parts that make a quarter note.
    public let denominator: Int32
    /// The length of a cycle, in parts.
    public let cycle: Int32
    /// The onsets in the order of their places; may be empty.
    public let onsets: [Onset]
    /// Computed once: the same pattern is part of many passages.
    private let digest: Int

    /// The longest cycle, in parts, and the most parts that make a quarter note.
    public static let range = 1...2_000_000_000
    /// The most onsets in a cycle.
    public static let mostOnsets = 8192

    /// Throws if a number lies outside its range, if the places do not ascend within the cycle, or if a chance is none.
    public init(cycle: Int, denominator: Int, onsets: [Onset]) throws(RhythmError) {
        guard Self.range.contains(cycle), Self.range.contains(denominator) else {
            throw .outOfRange(
                "a cycle of \(cycle)/\(denominator) quarter notes is out of range: both numbers lie between 1 and 2000000000",
                Self.range)
        }
        guard onsets.count <= Self.mostOnsets else {
            throw .outOfRange(
                "\(onsets.count) onsets are too many: a cycle has at most \(Self.mostOnsets)", 0...Self.mostOnsets)
        }
        guard zip(onsets, onsets.dropFirst()).allSatisfy({ $0.place < $1.place }),
            onsets.first?.place ?? 0 >= 0, onsets.last?.place ?? 0 < cycle
        else { throw .invalid("the onsets of a cycle must ascend, from 0 to less than its length of \(cycle) parts") }
        guard onsets.allSatisfy({ (0...1).contains($0.chance) }) else {
            throw .invalid("a chance lies between 0 and 1")
        }
        self.init(uncheckedCycle: Int32(clamping: cycle), denominator: Int32(clamping: denominator), onsets: onsets)
    }

    /// An onset on every beat, a beat being a length in quarter notes. Throws as the other initialiser.
    public init(beats accents: [Accent], of beat: Ratio = .one) throws(RhythmError) {
        guard let place = Int32(exactly: beat.numerator), let denominator = Int(exactly: beat.denominator),
            accents.count <= Self.mostOnsets, Self.range.contains(Int(place) * max(1, accents.count))
        else { throw .invalid("a beat of \(beat) quarter notes is too long") }
        try self.init(
            cycle: Int(place) * accents.count, denominator: denominator,
            onsets: accents.enumerated().map { Onset(place: place * Int32(clamping: $0.offset), accent: $0.element) })
    }

    /// Without the checks.
    init(uncheckedCycle cycle: Int32, denominator: Int32, onsets: [Onset]) {
        self.cycle = cycle
        self.denominator = denominator
        self.onsets = onsets
        var hasher = Hasher()
        hasher.combine(cycle)
        hasher.combine(denominator)
        hasher.combine(onsets)
        digest = hasher.finalize()
    }

    /// The metronome's beats, each a quarter note, with its bell. It begins with a beat of the bell's group, from 0.
    public init(bell: BellPattern?, fromBeat first: Int64 = 0) {
        self.init(BeatAccents(bar: [.normal], bell: bell), fromBeat: first)
    }

    /// Two patterns are equal if they have the same onsets and the same cycle.
    public static func == (one: Pattern, other: Pattern) -> Bool {
        one.digest == other.digest && one.cycle == other.cycle && one.denominator == other.denominator
            && one.onsets == other.onsets
    }

    /// In the same time, however many onsets there are.
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
