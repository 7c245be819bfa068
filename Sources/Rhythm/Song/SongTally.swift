// SPDX-License-Identifier: Apache-2.0

/// What the sections of a song come to so far. A section with which it is more than a song may have is refused before anything is
/// made of it.
///
/// The cost of adding a section is at most linear in what is written in it, whatever it is played for.
public struct SongTally: Sendable {
    /// How many stretches a song may have: parts of its sections, each as often as it is played.
    public static let mostStretches = 100_000
    /// How often its tempo may change, in all stretches.
    public static let mostChanges = 200_000
    /// How many beats, onsets and lanes may be written in the bars of its sections.
    public static let mostSigns = 1 << 22
    /// How many of them a held beat is, in each lane.
    private static let signsOfHeldLane = 8
    /// How long it may be, in quarter notes.
    public static let longest = 0x1p40
    /// How long it may last, in seconds: more than 3,000 years.
    public static let longestSeconds = 1e11

    private var (stretches, changes, signs) = (0, 0, 0)
    private var (quarters, seconds) = (0.0, 0.0)
    /// Of the lanes.
    private var (names, sounds): (Set<String>, Set<String>) = ([], [])

    /// No sections.
    public init() {}

    /// Adds a section. Throws where a number of it is out of its range, or where the song becomes too large.
    public mutating func add(_ section: SongSection) throws(RhythmError) {
        if let label = section.label, !Song.isName(label) { throw Self.noName("label") }
        guard SongSection.times.contains(section.times) else {
            throw .outOfRange("a section is played 1 to 1000 times, not \(section.times) times", SongSection.times)
        }
        try add(section.part, times: section.times)
        for ending in section.endings { try add(ending.part, times: ending.passes.count) }
    }

    /// Why a text is no name of a song or a section.
    static func noName(_ key: String) -> RhythmError {
        .invalid("\(key) must be a text of 1 to 64 characters in one line, of at most \(Song.longestName) bytes")
    }

    private mutating func add(_ part: SongPart, times: Int) throws(RhythmError) {
        stretches += times
        guard stretches <= Self.mostStretches else {
            throw .outOfRange(
                "the song is too long: its sections are played more than \(Self.mostStretches) times in all",
                0...Self.mostStretches)
        }
        let perPass = max(1, part.tempo.count) + 2 * part.fermatas.count
        guard perPass <= Self.mostChanges, changes + perPass * times <= Self.mostChanges else {
            throw .outOfRange(
                "the song is too long: its tempo changes more than \(Self.mostChanges) times", 0...Self.mostChanges)
        }
        changes += perPass * times
        quarters += try part.length.value * Double(times)
        guard quarters <= Self.longest else {
            throw .invalid("the song is too long: it has more than 2^40 quarter notes")
        }
        seconds += try part.mostSeconds * Double(times)
        guard seconds <= Self.longestSeconds else {
            throw .invalid("the song is too long: it lasts more than 100000000000 seconds")
        }
        try add(signs: part.bar.count)
        try add(signs: min(try part.feltBeats.count, SongCourse.mostAccents))
        // A held beat has lanes of its own, each as large as some onsets.
        try add(signs: Self.signsOfHeldLane * part.fermatas.count * (part.lanes.count + part.named.count))
        for lane in part.lanes { try add(signs: 1 + lane.pattern.onsets.count) }
        for lane in part.named {
            names.insert(lane.name)
            if let sound = lane.soundName { sounds.insert(sound) }
            try SongLanes.check(names: names.count, sounds: sounds.count)
            try add(signs: 1 + (try lane.songLane(id: 0, inBarsOf: part.bar).pattern.onsets.count))
        }
    }

    private mutating func add(signs count: Int) throws(RhythmError) {
        signs += count
        guard signs <= Self.mostSigns else {
            throw .outOfRange(
                "the song is too large: its bars and lanes have more than \(Self.mostSigns) beats and onsets",
                0...Self.mostSigns)
        }
    }
}

extension SongTempo {
    /// How many tempi are written.
    fileprivate var count: Int { if case .steps(let steps) = self { steps.count } else { 1 } }

    /// The slowest of them.
    fileprivate var slowest: Tempo {
        if case .steps(let steps) = self { steps.map(\.tempo).min() ?? first } else { min(first, last) }
    }
}

extension SongPart {
    /// How long it lasts at the slowest of its tempi, in seconds. Throws where a number of it is out of its range.
    fileprivate var mostSeconds: Double {
        get throws(RhythmError) {
            guard beat.numerator > 0 else { throw .invalid("a tempo counts a note longer than 0") }
            var quarters = try length.value
            for fermata in fermatas {
                guard bar.indices.contains(fermata.beat - 1), fermata.hold.numerator > 0 else {
                    throw .invalid("a fermata of \(fermata.hold) times beat \(fermata.beat) of a bar is none")
                }
                quarters += bar[fermata.beat - 1].value * fermata.hold.value
            }
            return quarters / beat.value * 60 / tempo.slowest.beatsPerMinute
        }
    }

    /// The felt beat of its bars, and how many of them a bar has. Throws where they are too small.
    package var feltBeats: (length: Ratio, count: Int) {
        get throws(RhythmError) {
            guard let felt = Ratio.unit(of: bar) else { throw .invalid("the beats of a bar do not fit") }
            let count = try barLength.quotient(by: felt)
            guard 1...1 << 20 ~= count else { throw .invalid("the beats of a bar are too small against each other") }
            return (felt, Int(count))
        }
    }
}
