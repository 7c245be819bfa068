// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

extension Passage {
    /// The same music on an axis on which a felt beat, given in quarter notes, is 1.
    ///
    /// Throws where a number becomes too large, and for lanes that are counted from the start of the run. What is the same in a
    /// passage that was counted before is taken from there.
    func counted(
        inBeatsOf felt: Ratio, like former: (written: Passage, counted: Passage)? = nil
    ) throws(RhythmError) -> Passage {
        guard felt != .one else { return self }
        guard let factor = Ratio(felt.denominator, over: felt.numerator), let lead = lead.multiplied(by: factor),
            let beat = beat.multiplied(by: factor), let curveLength = curve.length.multiplied(by: factor)
        else { throw .invalid("a felt beat of \(felt) quarter notes does not fit") }
        var counted = self
        (counted.lead, counted.beat) = (lead, beat)
        if let length {
            guard let length = length.multiplied(by: factor) else { throw .invalid("\(length) is too long") }
            counted.length = length
        }
        if !curve.isConstant {
            counted.curve = TempoCurve(from: curve.start, to: curve.end, curve.shape, length: curveLength)
        }
        if let former, former.written.bar == bar, former.written.lanes == lanes {
            (counted.bar, counted.lanes) = (former.counted.bar, former.counted.lanes)
            return counted
        }
        counted.bar = try bar.map { length throws(RhythmError) in
            guard let length = length.multiplied(by: factor) else { throw .invalid("\(length) is too long") }
            return length
        }
        counted.lanes = try lanes.map { lane throws(RhythmError) in
            guard lane.anchor != .run else { throw .invalid("lane \(lane.id) is counted from the start of the run") }
            var lane = lane
            lane.pattern = try lane.pattern.stretched(by: factor)
            return lane
        }
        return counted
    }

    /// What is left of one pass from a distance on, up to another, both from its beginning. Nil where a number does not fit.
    func part(from begin: Ratio, to end: Ratio) -> Passage? {
        guard let lead = lead.adding(begin), let length = end.subtracting(begin) else { return nil }
        var part = self
        (part.lead, part.length, part.times) = (lead, length, 1)
        return part
    }
}

extension Pattern {
    /// The same onsets with all places, and the cycle, `factor` times as far. Throws if the parts become too small.
    func stretched(by factor: Ratio) throws(RhythmError) -> Pattern {
        let (top, bottom) = (Int128(factor.numerator), Int128(denominator) * Int128(factor.denominator))
        var divisor = bottom.magnitude
        for place in [cycle] + onsets.map(\.place) {
            divisor = divisor.greatestCommonDivisor(with: (Int128(place) * top).magnitude)
        }
        func scaled(_ place: Int32) -> Int { Int(clamping: (Int128(place) * top).quotient(by: Int128(divisor))) }
        let parts = Int(clamping: bottom.quotient(by: Int128(divisor)))
        guard parts <= Self.range.upperBound, scaled(cycle) <= Self.range.upperBound else {
            throw .invalid("parts of 1/\(parts) are too small")
        }
        return try Pattern(
            cycle: scaled(cycle), denominator: parts,
            onsets: onsets.map {
                $0.moved(to: Int32(clamping: scaled($0.place)))
            })
    }
}

extension Ratio {
    /// The largest length of which all given lengths, each more than 0, are whole multiples; nil where it does not fit.
    package static func unit(of lengths: [Ratio]) -> Ratio? {
        guard var unit = lengths.first else { return nil }
        for length in lengths.dropFirst() {
            let (one, other) = (
                Int128(unit.numerator) * Int128(length.denominator), Int128(length.numerator) * Int128(unit.denominator)
            )
            let divisor = one.magnitude.greatestCommonDivisor(with: other.magnitude)
            guard let common = Ratio(wide: Int128(divisor), over: Int128(unit.denominator) * Int128(length.denominator))
            else {
                return nil
            }
            unit = common
        }
        return unit
    }
}
