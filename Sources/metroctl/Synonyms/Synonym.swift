// SPDX-License-Identifier: Apache-2.0

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

    /// All synonyms; alike ones stand together.
    static let all: [Synonym] = [
        Synonym("play", "start"), Synonym("go", "start"), Synonym("resume", "start"), Synonym("pause", "stop"),
        Synonym("bpm", "tempo"), Synonym("speed", "tempo"),
        Synonym("faster", "tempo +$", alone: "tempo +5%"), Synonym("slower", "tempo -$", alone: "tempo -5%"),
        Synonym("halftime", "tempo /2"), Synonym("doubletime", "tempo x2"),
        Synonym("half", "tempo /2"), Synonym("double", "tempo x2"),
        Synonym("half time", "tempo /2"), Synonym("double time", "tempo x2"),
        Synonym("tempo half", "tempo /2"), Synonym("tempo double", "tempo x2"),
        Synonym("speed off", "trainer speed off"), Synonym("speedup", "trainer speed $", alone: "trainer"),
        Synonym("song tempo", "song scale"), Synonym("song speed", "song scale"),
        Synonym("bell none", "bell off"), Synonym("bell 0", "bell off"),
        Synonym("signature", "meter"), Synonym("meter waltz", "meter 3/4"), Synonym("waltz time", "meter 3/4"),
        Synonym("common time", "meter 4/4"), Synonym("cut time", "meter 2/2"), Synonym("beat off", "lane beat mute"),
        Synonym("beat on", "lane beat unmute"), Synonym("accents off", "accents auto"),
        Synonym("bell on", "bell bar"), Synonym("backbeat", "accents 2=A,4=A"),
        Synonym("louder", "volume +$", alone: "volume +10%"), Synonym("quieter", "volume -$", alone: "volume -10%"),
        Synonym("softer", "volume -$", alone: "volume -10%"), Synonym("volume beat", "lane beat gain=$"),
        Synonym("mute off", "unmute"), Synonym("mute on", "mute"),
        Synonym("eighths", "subdivision eighths"), Synonym("triplets", "subdivision 3"),
        Synonym("sixteenths", "subdivision sixteenths"), Synonym("quintuplets", "subdivision 5"),
        Synonym("sextuplets", "subdivision 6"),
        Synonym("quarters", "subdivision quarters"), Synonym("beats", "subdivision 1"),
        Synonym("subdivision triplets", "subdivision 3"),
        Synonym("subdivide", "subdivision"), Synonym("pattern", "lane"),
        Synonym("subdivision off", "subdivision 1"), Synonym("eighths off", "subdivision 1"),
        Synonym("triplets off", "subdivision 1"), Synonym("sixteenths off", "subdivision 1"),
        Synonym("offbeats", "volume subdivision $", alone: "subdivision 2"),
        Synonym("offbeats on", "subdivision 2"), Synonym("offbeats off", "subdivision 1"),
        Synonym("offbeats louder", "volume subdivision +10%"), Synonym("offbeats quieter", "volume subdivision -10%"),
        Synonym("shuffle off", "set subdivision=1 swing=even"),
        Synonym("shuffle", "set subdivision=2 swing=2:1"), Synonym("swing triplets", "set subdivision=2 swing=2:1"),
        Synonym("swing on", "set subdivision=2 swing=2:1"), Synonym("swing off", "swing even"),
        Synonym("swing eighths", "set subdivision=2 swing=2:1"), Synonym("straight", "swing even"),
        Synonym("swing straight", "swing even"),
        Synonym("plain", "reset"),
        Synonym("polyrhythm", "lanes $"), Synonym("poly", "lanes $"), Synonym("clave", "groove son-clave"),
        Synonym("rhythm", "groove"),
        Synonym("count-in off", "count-in 0"), Synonym("countin", "count-in"), Synonym("offset off", "offset 0"),
        Synonym("practice", "practise"), Synonym("workout", "trainer speed $", alone: "trainer"),
        Synonym("gap", "trainer gap $", alone: "trainer"),
        Synonym("keys", "prompt $", alone: "prompt"),
        Synonym("chords", "prompt $", alone: "prompt"),
        Synonym("voice", "sound voice"), Synonym("voice on", "sound voice"), Synonym("count aloud", "sound voice"),
        Synonym("voice off", "sound voice off"), Synonym("count off", "sound voice off"),
        Synonym("sound default", "sound off"), Synonym("sound usual", "sound off"), Synonym("sound reset", "sound off"),
        Synonym("sounds off", "sound off"), Synonym("sounds", "sound list"), Synonym("pendulum", "watch"),
        Synonym("volume down", "volume -10%"), Synonym("volume up", "volume +10%"),
        Synonym("unsolo", "lane unsolo"), Synonym("unsolo all", "lane unsolo"), Synonym("save groove", "groove save $"),
        Synonym("list saved", "preset list"), Synonym("whats next", "status"), Synonym("what is next", "status"),
        Synonym("upcoming", "status"), Synonym("when", "status"), Synonym("setlist status", "status"),
        Synonym("coming up", "status"), Synonym("what comes next", "status"),
        Synonym("count", "sound voice"), Synonym("count in", "count-in $", alone: "count-in 1"),
        Synonym("subdivision louder", "volume subdivision +10%"),
        Synonym("subdivision quieter", "volume subdivision -10%"),
        Synonym("bell louder", "volume bell +10%"), Synonym("bell quieter", "volume bell -10%"),
        Synonym("bell softer", "volume bell -10%"),
        Synonym("where", "status"), Synonym("what", "status"),
        Synonym("what plays", "status"), Synonym("what is playing", "status"), Synonym("what next", "status"),
        Synonym("what comes", "status"), Synonym("count in off", "count-in 0"),
        Synonym("prompts", "prompt $", alone: "prompt"), Synonym("click", "sound off"),
        Synonym("clicks", "sound off"),
        Synonym("practice this week", "journal --days 7"), Synonym("practise this week", "journal --days 7"),
        Synonym("journal practised", "journal"), Synonym("journal practice", "journal"),
        Synonym("practised", "journal"), Synonym("practiced", "journal"),
        Synonym("practised this week", "journal --days 7"), Synonym("practiced this week", "journal --days 7"),
        Synonym("journal week", "journal --days 7"), Synonym("log week", "journal --days 7"),
        Synonym("practised today", "journal --days 1"), Synonym("practiced today", "journal --days 1"),
        Synonym("practise today", "journal --days 1"), Synonym("practice today", "journal --days 1"),
        Synonym("journal today", "journal --days 1"), Synonym("today", "journal --days 1"),
        Synonym("setlist play", "setlist advance"), Synonym("setlist start", "setlist advance"),
        Synonym("setlist pedal", "setlist advance"), Synonym("pedal", "setlist advance"),
        Synonym("history", "journal"), Synonym("log", "journal"), Synonym("stats", "journal"),
        Synonym("next", "setlist next"), Synonym("prev", "setlist previous"), Synonym("previous", "setlist previous"),
        Synonym("save", "preset save $"), Synonym("load", "preset load $"), Synonym("song off", "song unload"),
        Synonym("song close", "song unload"), Synonym("song info", "song show"), Synonym("song sections", "song show"),
        Synonym("song seek", "seek $"), Synonym("song from", "seek $"), Synonym("song loop", "loop $"),
        Synonym("song practise", "practise"), Synonym("song play", "start"), Synonym("song start", "start"),
        Synonym("unload", "song unload"), Synonym("saved", "preset list"), Synonym("back", "undo"),
        Synonym("tempo back", "undo"), Synonym("swing triplet", "set subdivision=2 swing=2:1"),
        Synonym("straight eighths", "swing even"), Synonym("swing straight eighths", "swing even"),
        Synonym("list", "preset list"), Synonym("now", "status"), Synonym("just click", "reset"),
        Synonym("just the click", "reset"), Synonym("silent bars", "trainer gap $", alone: "trainer"),
        Synonym("setlist goto", "setlist go $"), Synonym("setlist jump", "setlist go $"),
        Synonym("repeat", "loop $"), Synonym("repeat section", "loop $"), Synonym("loop section", "loop $"),
        Synonym("loop whole", "loop off"), Synonym("loop whole piece", "loop off"), Synonym("loop none", "loop off"),
        Synonym("loop whole song", "loop off"),
        Synonym("trainer stop", "trainer off"), Synonym("clave off", "groove off"), Synonym("close", "song unload"),
        Synonym("check", "doctor"), Synonym("check sound", "doctor"), Synonym("sound check", "doctor"),
        Synonym("sound test", "doctor"),
        Synonym("setlist off", "setlist close"), Synonym("setlist unload", "setlist close"),
        Synonym("setlist delete", "setlist remove $"),
        Synonym("preset delete", "preset remove $"), Synonym("groove delete", "groove remove $"),
        Synonym("presets", "preset list"), Synonym("setlists", "setlist list"), Synonym("grooves", "groove"),
        Synonym("speed trainer", "trainer speed $", alone: "trainer"),
        Synonym("gap trainer", "trainer gap $", alone: "trainer"), Synonym("nudge bar", "nudge --bar"),
    ]

    /// The words that a command line stands for, with the options as they are.
    static func resolved(_ said: [String]) -> [String] {
        let given = said.prefix { !$0.hasPrefix("-") }
        if let loaded = loaded(Array(given), among: LibraryFiles.names(in: "presets")) {
            return loaded + said.dropFirst(given.count)
        }
        let arguments = ChangeOptions.withPlace(said)
        // All of it in one argument.
        if arguments.count == 1, arguments[0].contains(" ") {
            return resolved(arguments[0].split(separator: " ").map(String.init))
        }
        let words = Array(arguments.prefix { !$0.hasPrefix("-") || isNumber($0) })
        // A file and the name that it is given are the player's own words.
        if words.count > 1, ["sound", "sounds"].contains(words[0]), words[1] == "add" {
            return ["sound"] + arguments.dropFirst()
        }
        let options = Array(arguments.dropFirst(words.count))
        if words.count == 3, words[0] == "setlist", ["play", "start"].contains(words[1]), options.first == "--count-in"
        {
            return ["start", "setlist", words[2], "count-in"] + options.dropFirst()
        }
        // A command stands behind its place as a shell takes it, too.
        if words.first == "on", words.count > 3, !options.contains("--") {
            return words[..<2] + options + ["--"] + words.dropFirst(2)
        }
        if let plain = withoutUnit(arguments) { return resolved(plain) }
        if let length = withLength(arguments) { return resolved(length) }
        if !literal.contains(words.first ?? ""), let digits = digits(words) { return resolved(digits + options) }
        if let said = plain(words) ?? stage(words) { return resolved(said + options) }
        if let said = everyday(words) { return resolved(said + options) }
        if let said = speech(words) { return resolved(said + options) }
        if let said = sentence(words) { return said + options }
        if let simpler = simpler(words) { return resolved(simpler + options) }
        guard let synonym = all.filter({ words.starts(with: $0.words) }).max(by: { $0.words.count < $1.words.count })
        else { return arguments }
        let rest = arguments.dropFirst(synonym.words.count)
        guard synonym.meaning.contains(where: { $0.contains("$") }) else { return synonym.meaning + rest }
        if let word = rest.first, words.count > synonym.words.count {
            // `slower than that`: a sign is put before a number alone.
            let isSigned = synonym.meaning.contains { $0 == "+$" || $0 == "-$" }
            if isSigned, !(word.first.map { $0.isNumber || $0 == "." } ?? false) { return arguments }
            // What is more than a change of volume, or a gain, can be is percent.
            return synonym.meaning.map { meant in
                let most = meant.hasPrefix("gain=") ? 4.0 : synonym.meaning[0] == "volume" ? 1 : .infinity
                let isPercent = Double(word).map { abs($0) > most } ?? false
                return meant.replacing("$", with: isPercent ? word + "%" : word)
            } + rest.dropFirst()
        }
        return (synonym.alone ?? synonym.meaning.filter { !$0.contains("$") }) + rest
    }

    /// A line for each of them: `swing off  swing even`.
    static var page: String {
        let rows = all.map { synonym -> (String, String) in
            let takesWord = synonym.meaning.contains { $0.contains("$") }
            let typed = synonym.words.joined(separator: " ") + (takesWord ? (synonym.alone == nil ? " X" : " [X]") : "")
            let meaning = synonym.meaning.joined(separator: " ").replacing("$", with: "X")
            return (typed, meaning + (synonym.alone.map { ", without X " + $0.joined(separator: " ") } ?? ""))
        }
        let numbers = [
            ("120, Allegro", "start 120"), ("+5, -10%, x2", "tempo +5"), ("3/4, 2+2+3/8", "meter 3/4"),
            ("3:4, 3 against 4", "lanes 3:4"), ("bossa 130, rock", "groove bossa 130"), ("solo kick", "lane kick solo"),
            ("volume hat 30", "lane hat gain=30%"), ("7/8 2+2+3", "meter 2+2+3/8"),
            ("tempo q=60", "tempo quarter=60"), ("start bar 9", "start --from 9"),
            ("tempo 110 in 8 bars", "tempo 110 --at +8"), ("pan hat left", "lane hat pan=-1"),
            ("mute every 4th bar", "trainer gap 3 1"), ("export x.wav", "render x.wav"),
            ("every bar CMD", "on bar CMD"),
            ("mute 20%", "trainer mute 20%"),
            ("100 to 160 in 32 bars", "trainer speed 100 to 160 by 1.875 every 1"),
        ]
        let width = (numbers + rows).map(\.0.count).max() ?? 0
        func line(_ left: String, _ right: String) -> String {
            "  " + left + String(repeating: " ", count: width - left.count + 2) + right
        }
        return "Words that stand for others:\n" + (numbers + rows).map(line).joined(separator: "\n")
    }
}
