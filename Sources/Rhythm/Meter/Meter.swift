// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// How many beats make a bar, in which groups, and the note value that stands for a beat: 3/4, 6/8, 2+2+3/8.
public struct Meter: Sendable, Hashable, BitwiseCopyable, CustomStringConvertible {
    /// The beats that a bar may have.
    public static let range = 1...64

    /// 4/4.
    public static var common: Meter { Meter(uncheckedBeats: 4, unit: 4, firsts: usualFirsts(beats: 4, unit: 4)) }

    /// Beats in a bar, 1...64.
    public let beats: Int
    /// The note value of a beat as a part of a whole note: 1, 2, 4, 8, 16, 32 or 64.
    public let unit: Int
    /// The beats with which a group begins, from 0.
    private let firsts: BitSet

    /// One group; but eighths and shorter beats in threes where there are 6, 9 or 12 of them. Throws if the beats lie outside
    /// 1...64, or if the unit is no note value.
    public init(beats: Int, unit: Int) throws(RhythmError) {
        guard Self.range.contains(beats) else {
            throw .outOfRange("\(beats)/\(unit) is out of range: a bar has 1 to 64 beats", Self.range)
        }
        guard Self.range.contains(unit), unit & (unit - 1) == 0 else {
            throw .invalid("\(beats)/\(unit) is not a meter: the lower number must be 1, 2, 4, 8, 16, 32 or 64")
        }
        self.init(uncheckedBeats: beats, unit: unit, firsts: Self.usualFirsts(beats: beats, unit: unit))
    }

    /// Groups of beats, in the order in which they are played. Throws if there is none, if one is empty, or as the other
    /// initialiser.
    public init(groups: [Int], unit: Int) throws(RhythmError) {
        guard groups.allSatisfy(Self.range.contains), groups.count <= Self.range.upperBound else {
            throw .outOfRange("a group of beats has 1 to 64 of them, and a bar as many", Self.range)
        }
        let whole = try Meter(beats: groups.reduce(0, +), unit: unit)
        var (firsts, beat) = (BitSet(), 0)
        for group in groups {
            firsts.insert(beat)
            beat += group
        }
        self.init(uncheckedBeats: whole.beats, unit: unit, firsts: firsts)
    }

    /// Groups of beats with plus signs between them, a slash and the note value of a beat: `3/4`, `2+2+3/8`. Bars of two kinds
    /// in turn are one bar of both: `3/4+4/4`; where their beats differ it has the shorter ones. Blanks around the whole are
    /// ignored.
    public init(parsing text: String) throws(RhythmError) {
        let wrong = RhythmError.invalid(
            "\(RhythmError.quote(text)) is not a meter: "
                + "write the beats in a bar, a slash and the note value of a beat, such as 3/4, 6/8 or 2+2+3/8")
        var bars: [(groups: [Int], unit: Int)] = []
        var groups: [Int] = []
        for part in text.trimmed.split(separator: "+", omittingEmptySubsequences: false) {
            let numbers = part.split(separator: "/", omittingEmptySubsequences: false)
            guard let beats = numbers.first.flatMap(Self.count), numbers.count <= 2 else { throw wrong }
            groups.append(beats)
            guard numbers.count == 2 else { continue }
            guard let unit = Self.count(numbers[1]) else { throw wrong }
            let bar = try groups.count == 1 ? Meter(beats: beats, unit: unit) : Meter(groups: groups, unit: unit)
            bars.append((bar.groups, unit))
            groups = []
        }
        guard groups.isEmpty, let unit = bars.map(\.unit).max() else { throw wrong }
        try self.init(
            groups: bars.flatMap { bar in
                bar.groups.map { $0 * Int(Int64(unit).flooredDivision(by: Int64(bar.unit)).quotient) }
            }, unit: unit)
    }

    /// Whether a text is written as a meter is, `4/4` or `2+2+3/8`: numbers over 1, 2, 4, 8, 16, 32 or 64. A ratio of a tempo has
    /// another denominator.
    public static func isWritten(in text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, ["1", "2", "4", "8", "16", "32", "64"].contains(parts[1]) else { return false }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return parts[0].split(separator: "+", omittingEmptySubsequences: false).allSatisfy { beats in
            (1...2).contains(beats.utf8.count) && beats.utf8.allSatisfy(digits.contains)
        }
    }

    private init(uncheckedBeats beats: Int, unit: Int, firsts: BitSet) {
        self.beats = beats
        self.unit = unit
        self.firsts = firsts
    }

    /// The beats of each group, in the order in which they are played.
    public var groups: [Int] {
        let begins = (0..<beats).filter(beginsGroup)
        return zip(begins, begins.dropFirst() + [beats]).map { $1 - $0 }
    }

    /// Whether a group begins with a beat of the bar, counted from 0.
    public func beginsGroup(_ beat: Int) -> Bool { firsts.contains(beat) }

    /// The text that is parsed as this meter: `3/4`, `2+2+3/8`.
    public var description: String {
        let isUsual = firsts == Self.usualFirsts(beats: beats, unit: unit)
        return (isUsual ? "\(beats)" : groups.map(String.init).joined(separator: "+")) + "/\(unit)"
    }

    private static func usualFirsts(beats: Int, unit: Int) -> BitSet {
        var firsts = BitSet()
        firsts.insert(0)
        guard unit >= 8, [6, 9, 12].contains(beats) else { return firsts }
        for beat in stride(from: 3, to: beats, by: 3) { firsts.insert(beat) }
        return firsts
    }

    /// Digits only: `Int` by itself would take a plus sign too.
    private static func count(_ digits: Substring) -> Int? {
        digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(digits) : nil
    }
}
