// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeSession

/// What players say between two pieces: of what was saved, of counting in, of places, and of what is to end.
extension Synonym {
    /// The words of a verb that these stand for; nil where they are none of these sentences.
    static func stage(_ words: [String]) -> [String]? {
        guard let first = words.first, !["call", "on", "help"].contains(first) else { return nil }
        let kinds: [([String]) -> [String]?] = [
            nextPlace, waiting, entries, counted, track, songs, ends, partVolume, several, sounds, countInSound,
            prompts, pattern, nudge, savedAt,
        ]
        guard let said = kinds.lazy.compactMap({ $0(words) }).first, said != words else { return nil }
        return said
    }

    // MARK: places

    /// `tempo 140 at next bar`, `tempo 140 next bar`: at the bar.
    private static func nextPlace(_ words: [String]) -> [String]? {
        guard !literal.contains(words[0]) else { return nil }
        if words.count > 2, words[words.count - 2] == "next",
            ["bar", "beat", "section"].contains(words[words.count - 1]),
            !["wait", "seek", "loop"].contains(words[0]), !words.contains("at")
        {
            return words.dropLast(2) + ["at", words[words.count - 1]]
        }
        guard let at = words.firstIndex(of: "at") else { return nil }
        let rest = words[(at + 1)...].drop { ["the", "next"].contains($0) }
        guard rest.count < words.count - at - 1, ["bar", "beat", "section"].contains(rest.first) else { return nil }
        return Array(words[...at]) + rest
    }

    /// `wait until bar 15`, `wait next bar`: a bar by its number, or the next one.
    private static func waiting(_ words: [String]) -> [String]? {
        guard words[0] == "wait", words.count > 1 else { return nil }
        let rest = words.dropFirst().drop { ["until", "for", "next", "the"].contains($0) }
        if rest.count == 2, rest.first == "bar", let bar = rest.last.flatMap({ Int($0) }) {
            return ["wait", "@\(bar)"]
        }
        return rest.count < words.count - 1 ? ["wait"] + rest : nil
    }

    // MARK: what was saved

    /// `setlist create gig intro for 8 bars, verse 16 bars then outro`: the entries with their bars.
    private static func entries(_ words: [String]) -> [String]? {
        guard words[0] == "setlist", words.count > 1 else { return nil }
        if ["prev", "back"].contains(words[1]) { return ["setlist", "previous"] + words.dropFirst(2) }
        if words.count > 4, words[1...2].contains("move") {
            let said = words.filter { !["to", "the"].contains($0) }
            let isFirst = ["first", "front", "top", "beginning", "start"].contains(said.last)
            return isFirst ? said.dropLast() + ["1"] : said
        }
        if words.count > 3, isNew(words[1]), words.dropFirst(2).allSatisfy(isPiece) {
            return ["setlist", "add"] + words.dropFirst()
        }
        guard words.count > 3, ["add", "create", "new", "make", "save"].contains(words[1]) else { return nil }
        let all = words.dropFirst(3).flatMap { $0.split(separator: ",").map(String.init) }
        let said = all.indices.filter { index in
            let (before, after) = (index > 0 ? all[index - 1] : "", index + 1 < all.count ? all[index + 1] : "")
            switch all[index] {
            case "bar", "bars": return Int(before) == nil
            case "for": return Int(after) == nil
            case "then", "and": return index == 0
            default: return true
            }
        }
        return ["setlist", "add", words[2]] + said.map { all[$0] }
    }

    /// Whether a set list of that name would be a new one.
    private static func isNew(_ name: String) -> Bool {
        !isWord(name, of: SetlistVerb.self)
            && !all.contains { $0.words == ["setlist", name] } && !LibraryFiles.names(in: "setlists").contains(name)
    }

    /// Whether a word is a preset, or the file of a song.
    private static func isPiece(_ word: String) -> Bool {
        SongPath.isFile(word) || LibraryFiles.names(in: "presets").contains(word)
    }

    /// `warmup 95`: a preset at a tempo.
    private static func savedAt(_ words: [String]) -> [String]? {
        guard words.count == 2, isNumber(words[1]), words[0].first?.isLetter ?? false, !verbs.contains(words[0]),
            !all.contains(where: { $0.words[0] == words[0] }), LibraryFiles.names(in: "presets").contains(words[0])
        else { return nil }
        return ["start"] + words
    }

    // MARK: starts and songs

    /// `play 100 with 2 bars count in`, `play a bossa nova at 130`, `play etude from part B`: without what only sounds well.
    private static func counted(_ words: [String]) -> [String]? {
        guard ["start", "play"].contains(words[0]) else { return nil }
        var said = words
        if let bossa = said.firstIndex(of: "bossa"), bossa + 1 < said.count, said[bossa + 1] == "nova" {
            said.remove(at: bossa + 1)
        }
        if let from = said.firstIndex(of: "from"), from + 2 < said.count, ["part", "section"].contains(said[from + 1]) {
            said.remove(at: from + 1)
        }
        if countBehind(&said) { return said == words ? nil : said }
        let names = [["bars", "count", "in"], ["bar", "count", "in"], ["bars", "count-in"], ["bar", "count-in"]]
        for name in names {
            guard let place = said.indices.first(where: { said[$0...].starts(with: name) }), place > 1,
                Int(said[place - 1]) != nil, place == 2 || said[place - 2] != "for"
            else { continue }
            let count = said[place - 1]
            said.replaceSubrange((place - 1)..<(place + name.count), with: ["count-in", count])
        }
        return said == words ? nil : said
    }

    /// `count in 2 bars`, `count-in 2`: the number behind. One that is too large for a count-in is a tempo.
    private static func countBehind(_ said: inout [String]) -> Bool {
        let begin = said.indices.first { said[$0] == "count-in" || said[$0...].starts(with: ["count", "in"]) }
        guard let begin else { return false }
        let number = begin + (said[begin] == "count" ? 2 : 1)
        guard number < said.count, let bars = Int(said[number]), SetList.countIns.contains(bars) else { return false }
        let isUnitSaid = number + 1 < said.count && ["bar", "bars"].contains(said[number + 1])
        said.replaceSubrange(begin...(isUnitSaid ? number + 1 : number), with: ["count-in", "\(bars)"])
        return true
    }

    /// `click track verse 16 bars`: a render, by which the file is known.
    private static func track(_ words: [String]) -> [String]? {
        guard words.count > 2, words[0] == "click", words[1] == "track" else { return nil }
        return ["render"] + words.dropFirst(2).filter { !["of", "to", "the"].contains($0) }
    }

    /// `song slower 80%`, `slow down to 80%`, `leave song`, `write 32 bars to click.wav`.
    private static func songs(_ words: [String]) -> [String]? {
        let last = words[words.count - 1]
        if words.count == 3, words[0] == "song", ["slower", "faster", "at"].contains(words[1]), last.hasSuffix("%"),
            let percent = Double(last.dropLast())
        {
            // `slower 80%` is 80 % of the tempo that is written, and `slower 10%` 10 % less than it is played with.
            switch words[1] {
            case "faster" where percent < 100: return ["tempo", "+\(last)"]
            case "slower" where percent < 50: return ["tempo", "-\(last)"]
            default: return ["song", "scale", last]
            }
        }
        // A number that is no scale is a tempo, which a song has itself.
        if words.starts(with: ["song", "tempo"]), words.count > 2, let bpm = Double(words[2]), bpm > 4,
            words.count == 3 || ["bpm", "BPM"].contains(words[3])
        {
            return ["song", "scale", words[2] + "bpm"] + words.dropFirst(4)
        }
        if words[0] == "slow", last.hasSuffix("%"), words.dropFirst().dropLast().allSatisfy(["down", "to"].contains) {
            return ["tempo", last]
        }
        if words.count < 4, ["leave", "close", "end", "quit"].contains(words[0]), last == "song" {
            return ["song", "unload"]
        }
        let isFile = words.contains(where: ClickTrack.isSound)
        return ["write", "record"].contains(words[0]) && isFile ? ["render"] + words.dropFirst() : nil
    }

    // MARK: what ends

    /// `silence off`, `no random mute`, `solo off`.
    private static func ends(_ words: [String]) -> [String]? {
        guard words.count > 1 else { return nil }
        let isNo = words[0] == "no"
        guard isNo || ["off", "none"].contains(words[words.count - 1]) else { return nil }
        switch (isNo ? words.dropFirst() : words.dropLast()).joined(separator: " ") {
        case "silence", "silences", "silent bars", "gap", "gaps": return ["trainer", "gap", "off"]
        case "random mute", "random mutes": return ["trainer", "mute", "off"]
        case "solo": return ["lane", "unsolo"]
        case "subdivide": return ["subdivision", "1"]
        case "count-in sound": return ["count-in", "sound", "auto"]
        default: return nil
        }
    }

    // MARK: sounds and volumes

    /// `sixteenths softer`: the parts of the beat.
    private static func partVolume(_ words: [String]) -> [String]? {
        let parts = ["quarters", "eighths", "triplets", "sixteenths", "quintuplets", "sextuplets"]
        guard words.count == 2, parts.contains(words[0]) else { return nil }
        switch words[1] {
        case "softer", "quieter": return ["volume", "subdivision", "-10%"]
        case "louder": return ["volume", "subdivision", "+10%"]
        default: return nil
        }
    }

    /// `accent sound cowbell`: the sound of a beat that is accented.
    private static func sounds(_ words: [String]) -> [String]? {
        guard words.count == 3, words[1] == "sound", Key.sounding.contains(words[0]) else { return nil }
        return ["sound", words[0], words[2]]
    }

    /// `count-in sticks`: with what is counted in.
    private static func countInSound(_ words: [String]) -> [String]? {
        guard words.count == 2, ["count-in", "countin"].contains(words[0]),
            (SoundFiles.names + [SoundChoice.voice, "sticks"]).contains(words[1])
        else { return nil }
        return ["count-in", "sound", words[1]]
    }

    // MARK: amounts

    /// `undo twice`, `redo three times`.
    private static func several(_ words: [String]) -> [String]? {
        guard words.count > 1, ["undo", "redo"].contains(words[0]) else { return nil }
        if let count = ["once": "1", "twice": "2"][words[1]] { return [words[0], count] + words.dropFirst(2) }
        return words.count == 3 && words[2] == "times" ? [words[0], words[1]] : nil
    }

    /// `chords Am F C G 2 bars each`: a list, and for how many bars each of it holds.
    private static func prompts(_ words: [String]) -> [String]? {
        guard ["prompt", "prompts", "keys", "chords"].contains(words[0]), words.count > 2 else { return nil }
        // `prompt keys C F`: what they are is none of them.
        let kinds = ["keys", "key", "chords", "chord"]
        if words.count > 3, words[0].hasPrefix("prompt"), kinds.contains(words[1]), words[2] != "every",
            !SoundFiles.isFile(words[1])
        {
            return ["prompt"] + words.dropFirst(2)
        }
        // `C F Bb every four bars`: of the prompts themselves each word stays.
        if let every = words.lastIndex(of: "every"), let number = digits(Array(words[every...])) {
            return words[..<every] + number
        }
        guard words.count > 4,
            let last = words.last, last == "each", ["bar", "bars"].contains(words[words.count - 2]),
            Int(words[words.count - 3]) != nil
        else { return nil }
        return ["prompt"] + words[1..<(words.count - 3)] + ["every", words[words.count - 3]]
    }

    /// `snare ..g.x.`: a lane, also where a step of it is none.
    private static func pattern(_ words: [String]) -> [String]? {
        guard words.count > 1, words[0].first?.isLetter ?? false, !verbs.contains(words[0]), words[1].count > 3,
            words[1].allSatisfy({ ".xXoOaAgGsS-_".contains($0) }), words[1].contains(where: { ".-_".contains($0) }),
            !all.contains(where: { $0.words[0] == words[0] })
        else { return nil }
        return ["lane"] + words
    }

    /// `nudge 10 ms earlier`: by a sign.
    private static func nudge(_ words: [String]) -> [String]? {
        guard words[0] == "nudge", let last = words.last, ["earlier", "later"].contains(last) else { return nil }
        let amount = words.dropFirst().dropLast().joined().replacing("ms", with: "")
        guard Double(amount) != nil else { return nil }
        return ["nudge", (last == "earlier" ? "-" : "") + amount + "ms"]
    }
}
