// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm

/// What is said in several words, of which one at least is the player's own: a name, a number, a meter.
extension Synonym {
    /// The verbs of the program, which no name of a groove hides.
    static let verbs = Set(CommandTable.all.map(\.verb) + Metroctl.verbs + ["help"])

    /// Verbs whose words are names or texts of the player, in which every word counts.
    static let literal: Set = [
        "call", "on", "every", "each", "preset", "setlist", "prompt", "song", "groove", "save", "load",
    ]

    /// Verbs that take percent of a tempo, where `bpm` says something else.
    private static let ofPercent: Set = ["practise", "practice", "loop"]

    /// The words without the `bpm` behind a number; nil where there is none.
    static func withoutUnit(_ arguments: [String]) -> [String]? {
        guard let index = arguments.prefix(while: { $0 != "--" }).firstIndex(where: { ["bpm", "BPM"].contains($0) }),
            index > 0,
            !literal.contains(arguments[0]), !ofPercent.contains(arguments[0]), isNumber(arguments[index - 1])
        else { return nil }
        return Array(arguments[..<index] + arguments[(index + 1)...])
    }

    static func isNumber(_ word: String) -> Bool {
        (word.first.map { "+-".contains($0) } ?? false ? word.dropFirst() : word[...]).first?.isNumber ?? false
    }

    /// The words of a verb that these stand for; nil where they are no sentence.
    static func sentence(_ words: [String]) -> [String]? {
        guard let first = words.first else { return nil }
        let isLong = isNumber(first) && words.contains("for")
        if isLong || ["render", "start"].contains(first), let said = lengths(words) { return said }
        if ["play", "go", "resume"].contains(first), let said = lengths(["start"] + words.dropFirst()) { return said }
        let kinds: [([String]) -> [String]?] = [
            pieces, mix, meter, countIn, trainer, lane, accents, ratio, parts, bell, groove, song,
        ]
        return kinds.lazy.compactMap { $0(words) }.first
    }

    /// The same sentence with fewer words, or with words that belong together as one; nil where nothing is to be left out.
    static func simpler(_ words: [String]) -> [String]? {
        guard words.count > 1 else { return nil }
        let (first, rest) = (words[0], Array(words.dropFirst()))
        switch first {
        // `faster by 5`, `softer the bell`
        case "faster", "slower", "louder", "quieter", "softer":
            return ["by", "the"].contains(rest[0]) ? [first] + rest.dropFirst() : nil
        // `set tempo 120`
        case "set":
            // `set tempo 80 meter 4/4`
            let names = stride(from: 0, to: rest.count, by: 2).map { rest[$0] }
            if rest.count > 2, rest.count.isMultiple(of: 2), names.allSatisfy(SetVerb.isName) {
                return [first] + stride(from: 0, to: rest.count, by: 2).map { rest[$0] + "=" + rest[$0 + 1] }
            }
            return rest[0].contains("=") ? nil : rest
        // `loop bars 5-8 at 70% up 5%`
        case "loop" where rest.contains { $0.hasSuffix("%") || PractiseWords.isTempo($0) }: return ["practise"] + rest
        // `export click.wav 32 bars`
        case "export": return ["render"] + rest
        // `load song etude.toml`
        case "load" where rest.count > 1 && ["song", "setlist", "preset", "groove"].contains(rest[0]):
            return rest[0] == "groove" ? rest : [rest[0], "load"] + rest.dropFirst()
        case "seek", "loop":
            let places = rest.prefix { $0 != "at" }
            let said = places.filter { !["bar", "bars", "to"].contains($0) }
            let isLonger = said.count < places.count && said.contains(where: isNumber)
            return isLonger ? [first] + said + rest.dropFirst(places.count) : nil
        default: return nil
        }
    }

    /// `6/8`, `3/4 140`, `3/4 at 140`: the meter, and a tempo.
    private static func meter(_ words: [String]) -> [String]? {
        if let grouped = grouped(words) ?? felt(words) { return grouped }
        guard Meter.isWritten(in: words[0]) else { return nil }
        let rest = words.dropFirst().first == "at" ? Array(words.dropFirst(2)) : Array(words.dropFirst())
        guard rest.count == 1, Double(rest[0]) != nil else { return ["meter"] + words }
        return ["set", "meter=\(words[0])", "bpm=\(rest[0])"]
    }

    /// `meter 6/8 pulse dotted-quarter 80`, `6/8 in dotted quarters`: the meter, the note that is felt, and a tempo.
    private static func felt(_ words: [String]) -> [String]? {
        let said = words[0] == "meter" ? words.dropFirst() : words[...]
        guard let meter = said.first, Meter.isWritten(in: meter), said.count > 1 else { return nil }
        // `q.=80`
        let all = said.dropFirst().flatMap { word in
            let sides = word.split(separator: "=", maxSplits: 1).map(String.init)
            return sides.count == 2 ? [notes[sides[0]] ?? sides[0], sides[1]] : [word]
        }
        var rest = all.filter { !["pulse", "beat", "beats", "felt", "counted", "in", "at", "bpm"].contains($0) }
        // `6/8 in two`: as many dotted beats.
        let written = try? Meter(parsing: meter)
        if all.contains("in"), let count = rest.first.flatMap({ Int($0) }), let written, written.isCompound,
            written.beats == 3 * count
        {
            rest.removeFirst()
            if !rest.contains(where: { Double($0) == nil }),
                let name = NoteValue.name(of: Ratio(12, over: Int64(written.unit)) ?? .one)
            {
                rest.insert(name, at: 0)
            }
        }
        var tempo: [String] = []
        if let last = rest.last, Double(last) != nil { tempo = ["bpm=\(rest.removeLast())"] }
        let note = rest.joined(separator: "-")
        let names = [note, note.trimming("s")]
        guard let name = names.first(where: { (try? NoteValue.length(named: $0)) != nil }) else { return nil }
        return ["set", "meter=\(meter)", "beat=\(name)"] + tempo
    }

    /// `7/8 2+2+3`, `meter 7/8 as 2+2+3`: the meter in its groups.
    private static func grouped(_ words: [String]) -> [String]? {
        var said = (words[0] == "meter" ? words.dropFirst() : words[...]).filter { !["as", "in"].contains($0) }
        guard said.count > 1, let meter = try? Meter(parsing: said[0]) else { return nil }
        let groups = said[1].filter { !"()".contains($0) }
        guard groups.contains("+"), let wanted = try? Meter(parsing: "\(groups)/\(meter.unit)"),
            wanted.beats == meter.beats
        else { return nil }
        said.replaceSubrange(0...1, with: ["\(groups)/\(meter.unit)"])
        return ["meter"] + said
    }

    /// `count-in 2 4/4 120`: the count-in, and what is counted in.
    private static func countIn(_ words: [String]) -> [String]? {
        guard words.count > 2, ["count-in", "countin"].contains(words[0]), Int(words[1]) != nil else { return nil }
        let others = words.dropFirst(2).map { word in
            Meter.isWritten(in: word) ? "meter=\(word)" : Double(word) != nil ? "bpm=\(word)" : nil
        }
        let settings = others.compactMap(\.self)
        return settings.count == others.count ? ["set", "count_in=\(words[1])"] + settings : nil
    }

    /// `from 60 to 120, 4 faster every 4 bars`, `trainer 80 to 120 +5`: the speed trainer.
    private static func trainer(_ words: [String]) -> [String]? {
        let bare = words[0] == "trainer" ? words.dropFirst() : words[...]
        let named = ["speed", "speedup", "workout"].contains(bare.first) ? bare.dropFirst() : bare
        let said = (named.first == "from" ? named.dropFirst() : named).map { $0.trimming(",") }
        guard said.count > 2, said[1] == "to", Double(said[0]) != nil, Double(said[2]) != nil else { return nil }
        var rest = said
        if let index = said.firstIndex(of: "faster"), index > 3, Double(said[index - 1]) != nil {
            rest.replaceSubrange((index - 1)...index, with: ["by", said[index - 1]])
        }
        // `if within 15 ms`, `within 15ms`
        if let index = rest.firstIndex(of: "within"), rest[index - 1] != "when" {
            if rest[index - 1] == "if" { rest[index - 1] = "when" } else { rest.insert("when", at: index) }
        }
        if let last = rest.last, last.hasSuffix("ms"), Int(last.dropLast(2)) != nil {
            rest[rest.count - 1] = String(last.dropLast(2))
        }
        if rest.count > 3, Double(rest[3].trimming("%")) != nil {
            rest.replaceSubrange(3...3, with: ["by", rest[3].filter { !"+-".contains($0) }])
        }
        let sentence = ["trainer", "speed"] + rest
        return sentence == words ? nil : sentence
    }

    /// `kick x...x...`, `solo kick`, `mute kick`, `lanes 3:4` by the name of one: a lane, or all of them.
    private static func lane(_ words: [String]) -> [String]? {
        let first = words[0]
        if words.count == 1 { return isPolyrhythm(first) ? ["lanes", first] : nil }
        let name = words[1]
        // The steps of a lane behind its name.
        if !verbs.contains(first), first.first?.isLetter ?? false, isSteps(name) { return ["lane"] + words }
        // What would be one lane of both, in which nobody hears which is which.
        if first == "lane", words.count == 2, isPolyrhythm(name) { return ["lanes", name] }
        if first == "mute", name == "all" { return [first] + words.dropFirst(2) }
        if ["unmute", "unsolo"].contains(first), name == "all" { return ["lane", first] + words.dropFirst(2) }
        // A number is a lane of a polyrhythm.
        let isVoice = words.count == 2 && Int(name).map { (2...64).contains($0) } ?? false
        guard ["mute", "unmute", "solo", "unsolo"].contains(first), isVoice || name.first?.isLetter ?? false,
            !["at", "on", "off"].contains(name)
        else { return nil }
        if name == "bell", first.hasSuffix("mute") {
            return ["bell", first == "mute" ? "off" : "bar"] + words.dropFirst(2)
        }
        return ["lane", name, first] + words.dropFirst(2)
    }

    /// Whether a word is steps, such as `x..x..x.`.
    private static func isSteps(_ word: String) -> Bool {
        word.count > 1 && word.allSatisfy { "xXAo.".contains($0) } && word.contains { $0 != "." && $0 != "o" }
    }

    /// `accent 2 4`, `accents 2 and 4`, `accents 2 and 4 rim`: the changes of these beats, and the accent's sound.
    private static func accents(_ words: [String]) -> [String]? {
        guard words.count > 1, ["accent", "accents"].contains(words[0]) else { return nil }
        var beats = words.dropFirst().flatMap { $0.split { ", ".contains($0) }.map(String.init) }
            .filter { !["on", "and", "beat", "beats", "with"].contains($0) }
        let isOnly = beats.last == "only"
        if isOnly { beats.removeLast() }
        if beats.contains(where: { $0.contains("=") }) { return ["accents", beats.joined(separator: ",")] }
        var sound: String?
        if beats.count > 1, let last = beats.last, Int(last) == nil { sound = beats.removeLast() }
        // One sign after the other is the pattern of a bar.
        guard !beats.isEmpty, beats.allSatisfy({ Int($0) != nil }) else { return nil }
        // Which beats there are besides, the daemon says.
        let accents =
            isOnly ? beats.joined(separator: ",") + AccentsName.only : beats.map { $0 + "=A" }.joined(separator: ",")
        return sound.map { ["set", "accents=" + accents, "sounds.accent=" + $0] } ?? ["accents", accents]
    }

    /// `polyrhythm 3 against 4`, `lane 3 against 4`, `3 over 4`, `polyrhythm 3/4`: the lanes of both.
    private static func ratio(_ words: [String]) -> [String]? {
        let isNamed = words[0] == "polyrhythm"
        var rest = Array(isNamed || ["lane", "lanes"].contains(words[0]) ? words.dropFirst() : words[...])
        if isNamed, rest.count == 1 { rest = rest[0].split(separator: "/").map(String.init) }
        if rest.count == 3, ["against", "over", "to", "on", "vs", "in"].contains(rest[1]) {
            rest.remove(at: 1)
        } else if !isNamed {
            return nil
        }
        return rest.count == 2 && rest.allSatisfy { Int($0) != nil } ? ["lanes", rest.joined(separator: ":")] : nil
    }

    /// Whether a word is a polyrhythm, such as `5:4:3`.
    private static func isPolyrhythm(_ word: String) -> Bool {
        (try? WrittenPattern(parsing: word))?.voices != nil
    }

    /// What the parts of a beat are called, in the singular. How many quarters, eighths or sixteenths a beat has, the meter says.
    private static let partNames = [
        "quarter": 1, "eighth": 2, "triplet": 3, "sixteenth": 4, "quintuplet": 5, "sextuplet": 6, "septuplet": 7,
    ]

    /// `subdivision eighth`, `sixteenths`, `triplets 60%`: the parts of a beat, and how loud they are.
    private static func parts(_ words: [String]) -> [String]? {
        let said = words[0] == "subdivision" ? Array(words.dropFirst()) : words
        guard let name = said.first?.lowercased(),
            let count = partNames[name] ?? (name.last == "s" ? partNames[String(name.dropLast())] : nil)
        else { return nil }
        let rest = said.dropFirst()
        if rest.first == "off" { return nil }
        guard let volume = rest.first, volume.hasSuffix("%") else {
            let notes = name.trimming("s") + "s"
            return ["subdivision", SubdivisionName.notes.contains(notes) ? notes : "\(count)"] + rest
        }
        return ["set", "subdivision=\(count)", "subdivision_volume=\(volume)"] + rest.dropFirst()
    }

    /// `bell every 4 beats`, `bell every bar`.
    private static func bell(_ words: [String]) -> [String]? {
        guard words.count > 2, words[0] == "bell", words[1] == "every" else { return nil }
        let rest = words.dropFirst(3).filter { !["beat", "beats"].contains($0) }
        return ["bell", words[2] == "beat" ? "1" : words[2]] + rest
    }
}

extension String {
    /// Without a sign at its end.
    func trimming(_ sign: Character) -> String { last == sign ? String(dropLast()) : self }
}
