// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm

/// What is said with more words than a verb needs, or with the thing alone.
extension Synonym {
    /// The words of a verb that these stand for; nil where they are plain already.
    static func plain(_ words: [String]) -> [String]? {
        guard let first = words.first, !["call", "on", "help"].contains(first) else { return nil }
        let kinds: [([String]) -> [String]?] = [
            plainer, cancelled, deleted, share, strokes, entryEnd, stems, instrument,
        ]
        guard let said = kinds.lazy.compactMap({ $0(words) }).first, said != words else { return nil }
        return said
    }

    /// What stands before what is meant, and what stands in its place.
    private static let openings: [(said: [String], meant: [String])] = [
        (["change", "to"], []), (["switch", "to"], []), (["change", "the", "tempo", "to"], ["tempo"]),
        (["change", "tempo", "to"], ["tempo"]), (["change", "meter", "to"], ["meter"]), (["set", "list"], ["setlist"]),
        (["eighth", "notes"], ["eighths"]), (["quarter", "notes"], ["quarters"]),
        (["sixteenth", "notes"], ["sixteenths"]), (["save", "as"], ["save"]),
        (["a", "plain", "metronome"], ["reset"]), (["plain", "metronome"], ["reset"]),
        (["normal", "metronome"], ["reset"]), (["back", "to", "normal"], ["reset"]),
        (["back", "to", "plain"], ["reset"]), (["normal", "click"], ["sound", "off"]),
        (["mute", "for", "a", "moment"], ["mute"]), (["mute", "for", "now"], ["mute"]),
        (["without"], ["no"]), (["do", "not", "stop"], ["timer", "off"]),
        (["don't", "stop"], ["timer", "off"]), (["stop", "speeding", "up"], ["trainer", "speed", "off"]),
        (["at", "half", "speed"], ["tempo", "50%"]), (["half", "speed"], ["tempo", "50%"]),
        (["at", "three", "quarters", "speed"], ["tempo", "75%"]), (["three", "quarters"], ["tempo", "75%"]),
        (["normal", "sound"], ["sound", "off"]), (["normal", "sounds"], ["sound", "off"]),
    ]

    /// The words that are said of a lane.
    private static let mixing: Set = [
        "mute", "unmute", "solo", "unsolo", "volume", "louder", "quieter", "softer", "pan",
    ]

    /// `change to 3/4`, `eighth notes softer`, `set list gig of waltz and rock`: in the words of a verb, without commas.
    private static func plainer(_ words: [String]) -> [String]? {
        for opening in openings where words.starts(with: opening.said) {
            let rest = words.dropFirst(opening.said.count)
            return opening.meant.isEmpty && rest.isEmpty ? nil : opening.meant + rest
        }
        // `mute lane hat`, `volume lane hat 30`: by its name.
        if words.count > 2, words[1] == "lane", mixing.contains(words[0]) { return [words[0]] + words.dropFirst(2) }
        // `75%`, `at 75%`, `bossa off`, `close etude`.
        if let last = words.last, last.hasSuffix("%"), last.first?.isNumber ?? false,
            words.count == 1 || words == ["at", last]
        {
            return ["tempo", last]
        }
        if words.count == 2, words[1] == "off", Groove.named(words[0]) != nil,
            !all.contains(where: { $0.words == words })
        {
            return ["groove", "off"]
        }
        if words.count == 2, words[0] == "close", !verbs.contains(words[1]) {
            return LibraryFiles.names(in: "setlists").contains(words[1]) ? ["setlist", "close"] : ["song", "unload"]
        }
        if words[0] == "setlist", words.count > 3, ["of", "with"].contains(words[2]) {
            return ["setlist", "add", words[1]] + words.dropFirst(3)
        }
        // `bell volume 50 %`; a text of the player stays as it is.
        var joined = words
        while let sign = joined.lastIndex(of: "%"), sign > 0, !literal.contains(words[0]),
            Double(joined[sign - 1]) != nil
        {
            joined.replaceSubrange((sign - 1)...sign, with: [joined[sign - 1] + "%"])
        }
        if joined != words { return joined }
        // `slower, at 80%`
        guard ["faster", "slower", "tempo", "louder", "quieter"].contains(words[0].trimming(",")) else { return nil }
        let said = words.map { $0.trimming(",") }
        return said == words ? nil : said
    }

    /// `slower at 80%`, `slower 80%`: at that part of the tempo.
    private static func share(_ words: [String]) -> [String]? {
        guard words[0] == "slower", words.count > 1, let last = words.last, last.hasSuffix("%"),
            let percent = Double(last.dropLast()), (1..<100).contains(percent)
        else { return nil }
        let isShare = words.count == 3 && ["at", "to"].contains(words[1]) || words.count == 2 && percent >= 50
        return isShare ? ["tempo", "-\((100 - percent).text(decimals: 3))%"] : nil
    }

    /// `accent rim`, `beats 20%`, `volume beats 20%`: of the strokes of an accent, and of ordinary beats.
    private static func strokes(_ words: [String]) -> [String]? {
        let (thing, last) = (words[0], words[words.count - 1])
        // A file of one's own is played on the beats.
        if thing == "sound", words.count == 2, SoundFiles.isFile(last) { return ["sound", "beat", last] }
        // A word between them may be a beat.
        if ["accent", "accents"].contains(thing), words.count == 2 || words.count == 3 && words[1] == "sound",
            SoundFiles.names.contains(last)
        {
            return ["sound", "accent", last]
        }
        if words == ["accent"] { return ["accents"] }
        if thing == "bell", words.count == 2, SoundFiles.names.contains(last) { return ["sound", "bell", last] }
        // `subdivision volume 40%`
        if words.count == 3, words[1] == "volume", ["beat", "beats", "bell", "subdivision"].contains(thing) {
            return ["volume", thing, last]
        }
        if thing == "volume", words.count > 1, words[1] == "beats" { return ["volume", "beat"] + words.dropFirst(2) }
        return thing == "beats" && words.count == 2 && last.hasSuffix("%") ? ["volume", "beat", last] : nil
    }

    /// `setlist gig 2 stop after 32 bars`, `setlist bars gig 2 32 bars`: an entry ends.
    private static func entryEnd(_ words: [String]) -> [String]? {
        guard words[0] == "setlist", !["add", "create", "new", "make", "note"].contains(words.dropFirst().first) else {
            return nil
        }
        let small: Set = [
            "edit", "change", "stop", "stops", "end", "ends", "after", "for", "bar", "bars", "entry",
        ]
        let said = words.dropFirst().filter { !small.contains($0) }
        guard said.count == 3, said.count < words.count - 1, Int(said[2]) != nil else { return nil }
        return ["setlist", "bars"] + said
    }

    /// `render click.wav 32 bars each lane`: a file of each.
    private static func stems(_ words: [String]) -> [String]? {
        guard words[0] == "render", words.count > 2 else { return nil }
        let (last, before) = (words[words.count - 1], words[words.count - 2])
        if ["separately", "split"].contains(last) { return words.dropLast() + ["--stems"] }
        if last == "lanes", words.count > 3, ["bar", "bars"].contains(before) { return words.dropLast() + ["--stems"] }
        let isEach = ["each", "per", "every", "by"].contains(before)
        let things =
            isEach ? ["lane", "voice", "part", "instrument"] : ["lanes", "files", "tracks", "voices", "parts"]
        guard isEach || before == "separate", things.contains(last) else { return nil }
        return words.dropLast(words.count > 3 && words[words.count - 3] == "in" ? 3 : 2) + ["--stems"]
    }

    /// `cancel timer`, `cancel the trainer`: what is set is off.
    private static func cancelled(_ words: [String]) -> [String]? {
        let things: Set = ["timer", "trainer", "count-in", "prompt", "prompts", "loop", "swing", "groove"]
        guard words[0] == "cancel", let last = words.last, things.contains(last), words.count < 4 else { return nil }
        return [last, "off"]
    }

    /// `delete ballad`: a preset, a set list or a groove of one's own.
    private static func deleted(_ words: [String]) -> [String]? {
        guard ["delete", "remove"].contains(words[0]), words.count == 2 else { return nil }
        let folders = [("presets", "preset"), ("setlists", "setlist"), ("grooves", "groove")]
        return folders.first { LibraryFiles.names(in: $0.0).contains(words[1]) }.map { [$0.1, "remove", words[1]] }
    }

    /// `kick`: its lane; `kick again`: it is heard again.
    private static func instrument(_ words: [String]) -> [String]? {
        // Files are looked at last: most words are those of a verb.
        guard words.count < 3, !verbs.contains(words[0]), !all.contains(where: { $0.words[0] == words[0] }),
            SoundFiles.names.contains(words[0])
        else { return nil }
        if words.count == 1 { return ["lane", words[0]] }
        return ["again", "back"].contains(words[1]) ? ["lane", words[0], "unmute"] : nil
    }
}
