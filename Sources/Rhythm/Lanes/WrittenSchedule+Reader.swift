// SPDX-License-Identifier: Apache-2.0

extension WrittenSchedule {
    /// The words of a schedule, taken one after the other.
    struct Reader {
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
            default:
                let place = words.first
                let amount = try amount(allowsZero: false, of: "every")
                try checkLength(amount, place)
                return .every(amount)
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
            for step in steps { try checkLength(step, place) }
            guard words.dropFirst().first?.text == "times", let word = words.first else {
                return .cycle(steps, times: nil)
            }
            guard let times = Int(word.text), (1...1000).contains(times),
                times * steps.count <= mostEntries
            else {
                throw wrong(
                    word, "\(RhythmError.quote(word.text)) times is not possible: 1 to 1000, and 4096 entries at most")
            }
            words.removeFirst(2)
            return .cycle(steps, times: times)
        }

        /// Numbers with a unit behind each, or behind the last for all; commas between them are ignored.
        mutating func amounts(allowsZero: Bool) throws(RhythmError) -> [Amount] {
            var amounts: [(count: Ratio, unit: Unit?)] = []
            let place = words.first
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
                    amounts.append((try inSeconds(count, unit.isMilli, word), unit.unit))
                }
                guard amounts.count <= 256 else { throw wrong(word, "256 lengths are the most") }
                if let next = words.first?.text.split(separator: ",").first.map(String.init), let unit = Self.unit(next)
                {
                    words.removeFirst()
                    for index in amounts.indices where amounts[index].unit == nil {
                        amounts[index].unit = unit.unit
                        amounts[index].count = try inSeconds(amounts[index].count, unit.isMilli, words.first)
                    }
                }
            }
            guard !amounts.isEmpty else {
                let found = words.first.map { "\(RhythmError.quote($0.text)) is no length" } ?? "a length is missing"
                throw wrong(words.first, "\(found): write such as 0.2 0.2 0.4 s, or \(Self.places)")
            }
            let found = amounts.compactMap { amount in amount.unit.map { Amount(count: amount.count, unit: $0) } }
            guard found.count == amounts.count else {
                let unit = words.first.map { "\(RhythmError.quote($0.text)) is no unit" } ?? "the unit is missing"
                throw wrong(words.first ?? place, "\(unit): a length is in s, ms, beats or bars")
            }
            guard Set(found.map(\.unit)).count == 1, found[0].unit != .bars || found.count == 1 else {
                throw wrong(words.first, "the lengths must all be in seconds, or all in beats")
            }
            for amount in found where longest < amount.count || !allowsZero && amount.count.numerator == 0 {
                throw wrong(words.first, "a length of \(amount.count) is out of range: above 0, up to 3600")
            }
            return found
        }

        /// An amount as it is kept: one in milliseconds in seconds, one that is too fine rounded.
        private func inSeconds(_ count: Ratio, _ isMilli: Bool, _ word: Word?) throws(RhythmError) -> Ratio {
            let parts = Int128(count.denominator) * (isMilli ? 1000 : 1)
            guard let count = Ratio(nearest: Int128(count.numerator), over: parts) else {
                throw wrong(word, "a length of \(count) is out of range: above 0, up to 3600")
            }
            return count
        }

        /// Throws for a length that is shorter than can be played; none at all is another matter.
        func checkLength(_ amount: Amount, _ word: Word?) throws(RhythmError) {
            guard amount.count.numerator == 0 || amount.unit.shortest <= amount.count else {
                throw wrong(
                    word,
                    "a length of \(amount.count) \(amount.unit) is too short: 0.00025 s, or 1/240000 of a beat or a bar, is the "
                        + "shortest that can be played")
            }
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

        /// What may follow `every` beside a length.
        private static let places = "every beat, bar, minute or hour"

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
}
