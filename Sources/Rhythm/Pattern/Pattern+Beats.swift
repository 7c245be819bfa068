// SPDX-License-Identifier: Apache-2.0

internal import Bounds

extension Pattern {
    /// An onset on each beat of bars, one accent for each of their beats, which are given in quarter notes.
    ///
    /// The accents reach over one bar or over several whole ones. Throws if they end within a bar, or as the other
    /// initialisers.
    public init(accents: [Accent], inBarsOf bar: [Ratio]) throws(RhythmError) {
        guard !bar.isEmpty, !accents.isEmpty, accents.count.isMultiple(of: bar.count) else {
            throw .invalid(
                "\(accents.count) signs do not fit into bars of \(bar.count) beats: write one for each beat of a bar, or of several bars"
            )
        }
        guard let first = bar.first, bar.contains(where: { $0 != first }) else {
            try self.init(beats: accents, of: bar[0])
            return
        }
        var denominator: Int64 = 1
        for beat in bar { denominator = leastCommonMultiple(denominator, beat.denominator) }
        var place: Int64 = 0
        var onsets: [Onset] = []
        for (index, accent) in accents.enumerated() {
            onsets.append(Onset(place: Int32(clamping: place), accent: accent))
            let beat = bar[index % bar.count]
            place += beat.numerator * (denominator / beat.denominator)
            guard place <= Self.range.upperBound else {
                throw .invalid("bars of such beats are too long for a pattern")
            }
        }
        try self.init(cycle: Int(place), denominator: Int(denominator), onsets: onsets)
    }

    /// The same onsets, counted from a distance on, in quarter notes: what is left of it, and goes on, from there.
    /// Throws if the parts become too small.
    public func rotated(by distance: Ratio) throws(RhythmError) -> Pattern {
        let denominator = leastCommonMultiple(Int64(self.denominator), distance.denominator)
        guard denominator <= Self.range.upperBound else { throw .invalid("parts of 1/\(denominator) are too small") }
        let scale = denominator / Int64(self.denominator)
        let cycle = Int64(cycle) * scale
        let begin = (Int128(distance.numerator) * Int128(denominator / distance.denominator))
            .flooredDivision(by: Int128(cycle)).remainder
        guard begin != 0 else { return self }
        let shifted = onsets.map { onset in
            Onset(
                place: Int32(
                    clamping: (Int64(onset.place) * scale - Int64(begin)).flooredDivision(by: cycle).remainder),
                accent: onset.accent, chance: onset.chance)
        }
        return try Pattern(
            cycle: Int(cycle), denominator: Int(denominator), onsets: shifted.sorted { $0.place < $1.place })
    }

    /// The onsets of one bar, with which a cycle begins anew, for a lane that is counted from the bar.
    package func cut(to bar: [Ratio]) throws(RhythmError) -> Pattern {
        var denominator = Int64(self.denominator)
        for beat in bar { denominator = leastCommonMultiple(denominator, beat.denominator) }
        let scale = denominator / Int64(self.denominator)
        let length = bar.reduce(0) { $0 + $1.numerator * (denominator / $1.denominator) }
        let cycle = Int64(self.cycle) * scale
        guard length > 0, length % cycle != 0 else { return self }
        guard length <= Int64(Self.range.upperBound), denominator <= Int64(Self.range.upperBound) else {
            throw .outOfRange("a bar of \(length)/\(denominator) quarter notes is too long for a pattern", Self.range)
        }
        var onsets: [Onset] = []
        for begin in stride(from: 0, to: length, by: Int(cycle)) {
            for onset in self.onsets where begin + Int64(onset.place) * scale < length {
                onsets.append(
                    Onset(place: Int32(begin + Int64(onset.place) * scale), accent: onset.accent, chance: onset.chance))
            }
        }
        return try Pattern(cycle: Int(length), denominator: Int(denominator), onsets: onsets)
    }
}

/// Of two numbers above 0; the largest number where it does not fit.
func leastCommonMultiple(_ left: Int64, _ right: Int64) -> Int64 {
    var (divisor, rest) = (left, right)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    let (product, overflows) = (left / divisor).multipliedReportingOverflow(by: right)
    return overflows ? .max : product
}
