// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// Where each written bar of a song is on the axis that is played.
///
/// Bars are numbered from 1 as they are written: those of a section, then those of its first ending, and so on. A bar that is
/// repeated keeps its number. Distances are quarter notes from the beginning of the song, its count-in left out.
public struct SongMap: Sendable, Hashable {
    /// One part in one pass of its section.
    public struct Stretch: Sendable, Hashable {
        /// The section, from 0.
        public var section: Int
        /// What the section is called.
        public var label: String?
        /// Which time the section is played, from 1.
        public var pass: Int
        /// The ending of the section, from 0; nil for what each pass begins with.
        public var ending: Int?
        /// The number of its first bar.
        public var firstBar: Int
        /// What is written there.
        public var part: SongPart
        /// Where it begins.
        public var begin: Ratio
        /// Where it ends.
        public var end: Ratio
    }

    /// A beat of a song.
    public struct Place: Sendable, Hashable {
        /// The stretch that holds it, an index of `stretches`.
        public var stretch: Int
        /// The number of the bar as it is written.
        public var bar: Int
        /// The beat in the bar, from 1.
        public var beat: Int

        /// All of its parts.
        public init(stretch: Int, bar: Int, beat: Int) {
            self.stretch = stretch
            self.bar = bar
            self.beat = beat
        }
    }

    /// The stretches in the order in which they are played, without gaps.
    public private(set) var stretches: [Stretch] = []
    /// The numbers of its named lanes.
    public let lanes: SongLanes
    /// The bars as they are written.
    public private(set) var writtenBars = 0
    /// How long the song is, in quarter notes.
    public private(set) var length = Ratio.zero

    /// The map of a song. Throws if a number is out of its range, or if the song is too long.
    public init(_ song: Song) throws(RhythmError) {
        if let title = song.title, !Song.isName(title) { throw SongTally.noName("title") }
        if let bars = song.countIn?.bars, !Song.CountIn.bars.contains(bars) {
            throw .outOfRange("a count-in has 1 to 64 bars, not \(bars)", Song.CountIn.bars)
        }
        lanes = try SongLanes(song)
        var tally = SongTally()
        for section in song.sections { try tally.add(section) }
        for (index, section) in song.sections.enumerated() { try append(section, index) }
    }

    /// Adds all passes of a section.
    private mutating func append(_ section: SongSection, _ index: Int) throws(RhythmError) {
        var endingOfPass: [Int: Int] = [:]
        for (number, ending) in section.endings.enumerated() {
            for pass in ending.passes {
                guard 1...section.times ~= pass else {
                    throw .invalid("an ending for pass \(pass) is never played: there are \(section.times) passes")
                }
                guard endingOfPass.updateValue(number, forKey: pass) == nil else {
                    throw .invalid("pass \(pass) has two endings")
                }
            }
        }
        var parts: [(part: SongPart, length: Ratio, firstBar: Int)] = []
        for part in [section.part] + section.endings.map(\.part) {
            parts.append((part, try part.length, writtenBars + 1))
            writtenBars += part.bars
        }
        func append(_ ending: Int?, pass: Int) throws(RhythmError) {
            let (part, partLength, firstBar) = parts[ending.map { $0 + 1 } ?? 0]
            guard let end = length.adding(partLength) else { throw .invalid("the song is too long") }
            stretches.append(
                Stretch(
                    section: index, label: section.label, pass: pass, ending: ending, firstBar: firstBar, part: part,
                    begin: length, end: end))
            length = end
        }
        for pass in 1...section.times {
            try append(nil, pass: pass)
            if let ending = endingOfPass[pass] { try append(ending, pass: pass) }
        }
    }

    // MARK: looking up

    /// Where a section of that name begins, the first of them; nil if there is none.
    public func distance(ofLabel label: String) -> Ratio? {
        stretches.first { $0.label == label }?.begin
    }

    /// Where a bar begins that has a number as it is written, where it is played first; nil if it never is.
    public func distance(ofBar bar: Int) -> Ratio? {
        guard let stretch = stretches.first(where: { $0.firstBar..<$0.firstBar + $0.part.bars ~= bar }) else {
            return nil
        }
        return (try? stretch.part.barLength)?.times(Int64(bar - stretch.firstBar)).flatMap(stretch.begin.adding)
    }

    /// The place of the number of a bar, or else of a label. Throws, and tells which there are, if it is neither.
    public func distance(of place: String) throws(RhythmError) -> Ratio {
        if let distance = place.wholeNumber.flatMap(distance(ofBar:)) ?? distance(ofLabel: place) { return distance }
        var labels: [String] = []
        for case let label? in stretches.lazy.map(\.label) where !labels.contains(label) {
            labels.append(label)
            if labels.count == 20 { break }
        }
        let named = labels.isEmpty ? "it has no labels" : "its labels are " + labels.joined(separator: ", ")
        throw .invalid(
            "\(RhythmError.quote(place)) is no place of this song: \(named), and its bars are 1 to \(writtenBars)")
    }

    /// The stretch that holds a distance, an index of `stretches`: the first before the song, the last after it; nil for an
    /// empty song.
    public func stretch(at distance: Ratio) -> Int? {
        stretches.isEmpty
            ? nil : max(0, stretches.indices.first(meeting: { distance < stretches[$0].begin }) - 1)
    }

    /// The beat that holds a distance; nil outside the song.
    public func place(at distance: Ratio) -> Place? {
        guard distance.numerator >= 0, distance < length, let index = stretch(at: distance),
            let inside = distance.subtracting(stretches[index].begin), let bar = try? stretches[index].part.barLength,
            let begin = bar.times(inside.quotient(by: bar)), var left = inside.subtracting(begin)
        else { return nil }
        var beat = 1
        for length in stretches[index].part.bar.dropLast() {
            guard left >= length, let rest = left.subtracting(length) else { break }
            left = rest
            beat += 1
        }
        return Place(
            stretch: index, bar: stretches[index].firstBar + Int(inside.quotient(by: bar)), beat: beat)
    }
}
