// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm

/// What is said of set lists and songs, of tempi by notes, and of where the music starts.
extension Synonym {
    /// `setlist start gig`, `start at bar 9`, `tempo q=60`; nil for anything else.
    static func pieces(_ words: [String]) -> [String]? {
        if words.count == 3, words[0] == "setlist", ["start", "play"].contains(words[1]) {
            return ["start", "setlist", words[2]]
        }
        return place(words) ?? note(words)
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
