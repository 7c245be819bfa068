// SPDX-License-Identifier: Apache-2.0

#if DEBUG || Fuzzing
/// What musicians ask for beyond a plain metronome: rhythms, practice, songs and set lists.
extension Swarm {
    static let otherWords = [
        "accents", "accents", "subdivision", "subdivision", "swing", "beat", "set", "lane", "lane", "lane mix",
        "lane own", "lane remove", "lanes off", "groove", "volume", "volume bell", "volume subdivision", "mute",
        "unmute",
        "sound", "count-in", "count-in sound", "trainer speed", "trainer gap", "trainer mute", "trainer off", "timer",
        "prompt",
        "timer off", "tap", "tap", "nudge", "nudge bar", "cancel", "cancel one", "preset save", "preset load",
        "setlist load", "setlist next", "setlist previous", "setlist go", "setlist add", "setlist remove",
        "song load", "song load", "song unload",
        "song scale", "seek", "seek", "loop", "practise", "loop off", "stop", "undo", "redo",
    ]

    /// What belongs together: most seeds that ask for more than a plain metronome ask for little else.
    static let themes = [
        [
            "song load", "seek", "loop", "practise", "loop off", "song scale", "song unload", "other song", "stop",
            "start",
        ],
        [
            "setlist load", "setlist next", "setlist previous", "setlist go", "to the end", "to the end", "stop",
            "start",
        ],
        ["setlist next", "setlist go", "setlist go", "setlist add", "setlist remove", "setlist remove", "start"],
        ["lane", "lane", "lane mix", "lane mix", "lane own", "lane remove", "lanes off", "groove", "tempo"],
        ["practise", "practise", "trainer speed", "tempo +", "timer", "nudge bar", "trainer gap", "stop", "start"],
        ["preset save", "preset load", "bell", "swing", "subdivision", "volume bell", "accents", "stop at once"],
        ["count-in", "subdivision", "swing", "beat", "meter", "accents", "bell", "stop", "start"],
        [
            "trainer gap", "trainer gap", "trainer mute", "trainer mute", "timer", "prompt", "lane", "lane", "stop",
            "start",
        ],
        ["taps", "taps", "nudge", "undo", "redo", "tempo +", "stop", "stop briefly"],
        ["owner", "owner", "tempo", "tempo +", "undo"],
        ["several", "several", "volume", "tempo +", "set", "undo", "redo", "cancel one", "nudge bar"],
    ]

    /// Those that hold at once.
    static let placeless: Set = [
        "setlist add", "setlist remove", "set", "lane", "lane mix", "lane own", "nudge", "nudge bar", "cancel",
        "cancel one", "preset save",
    ]

    /// A sentence of a word.
    mutating func otherSentence(_ word: String) -> String {
        switch word {
        case "accents":
            if percent(15) { return "accents auto" }
            return "accents " + signs("XAxxo.", percent(90) ? beats : number(1...9))
        case "subdivision": return "subdivision \(number(1...6))"
        case "swing": return "swing " + pick(["even", "2:1", "60%", "75%"])
        case "beat": return "beat " + pick(["auto", "auto", "half", "dotted-quarter", "eighth"])
        case "set":
            let tempo = number(60...240)
            if percent(40) {
                return #"{"id":1,"method":"settings.set","params":{"bpm":\#(tempo),"volume":"60%","at":"bar"}}"#
            }
            return "set bpm=\(tempo) " + pick(["volume=60%", "bell=2", "subdivision=2", "meter=3/4"])
        case "lane": return "lane \(pick(Self.lanes)) " + rhythm()
        case "lane mix":
            return "lane \(pick(Self.lanes)) "
                + pick(["mute", "unmute", "solo", "unsolo", "gain=50%", "pan=-0.5", "channel=3"])
        case "lane own":
            return "lane \(pick(["beat", "subdivision"])) " + pick(["mute", "unmute", "solo", "unsolo", "gain=50%"])
        case "lane remove": return "lane remove " + pick(Self.lanes)
        case "groove": return "groove " + pick(["rock", "bossa", "waltz", "son-clave", "off", "bossa 130", "rock +7"])
        case "volume", "volume bell", "volume subdivision":
            return "\(word) " + pick(["20%", "50%", "100%", "+10%", "-10%"])
        case "sound":
            return pick([
                "sound beat rim", "sound beat beat", "sound beat voice", "sound bell voice", "sound bell cowbell",
                "sound accent clave", "sound ghost auto",
            ])
        case "count-in": return "count-in \(number(0...2))"
        case "count-in sound": return "count-in sound " + pick(["voice", "rim", "auto"])
        case "trainer speed", "trainer gap", "trainer mute", "timer", "prompt": return "\(word) " + practice(word)
        case "nudge": return "nudge \(number(-80...80))"
        case "cancel one": return "cancel \(number(1...12))"
        case "preset save", "preset load": return "\(word) " + pick(["a", "b"])
        case "setlist load": return load()
        case "setlist go": return "setlist go \(number(1...4))"
        case "setlist add": return "setlist add gig " + pick(["a", "b", "~/a.toml", "~/b.toml"])
        case "setlist remove": return "setlist remove gig \(number(1...4))"
        case "song load": return "song load ~/" + pick(["a.toml", "b.toml"]) + (percent(30) ? " from " + place() : "")
        case "practise":
            let bar = number(1...4)
            return "practise \(bar) \(bar + number(0...2)) at 50% up "
                + pick(["25%", "10% to 120%", "50%"])
        case "song scale": return "song scale " + pick(["50%", "90%", "100%", "150%"])
        case "seek": return "seek " + place()
        case "loop": return "loop " + place() + (percent(40) ? " " + place() : "")
        default: return word
        }
    }

    private static let lanes = ["kick", "hat", "a"]

    private mutating func rhythm() -> String {
        switch number(0...6) {
        case 0: "\(number(1...5)) per " + pick(["beat", "bar"])
        case 1: signs("xXAo..", number(2...9)) + " over \(number(1...3)) " + pick(["beats", "bars"])
        case 2: "every " + pick(["0.7 s", "3 beats", "1/3 bars", "450ms"])
        case 3: signs("x.", number(2...6)) + " \(number(2...4)) per beat"
        default: signs("xxAo..", number(2...9))
        }
    }

    private mutating func practice(_ word: String) -> String {
        switch word {
        case "trainer speed":
            pick(["", "\(number(60...200)) "]) + "to \(number(60...240)) by \(number(1...20)) every \(number(1...3))"
                + pick(["", " and back", " then stop", " then again"])
        case "trainer gap":
            "\(number(1...3)) \(number(1...2)) " + pick(["bars", "beats", "bars growing", "beats growing by 2 to 5"])
        case "trainer mute": "\(number(1...100))% " + pick(["", "bars ", "over 4 "]) + "seed \(number(1...9))"
        case "prompt":
            pick(["C", "C, F", "a, b, c, d"]) + pick([" every \(number(1...4))", " every 2 shuffled seed 3"])
        default: pick(["4 bars", "9 beats", "5s", "off"])
        }
    }

    // MARK: songs

    /// A label or a bar of a song.
    private mutating func place() -> String { percent(50) ? pick(Self.labels) : "\(number(1...12))" }

    /// A set list, often one that counts in.
    mutating func load() -> String { "setlist load gig" + (percent(40) ? " count-in \(number(0...2))" : "") }

    private static let labels = ["A", "B", "C", "D"]

    /// The files of the songs and the set list that are asked for, and the presets of that.
    mutating func files() -> [Script.Step] {
        let needed = ["song", "seek", "loop", "setlist", "preset", "other", "stop at once", "to the end"]
        guard words.contains(where: { word in needed.contains { word.hasPrefix($0) } }) else { return [] }
        var steps = ["a.toml", "b.toml"].map { Script.Step.write(name: $0, text: song()) }
        let lines = ["preset save a", "tempo 97", "preset save b", "setlist add gig a ~/a.toml b ~/b.toml"]
        steps += lines.map { .ask(client: 0, line: $0) }
        if percent(60) { steps.append(.ask(client: 0, line: percent(40) ? "song load ~/a.toml" : load())) }
        return steps + [.pass(ms: 1500)]
    }

    private static let songLanes = [
        "hat x.x. from=bar gain=50%", "kick Xoxo; hat 3 per bar mute", "tik x.x%30. from=bar", "kick xo..x over 2 bars",
        "hat xx... 2 per beat; kick X.x. channel=3",
    ]

    /// A song of one to four sections.
    private mutating func song() -> String {
        var text = percent(30) ? "count_in = \(number(1...2))\n" : ""
        for label in Self.labels.prefix(number(1...4)) {
            text += "[[section]]\nlabel = \"\(label)\"\nbars = \(number(1...4))\ntempo = \(tempo())\n"
            if percent(60) { text += "meter = \"\(number(2...5))/4\"\n" }
            if percent(30) { text += "times = 2\n" }
            if percent(20) { text += "volume = \"\(number(20...100))%\"\n" }
            if percent(20) { text += "lanes = \"\(pick(Self.songLanes))\"\n" }
        }
        return text
    }

    /// One tempo, or from one to another.
    private mutating func tempo() -> String {
        percent(25) ? "{ from = \(number(60...300)), to = \(number(60...300)) }" : "\(number(60...300))"
    }

    // MARK: the configuration

    /// What the configuration says, as far as it is not read again.
    mutating func configuration() -> [Script.Step] { resumes ? [.reload("resume = true")] : [] }

    /// Another configuration, which may be refused.
    mutating func reload() -> Script.Step {
        let lines = (0..<number(1...2)).map { _ in
            switch number(0...9) {
            case 0: "bpm = \(number(30...400))"
            case 1: "meter = \"\(number(1...9))/\(number(4...5))\""
            case 2: "volume = \"\(number(20...120))%\""
            case 3: "bell.every = \(number(1...9))"
            case 4: "subdivision = \(number(1...6))"
            case 5: "swing = \"\(pick(["even", "2:1", "60%"]))\""
            case 6: "count_in = \(number(0...2))"
            case 7: "lanes = \"\(pick(["off", "kick x...x...", "hat 3 per bar"]))\""
            case 8: "audio.latency = \"\(pick(["low", "normal", "quiet"]))\""
            default: "sounds.beat = \"\(pick(["beat", "rim", "clave"]))\""
            }
        }
        return .reload(((resumes ? ["resume = true"] : []) + lines).joined(separator: "\n"))
    }

    // MARK: chance

    mutating func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// So many signs of some.
    private mutating func signs(_ signs: String, _ count: Int) -> String {
        String((0..<count).map { _ in signs.randomElement(using: &random) ?? "x" })
    }
}
#endif
