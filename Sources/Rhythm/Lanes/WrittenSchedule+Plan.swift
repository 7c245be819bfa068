// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

extension WrittenSchedule {
    /// A pattern, and which of its onsets are entries, numbered from the beginning of the schedule.
    public struct Plan: Sendable, Hashable {
        /// Counted from the beginning of the schedule.
        public var pattern: Pattern
        /// The numbers of the onsets that are played; nil: all.
        public var onsets: Range<Int64>?
    }

    /// The entries at a tempo, of a beat in quarter notes. Exact where all parts have a common denominator in reach, else the
    /// cycle is wrong by less than 10⁻⁹ of itself.
    ///
    /// Where only a stretch of it is played, in quarter notes from its beginning, what lies outside may be left out. Throws where it is
    /// too fine, or too long, for the bars.
    public func plan(
        inBarsOf bar: [Ratio], tempo: Tempo, beat: Ratio, within stretch: ClosedRange<Double>? = nil
    ) throws(RhythmError) -> Plan {
        let axis = try Axis(bar, tempo, beat)
        let scale = try axis.scale(of: marks)
        var delay = Ratio.zero
        for amount in delays {
            guard let length = amount.count.multipliedNearest(by: axis.length(of: amount.unit)),
                let sum = delay.addingNearest(length)
            else { throw WrittenPattern.tooFine }
            delay = sum
        }
        guard let cycle = marks.cycle else {
            var shifts = [delay]
            if let canon {
                guard let distance = canon.delay.count.multipliedNearest(by: axis.length(of: canon.delay.unit)) else {
                    throw WrittenPattern.tooFine
                }
                for _ in 1..<canon.voices {
                    guard let next = shifts.last?.addingNearest(distance) else { throw WrittenPattern.tooFine }
                    shifts.append(next)
                }
            }
            return try finite(shifts, scale, within: stretch)
        }
        if let stretch, let part = try part(of: cycle, delay, scale, within: stretch) { return part }
        return try endless(cycle, delay, scale)
    }

    /// Whether its first entry is the first that is played, and not one of a bar or a minute before.
    private var isFromBegin: Bool {
        switch kind {
        case .every(let amount): amount.unit != .bars
        case .wallClock: false
        case .cycle, .at: true
        }
    }

    // MARK: what ends

    /// Entries that come once, for each of some delays.
    private func finite(
        _ shifts: [Ratio], _ scale: Scale, within stretch: ClosedRange<Double>?
    ) throws(RhythmError) -> Plan {
        let voices = shifts.map { shift in
            stretch.map { scale.indices(of: marks, from: $0.lowerBound - shift.value, to: $0.upperBound - shift.value) }
                ?? marks.parts.indices
        }
        let places = zip(shifts, voices).flatMap { shift, indices in indices.map { (marks.parts[$0], shift) } }
        return try Self.once(places, scale)
    }

    /// Entries at places from the beginning, each with a delay.
    private static func once(_ places: [(mark: Int64, shift: Ratio)], _ scale: Scale) throws(RhythmError) -> Plan {
        guard !places.isEmpty, places.count <= mostEntries else {
            return Plan(pattern: try Pattern(cycle: 1, denominator: 1, onsets: []))
        }
        // The cycle is a quarter note longer than its last entry.
        let last = places.map { scale.quarters($0.mark) + $0.shift.value }.max() ?? 0
        guard let reach = Int64(exactly: (last + 2).rounded(.up)) else { throw WrittenPattern.tooFine }
        let finest = Pattern.longest.flooredDivision(by: max(1, reach)).quotient
        let shifts = Set(places.map(\.shift.denominator))
        let denominator = leastCommonMultiple(of: [scale.denominator] + shifts, atMost: finest) ?? finest
        guard denominator > 0 else { throw WrittenPattern.tooFine }
        var parts: [Int64] = []
        for place in places {
            guard let mark = scale.parts(place.mark, over: denominator),
                let shift = place.shift.parts(over: denominator)
            else { throw WrittenPattern.tooFine }
            parts.append(mark + shift)
        }
        let ordered = Set(parts).sorted()
        let pattern = try Pattern(
            cycle: Int(clamping: (ordered.last ?? 0) + denominator), denominator: Int(denominator),
            onsets: ordered.map { Pattern.Onset(place: Int32(clamping: $0), accent: .normal) })
        return Plan(pattern: pattern, onsets: 0..<Int64(ordered.count))
    }

    // MARK: what repeats for ever

    /// The entries of a stretch that is shorter than a cycle, as ones that come once; nil where it is longer.
    private func part(
        of cycle: Int64, _ delay: Ratio, _ scale: Scale, within stretch: ClosedRange<Double>
    ) throws(RhythmError) -> Plan? {
        let length = scale.quarters(cycle)
        guard stretch.upperBound - stretch.lowerBound < length / 2,
            let first = Int64(exactly: ((stretch.lowerBound - delay.value) / length).rounded(.down)),
            abs(first) < 1 << 30
        else { return nil }
        var places: [(mark: Int64, shift: Ratio)] = []
        // The last mark of a cycle may be the beginning of the next.
        for number in first - 1...first + 1 where number >= 0 || !isFromBegin {
            let begin = Double(number) * length + delay.value
            let indices = scale.indices(of: marks, from: stretch.lowerBound - begin, to: stretch.upperBound - begin)
            let (shift, overflows) = number.multipliedReportingOverflow(by: cycle)
            guard !overflows else { return nil }
            places += marks.parts[indices].map { (shift + $0, delay) }
        }
        return places.contains { $0.mark < 0 } ? nil : try Self.once(places, scale)
    }

    /// Places from 0 to the cycle's end, that included. Several that fall together are one.
    private func endless(_ cycle: Int64, _ delay: Ratio, _ scale: Scale) throws(RhythmError) -> Plan {
        guard let whole = scale.ratio(cycle), let late = delay.divided(by: whole) else { throw WrittenPattern.tooFine }
        let (length, denominator) = try Self.parts(of: whole, exactly: [scale.denominator, late.rest.denominator])
        guard let shift = late.rest.parts(over: denominator) else { throw WrittenPattern.tooFine }
        var places: [(cycle: Int64, part: Int64)] = []
        for mark in marks.parts {
            guard let part = scale.parts(mark, over: denominator) else { throw WrittenPattern.tooFine }
            // What is rounded to the end of the cycle is the beginning of the next.
            let (cycle, rest) = (part + shift).flooredDivision(by: length)
            places.append((late.count + cycle, rest))
        }
        let ordered = Set(places.map(\.part)).sorted()
        let pattern = try Pattern(
            cycle: Int(length), denominator: Int(denominator),
            onsets: ordered.map { Pattern.Onset(place: Int32(clamping: $0), accent: .normal) })
        guard isFromBegin, let first = places.first, let index = ordered.firstIndex(of: first.part) else {
            return Plan(pattern: pattern)
        }
        let (before, overflows) = first.cycle.multipliedReportingOverflow(by: Int64(ordered.count))
        guard !overflows, before < 1 << 62 else { throw WrittenPattern.tooFine }
        return Plan(pattern: pattern, onsets: before + Int64(index)..<Int64.max)
    }

    /// A cycle of at least one part, and the parts of a quarter note: exact for it and for fractions with some denominators if
    /// that is in reach; else the cycle is the nearest that is, and its parts are as fine as can be.
    private static func parts(of cycle: Ratio, exactly denominators: [Int64]) throws(RhythmError) -> (Int64, Int64) {
        let most = Pattern.longest
        if let common = leastCommonMultiple(of: denominators + [cycle.denominator], atMost: most),
            let length = cycle.parts(over: common), (1...most).contains(length)
        {
            return (length, common)
        }
        let finest = Int64(
            clamping: Int128(most).flooredDivision(by: Int128(cycle.quotient(by: .one)) + 1).quotient)
        guard
            let near = Ratio(
                nearest: Int128(cycle.numerator), over: Int128(cycle.denominator), denominatorAtMost: finest),
            near.numerator > 0, near.numerator <= most
        else { throw WrittenPattern.tooFine }
        let times = most.flooredDivision(by: max(near.numerator, near.denominator)).quotient
        return (near.numerator * times, near.denominator * times)
    }
}
