// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeRhythm

/// What is said of set lists, songs, presets and grooves, of tempi by notes, and of where the music starts.
extension Synonym {
    /// `setlist start gig`, `start at bar 9`, `tempo q=60`; nil for anything else.
    static func pieces(_ words: [String]) -> [String]? {
        if words.count > 2, words[0] == "setlist" {
            let isCounted = words.count == 3 || words[3].hasPrefix("count")
            if ["start", "play"].contains(words[1]), isCounted { return ["start", "setlist"] + words.dropFirst(2) }
            // `setlist count-in gig 1`
            if words[1] == "count-in", words.count == 4, Int(words[3]) != nil {
                return ["setlist", "load", words[2], "--count-in", words[3]]
            }
        }
        // `save shuffle tune`: a name of several words.
        if words.count > 2, words[0] == "save", !["preset", "groove", "setlist", "song", "as"].contains(words[1]) {
            return ["preset", "save", words.dropFirst().joined(separator: " ")]
        }
        return preset(words, among: LibraryFiles.names(in: "presets")) ?? place(words) ?? note(words) ?? saved(words)
    }

    /// `load shuffle tune`: a preset by a name of several words, `at` too.
    static func loaded(_ words: [String], among names: @autoclosure () -> [String]) -> [String]? {
        let name = words.dropFirst().joined(separator: " ")
        return words.count > 2 && words[0] == "load" && names().contains(name) ? ["preset", "load", name] : nil
    }

    /// `preset waltz`: that is loaded. What the verb has of its own, such as `list`, stays so where a preset has that name.
    static func preset(_ words: [String], among names: @autoclosure () -> [String]) -> [String]? {
        guard words.count == 2, words[0] == "preset", !isWord(words[1], of: PresetVerb.self),
            names().contains(words[1])
        else { return nil }
        return ["preset", "load", words[1]]
    }

    /// Whether a verb has a subcommand of that name.
    static func isWord(_ word: String, of verb: any ParsableCommand.Type) -> Bool {
        verb.configuration.subcommands.contains { $0._commandName == word }
    }

    /// `bossa nova`, `rock at 96`, `groove waltz 140`: a groove, and its tempo.
    static func groove(_ words: [String]) -> [String]? {
        let isSaid = ["groove", "rhythm"].contains(words[0])
        // `waltz time` and `half time` are no grooves.
        if all.contains(where: { $0.words.count > 1 && words.starts(with: $0.words) }), !isSaid { return nil }
        var rest = Array(isSaid ? words.dropFirst() : words[...])
        // `son clave`
        if rest.count > 1, Groove.named(rest[0]) == nil, Groove.named("\(rest[0])-\(rest[1])") != nil {
            rest.replaceSubrange(0...1, with: ["\(rest[0])-\(rest[1])"])
        }
        guard let name = rest.first, !["save", "remove", "delete"].contains(name),
            isSaid || !verbs.contains(name) && Groove.named(name) != nil
        else { return nil }
        rest.removeFirst()
        if let word = rest.first, ["beat", "groove", "rhythm", "feel", "3-2"].contains(word) { rest.removeFirst() }
        // `shuffle` has a meaning of its own.
        if !isSaid, all.contains(where: { $0.words == [name] }), !rest.contains(where: isNumber) { return nil }
        if rest.first == "nova" { rest.removeFirst() }
        if rest.count > 1, rest[0] == "at", isNumber(rest[1]) { rest.removeFirst() }
        if rest.count > 1, rest[1] == "bpm" { rest.remove(at: 1) }
        return ["groove", name] + rest
    }

    /// `ballad`: a preset by its name, also where a groove has that too.
    private static func saved(_ words: [String]) -> [String]? {
        guard words.count == 1, words[0].first?.isLetter ?? false, !verbs.contains(words[0]),
            !all.contains(where: { $0.words == words }), (try? Tempo(parsing: words[0])) == nil
        else { return nil }
        return LibraryFiles.names(in: "presets").contains(words[0]) ? ["preset", "load", words[0]] : nil
    }

    /// `load etude.toml`: a song by its file, where a preset has no ending.
    static func song(_ words: [String]) -> [String]? {
        words.count > 1 && words[0] == "load" && SongPath.isFile(words[1]) ? ["song"] + words : nil
    }

    /// `start bar 9`, `start from verse`: the option of the place.
    private static func place(_ words: [String]) -> [String]? {
        guard ["start", "play"].contains(words[0]), words.count > 2,
            let index = words.firstIndex(where: { ["from", "bar"].contains($0) }), index + 1 < words.count
        else { return nil }
        let isBar = words[index] == "from" && words[index + 1] == "bar" && index + 2 < words.count
        let value = isBar ? index + 2 : index + 1
        let before = words[..<index].last == "at" ? words[..<(index - 1)] : words[..<index]
        guard words[index] == "from" || Int(words[value]) != nil else { return nil }
        return ["start"] + before.dropFirst() + words[(value + 1)...] + ["--from", words[value]]
    }

    /// What players write for a note.
    static let notes = [
        "q": "quarter", "e": "eighth", "h": "half", "\u{2669}": "quarter", "\u{266A}": "eighth",
        "q.": "dotted-quarter", "\u{2669}.": "dotted-quarter",
    ]

    /// `tempo q=60`, `♩=60`: the tempo, by the name of the note.
    private static func note(_ words: [String]) -> [String]? {
        guard ["tempo", "bpm", "start", "play"].contains(words[0]) || words.count == 1 else { return nil }
        let said = words.map { word in
            let sides = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard sides.count == 2, let name = notes[sides[0]] else { return word }
            return "\(name)=\(sides[1])"
        }
        guard said != words else { return nil }
        return ["bpm": ["tempo"], "play": ["start"]][words[0]].map { $0 + said.dropFirst() } ?? said
    }
}
