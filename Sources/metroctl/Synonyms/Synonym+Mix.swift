// SPDX-License-Identifier: Apache-2.0

import MetronomeControl

extension Synonym {
    /// `volume hat 30`, `louder hat`, `lane hat volume 30`, `lane 3 gain=50`: how loud a lane is.
    static func mix(_ words: [String]) -> [String]? {
        guard words.count > 1 else { return nil }
        let name = words[1]
        switch words[0] {
        case "volume" where words.count == 3 && isName(name) && number(words[2]) != nil:
            return ["lane", name, gain(words[2])]
        // A number may be a lane of a polyrhythm.
        case "louder", "quieter", "softer":
            let verb = words[0] == "louder" ? "louder" : "quieter"
            if words.count == 3, number(words[2]) != nil, name.first?.isLetter ?? false, name != "by" {
                return isName(name) || name == "beat"
                    ? ["volume", verb, name, words[2]] : ["volume", name, (verb == "louder" ? "+" : "-") + words[2]]
            }
            if ["bell", "subdivision"].contains(name), words.count == 2 {
                return ["volume", name, verb == "louder" ? "+10%" : "-10%"]
            }
            // `louder hat -5`: the verb says that this is no amount.
            guard words.count == 2 || words.count == 3 && words[2].hasPrefix("-"), isName(name) || name == "beat",
                Int(name).map({ (2...9).contains($0) }) ?? true
            else { return nil }
            return ["volume", verb, name] + words.dropFirst(2)
        case "lane" where ["del", "rm", "delete"].contains(name): return ["lane", "remove"] + words.dropFirst(2)
        // `lane hat quieter`
        case "lane" where words.count > 2 && ["louder", "quieter", "softer"].contains(words[2]):
            return ["volume", words[2] == "louder" ? "louder" : "quieter", name] + words.dropFirst(3)
        case "lane":
            var rest = Array(words.dropFirst(2))
            if rest.count == 1, ["remove", "delete", "del", "rm"].contains(rest[0]) {
                return ["lane", "remove", name]
            }
            if let place = rest.firstIndex(where: { ["volume", "gain"].contains($0) }), place + 1 < rest.count,
                number(rest[place + 1]) != nil
            {
                rest.replaceSubrange(place...(place + 1), with: [gain(rest[place + 1])])
            }
            rest = rest.map { word in
                let sides = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
                guard sides.count == 2, ["volume", "gain"].contains(sides[0]), number(sides[1]) != nil else {
                    return word
                }
                return gain(sides[1])
            }
            // `lane hat 50%`
            if rest.count == 1, rest[0].hasSuffix("%"), number(rest[0]) != nil { rest = [gain(rest[0])] }
            // What is off is not heard.
            if rest == ["off"] { rest = ["mute"] } else if rest == ["on"] { rest = ["unmute"] }
            let said = ["lane", name] + rest
            return said == words ? nil : said
        default: return nil
        }
    }

    /// Whether a word may be the name of a lane, which is neither the bell nor a place.
    private static func isName(_ word: String) -> Bool {
        let others: Set = ["at", "by", "bell", "beat", "subdivision", "a", "much"]
        // `bel` is the bell.
        guard !others.contains(word), CommandTable.suggestion(for: word, among: ["bell", "subdivision"]) == nil else {
            return false
        }
        return word.first?.isLetter ?? false || Int(word) != nil
    }

    /// The number of a gain without a sign, `30` of `30%`; nil for any other word.
    private static func number(_ word: String) -> Double? {
        guard word.first?.isNumber ?? false else { return nil }
        return Double(word.last == "%" ? String(word.dropLast()) : word)
    }

    /// What is more than a gain can be is percent.
    private static func gain(_ word: String) -> String { "gain=" + word + (Double(word) ?? 0 > 4 ? "%" : "") }
}
