// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

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
            let beats = try Pattern(beats: accents, of: bar[0])
            self.init(
                uncheckedCycle: beats.cycle, denominator: beats.denominator,
                onsets: beats.onsets.numbered(beatsPerBar: bar.count))
            return
        }
        guard accents.count <= Self.mostOnsets,
            let denominator = leastCommonMultiple(of: bar.map(\.denominator), atMost: Self.longest)
        else { throw .invalid("bars of such beats are too long for a pattern") }
        var place: Int64 = 0
        var onsets: [Onset] = []
        for (index, accent) in accents.enumerated() {
            let beat = bar[Int(Int64(index).flooredDivision(by: Int64(bar.count)).remainder)]
            onsets.append(Onset(place: Int32(clamping: place), accent: accent))
            guard let length = beat.parts(over: denominator), length > 0, length <= Self.longest,
                place + length <= Self.longest
            else { throw .invalid("bars of such beats are too long for a pattern") }
            place += length
        }
        try self.init(
            cycle: Int(place), denominator: Int(denominator), onsets: onsets.numbered(beatsPerBar: bar.count))
    }

    /// The same onsets, counted from a place in the pattern, in quarter notes from its beginning: as the pattern goes on from there.
    /// Throws if the parts become too small.
    public func rotated(by distance: Ratio) throws(RhythmError) -> Pattern {
        guard
            let denominator = leastCommonMultiple(
                of: [Int64(self.denominator), distance.denominator], atMost: Self.longest)
        else { throw .invalid("parts of \(distance) quarter notes are too small") }
        let scale = denominator.flooredDivision(by: Int64(self.denominator)).quotient
        let cycle = Int64(cycle) * scale
        let begin = (Int128(distance.numerator) * Int128(denominator))
            .flooredDivision(by: Int128(distance.denominator)).quotient.flooredDivision(by: Int128(cycle)).remainder
        guard begin != 0 else { return self }
        let shifted = onsets.map { onset in
            onset.moved(
                to: Int32(clamping: (Int64(onset.place) * scale - Int64(begin)).flooredDivision(by: cycle).remainder))
        }
        return try Pattern(
            cycle: Int(cycle), denominator: Int(denominator), onsets: shifted.sorted { $0.place < $1.place })
    }

    /// The onsets of one bar, with which a cycle begins anew, for a lane that is counted from the bar. Throws where they are too
    /// many, or too fine, before any is made.
    package func cut(to bar: [Ratio]) throws(RhythmError) -> Pattern {
        let whole = try WrittenPattern.length(of: bar)
        guard let cycle = Ratio(Int64(cycle), over: Int64(denominator)), !whole.isMultiple(of: cycle) else {
            return self
        }
        let denominators = [Int64(denominator), whole.denominator]
        guard let denominator = leastCommonMultiple(of: denominators, atMost: Self.longest),
            let length = whole.parts(over: denominator), length > 0, length <= Self.longest
        else { throw .outOfRange("a bar of \(whole) quarter notes is too long for such a pattern", Self.range) }
        let scale = denominator.flooredDivision(by: Int64(self.denominator)).quotient
        let step = Int64(self.cycle) * scale
        let cycles = onsets.isEmpty ? 0 : length.flooredDivision(by: step).quotient + 1
        guard cycles * Int64(onsets.count) <= Int64(Self.mostOnsets + onsets.count) else {
            throw .outOfRange(
                "\(cycles) cycles in a bar are too many: its onsets are at most \(Self.mostOnsets)", 0...Self.mostOnsets
            )
        }
        var cut: [Onset] = []
        for number in 0..<cycles {
            for onset in onsets where number * step + Int64(onset.place) * scale < length {
                let place = number * step + Int64(onset.place) * scale
                cut.append(onset.moved(to: Int32(clamping: place)))
            }
        }
        return try Pattern(cycle: Int(length), denominator: Int(denominator), onsets: cut)
    }

    /// The longest cycle, in parts.
    static let longest = Int64(range.upperBound)
}

extension [Pattern.Onset] {
    /// The same beats, numbered in bars of which the first one begins with one of them, at 0 unless another is given.
    func numbered(beatsPerBar: Int, from first: Int64 = 0) -> [Pattern.Onset] {
        enumerated().map { index, onset in
            var onset = onset
            let place = (first + Int64(index)).flooredDivision(by: Int64(Swift.max(1, beatsPerBar))).remainder
            onset.beat = UInt8(clamping: place + 1)
            return onset
        }
    }
}
