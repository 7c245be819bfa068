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
    public var bar: [Ratio] { Array(repeating: Ratio(reduced: 4, dividedBy: unit), count: beats) }
}

extension Ratio {
    /// A whole number over a power of two.
    fileprivate init(reduced numerator: Int64, dividedBy unit: Int) {
        self = Ratio(numerator, over: Int64(unit)) ?? .one
    }
}
