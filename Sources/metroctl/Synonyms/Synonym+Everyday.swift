// SPDX-License-Identifier: Apache-2.0

/// What players say in a sentence of their own of trainers, lanes and set lists, and of what is measured.
extension Synonym {
    /// The words of a verb that these stand for; nil where they are none of these sentences.
    static func everyday(_ words: [String]) -> [String]? {
        guard words.count > 1, words[0] != "trainer" else { return nil }
        let kinds: [([String]) -> [String]?] = [
            equation, measures, shown, signs, pan, setList, chance, silences, speed, later,
        ]
        return kinds.lazy.compactMap { $0(words) }.first
    }

    // MARK: notes and measures

    /// `tempo dotted quarter = 60`: the note and its number in one word.
    private static func equation(_ words: [String]) -> [String]? {
        guard !literal.contains(words[0]), words.contains(where: { $0.contains("=") }) else { return nil }
        var said: [String] = []
        for word in words {
            let goesOn = word.hasPrefix("=") || said.last?.hasSuffix("=") ?? false
            let isDotted = said.last == "dotted" && word.first?.isLetter ?? false
            if let last = said.last, goesOn || isDotted {
                said[said.count - 1] = last + (isDotted ? "-" : "") + word
            } else {
                said.append(word)
            }
        }
        return said == words ? nil : said
    }

    /// `count-in 1 bar`, `offset 30 ms`, `volume max`, `sound accent rimshot`: the number or the name as it is written.
    private static func measures(_ words: [String]) -> [String]? {
        var said = words
        switch words[0] {
        case "count-in", "countin": if Int(words[1]) != nil { said = words.filter { !["bar", "bars"].contains($0) } }
        case "count" where words[1] == "in" && words.count > 2 && Int(words[2]) != nil && !words.contains("then"):
            said = words.filter { !["bar", "bars"].contains($0) }
        case "offset":
            said = words.filter { $0 != "ms" }.map { word in
                word.hasSuffix("ms") && Double(word.dropLast(2)) != nil ? String(word.dropLast(2)) : word
            }
        case "volume":
            let named = ["full": "100%", "max": "100%", "maximum": "100%", "half": "50%"]
            said = words.map { named[$0] ?? $0 }
        case "sound", "sounds": said = sounds(words, own: SoundFiles.ownNames())
        default: break
        }
        return said == words ? nil : said
    }

    /// Sounds by the names that come with the daemon, but for those that the user has given to others.
    static func sounds(_ words: [String], own: [String]) -> [String] {
        words.map { own.contains($0) ? $0 : ["rimshot": "rim", "woodblocks": "woodblock"][$0] ?? $0 }
    }

    /// `tempo 110 in 8 bars`: from the eighth bar on.
    private static func later(_ words: [String]) -> [String]? {
        let others: Set = ["render", "timer", "stop", "start", "count"]
        guard words.count > 3, !literal.contains(words[0]), !others.contains(words[0]),
            ["in", "after"].contains(words[words.count - 3]), words[words.count - 4] != "count",
            let count = Int(words[words.count - 2]), count > 0,
            ["bar", "bars"].contains(words[words.count - 1])
        else { return nil }
        // The delay of a schedule, such as `lane hat every 2 bars after 1 bar`.
        let isScheduled = ["lane", "lanes"].contains(words[0]) && words.contains { ["every", "cycle"].contains($0) }
        if isScheduled, words[words.count - 3] == "after" { return nil }
        return words.dropLast(3) + ["--at", "+\(count)"]
    }

    /// `show keys.txt every 2 bars`: prompts; `every bar date`: a command.
    private static func shown(_ words: [String]) -> [String]? {
        if words.count > 2, ["every", "each"].contains(words[0]), ["bar", "beat"].contains(words[1]) {
            return ["on"] + words.dropFirst()
        }
        return words[0] == "show" && words.contains("every") ? ["prompt"] + words.dropFirst() : nil
    }

    // MARK: accents and lanes

    /// How a beat is said to sound, and its sign.
    private static let signNames = [
        "bell": "X", "strong": "A", "loud": "A", "accent": "A", "accented": "A", "normal": "x", "medium": "x",
        "plain": "x", "weak": "x", "soft": "o", "ghost": "o", "quiet": "o", "silent": ".", "mute": ".", "muted": ".",
        "rest": ".", "none": ".",
    ]

    /// `accent strong normal medium silent`: the signs of a bar.
    private static func signs(_ words: [String]) -> [String]? {
        guard ["accent", "accents"].contains(words[0]) else { return nil }
        let names = words.dropFirst().flatMap { $0.split(separator: ",").map { $0.lowercased() } }
        let signs = names.compactMap { signNames[$0] }
        guard names.count > 1, signs.count == names.count else { return nil }
        return ["accents", signs.joined()]
    }

    /// `pan hat left`, `lane hat pan right`, `pan hat 50% left`: where a lane is heard.
    private static func pan(_ words: [String]) -> [String]? {
        let sides = ["left": -1.0, "right": 1, "center": 0, "centre": 0, "middle": 0]
        let isFirst = words[0] == "pan"
        guard isFirst || words[0] == "lane", words.count > 2 else { return nil }
        let name = words[1]
        var rest = Array(words.dropFirst(2))
        if !isFirst {
            if rest[0] == "pan" {
                rest.removeFirst()
            } else if rest[0].hasPrefix("pan="), rest.count == 1 {
                rest[0].removeFirst("pan=".count)
                guard sides[rest[0]] != nil else { return nil }
            } else if sides[rest[0]] == nil || rest.count > 1 {
                return nil
            }
        }
        guard let last = rest.last, rest.count < 3 else { return nil }
        let isAmountSaid = rest.count == 2 || sides[last] == nil
        let named = [
            "slightly": 0.25, "half": 0.5, "halfway": 0.5, "hard": 1, "fully": 1, "full": 1, "far": 1, "all": 1,
            "to": 1,
        ]
        let amount = isAmountSaid ? named[rest[0]] ?? Double(rest[0].trimming("%")) : nil
        // `not left`
        if isAmountSaid, amount == nil { return nil }
        let part = amount.map { rest[0].hasSuffix("%") || abs($0) > 1 ? $0 / 100 : $0 }
        guard let side = sides[last] ?? (rest.count == 1 ? part.map { _ in 1 } : nil) else { return nil }
        return ["lane", name, "pan=" + ((part ?? 1) * side).text(decimals: 3)]
    }

    // MARK: set lists

    /// `setlist gig move rock 1`, `load gig count-in 1`: the verb first, and the count-in as an option.
    private static func setList(_ words: [String]) -> [String]? {
        // What stands before `bars` and `note` may be an entry.
        let verbs: Set = ["show", "add", "move", "remove", "load"]
        let others: Set = ["note", "bars", "go", "create", "new", "make", "save", "delete", "rename", "play", "start"]
        if words[0] == "setlist", words.count > 2, verbs.contains(words[2]), !verbs.contains(words[1]),
            !others.contains(words[1])
        {
            return ["setlist", words[2], words[1]] + words.dropFirst(3)
        }
        let isLoad = words[0] == "load" || words[0] == "setlist" && words[1] == "load"
        guard isLoad, let place = words.firstIndex(of: "count-in"), place + 1 < words.count,
            Int(words[place + 1]) != nil
        else { return nil }
        let rest = words[(place + 2)...].filter { !["bar", "bars"].contains($0) }
        let before = words[..<place].filter { !["with", "and"].contains($0) }
        return (words[0] == "load" ? ["setlist"] : []) + before + rest + ["--count-in", words[place + 1]]
    }

    // MARK: trainers

    /// `mute 20%`, `random mute 20%`: silences by chance.
    private static func chance(_ words: [String]) -> [String]? {
        let verbs: Set = ["random", "randomly", "mute", "drop", "silence"]
        let rest = words.drop { verbs.contains($0) }
        let isRandom = words.prefix(words.count - rest.count).contains { $0.hasPrefix("random") }
        guard rest.count < words.count, let first = rest.first else { return nil }
        if isRandom, first == "off" { return ["trainer", "mute", "off"] }
        guard first.hasSuffix("%"), Double(first.dropLast()) != nil else { return nil }
        return ["trainer", "mute"] + rest.filter { $0 != "the" }
    }

    private static let ordinals = [
        "other": 2, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    ]

    /// `mute every 4th bar`, `every fourth bar silent`: the trainer of silent bars.
    private static func silences(_ words: [String]) -> [String]? {
        let silent: Set = ["mute", "muted", "silent", "silence", "drop", "skip", "rest", "off", "gap", "no", "leave"]
        let small: Set = ["out", "click", "bar", "bars", "is", "one", "in", "a", "the"]
        guard let every = words.firstIndex(where: { ["every", "each"].contains($0) }), every + 2 < words.count,
            ["bar", "bars"].contains(words[every + 2]), words.contains(where: silent.contains)
        else { return nil }
        let word = words[every + 1]
        let digits = ["st", "nd", "rd", "th"].reduce(word) { $0.hasSuffix($1) ? String($0.dropLast(2)) : $0 }
        guard let count = ordinals[word] ?? Int(digits), (2...1000).contains(count),
            (words[..<every] + words[(every + 2)...]).allSatisfy({ silent.contains($0) || small.contains($0) })
        else { return nil }
        return ["trainer", "gap", "\(count - 1)", "1"]
    }

    /// `start 60 faster by 5 every 4 bars up to 100`, `100 to 160 in 32 bars`: the speed trainer.
    private static func speed(_ words: [String]) -> [String]? {
        let verbs: Set = [
            "start", "play", "speed", "speedup", "faster", "slower", "from", "accelerando", "accel", "accelerate",
            "ramp",
            "ritardando", "rit", "increase", "go", "up", "tempo",
        ]
        guard verbs.contains(words[0]) || Double(words[0]) != nil else { return nil }
        func number(behind names: Set<String>) -> Double? {
            for (word, next) in zip(words, words.dropFirst()) where names.contains(word) {
                if let number = Double(next) { return number }
            }
            return nil
        }
        let to = number(behind: ["to"])
        let every = words.firstIndex { ["every", "each"].contains($0) }.flatMap { place in
            place + 1 < words.count && Int(words[place + 1]) != nil ? words[place + 1] : nil
        }
        var from = number(behind: ["from"])
        // The number before `to`, or the first, where that is neither the step nor one of bars.
        let ofOthers: Set = ["by", "every", "each", "faster", "slower", "speedup", "increase", "up"]
        if from == nil, let place = words.firstIndex(of: "to"), place > 0, !"+-".contains(words[place - 1].prefix(1)),
            place == 1 || !ofOthers.contains(words[place - 2])
        {
            from = Double(words[place - 1])
        }
        if from == nil, Double(words[0]) != nil || ["start", "play"].contains(words[0]) {
            from = words.lazy.compactMap { Double($0) }.first
        }
        guard let to else { return nil }
        let ending = ["start", "play", "go"].contains(words[0]) ? ["--start"] : []
        let lead = ["trainer", "speed"] + (from.map { [$0.text(decimals: 3)] } ?? []) + ["to", to.text(decimals: 3)]
        func isBars(_ name: String) -> Bool { ["bar", "bars"].contains(name) }
        if let every {
            let step =
                number(behind: ["by", "faster", "slower", "speedup"])
                ?? words.first { "+-".contains($0.prefix(1)) }.flatMap(Double.init).map(abs)
            let known: Set = [
                "by", "every", "each", "to", "up", "down", "bpm", "bar", "bars", "until", "it", "is", "and", "then",
                "the",
            ]
            let isAll = words.allSatisfy { known.contains($0) || verbs.contains($0) || Double($0) != nil }
            guard isAll else { return nil }
            return lead + (step.map { ["by", $0.text(decimals: 4)] } ?? []) + ["every", every] + ending
        }
        guard let from, from != to, words.count > 3,
            ["in", "over", "within", "across"].contains(words[words.count - 3]),
            let count = Double(words[words.count - 2]), count > 0
        else { return nil }
        let step = (abs(to - from) / count).text(decimals: 4)
        if isBars(words[words.count - 1]) { return lead + ["by", step, "every", "1"] + ending }
        guard ["minute", "minutes", "min"].contains(words[words.count - 1]) else { return nil }
        return lead + ["by", step, "per", "minute"] + ending
    }
}
