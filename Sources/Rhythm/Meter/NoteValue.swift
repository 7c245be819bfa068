// SPDX-License-Identifier: Apache-2.0

/// The names of note values, such as `quarter` and `dotted-quarter`, and their lengths in quarter notes.
public enum NoteValue {
    /// Every name with its length, the longest first.
    public static let all: [(name: String, length: Ratio)] = {
        let plain: [(String, Int64, Int64)] = [
            ("whole", 4, 1), ("half", 2, 1), ("quarter", 1, 1), ("eighth", 1, 2), ("sixteenth", 1, 4),
            ("thirty-second", 1, 8), ("sixty-fourth", 1, 16),
        ]
        var all: [(String, Ratio)] = []
        for (name, numerator, denominator) in plain {
            if let dotted = Ratio(3 * numerator, over: 2 * denominator) { all.append(("dotted-" + name, dotted)) }
            if let length = Ratio(numerator, over: denominator) { all.append((name, length)) }
            if let triplet = Ratio(2 * numerator, over: 3 * denominator) { all.append(("triplet-" + name, triplet)) }
        }
        return all.sorted { $0.1 > $1.1 }
    }()

    /// The length of the note of that name, in quarter notes. Throws for any other word.
    public static func length(named name: String) throws(RhythmError) -> Ratio {
        let word = name.trimmed.lowercased()
        if let known = all.first(where: { $0.name == word }) { return known.length }
        throw .invalid(
            "\(RhythmError.quote(name)) is no note value: write whole, half, quarter, eighth, sixteenth, thirty-second or "
                + "sixty-fourth, with dotted- or triplet- in front if need be")
    }

    /// The name of a note of that length; nil where there is none.
    public static func name(of length: Ratio) -> String? { all.first { $0.length == length }?.name }
}

extension Meter {
    /// The beats of a bar in quarter notes, as in `Passage`: six eighths for 6/8.
    public var bar: [Ratio] { Array(repeating: beatLength, count: beats) }

    /// The length of a beat, in quarter notes.
    public var beatLength: Ratio { Ratio(reduced: 4, dividedBy: unit) }

    /// Whether its beats make groups of three that are felt as one: 6/8, 9/8, 12/8.
    public var isCompound: Bool { unit >= 8 && beats.isMultiple(of: 3) }

    /// The same bar in beats of another length, in one group: 6/8 in dotted quarters has two. Throws if no whole number of
    /// them, or more than 64, makes a bar.
    public func counted(in note: Ratio) throws(RhythmError) -> Meter {
        if note == beatLength { return self }
        guard let beats = count(of: note) else {
            let name = NoteValue.name(of: note) ?? "\(note) quarter notes"
            let fitting = NoteValue.all.filter { count(of: $0.length) != nil }.map(\.name)
            throw .invalid(
                "a bar of \(self) is no whole number of beats of \(name): write auto, or one of "
                    + fitting.joined(separator: ", "))
        }
        return try Meter(groups: [beats], unit: unit)
    }

    /// How many beats of a length make a bar; nil where the number is not whole, or too large.
    private func count(of note: Ratio) -> Int? {
        guard let bar = beatLength.times(Int64(beats)), let count = note.inverse?.multiplied(by: bar),
            count.denominator == 1, let beats = Int(exactly: count.numerator)
        else { return nil }
        return Self.range.contains(beats) ? beats : nil
    }
}

extension Ratio {
    /// Whether a note of that length, in quarter notes, is dotted.
    public var isDotted: Bool { numerator.isMultiple(of: 3) }

    /// A whole number over a power of two.
    fileprivate init(reduced numerator: Int64, dividedBy unit: Int) {
        self = Ratio(numerator, over: Int64(unit)) ?? .one
    }
}
