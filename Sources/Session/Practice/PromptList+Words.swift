// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds
internal import MetronomeRhythm

extension PromptList {
    package static let kind = Trainer.Kind.prompt
    package static let key = Key(
        trainer: kind, member: "prompt",
        "Be shown what to play next: keys, chords, stickings",
        discussion: """
            The first one comes with the next bar, and the list begins anew with each start. What comes next is told from the \
            start of the one before. The same seed has the same orders; one is chosen, and told, unless given.
            """,
        summary: "`PROMPT, PROMPT ... [every BARS] [shuffled [seed SEED]]`, each for 4 bars unless said, or `off`.",
        examples: [
            ("prompt C, F, Bb, Eb every 2", "each for two bars, again and again"),
            ("prompt Dm7 G7 | Em7 A7 shuffled", "each for four bars, each round in another order"),
            ("prompt off", ""),
        ],
        "What is to be played next, such as `\"C, F, Bb every 2\"`: each of them for two bars; or `\"off\"`.")
    package static let grammar =
        "\"C, F, Bb every 2\" or \"Dm7 G7 | Em7 A7 shuffled seed 7\", or \"off\""

    /// `C, F, Bb [every 4 [bars]] [shuffled [seed 7]]`. Prompts between `|` may have commas; where there is neither, each word is one.
    package init(parsing text: String) throws(SettingError) {
        let (list, rest) = Self.divided(text)
        var words = TrainerWords(.prompt, rest, of: text)
        var every = Int64(4)
        if words.take("every") {
            every = try words.number("the number of bars", Self.bars)
            if !words.take("bars") { _ = words.take("bar") }
        }
        let isShuffled = words.take("shuffled")
        let seed = isShuffled ? try words.seed() : nil
        try words.end()
        guard !Self.isMisplaced(list) else { throw Self.misplaced }
        try self.init(
            checking: Self.prompts(list).map(Self.trimmed).filter { !$0.isEmpty },
            every: every, isShuffled: isShuffled, seed: seed, refusal: words.refusal)
    }

    /// Whether `every 4 bars` stands among the prompts, as in `C, F every 4 bars one bar ahead`.
    private static func isMisplaced(_ list: Substring) -> Bool {
        let words = list.split { $0.isWhitespace || $0 == "," }
        return words.indices.contains { index in
            words[index] == "every" && index + 2 < words.count && ["bar", "bars"].contains(words[index + 2])
        }
    }

    private static let misplaced = SettingError(
        .invalid,
        "only shuffled may follow the number of bars: write \(grammar); the next prompt is always shown a bar ahead")

    /// The prompts, and the words behind them.
    private static func divided(_ text: String) -> (list: Substring, rest: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        // At most six words stand behind the list; a prompt may contain such words, too.
        for count in stride(from: min(6, words.count), to: 0, by: -1) {
            let rest = words.suffix(count)
            guard let first = rest.first, Self.isEnding(rest) else { continue }
            return (text[..<first.startIndex], rest.joined(separator: " "))
        }
        return (text[...], "")
    }

    /// Whether words are those behind a list.
    private static func isEnding(_ words: ArraySlice<Substring>) -> Bool {
        var words = words
        if words.first == "every" {
            words.removeFirst()
            guard let bars = words.popFirst(), isNumber(bars) else { return false }
            if words.first == "bars" || words.first == "bar" { words.removeFirst() }
        }
        if words.first == "shuffled" {
            words.removeFirst()
            if words.first == "seed" {
                words.removeFirst()
                guard let seed = words.popFirst(), isNumber(seed) else { return false }
            }
        }
        return words.isEmpty
    }

    /// Whether a word is a number, of any size: one that is too large is refused, and no part of a prompt.
    private static func isNumber(_ word: Substring) -> Bool { Int64(word) != nil || word.allSatisfy(\.isNumber) }

    /// With no sign between them, prompts are single words.
    private static func prompts(_ list: Substring) -> [Substring] {
        guard let sign = ["|", ","].first(where: { list.contains($0) }) else {
            return list.split(whereSeparator: \.isWhitespace)
        }
        return list.split(separator: sign)
    }

    private static func trimmed(_ text: Substring) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private init(
        checking prompts: [String], every: Int64, isShuffled: Bool, seed: UInt64?, refusal: SettingError
    ) throws(SettingError) {
        guard !prompts.isEmpty else { throw refusal }
        guard prompts.count <= Self.most.prompts else {
            throw SettingError(
                .outOfRange, "a list has at most \(Self.most.prompts) prompts; this one has \(prompts.count)",
                minimum: 1, maximum: Double(Self.most.prompts))
        }
        for prompt in prompts {
            guard prompt.utf8.count <= Self.most.bytes,
                !prompt.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            else {
                throw SettingError(
                    .invalid,
                    "\(PlainValue.string(String(prompt.prefix(80)))) is no prompt: it is one line of at most \(Self.most.bytes) bytes"
                )
            }
        }
        self.init(prompts, every: every, isShuffled: isShuffled, seed: seed)
    }

    /// The text of prompts, such as the lines of a file: what is read as them.
    public static func list(_ prompts: [String]) -> String {
        let needsBars = prompts.contains { $0.contains(",") } || prompts.count == 1 && prompts[0].contains(" ")
        guard needsBars else { return prompts.joined(separator: ", ") }
        return prompts.count > 1 ? prompts.joined(separator: " | ") : prompts.joined() + " |"
    }

    /// The words that are read as this list.
    public var description: String {
        Self.list(prompts) + " every \(every)" + (isShuffled ? " shuffled" : "") + (seed.map { " seed \($0)" } ?? "")
    }

    package static let record = TrainerRecord<Self>(
        "What is to be played next.", mention: "Of prompts; `null` without them.",
        [
            .fromBar(),
            .init("prompt", .orNull(.text), "What is to be played; `null` before the first one.") {
                $0.prompt(at: $1).map { .string($0) }
            },
            .init(
                "next", .orNull(.text),
                "What comes next; `null` where the same goes on, and where a change that waits comes before."
            ) { $0.known(at: $1).map { .string($0.prompt) } },
            .init("next_bar", .orNull(.whole), "The bar with which that begins.") {
                $0.known(at: $1).map { .integer($0.bar) }
            },
            .init("every", .whole, "For how many bars each holds.") { list, _ in .integer(list.every) },
        ])

    /// `C, then F from bar 5`.
    package static func sentence(_ facts: [String: PlainValue], bpm: Double, at place: ToldPlace) -> String? {
        let next = facts["next"]?.text.flatMap { next in
            facts["next_bar"]?.int.map { "\(next) from bar \($0)" }
        }
        guard let prompt = facts["prompt"]?.text else { return next }
        return prompt + (next.map { ", then \($0)" } ?? "")
    }

    /// `C`; in the last bar of it, and before the first one, `C → F`.
    package func words(at place: TrainerPlace) -> String? {
        guard let prompt = prompt(at: place) else { return next(at: place).map { "→ \($0.prompt)" } }
        guard let next = next(at: place), next.bar - place.grid.bar(ofBeat: place.beat) == 1 else { return prompt }
        return "\(prompt) → \(next.prompt)"
    }

    package func panel(at place: TrainerPlace) -> PracticePanel {
        let beats = Double(place.grid.beatInBar(ofBeat: place.beat) - 1) + place.position.phase
        let boxes = PracticePanel.Shape.boxes(
            heard: Int(clamping: every), silent: 0,
            now: place.isPlaying && place.hasBegun
                ? Int(clamping: place.bars.flooredDivision(by: every).remainder) : nil,
            part: beats / Double(place.grid.beatsPerBar))
        let next = next(at: place)
        guard place.isPlaying, let prompt = prompt(at: place) else {
            return PracticePanel("prompt", next.map { "first \($0.prompt)" } ?? "", boxes)
        }
        return PracticePanel("prompt", title: prompt, next.map { "then \($0.prompt)" } ?? "", isLarge: true, boxes)
    }

    /// `C, F every 2 bars`, `C, F every 1 bar shuffled, seed 7`.
    package static func told(_ list: String) -> String {
        let (text, seed) = TrainerWords.parted(list)
        var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard let every = words.lastIndex(of: "every"), every + 1 < words.count, let count = Int(words[every + 1]),
            every + 2 == words.count || words[every + 2] == "shuffled"
        else { return list }
        words.insert(count == 1 ? "bar" : "bars", at: every + 2)
        return words.joined(separator: " ") + seed
    }
}
