// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// The words of a trainer that are still to be read.
struct TrainerWords {
    private let kind: Trainer.Kind
    private let text: String
    private var words: ArraySlice<Substring>

    /// The words of a text, which is a part of `whole`, or all of it.
    init(_ kind: Trainer.Kind, _ text: String, of whole: String? = nil) {
        self.kind = kind
        self.text = whole ?? text
        words = text.split(whereSeparator: \.isWhitespace)[...]
    }

    /// Words, and the seed at their end as people are told it: `C, F every 4 shuffled` and `, seed 7`.
    static func parted(_ words: String) -> (words: String, seed: String) {
        let all = words.split(separator: " ", omittingEmptySubsequences: false)
        guard all.count > 2, all[all.count - 2] == "seed", Int(all[all.count - 1]) != nil else { return (words, "") }
        return (all.dropLast(2).joined(separator: " "), ", seed \(all[all.count - 1])")
    }

    /// Takes a word, if it is the next one.
    mutating func take(_ word: String) -> Bool {
        guard words.first == word[...] else { return false }
        words.removeFirst()
        return true
    }

    /// Takes the next word if it is one of a type's words; nil where it is none of them.
    mutating func take<Word: RawRepresentable<String> & CaseIterable>(oneOf: Word.Type) -> Word? {
        guard let first = words.first, let word = Word(rawValue: String(first)) else { return nil }
        words.removeFirst()
        return word
    }

    /// Takes a whole number in a range. `name` is what it says, for an error.
    mutating func number(_ name: String, _ range: ClosedRange<Int64>) throws(SettingError) -> Int64 {
        guard let first = words.popFirst(), let number = Int64(first.hasSuffix("%") ? first.dropLast() : first) else {
            throw refusal
        }
        guard range.contains(number) else { throw outOfRange(name, range, scale: 1) }
        return number
    }

    /// Takes `seed` and a seed; nil where it is not the next word.
    mutating func seed() throws(SettingError) -> UInt64? {
        guard take("seed") else { return nil }
        let seeds = Int64(RandomMute.seeds.lowerBound)...Int64(RandomMute.seeds.upperBound)
        return UInt64(try number("the seed", seeds))
    }

    /// Takes a number of bpm, in thousandths of one.
    mutating func bpm(_ name: String, _ range: ClosedRange<Int64>) throws(SettingError) -> Int64 {
        guard let first = words.popFirst(), let number = SettingForm.decimal(String(first)) else { throw refusal }
        guard (Double(range.lowerBound) - 0.5...Double(range.upperBound)).contains(number * 1000) else {
            throw outOfRange(name, range, scale: 1000)
        }
        return Int64(clamping: (number * 1000).rounded())
    }

    /// Takes a step, in bpm or in percent of a tempo; without one, percent are refused. Tempo and step are in thousandths of a bpm.
    mutating func step(of tempo: Int64?, _ range: ClosedRange<Int64>) throws(SettingError) -> Int64 {
        guard let first = words.first, first.hasSuffix("%") else { return try bpm("the step", range) }
        words.removeFirst()
        guard let tempo, let percent = SettingForm.decimal(String(first.dropLast())) else { throw refusal }
        let step = (Double(tempo) * percent / 100).rounded()
        guard (Double(range.lowerBound)...Double(range.upperBound)).contains(step) else {
            throw outOfRange("the step", range, scale: 1000)
        }
        return Int64(clamping: step)
    }

    /// Throws where a word is left.
    func end() throws(SettingError) { if !words.isEmpty { throw refusal } }

    /// The error for words that do not make a trainer.
    var refusal: SettingError {
        let said = PlainValue.string(text.count > 80 ? text.prefix(80) + "…" : text)
        return SettingError(.invalid, "\(said) is no \(kind.noun): write \(kind.rules.grammar)")
    }

    private func outOfRange(_ name: String, _ range: ClosedRange<Int64>, scale: Double) -> SettingError {
        let (low, high) = (Double(range.lowerBound) / scale, Double(range.upperBound) / scale)
        return SettingError(
            .outOfRange, "\(name) must be \(PlainValue.text(low))...\(PlainValue.text(high))", minimum: low,
            maximum: high)
    }
}
