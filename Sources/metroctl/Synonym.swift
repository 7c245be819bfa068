// SPDX-License-Identifier: Apache-2.0

import Control
import Rhythm

/// Words that people try, and the words of a verb that they stand for. None of them is a verb itself.
struct Synonym: Sendable {
    /// The words, such as `swing off`.
    let words: [String]
    /// What they stand for; `$` is the word that follows.
    let meaning: [String]
    /// What they stand for where no word follows; nil where `meaning` has no `$`, or where one has to follow.
    let alone: [String]?

    private init(_ words: String, _ meaning: String, alone: String? = nil) {
        func split(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
        (self.words, self.meaning, self.alone) = (split(words), split(meaning), alone.map(split))
    }

    /// All of them, those that are alike together.
    static let all: [Synonym] = [
        Synonym("play", "start"), Synonym("go", "start"), Synonym("resume", "start"), Synonym("pause", "stop"),
        Synonym("bpm", "tempo"), Synonym("speed", "tempo"),
        Synonym("faster", "tempo +$", alone: "tempo +5%"), Synonym("slower", "tempo -$", alone: "tempo -5%"),
        Synonym("signature", "meter"), Synonym("beat off", "beat auto"), Synonym("accents off", "accents auto"),
        Synonym("bell on", "bell bar"), Synonym("backbeat", "accents 2=A,4=A"),
        Synonym("louder", "volume +$", alone: "volume +10%"), Synonym("quieter", "volume -$", alone: "volume -10%"),
        Synonym("softer", "volume -$", alone: "volume -10%"), Synonym("volume beat", "lane beat gain=$"),
        Synonym("mute off", "unmute"), Synonym("mute on", "mute"),
        Synonym("eighths", "subdivision 2"), Synonym("triplets", "subdivision 3"),
        Synonym("sixteenths", "subdivision 4"), Synonym("quarters", "subdivision 1"), Synonym("beats", "subdivision 1"),
        Synonym("subdivision eighths", "subdivision 2"),
        Synonym("subdivision triplets", "subdivision 3"), Synonym("subdivision sixteenths", "subdivision 4"),
        Synonym("subdivision off", "subdivision 1"), Synonym("eighths off", "subdivision 1"),
        Synonym("triplets off", "subdivision 1"), Synonym("sixteenths off", "subdivision 1"),
        Synonym("offbeats", "volume subdivision $", alone: "subdivision 2"),
        Synonym("offbeats on", "subdivision 2"), Synonym("offbeats off", "subdivision 1"),
        Synonym("offbeats louder", "volume subdivision +10%"), Synonym("offbeats quieter", "volume subdivision -10%"),
        Synonym("shuffle off", "set subdivision=1 swing=even"),
        Synonym("shuffle", "set subdivision=2 swing=2:1"), Synonym("swing triplets", "set subdivision=2 swing=2:1"),
        Synonym("swing on", "set subdivision=2 swing=2:1"), Synonym("swing off", "swing even"),
        Synonym("swing eighths", "set subdivision=2 swing=2:1"), Synonym("straight", "swing even"),
        Synonym("plain", "reset"),
        Synonym("polyrhythm", "lanes $"), Synonym("rhythm", "groove"),
        Synonym("count-in off", "count-in 0"), Synonym("countin", "count-in"), Synonym("offset off", "offset 0"),
        Synonym("practice", "practise"), Synonym("gap", "trainer gap $", alone: "trainer"),
        Synonym("keys", "prompt $", alone: "prompt"),
        Synonym("chords", "prompt $", alone: "prompt"),
        Synonym("voice", "sound voice"), Synonym("voice on", "sound voice"), Synonym("count aloud", "sound voice"),
        Synonym("voice off", "sound off"),
        Synonym("sound default", "sound off"),
        Synonym("sounds off", "sound off"),
        Synonym("count", "sound voice"), Synonym("count in", "count-in $", alone: "count-in 1"),
        Synonym("subdivision louder", "volume subdivision +10%"),
        Synonym("subdivision quieter", "volume subdivision -10%"),
        Synonym("bell louder", "volume bell +10%"), Synonym("bell quieter", "volume bell -10%"),
        Synonym("where", "status"), Synonym("what", "status"),
        Synonym("practised", "journal"), Synonym("practiced", "journal"),
        Synonym("practised this week", "journal --days 7"), Synonym("practiced this week", "journal --days 7"),
        Synonym("journal week", "journal --days 7"), Synonym("log week", "journal --days 7"),
        Synonym("journal today", "journal --days 1"), Synonym("today", "journal --days 1"),
        Synonym("setlist play", "setlist advance"), Synonym("setlist start", "setlist advance"),
        Synonym("setlist pedal", "setlist advance"), Synonym("pedal", "setlist advance"),
        Synonym("history", "journal"), Synonym("log", "journal"), Synonym("stats", "journal"),
        Synonym("next", "setlist next"), Synonym("prev", "setlist previous"), Synonym("previous", "setlist previous"),
        Synonym("save", "preset save $"), Synonym("load", "preset load $"), Synonym("song off", "song unload"),
        Synonym("setlist off", "setlist close"),
    ]

    /// The words that a command line stands for, with the options as they are.
    static func resolved(_ arguments: [String]) -> [String] {
        let words = arguments.prefix { !$0.hasPrefix("-") }
        if let first = words.first {
            if Meter.isWritten(in: first) {
                guard words.count == 2, Double(words[1]) != nil else { return ["meter"] + arguments }
                return ["set", "meter=\(first)", "bpm=\(words[1])"] + arguments.dropFirst(2)
            }
            if let trainer = trainer(Array(words)) { return trainer + arguments.dropFirst(words.count) }
            // The steps of a lane behind its name.
            if words.count > 1, !verbs.contains(first), first.first?.isLetter ?? false, isSteps(words[1]) {
                return ["lane"] + arguments
            }
            if words.count == 1, isPolyrhythm(first) { return ["lanes"] + arguments }
            // What would be one lane of both, in which nobody hears which is which.
            if words.count == 3, first == "lane", isPolyrhythm(words[2]) { return ["lanes"] + arguments.dropFirst(2) }
            let said = Array(words.prefix { $0 != "at" })
            if let accents = accents(said) { return accents + arguments.dropFirst(said.count) }
            if first == "render" { return render(Array(words)) + arguments.dropFirst(words.count) }
            if let ratio = ratio(words.map { $0 }) { return ["lanes", ratio] + arguments.dropFirst(words.count) }
            if ["groove", "rhythm"].contains(first), words.count > 2, words[2] == "nova" {
                return ["groove", words[1]] + arguments.dropFirst(3)
            }
            // A song by its file, where a preset has no ending.
            if words.count > 1, first == "load", SongPath.isFile(words[1]) {
                return ["song"] + arguments
            }
            if words.count > 1, words[words.count - 1] == "bpm", words[words.count - 2].first?.isNumber ?? false {
                return resolved(words.dropLast() + arguments.dropFirst(words.count))
            }
        }
        guard let synonym = all.filter({ words.starts(with: $0.words) }).max(by: { $0.words.count < $1.words.count })
        else {
            // The name of a groove alone, or with a word more: `bossa nova`.
            guard let first = words.first, !verbs.contains(first), Groove.named(first) != nil else { return arguments }
            return ["groove", first] + arguments.dropFirst(words.count > 1 && words[1] == "nova" ? 2 : 1)
        }
        let rest = arguments.dropFirst(synonym.words.count)
        guard synonym.meaning.contains(where: { $0.contains("$") }) else { return synonym.meaning + rest }
        if let word = rest.first, words.count > synonym.words.count {
            // What is more than a change of volume, or a gain, can be is percent.
            return synonym.meaning.map { meant in
                let most = meant.hasPrefix("gain=") ? 4.0 : synonym.meaning[0] == "volume" ? 1 : .infinity
                let isPercent = Double(word).map { $0 > most } ?? false
                return meant.replacing("$", with: isPercent ? word + "%" : word)
            } + rest.dropFirst()
        }
        return (synonym.alone ?? synonym.meaning.filter { !$0.contains("$") }) + rest
    }

    /// `from 60 to 120, 4 faster every 4 bars`: the speed trainer.
    private static func trainer(_ words: [String]) -> [String]? {
        let said = (words.first == "from" ? words.dropFirst() : words[...]).map { $0.trimming(",") }
        guard said.count > 2, said[1] == "to", Double(said[0]) != nil, Double(said[2]) != nil else { return nil }
        var rest = said
        if let index = said.firstIndex(of: "faster"), index > 3, Double(said[index - 1]) != nil {
            rest.replaceSubrange((index - 1)...index, with: ["by", said[index - 1]])
        }
        return ["trainer", "speed"] + rest
    }

    /// Whether a word is steps, such as `x..x..x.`.
    private static func isSteps(_ word: String) -> Bool {
        word.count > 1 && word.allSatisfy { "xXAo.".contains($0) } && word.contains { $0 != "." && $0 != "o" }
    }

    /// The verbs of the program, which no name of a groove hides.
    private static let verbs = Set(CommandTable.all.map(\.verb))

    /// `accent 2 4`, `accents 2 and 4`, `accents 2 and 4 rim`: the changes of these beats, and the accent's sound.
    private static func accents(_ words: [String]) -> [String]? {
        guard words.count > 1, ["accent", "accents"].contains(words[0]) else { return nil }
        var beats = words.dropFirst().flatMap { $0.split(separator: ",").map(String.init) }
            .filter { !["on", "and", "beat", "beats", "with"].contains($0) }
        if beats.contains(where: { $0.contains("=") }) { return ["accents", beats.joined(separator: ",")] }
        var sound: String?
        if beats.count > 1, let last = beats.last, Int(last) == nil { sound = beats.removeLast() }
        // One sign after the other is the pattern of a bar.
        guard !beats.isEmpty, beats.allSatisfy({ Int($0) != nil }) else { return nil }
        let accents = beats.map { $0 + "=A" }.joined(separator: ",")
        return sound.map { ["set", "accents=" + accents, "sounds.accent=" + $0] } ?? ["accents", accents]
    }

    /// `render 8 bars x.wav`, `render x.wav 3 minutes`: the options of how much.
    private static func render(_ words: [String]) -> [String] {
        guard
            let unit = words.indices.first(where: {
                $0 > 1 && lengths[words[$0]] != nil && Double(words[$0 - 1]) != nil
            }),
            let option = lengths[words[unit]]
        else { return words }
        let rest = words[..<(unit - 1)] + words[(unit + 1)...]
        let length = words[unit - 1] + (option == "--bars" ? "" : String(words[unit].prefix(1)))
        return rest.filter { $0 != "for" } + [option, length]
    }

    /// The units of how much is rendered.
    private static let lengths = [
        "bar": "--bars", "bars": "--bars", "s": "--for", "seconds": "--for", "minute": "--for", "minutes": "--for",
        "min": "--for", "m": "--for", "hour": "--for", "hours": "--for",
    ]

    /// `polyrhythm 3 against 4`, `3 over 4`: the ratio.
    private static func ratio(_ words: [String]) -> String? {
        let rest = words.first == "polyrhythm" ? words.dropFirst() : words[...]
        guard rest.count == 3, let first = rest.first, let last = rest.last, Int(first) != nil, Int(last) != nil,
            ["against", "over", "to", "on"].contains(rest[rest.startIndex + 1])
        else { return nil }
        return "\(first):\(last)"
    }

    /// Whether a word is a polyrhythm, such as `5:4:3`.
    private static func isPolyrhythm(_ word: String) -> Bool {
        (try? WrittenPattern(parsing: word))?.voices != nil
    }

    /// A line for each of them: `swing off  swing even`.
    static var page: String {
        let rows = all.map { synonym -> (String, String) in
            let takesWord = synonym.meaning.contains { $0.contains("$") }
            let typed = synonym.words.joined(separator: " ") + (takesWord ? (synonym.alone == nil ? " X" : " [X]") : "")
            let meaning = synonym.meaning.joined(separator: " ").replacing("$", with: "X")
            return (typed, meaning + (synonym.alone.map { ", without X " + $0.joined(separator: " ") } ?? ""))
        }
        let width = rows.map(\.0.count).max() ?? 0
        func line(_ left: String, _ right: String) -> String {
            "  " + left + String(repeating: " ", count: width - left.count + 2) + right
        }
        let numbers = [
            ("120, Allegro", "start 120"), ("+5, -10%, x2", "tempo +5"), ("3/4, 2+2+3/8", "meter 3/4"),
            ("3:4, 5:4:3", "lanes 3:4"),
        ]
        return "Words that stand for others:\n" + (numbers + rows).map(line).joined(separator: "\n")
    }
}

extension String {
    /// Without a sign at its end.
    fileprivate func trimming(_ sign: Character) -> String { last == sign ? String(dropLast()) : self }
}
