// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MetronomeControl
import Programs

/// `metroctl practise`: has a part of the song practised, or without words tells where that is.
struct PractiseVerb: ParsableCommand {
    static let configuration = CommandConfiguration.verb(
        "loop.practise",
        usage: "metroctl practise (<bars> [at <scale>] [up <step>] [to <goal>] [count <n>] [stop] | off)",
        more: [
            ("practise bars 9-10 at 70% up 5% each pass, count 1", ""), ("practise off", "the song as before"),
            ("practise", "tells where it is"),
        ])

    @Argument(
        help: ArgumentHelp(
            "Bars or labels, such as 9-12 or verse; at 70%: the first pass; up 5%: each pass; to 110%: the goal; count 1: bars before it; stop: after the goal.",
            valueName: "words"))
    var words: [String] = []
    @OptionGroup var options: ChangeOptions

    /// What the words say.
    var practised: PractiseWords { get throws { try PractiseWords(words) } }

    func validate() throws {
        if !words.isEmpty, words != ["off"] { _ = try practised }
    }

    func run() throws {
        let all = options.options
        if words.isEmpty {
            return try options.tell(["song"]) {
                $0.song?.practiceLine ?? "nothing is practised: practise bars 9-12 at 70% up 5%"
            }
        }
        if words == ["off"] { return try all.change("loop.off", [:], at: options.at) }
        let practised = try practised
        let isLoaded = try practised.file.map(load) ?? false
        do {
            try all.change("loop.practise", practised.params, at: options.at) { sentence, change in
                // Where it plays, the change holds from a beat.
                let status = try? all.status()
                return sentence
                    + (change.atBeat == nil && change.values["pending"] == nil ? "; start plays it" : "")
                    + (status?.restingHint ?? "")
            }
        } catch {
            if isLoaded { _ = try? all.ask(all.connect(), "song.unload", as: Change.self) }
            throw error
        }
    }

    /// Loads the song that is named. Returns whether it was not loaded before. Throws where another one is, whose place would be lost.
    private func load(_ file: String) throws -> Bool {
        let (all, path) = (options.options, try SongPath.told(file))
        let client = try all.connect()
        if let song = try all.status(of: client).song {
            if song.path == path || song.name == path { return false }
            throw ProgramFailure.failed(
                "\(song.name) is loaded: metroctl song load \(file), then practise without its name",
                reason: "song_plays")
        }
        _ = try all.ask(client, "song.load", ["path": .string(path)], as: Change.self)
        return true
    }
}

/// What follows `practise`, as parameters of the method.
struct PractiseWords: Equatable {
    private(set) var params: [String: JSONValue] = [:]
    /// The song, where it is named: `bars 5-8 of etude.toml`.
    private(set) var file: String?

    /// Throws for what is not understood.
    init(_ words: [String]) throws(ValidationError) {
        // Commas, and words that only sound well.
        let all = words.flatMap { $0.split(separator: ",").map(String.init) }
        if let unit = all.first(where: { ["minute", "minutes", "min", "hour", "hours"].contains($0) }) {
            throw ValidationError(
                "practise takes a part of the song, not \(unit): metroctl timer \(words.joined(separator: " ")) ends the music after that."
            )
        }
        guard !all.contains(where: Self.isTempo) else {
            throw ValidationError("practise takes percent of the song's own tempo, not bpm: write at 70%, up 5%.")
        }
        // `70 percent` and `70 %` are 70%.
        var rest = all.enumerated().filter {
            !["each", "every", "per", "pass", "time", "and", "faster", "more", "percent", "%"].contains($1)
        }
        .map { index, word in
            all.indices.contains(index + 1) && ["percent", "%"].contains(all[index + 1]) ? word + "%" : word
        }[...]
        var places: [String] = []
        // A bare number behind a speed that stands behind a place is a speed, too.
        var isSpeedBehind = false
        while let word = rest.popFirst() {
            switch word {
            case "bars", "bar": continue
            case "at", "from":
                try take("scale", after: word, "70%", &rest)
                isSpeedBehind = !places.isEmpty
            case "up", "by", "step":
                try take("step", after: word, "5%", &rest)
                isSpeedBehind = !places.isEmpty
            case "to" where rest.first?.hasSuffix("%") ?? false || isSpeedBehind:
                try take("goal", after: word, "100%", &rest)
            case "goal": try take("goal", after: word, "100%", &rest)
            case "to" where places.count == 1: continue
            case "count" where rest.first == "in": rest[rest.startIndex] = "count-in"
            case "count", "count-in": try take("count_in", after: word, "1", &rest)
            case "of", "in":
                guard let name = rest.popFirst() else {
                    throw ValidationError("\(word) needs a song, such as \(word) etude.toml.")
                }
                file = name
            case _ where SongPath.isFile(word) && file == nil: file = word
            case "then" where ["stop", "hold"].contains(rest.first): continue
            case "stop", "hold": params["then"] = .string(word)
            // `70% +5%` without `at` and `up`, `5% faster`.
            case _ where places.count > 0 && word.hasSuffix("%"):
                let percent = Double(word.dropLast()) ?? 0
                let isScale = params["scale"] == nil && !word.hasPrefix("+") && percent >= 20
                params[isScale ? "scale" : "step"] = .string(word.filter { $0 != "+" })
                isSpeedBehind = true
            default: places.append(word)
            }
        }
        if places.count > 1, places.contains(where: { Self.range($0) != nil }),
            let other = places.first(where: { Self.range($0) == nil })
        {
            throw ValidationError(
                "\(JSONValue.string(other).text) is not understood: behind a passage stand at 70%, up 5%, to 110%, count 1 and stop."
            )
        }
        if places.count == 1, let range = places.first.flatMap(Self.range) { places = range }
        guard (1...2).contains(places.count) else {
            let said = places.isEmpty ? "there is none here" : "not \(places.joined(separator: " "))"
            throw ValidationError("practise needs one passage, such as bars 9-12, or a label such as verse: \(said).")
        }
        params["from"] = .string(places[0])
        params["to"] = places.count == 2 ? .string(places[1]) : nil
    }

    /// Whether a word is one of a tempo: `bpm`, `48bpm`.
    static func isTempo(_ word: String) -> Bool {
        let word = word.lowercased()
        return word.hasSuffix("bpm") && (word == "bpm" || Double(word.dropLast(3)) != nil)
    }

    /// `9-12`: both bars.
    static func range(_ word: String) -> [String]? {
        let ends = word.replacing("–", with: "-").split(separator: "-").map(String.init)
        return ends.count == 2 && ends.allSatisfy { Int($0) != nil } ? ends : nil
    }

    private mutating func take(
        _ name: String, after word: String, _ example: String, _ rest: inout ArraySlice<String>
    ) throws(ValidationError) {
        guard let value = rest.popFirst() else {
            throw ValidationError("\(word) needs a value, such as \(word) \(example).")
        }
        guard params[name] == nil else { throw ValidationError("\(word) \(value) is one too many.") }
        if name == "count_in" {
            guard let bars = Int64(value) else { throw ValidationError("count needs a number of bars, not \(value).") }
            params[name] = .integer(bars)
        } else {
            // What is no percent is one all the same: nobody practises seventy times as fast.
            let isBare = (Double(value) ?? 0) > (name == "step" ? 1 : 4)
            params[name] = .string(isBare ? value + "%" : value)
        }
    }
}
