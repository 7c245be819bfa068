// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

extension RandomMute {
    package static let kind = Trainer.Kind.mute
    package static let silencesBeats = true
    package static let key = Key(
        trainer: kind, member: "random_mute",
        "Practise with beats, or bars, that are silent by chance",
        discussion: """
            It begins with the next bar, all of which is heard, and anew with each start. The same seed keeps the same \
            beats silent; one is chosen, and told, unless given.
            """,
        summary: "`PERCENT% [beats | bars] [over BARS] [seed SEED]`, or `off`; `over` lets it rise from none.",
        examples: [
            ("trainer mute 30%", "three beats of ten"), ("trainer mute 25% bars", "one bar of four"),
            ("trainer mute 60% over 16 seed 7", "more and more, the same each time"),
            ("trainer mute off", ""),
        ],
        "Beats or bars that are silent by chance, such as `\"30% beats seed 7\"`; or `\"off\"`.")
    package static let grammar =
        "\"30%\", \"30% bars\" or \"30% over 16 seed 7\", or \"off\""

    /// `30% [of] [beats|bars] [over 16 [bars]] [seed 7]`.
    package init(parsing text: String) throws(SettingError) {
        var words = TrainerWords(.mute, text)
        let percent = try words.number("the percentage", 1...100)
        _ = words.take("of")
        let unit = words.take(oneOf: GapTrainer.Unit.self) ?? .beats
        let rise = words.take("over") ? try words.number("the number of bars", 1...1000) : 0
        if rise > 0, !words.take("bars") { _ = words.take("bar") }
        let seed = try words.seed()
        try words.end()
        self.init(percent: Int(percent), unit: unit, rise: rise, seed: seed)
    }

    /// The words that are read as this trainer.
    public var description: String {
        "\(percent)% \(unit.rawValue)" + (rise > 0 ? " over \(rise)" : "") + (seed.map { " seed \($0)" } ?? "")
    }

    package static let record = TrainerRecord<Self>(
        "Beats or bars that are silent by chance.", mention: "Of silences by chance; `null` without it.",
        [
            .fromBar(),
            .init("silent", .flag, "Whether it is silent now.") { .bool($0.isSilent(at: $1)) },
            .init("percent", .number, "How many of a hundred are silent in this bar.") {
                .number(($0.percent(inBar: $1.bars) * 10).rounded() / 10)
            },
            .init("unit", .word(GapTrainer.Unit.allCases.map(\.rawValue)), "What is counted.") { mute, _ in
                .string(mute.unit.rawValue)
            },
            .init("seed", .whole, "What decides which: the same seed keeps the same beats silent.") { mute, _ in
                .integer(Int64(mute.seed ?? 0))
            },
        ])

    /// `silent, 30 % in this bar`.
    package static func sentence(_ facts: [String: PlainValue], bpm: Double, at place: ToldPlace) -> String? {
        guard let percent = facts["percent"]?.double else { return nil }
        let percentage = PlainValue.text(percent, decimals: 1)
        return "\(facts["silent"] == .bool(true) ? "silent" : "heard"), \(percentage) % in this bar"
    }

    /// `mute 30 %, silent`.
    package func words(at place: TrainerPlace) -> String? {
        guard place.hasBegun else { return nil }
        return "mute \(PlainValue.text(percent(inBar: place.bars), decimals: 1)) %"
            + (isSilent(at: place) ? ", silent" : "")
    }

    package func panel(at place: TrainerPlace) -> PracticePanel {
        let present = percent(inBar: place.bars)
        return PracticePanel(
            "mute", "\(Int(clamping: present.rounded()))% of \(unit.rawValue)",
            isSilent: place.isPlaying && isSilent(at: place),
            // Where it rises to.
            .level(present / 100, mark: Double(percent) > present ? Double(percent) / 100 : nil))
    }

    /// `30 % of the beats, seed 7`, `60 % of the bars over 16 bars`.
    package static func told(_ words: String) -> String {
        let (text, seed) = TrainerWords.parted(words)
        let all = text.split(separator: " ").map(String.init)
        guard all.count > 1, all[0].last == "%", ["beats", "bars"].contains(all[1]) else { return words }
        let rise = all.count == 4 && all[2] == "over" ? [all[2], all[3], all[3] == "1" ? "bar" : "bars"] : []
        return (["\(all[0].dropLast()) % of the \(all[1])"] + rise).joined(separator: " ") + seed
    }
}
