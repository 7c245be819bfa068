// SPDX-License-Identifier: Apache-2.0

/// A schedule that a lane follows, as one writes it: `every 2 beats`, `cycle 0.2 0.2 0.4 s 3 times`, `moments 0 1.5 s`,
/// `every minute`.
///
/// Its entries are those of the schedules of the same names. Seconds are put on the axis of the music by the tempo that holds.
public struct WrittenSchedule: Sendable, Hashable {
    /// What an amount counts.
    enum Unit: Sendable, Hashable {
        case seconds, beats, bars
    }

    /// A length, or a distance from the begin.
    struct Amount: Sendable, Hashable {
        var count: Ratio
        var unit: Unit
    }

    enum Kind: Sendable, Hashable {
        /// ``PeriodicSchedule``, and every bar.
        case every(Amount)
        /// ``CyclicSchedule``: loops; nil for ever.
        case cycle([Amount], times: Int?)
        /// ``ExplicitSchedule``.
        case at([Amount])
        /// On the wall clock, every so many seconds: each minute or hour.
        case wallClock(Int64)
    }

    /// With which words it begins.
    static let keywords: Set<String> = ["every", "cycle", "moments"]
    /// The longest amount, in seconds, beats or bars.
    static let longest = Ratio(reduced: 3600)
    /// The most entries of one that ends.
    static let mostEntries = 4096

    let kind: Kind
    /// ``DelayedSchedule``: each adds to the one before.
    private(set) var delays: [Amount] = []
    /// ``CanonSchedule``: how many voices, and by how much each follows the one before.
    private(set) var canon: (voices: Int, delay: Amount)?

    /// The seconds between two entries on the wall clock; nil for a schedule that does not follow that.
    public var wallClockSeconds: Int64? { if case .wallClock(let seconds) = kind { seconds } else { nil } }

    /// Whether it is counted in bars, and so begins where they do.
    public var isOfBars: Bool { if case .every(let amount) = kind { amount.unit == .bars } else { false } }

    /// Whether its entries are seconds apart, and not beats.
    public var isInSeconds: Bool {
        switch kind {
        case .every(let amount): amount.unit == .seconds
        case .cycle(let steps, times: _): steps.first?.unit == .seconds
        case .at(let amounts): amounts.first?.unit == .seconds
        case .wallClock: true
        }
    }

    // MARK: reading

    init(_ words: [Word], column: Int) throws(RhythmError) {
        var reader = Reader(words: words[...], column: column)
        let first = reader.next()?.text
        switch first {
        case "every": kind = try reader.every()
        case "cycle": kind = try reader.cycle()
        default: kind = .at(try reader.amounts(allowsZero: true))
        }
        if case .at(let amounts) = kind {
            for (one, other) in zip(amounts, amounts.dropFirst()) where other.count < one.count {
                throw .invalid("column \(column): the moments must ascend: \(other.count) comes after \(one.count)")
            }
        }
        while let word = reader.next() {
            switch word.text {
            case "after": delays.append(try reader.amount(allowsZero: true, of: "after"))
            case "canon":
                guard let count = reader.next().flatMap({ Int($0.text) }), (2...16).contains(count),
                    reader.next()?.text == "by"
                else { throw reader.wrong(word, "canon needs its voices and their distance: canon 3 by 0.5 s, 2...16") }
                canon = (count, try reader.amount(allowsZero: true, of: "by"))
            default:
                throw reader.wrong(
                    word,
                    "\(RhythmError.quote(word.text)) has no place here: after 0.5 s and canon 3 by 1 beat may follow")
            }
        }
        if canon != nil {
            switch kind {
            case .at, .cycle(_, times: .some): break
            default:
                throw .invalid("column \(column): only a schedule that ends is played in canon: say how many times")
            }
        }
    }

    private struct Reader {
        var words: ArraySlice<Word>
        let column: Int

        mutating func next() -> Word? { words.popFirst() }

        func wrong(_ word: Word?, _ reason: String) -> RhythmError {
            .invalid("column \(column + ((word ?? words.last)?.column ?? 0)): \(reason)")
        }

        mutating func every() throws(RhythmError) -> Kind {
            let kind: Kind
            switch words.first?.text {
            case "minute": kind = .wallClock(60)
            case "hour": kind = .wallClock(3600)
            case "bar": kind = .every(Amount(count: .one, unit: .bars))
            case "beat": kind = .every(Amount(count: .one, unit: .beats))
            default: return .every(try amount(allowsZero: false, of: "every"))
            }
            words.removeFirst()
            return kind
        }

        mutating func cycle() throws(RhythmError) -> Kind {
            let place = words.first
            let steps = try amounts(allowsZero: true)
            guard steps.contains(where: { $0.count.numerator > 0 }) else {
                throw wrong(place, "the steps of a cycle add up to 0: at least one must be above 0")
            }
            guard words.dropFirst().first?.text == "times", let word = words.first else {
                return .cycle(steps, times: nil)
            }
            guard let times = Int(word.text), (1...1000).contains(times), times * steps.count <= mostEntries else {
                throw wrong(
                    word, "\(RhythmError.quote(word.text)) times is not possible: 1 to 1000, and 4096 entries at most")
            }
            words.removeFirst(2)
            return .cycle(steps, times: times)
        }

        /// Numbers with a unit behind each, or behind the last for all; commas between them are ignored.
        mutating func amounts(allowsZero: Bool) throws(RhythmError) -> [Amount] {
            var amounts: [(count: Ratio, unit: Unit?)] = []
            while let word = words.first, word.text.first.map({ $0.isNumber || $0 == "." }) ?? false {
                if !amounts.isEmpty, words.dropFirst().first?.text == "times" { break }
                words.removeFirst()
                for text in word.text.split(separator: ",") {
                    let (number, unit) = Self.parts(String(text))
                    guard let count = Ratio(fraction: number), let unit else {
                        throw wrong(
                            word,
                            "\(RhythmError.quote(String(text))) is no length: write such as 0.2, 200ms or 1/3 beats")
                    }
                    amounts.append((unit.isMilli ? count.divided(by: 1000) ?? count : count, unit.unit))
                }
                guard amounts.count <= 256 else { throw wrong(word, "256 lengths are the most") }
                if let next = words.first?.text.split(separator: ",").first.map(String.init), let unit = Self.unit(next)
                {
                    words.removeFirst()
                    for index in amounts.indices where amounts[index].unit == nil {
                        amounts[index].unit = unit.unit
                        if unit.isMilli { amounts[index].count = amounts[index].count.divided(by: 1000) ?? .one }
                    }
                }
            }
            let found = amounts.map { Amount(count: $0.count, unit: $0.unit ?? .seconds) }
            guard !found.isEmpty else { throw wrong(words.first, "a length is missing: write such as 0.2 0.2 0.4 s") }
            guard Set(found.map(\.unit)).count == 1, found[0].unit != .bars || found.count == 1 else {
                throw wrong(words.first, "the lengths must all be in seconds, or all in beats")
            }
            for amount in found where longest < amount.count || !allowsZero && amount.count.numerator == 0 {
                throw wrong(words.first, "a length of \(amount.count) is out of range: above 0, up to 3600")
            }
            return found
        }

        /// One number with its unit.
        mutating func amount(allowsZero: Bool, of word: String) throws(RhythmError) -> Amount {
            let place = words.first
            let amounts = try amounts(allowsZero: allowsZero)
            guard amounts.count == 1 else { throw wrong(place, "\(word) takes one length, such as 0.5 s or 2 beats") }
            return amounts[0]
        }

        /// A number and the unit that is written at it: `200ms`. No unit at all for another ending.
        private static func parts(_ text: String) -> (String, (unit: Unit?, isMilli: Bool)?) {
            let number = text.prefix { $0.isNumber || $0 == "." || $0 == "/" }
            let rest = String(text.dropFirst(number.count))
            if rest.isEmpty { return (String(number), (nil, false)) }
            return (String(number), unit(rest).map { ($0.unit, $0.isMilli) })
        }

        private static func unit(_ word: String) -> (unit: Unit, isMilli: Bool)? {
            switch word {
            case "s", "second", "seconds": (.seconds, false)
            case "ms": (.seconds, true)
            case "beat", "beats": (.beats, false)
            case "bar", "bars": (.bars, false)
            default: nil
            }
        }
    }

    // MARK: what is played

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
        var delay = Ratio.zero
        for amount in delays {
            guard let sum = delay.adding(try quarters(amount)) else { throw WrittenPattern.tooFine }
            delay = sum
        }
        switch kind {
        case .every(let amount):
            return try Self.endless([.zero], cycle: try quarters(amount), delay, isFromBegin: amount.unit != .bars)
        case .wallClock(let seconds):
            let amount = Amount(count: Ratio(reduced: seconds), unit: .seconds)
            return try Self.endless([.zero], cycle: try quarters(amount), delay, isFromBegin: false)
        case .cycle(let steps, times: nil):
            var marks: [Ratio] = []
            var sum = Ratio.zero
            for step in steps {
                guard let next = sum.adding(try quarters(step)) else { throw WrittenPattern.tooFine }
                sum = next
                marks.append(sum)
            }
            return try Self.endless(marks, cycle: sum, delay, isFromBegin: true)
        case .cycle(let steps, times: let times?):
            var entries: [Ratio] = []
            var sum = Ratio.zero
            for _ in 0..<times {
                for step in steps {
                    guard let next = sum.adding(try quarters(step)) else { throw WrittenPattern.tooFine }
                    sum = next
                    entries.append(sum)
                }
            }
            // The last loop is played in full: what follows it is no change.
            return try finite(Array(entries.dropLast()), delay, quarters)
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

    /// The same words are the same schedule.
    public static func == (one: WrittenSchedule, other: WrittenSchedule) -> Bool {
        one.kind == other.kind && one.delays == other.delays && one.canon?.voices == other.canon?.voices
            && one.canon?.delay == other.canon?.delay
    }

    /// By its kind.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(delays)
    }
}

extension Ratio {
    /// A number as a fraction whose denominator is a power of ten; nil where it is too large.
    fileprivate init?(rounding number: Double) {
        guard number.isFinite, number < 1e9 else { return nil }
        self.init(Int64((number * 1e9).rounded()), over: 1_000_000_000)
    }
}
