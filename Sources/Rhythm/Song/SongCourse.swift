// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A song as the metronome plays it: counted in felt beats, so that a beat of the song is a beat of the run, whatever its
/// note value.
///
/// Immutable, and compared by identity. Where the beats of a bar are of several lengths, the longest length of which all are
/// multiples is the felt beat.
public final class SongCourse: Sendable, Hashable {
    /// One part of the song in one pass of its section.
    public struct Stretch: Sendable, Hashable {
        /// What is written there, and where.
        public var written: SongMap.Stretch
        /// How often its section is played.
        public var times: Int
        /// Its first beat, counted from the beginning of the song.
        public var begin: Int64
        /// The beat after its last.
        public var end: Int64
        /// When it begins, in seconds after the beginning of the song as it is written.
        public var seconds: Double
        /// The felt beat, in quarter notes.
        public var beat: Ratio
        /// The felt beats of a bar.
        public var beatsPerBar: Int
        /// How strongly the beats are played, from the first one on; they repeat.
        public var accents: [Accent]
        /// Its first passage among those of the song.
        fileprivate(set) var firstPassage: Int
    }

    /// A passage, counted in beats.
    struct CountedPassage: Sendable {
        /// Where it begins, from the beginning of the song.
        var begin: Ratio
        /// Where it ends.
        var end: Ratio
        var passage: Passage
    }

    /// What was read.
    public let song: Song
    /// Where its bars are.
    public let map: SongMap
    /// The stretches in the order in which they are played, without gaps; not empty.
    public let stretches: [Stretch]
    /// How many beats it has.
    public let length: Int64
    /// How long it lasts as it is written, in seconds, its count-in left out.
    public let seconds: Double
    /// What is played of each part, once.
    let passages: [Passage]
    private let pieces: [CountedPassage]

    /// Throws if the song is empty, if a number is out of its range, or if beats or parts of them are too small.
    public init(_ song: Song) throws(RhythmError) {
        self.song = song
        let map = try SongMap(song)
        self.map = map
        guard !map.stretches.isEmpty else { throw .invalid("the song is empty: there is nothing to be played") }
        var stretches: [Stretch] = []
        var pieces: [CountedPassage] = []
        var beats: Int64 = 0
        var seconds = 0.0
        var parts = OncePerPart<Part>()
        var passages: [Passage] = []
        for written in map.stretches {
            let part = try parts.value(of: written) { written throws(RhythmError) in
                let part = try Part(written, map.lanes)
                passages += part.passages.map(\.passage)
                return part
            }
            let end = beats + Int64(part.beatsPerBar) * Int64(written.part.bars)
            guard end <= 1 << 40 else { throw .invalid("the song is too long: it has more than 2^40 felt beats") }
            stretches.append(
                Stretch(
                    written: written, times: song.sections[written.section].times, begin: beats, end: end,
                    seconds: seconds, beat: part.beat, beatsPerBar: part.beatsPerBar, accents: part.accents,
                    firstPassage: pieces.count))
            var begin = Ratio(beats) ?? .zero
            for (passage, length) in part.passages {
                guard let distance = passage.length, let end = begin.adding(distance) else {
                    throw .invalid("the song is too long")
                }
                pieces.append(CountedPassage(begin: begin, end: end, passage: passage))
                begin = end
                seconds += length
            }
            beats = end
        }
        (self.stretches, self.pieces, self.passages, length) = (stretches, pieces, passages, beats)
        self.seconds = seconds
    }

    /// What is made of a part, whatever pass it is played in.
    private struct Part {
        /// The felt beat, in quarter notes.
        var beat: Ratio
        var beatsPerBar: Int
        var accents: [Accent]
        /// Counted in felt beats, and how long each lasts, in seconds.
        var passages: [(passage: Passage, seconds: Double)]

        init(_ stretch: SongMap.Stretch, _ lanes: SongLanes) throws(RhythmError) {
            let part = stretch.part
            (beat, beatsPerBar) = try part.feltBeats
            accents = SongCourse.accents(part.lanes.first { $0.id == 0 }, bar: part.bar, beat)
            passages = []
            var former: (written: Passage, counted: Passage)?
            for written in try part.passages(section: stretch.label, lanes: lanes) {
                let counted = try written.counted(inBeatsOf: beat, like: former)
                try counted.checkLimits()
                passages.append((counted, counted.seconds ?? 0))
                // A held beat has lanes of its own; those of the others are counted once.
                if former == nil || written.lead.numerator > 0 { former = (written, counted) }
            }
            try SongCourse.checkChanges(in: passages.lazy.map(\.passage), firstBar: stretch.firstBar, beatsPerBar)
        }
    }

    /// The most beats whose accents are known, from the first one on.
    static let mostAccents = 4096

    /// How strongly a lane plays each felt beat, over one bar or several; a beat on which it plays nothing is mute.
    private static func accents(_ lane: Lane?, bar: [Ratio], _ felt: Ratio) -> [Accent] {
        guard let lane, let factor = Ratio(felt.denominator, over: felt.numerator),
            let pattern = try? (lane.anchor == .bar ? lane.pattern.cut(to: bar) : lane.pattern).stretched(by: factor)
        else { return [.mute] }
        let (cycle, parts) = (Int64(pattern.cycle), Int64(pattern.denominator))
        // They repeat with the first beat on which a cycle begins.
        let divisor = Int64(cycle.magnitude.greatestCommonDivisor(with: parts.magnitude))
        let count = min(max(1, cycle.quotient(by: divisor)), Int64(mostAccents))
        let accents = Dictionary(pattern.onsets.map { (Int64($0.place), $0.accent) }) { first, _ in first }
        return (0..<count).map { accents[($0 * parts).flooredDivision(by: cycle).remainder] ?? .mute }
    }

    // MARK: looking up

    /// The stretch that holds a beat, an index of `stretches`: the first before the song, the last after it.
    public func stretch(ofBeat beat: Int64) -> Int {
        max(0, stretches.indices.first(meeting: { beat < stretches[$0].begin }) - 1)
    }

    /// The bar that holds a beat, as it is written.
    public func bar(ofBeat beat: Int64) -> Int {
        let stretch = stretches[stretch(ofBeat: beat)]
        return stretch.written.firstBar + Int((beat - stretch.begin).quotient(by: Int64(stretch.beatsPerBar)))
    }

    /// The highest bar in a range of beats, as it is written: the last pass of a section may begin in front of a former ending.
    public func lastBar(in beats: Range<Int64>) -> Int {
        let last = stretch(ofBeat: beats.upperBound - 1)
        let passes = stretches[...last].reversed()
            .prefix { $0.written.section == stretches[last].written.section && $0.end > beats.lowerBound }
        return passes.map { bar(ofBeat: min($0.end, beats.upperBound) - 1) }.max() ?? bar(ofBeat: beats.lowerBound)
    }

    /// The first beat of a bar by its number as it is written, of the first pass that plays it; nil if none does.
    public func beat(ofBar bar: Int) -> Int64? {
        guard let stretch = stretches.first(where: { $0.bars.contains(bar) }) else { return nil }
        return stretch.begin + Int64(bar - stretch.written.firstBar) * Int64(stretch.beatsPerBar)
    }

    /// The first beat of the number of a bar, or else of a label. Throws, and tells which there are, if it is neither.
    public func beat(ofPlace place: String) throws(RhythmError) -> Int64 {
        if let beat = place.wholeNumber.flatMap(beat(ofBar:)) { return beat }
        if let labelled = stretches.first(where: { $0.written.label == place }) { return labelled.begin }
        _ = try map.distance(of: place)
        throw .invalid("\(RhythmError.quote(place)) is no place of this song")
    }

    /// The beats of the bar of a number, or else of a section by its label, from its beginning to the end of its last
    /// pass. Throws as ``beat(ofPlace:)``.
    public func beats(ofPlace place: String) throws(RhythmError) -> Range<Int64> {
        let begin = try beat(ofPlace: place)
        let first = stretch(ofBeat: begin)
        guard place.wholeNumber.flatMap(beat(ofBar:)) == nil else {
            return begin..<begin + Int64(stretches[first].beatsPerBar)
        }
        let section = stretches[first].written.section
        let end = stretches[first...].first { $0.written.section != section }?.begin ?? length
        return begin..<end
    }

    /// The place of a distance from the beginning of the song in quarter notes, straight through, in beats; nil before the song and
    /// after its last beat.
    public func place(ofQuarters distance: Ratio) -> Ratio? {
        guard distance >= .zero, let index = map.stretch(at: distance) else { return nil }
        let stretch = stretches[index]
        guard
            let quarters = distance.subtracting(stretch.written.begin), let begin = Ratio(stretch.begin),
            let place = quarters.multiplied(by: Ratio(stretch.beat.denominator, over: stretch.beat.numerator))?
                .adding(begin), place.value <= Double(length - 1)
        else { return nil }
        return place
    }

    /// How long it is from one place, in beats, to a later one, as the song is written, in seconds.
    public func seconds(from begin: Ratio, to end: Ratio) -> Double {
        var seconds = 0.0
        var begin = begin
        while begin < end {
            let stretch = stretches[stretch(ofBeat: begin.quotient(by: .one))]
            let next = min(end, Ratio(stretch.end).flatMap { $0 > begin ? $0 : nil } ?? end)
            seconds += passages(from: begin, to: next).reduce(0) { $0 + ($1.seconds ?? 0) }
            begin = next
        }
        return seconds
    }

    // MARK: passages

    /// What is played from a beat to a later one, within a stretch: passages without gaps, in beats.
    public func passages(from begin: Int64, to end: Int64) -> [Passage] {
        guard let begin = Ratio(begin), let end = Ratio(end) else { return [] }
        return passages(from: begin, to: end)
    }

    /// The first whole beat in the passage that holds a beat.
    public func passageBegin(atBeat beat: Int64) -> Int64 { beginOfPassage(0, after: beat) }

    /// The first whole beat in the passage that follows on as many others from a beat on, or behind it; the end of the song where
    /// there are not as many.
    package func beginOfPassage(_ count: Int, after beat: Int64) -> Int64 {
        let index = piece(at: Ratio(max(0, beat)) ?? .zero) + count
        return index < pieces.count ? pieces[index].begin.roundedUp : length
    }

    /// The first of `pieces` that ends after a place; their number where none does.
    private func piece(at place: Ratio) -> Int {
        pieces.indices.first(meeting: { place < pieces[$0].end })
    }

    /// The passages between two places, which may lie within beats.
    private func passages(from begin: Ratio, to end: Ratio) -> [Passage] {
        guard begin < end else { return [] }
        var passages: [Passage] = []
        for piece in pieces[piece(at: begin)...] {
            guard piece.begin < end else { break }
            if begin <= piece.begin, piece.end <= end {
                passages.append(piece.passage)
            } else if let from = max(begin, piece.begin).subtracting(piece.begin),
                let to = min(end, piece.end).subtracting(piece.begin), let part = piece.passage.part(from: from, to: to)
            {
                passages.append(part)
            }
        }
        return passages
    }

    /// How many beats a count-in before a beat has; 0 without one.
    public func countInBeats(_ countIn: Song.CountIn?, before beat: Int64) -> Int64 {
        Int64(countIn?.bars ?? 0) * Int64(stretches[stretch(ofBeat: beat)].beatsPerBar)
    }

    /// A count-in before a beat, all of its bars; nil without one, and where it does not fit.
    public func passage(of countIn: Song.CountIn?, before beat: Int64) -> Passage? {
        let stretch = stretches[stretch(ofBeat: beat)]
        guard let countIn, let distance = stretch.beat.times(beat - stretch.begin) else { return nil }
        return try? countIn.passage(before: stretch.written, at: distance).counted(inBeatsOf: stretch.beat)
    }

    /// How strongly the beats of a count-in before a beat are played.
    public func accents(of countIn: Song.CountIn?, before beat: Int64) -> [Accent] {
        guard let passage = passage(of: countIn, before: beat) else { return [.mute] }
        return Self.accents(passage.lanes.first, bar: passage.bar, .one)
    }

    /// The parts of a stretch, by its number, that have one course of the tempo: from which place to which, in beats, and whether that is
    /// one tempo.
    package func courses(ofStretch index: Int) -> [(begin: Ratio, end: Ratio, isConstant: Bool)] {
        let end = index + 1 < stretches.count ? stretches[index + 1].firstPassage : pieces.count
        return pieces[stretches[index].firstPassage..<end].map { ($0.begin, $0.end, $0.passage.curve.isConstant) }
    }

    // MARK: identity

    /// Two courses are equal if they are the same object.
    public static func == (left: SongCourse, right: SongCourse) -> Bool { left === right }

    /// Hashes the identity of the object.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension SongCourse.Stretch {
    /// Its meter as it is stated, else as one would write it, the unit as a part of a whole note: 6 and 8 for two
    /// dotted quarters.
    public var writtenMeter: (beats: Int, unit: Int) {
        if let stated = written.part.statedMeter { return (stated.beats, stated.unit) }
        let isWritten = beat.denominator == 1 && beat.numerator <= 4 && beat.numerator != 3
        return isWritten
            ? (beatsPerBar, Int((4 as Int64).quotient(by: beat.numerator)))
            : (beatsPerBar * Int(beat.numerator), Int(4 * beat.denominator))
    }

    /// The numbers of its bars, as they are written.
    public var bars: Range<Int> { written.firstBar..<written.firstBar + written.part.bars }
}
