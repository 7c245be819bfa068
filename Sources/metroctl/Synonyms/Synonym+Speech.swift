// SPDX-License-Identifier: Apache-2.0

/// What is said as one speaks: numbers as words, the thing before what is done to it, two sentences in one.
extension Synonym {
    private static let numbers = [
        "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
        "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "fifteen": "15", "sixteen": "16", "twenty": "20",
        "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90",
    ]
    /// Lengths without a number.
    private static let lengths: [(said: [String], meant: [String])] = [
        (["a", "minute", "and", "a", "half"], ["90", "seconds"]), (["half", "a", "minute"], ["30", "seconds"]),
        (["half", "an", "hour"], ["30", "minutes"]), (["an", "hour"], ["60", "minutes"]),
        (["a", "minute"], ["1", "minute"]),
    ]
    /// What stands before a number, and what behind it.
    private static let beforeNumbers: Set = [
        "every", "each", "for", "in", "after", "undo", "redo", "timer", "count-in", "countin", "by", "against", "over",
        "bar",
    ]
    private static let afterNumbers: Set = [
        "bar", "bars", "beats", "second", "seconds", "minute", "minutes", "hours", "times", "against", "over",
    ]
    private static let softer: Set = ["quieter", "softer"]

    /// The same sentence with digits for numbers, `two bars`, and without words that only sound well, `a little slower`; nil where nothing of
    /// that is there.
    static func digits(_ words: [String]) -> [String]? {
        guard let first = words.first else { return nil }
        for length in lengths {
            guard let begin = words.indices.first(where: { words[$0...].starts(with: length.said) }) else { continue }
            return words[..<begin] + length.meant + words[(begin + length.said.count)...]
        }
        if ["a", "bit", "little", "much"].contains(first), words.count > 1 { return Array(words.dropFirst()) }
        if ["play", "start"].contains(first), words.count > 2, ["a", "the"].contains(words[1]) {
            return [first] + words[2...]
        }
        let said = words.indices.map { index in
            guard let digits = numbers[words[index]] else { return words[index] }
            let isAfter = index > 0 && beforeNumbers.contains(words[index - 1])
            let isBefore = index + 1 < words.count && afterNumbers.contains(words[index + 1])
            return isAfter || isBefore ? digits : words[index]
        }
        return said == words ? nil : said
    }

    /// `10 bpm slower`, `hat softer`, `kick off`, `no swing`, `stop after 10 minutes`, `count in 2 bars, then start at 100`.
    static func speech(_ words: [String]) -> [String]? {
        guard words.count > 1, let last = words.last else { return nil }
        if words.count == 2 {
            let first = words[0]
            if last == "faster" || last == "slower", first.first?.isNumber ?? false { return [last, first] }
            let isLouder = last == "louder"
            if isLouder || softer.contains(last), isThing(first) {
                return ["volume", isLouder ? "louder" : "quieter", first]
            }
            if first == "no" { return [last, "off"] }
            let isOther = verbs.contains(first) || all.contains { words.starts(with: $0.words) }
            if ["on", "off"].contains(last), !isOther, isThing(first) {
                return ["lane", first, last == "off" ? "mute" : "unmute"]
            }
        }
        return start(words) ?? stop(words) ?? gap(words)
    }

    /// Whether a word may be the name of a lane, and is no part of the metronome with a volume of its own.
    private static func isThing(_ word: String) -> Bool {
        !["bell", "subdivision", "offbeats", "volume"].contains(word) && word.first?.isLetter ?? false
    }

    /// `count-in 2 bars then start at 100`: the start, with what is counted in.
    private static func start(_ words: [String]) -> [String]? {
        let isTwo = words[0] == "count" && words[1] == "in"
        guard isTwo || ["count-in", "countin"].contains(words[0]),
            let verb = words.firstIndex(where: { ["start", "play"].contains($0) }),
            let count = words[(isTwo ? 2 : 1)..<verb].first, Int(count) != nil
        else { return nil }
        return ["start"] + words[(verb + 1)...] + ["count-in", count]
    }

    /// `3 bars on 1 off`, `1 bar silent 3 on`: the trainer of silent bars.
    private static func gap(_ words: [String]) -> [String]? {
        let small: Set = ["bar", "bars", "on", "click", "off", "silent", "and"]
        let counts = words.indices.filter { !small.contains(words[$0]) }
        guard counts.count == 2, counts[0] == 0, counts.allSatisfy({ Int(words[$0]) != nil }) else { return nil }
        // What stands behind a number is said of it.
        let parts = [words[..<counts[1]], words[counts[1]...]]
        let areHeard = parts.map { $0.contains { ["on", "click"].contains($0) } }
        let areSilent = parts.map { $0.contains { ["off", "silent"].contains($0) } }
        guard areHeard[0] != areHeard[1], areSilent == areHeard.reversed() else { return nil }
        let (first, second) = (words[0], words[counts[1]])
        return ["trainer", "gap"] + (areHeard[0] ? [first, second] : [second, first])
    }

    /// `stop in 10 minutes`.
    private static func stop(_ words: [String]) -> [String]? {
        guard words[0] == "stop", words.count > 2 else { return nil }
        return ["after", "in"].contains(words[1]) && words[2].first?.isNumber ?? false ? ["timer"] + words[2...] : nil
    }
}
