// SPDX-License-Identifier: Apache-2.0

/// A schedule that a lane follows, as one writes it: `every 2 beats`, `cycle 0.2 0.2 0.4 s 3 times`, `moments 0 1.5 s`,
/// `every minute`.
///
/// Its entries are those of ``PeriodicSchedule``, ``CyclicSchedule`` and ``ExplicitSchedule``. Seconds are put on the axis of the
/// music by the tempo that holds.
public struct WrittenSchedule: Sendable, Hashable {
    /// What an amount counts.
    enum Unit: Sendable, Hashable {
        case seconds, beats, bars

        /// The shortest length that is not 0: of seconds a fourth of a millisecond, with which no lane has more onsets than can be
        /// played, and as long in beats where these are slowest.
        var shortest: Ratio { self == .seconds ? Ratio(reduced: 1, over: 4000) : WrittenPattern.shortestStep }
    }

    /// A length, or a distance from the beginning.
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
        /// On the wall clock, each minute (60) or each hour (3600), by its seconds.
        case wallClock(Int64)
    }

    /// The words with which a schedule begins.
    static let keywords: Set<String> = ["every", "cycle", "moments"]
    /// The longest amount, in seconds, beats or bars.
    static let longest = Ratio(reduced: 3600)
    /// The most entries of one that ends.
    static let mostEntries = 4096
    /// The most delays behind each other.
    static let mostDelays = 16

    let kind: Kind
    /// The entries of the first voice, counted from its beginning; where the schedule has no end, the entries of one cycle.
    let marks: Marks
    /// ``DelayedSchedule``: each adds to the one before.
    private(set) var delays: [Amount] = []
    /// ``CanonSchedule``: how many voices, and by how much each follows the one before.
    private(set) var canon: (voices: Int, delay: Amount)?

    /// The seconds between two entries on the wall clock; nil for a schedule that does not follow it.
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

    /// Whether anything in it is counted in seconds.
    var holdsSeconds: Bool { isInSeconds || delays.contains { $0.unit == .seconds } || canon?.delay.unit == .seconds }

    /// Reads its words; an error has their column in the whole text.
    init(_ words: [Word], column: Int) throws(RhythmError) {
        var reader = Reader(words: words[...], column: column)
        let first = reader.next()?.text
        switch first {
        case "every": kind = try reader.every()
        case "cycle": kind = try reader.cycle()
        default: kind = .at(try reader.amounts(allowsZero: true))
        }
        marks = Marks(kind)
        if case .at(let amounts) = kind {
            for (one, other) in zip(amounts, amounts.dropFirst()) {
                guard let distance = other.count.subtracting(one.count), distance >= .zero else {
                    throw .invalid("column \(column): the moments must ascend: \(other.count) comes after \(one.count)")
                }
                try reader.checkLength(Amount(count: distance, unit: other.unit), words.first)
            }
        }
        while let word = reader.next() {
            switch word.text {
            case "after":
                guard delays.count < Self.mostDelays else {
                    throw reader.wrong(word, "\(Self.mostDelays) delays are the most")
                }
                delays.append(try reader.amount(allowsZero: true, of: "after"))
            case "canon":
                guard let count = reader.next().flatMap({ Int($0.text) }), (2...16).contains(count),
                    reader.next()?.text == "by"
                else { throw reader.wrong(word, "canon needs its voices and their distance: canon 3 by 0.5 s, 2...16") }
                let delay = try reader.amount(allowsZero: true, of: "by")
                try reader.checkLength(delay, word)
                guard count * marks.parts.count <= Self.mostEntries else {
                    throw reader.wrong(
                        word,
                        "\(count) voices of \(marks.parts.count) entries are too many: \(Self.mostEntries) are the most"
                    )
                }
                canon = (count, delay)
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

    /// Two schedules are equal if their kinds, delays and voices are.
    public static func == (one: WrittenSchedule, other: WrittenSchedule) -> Bool {
        one.kind == other.kind && one.delays == other.delays && one.canon?.voices == other.canon?.voices
            && one.canon?.delay == other.canon?.delay
    }

    /// Hashes the kind.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(delays)
    }
}
