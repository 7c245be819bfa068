// SPDX-License-Identifier: Apache-2.0

extension WrittenSchedule {
    /// A pattern, and which of its onsets are entries, numbered from the begin of the schedule.
    public struct Plan: Sendable, Hashable {
        /// Counted from the begin of the schedule.
        public var pattern: Pattern
        /// The numbers of the onsets that are played; nil: all.
        public var onsets: Range<Int64>?
    }

    /// The entries at a tempo, of a beat in quarter notes. Exact where all parts have a common denominator in reach, else the
    /// cycle is wrong by less than 10⁻⁹ of itself.
    public func plan(inBarsOf bar: [Ratio], tempo: Tempo, beat: Ratio) throws(RhythmError) -> Plan {
        let whole = try WrittenPattern.length(of: bar)
        func quarters(_ amount: Amount) throws(RhythmError) -> Ratio {
            let unit: Ratio? =
                switch amount.unit {
                case .bars: whole
                case .beats: bar.first
                case .seconds: Ratio(tempo.numerator, over: tempo.denominator)?.divided(by: 60)?.multiplied(by: beat)
                }
            guard
                let length = amount.count.multiplied(by: unit)
                    ?? unit.flatMap({ Ratio(rounding: amount.count.value * $0.value) })
            else { throw WrittenPattern.tooFine }
            return length
        }
        /// The ends of lengths that follow each other.
        func sums(of amounts: [Amount]) throws(RhythmError) -> [Ratio] {
            var sums: [Ratio] = []
            for amount in amounts {
                guard let sum = (sums.last ?? .zero).adding(try quarters(amount)) else { throw WrittenPattern.tooFine }
                sums.append(sum)
            }
            return sums
        }
        let delay = try sums(of: delays).last ?? .zero
        switch kind {
        case .every(let amount):
            return try Self.endless([.zero], cycle: try quarters(amount), delay, isFromBegin: amount.unit != .bars)
        case .wallClock(let seconds):
            let amount = Amount(count: Ratio(reduced: seconds), unit: .seconds)
            return try Self.endless([.zero], cycle: try quarters(amount), delay, isFromBegin: false)
        case .cycle(let steps, times: nil):
            let marks = try sums(of: steps)
            return try Self.endless(marks, cycle: marks.last ?? .zero, delay, isFromBegin: true)
        case .cycle(let steps, times: let times?):
            // The last loop is played in full: what follows it is no change.
            let entries = try sums(of: Array(repeating: steps, count: times).flatMap { $0 }).dropLast()
            return try finite(Array(entries), delay, quarters)
        case .at(let amounts):
            var entries: [Ratio] = []
            for amount in amounts { entries.append(try quarters(amount)) }
            return try finite(entries, delay, quarters)
        }
    }

    /// Entries that repeat for ever: places from 0 to the cycle's end, that included. Several that fall together are one.
    private static func endless(
        _ marks: [Ratio], cycle: Ratio, _ delay: Ratio, isFromBegin: Bool
    ) throws(RhythmError) -> Plan {
        var places: [Ratio] = []
        for mark in marks {
            guard let place = mark.adding(delay) else { throw WrittenPattern.tooFine }
            places.append(place)
        }
        let (parts, denominator) = try parts(of: places + [cycle], within: cycle)
        let length = parts[parts.count - 1]
        let ordered = Set(parts.dropLast().map { $0 % length }).sorted()
        let pattern = try Pattern(
            cycle: Int(length), denominator: Int(denominator),
            onsets: ordered.map { Pattern.Onset(place: Int32($0), accent: .normal) })
        guard isFromBegin, let first = parts.dropLast().min(), let index = ordered.firstIndex(of: first % length) else {
            return Plan(pattern: pattern)
        }
        return Plan(pattern: pattern, onsets: (first / length) * Int64(ordered.count) + Int64(index)..<Int64.max)
    }

    /// Entries that come once, in canon where it is one.
    private func finite(
        _ entries: [Ratio], _ delay: Ratio, _ quarters: (Amount) throws(RhythmError) -> Ratio
    ) throws(RhythmError) -> Plan {
        var places: [Ratio] = []
        for voice in 0..<Int64(canon?.voices ?? 1) {
            let later = try canon.map { canon throws(RhythmError) in try quarters(canon.delay) }?.times(voice) ?? .zero
            guard let shift = later.adding(delay) else { throw WrittenPattern.tooFine }
            for entry in entries {
                guard let place = entry.adding(shift) else { throw WrittenPattern.tooFine }
                places.append(place)
            }
        }
        guard places.count <= Self.mostEntries, let last = places.max(), let cycle = last.adding(.one) else {
            return Plan(pattern: try Pattern(cycle: 1, denominator: 1, onsets: []))
        }
        let (parts, denominator) = try Self.parts(of: places, within: cycle)
        let ordered = Set(parts).sorted()
        let length = (ordered.last ?? 0) + denominator
        let pattern = try Pattern(
            cycle: Int(length), denominator: Int(denominator),
            onsets: ordered.map { Pattern.Onset(place: Int32($0), accent: .normal) })
        return Plan(pattern: pattern, onsets: 0..<Int64(ordered.count))
    }

    /// Places over one denominator: exact if that is in reach, else rounded to the finest that is.
    private static func parts(of places: [Ratio], within cycle: Ratio) throws(RhythmError) -> ([Int64], Int64) {
        let most = Double(Pattern.range.upperBound)
        let longest = places.map(\.value).max() ?? 1
        let reach = max(cycle.value, longest) + 1
        let common = places.reduce(1) { leastCommonMultiple($0, $1.denominator) }
        if Double(common) * reach < most {
            return (places.map { $0.numerator * (common / $0.denominator) }, common)
        }
        let denominator = Int64(most / reach)
        guard denominator > 0 else { throw WrittenPattern.tooFine }
        return (places.map { Int64(($0.value * Double(denominator)).rounded()) }, denominator)
    }
}

extension Ratio {
    /// A number as a fraction whose denominator is a power of ten; nil where it is too large.
    fileprivate init?(rounding number: Double) {
        guard number.isFinite, number < 1e9 else { return nil }
        self.init(Int64((number * 1e9).rounded()), over: 1_000_000_000)
    }
}
