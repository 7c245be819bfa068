// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

extension GapTrainer {
    package static let kind = Trainer.Kind.gap
    package static let silencesBeats = true
    package static let key = Key(
        trainer: kind, member: "gap_trainer",
        "Practise with bars, or beats, that are silent",
        discussion: """
            It begins with the next bar, and anew with each start. The beats that are not heard are counted and told as \
            every other; their events say `"accent":"mute"`.
            """,
        summary: "`PLAYED MUTED [bars | beats] [growing [by MORE] [to LONGEST]]`, or `off`.",
        examples: [
            ("trainer gap 3 1", "three bars are heard, one is not"),
            ("trainer gap 4 4 beats", "four beats and four beats"),
            ("trainer gap 2 1 growing to 4", "each silence is a bar longer, up to four"),
            ("trainer gap off", ""),
        ],
        "Silences that come again and again, such as `\"3 1\"`: three bars are heard, one is not; or `\"off\"`.")
    package static let grammar =
        "\"3 1\", \"3 1 beats\" or \"2 1 growing by 1 to 4\", or \"off\""

    private static let lengths: ClosedRange<Int64> = 1...1000

    /// `3 1 [bars|beats] [growing [by 1] [to 8]]`; the numbers may follow the words `play` and `mute`.
    package init(parsing text: String) throws(SettingError) {
        var words = TrainerWords(.gap, text)
        _ = words.take("play")
        let played = try words.number("the length that is heard", Self.lengths)
        _ = words.take("mute")
        let muted = try words.number("the length that is silent", Self.lengths)
        let unit = words.take(oneOf: Unit.self) ?? .bars
        var (growth, longest) = (Int64(0), muted)
        if words.take("growing") {
            (growth, longest) = (1, max(muted, 8))
            // In either order, each once.
            var left = ["by", "to"]
            while let word = left.first(where: { words.take($0) }) {
                left.removeAll { $0 == word }
                if word == "by" { growth = try words.number("the growth", Self.lengths) }
                if word == "to" { longest = try words.number("the longest silence", muted...1000) }
            }
        }
        try words.end()
        self.init(played: played, muted: muted, unit: unit, growth: growth, longest: longest)
    }

    /// The words that are read as this trainer.
    public var description: String {
        "\(played) \(muted) \(unit.rawValue)" + (growth > 0 ? " growing by \(growth) to \(longest)" : "")
    }

    package static let record = TrainerRecord<Self>(
        "Silences that come again and again.", mention: "Of regular silences; `null` without it.",
        [
            .fromBar(),
            .init("round", .whole, "Which time it is played, from 1.") { .integer($0.stretch(at: $1).round) },
            .init("silent", .flag, "Whether it is silent now.") { .bool($0.stretch(at: $1).isSilent) },
            .init("passed", .whole, "How much is over of the stretch that is heard, or silent.") {
                .integer($0.stretch(at: $1).passed)
            },
            .init("length", .whole, "How long that stretch is.") { .integer($0.stretch(at: $1).length) },
            .init("unit", .word(Unit.allCases.map(\.rawValue)), "What is counted.") { trainer, _ in
                .string(trainer.unit.rawValue)
            },
            .init(
                "next_beat", .orNull(.whole),
                "The beat with which the next stretch begins, since the start; `null` where a change that waits comes before."
            ) { $1.asFarAsKnown($0.nextBeat(at: $1)).map(PlainValue.integer) },
        ])

    private func nextBeat(at place: TrainerPlace) -> Int64 {
        let (stretch, beat) = (self.stretch(at: place), max(place.beat, place.begin.beat))
        let left = stretch.length - stretch.passed
        return unit == .beats ? beat + left : place.grid.beat(ofBar: place.grid.bar(ofBeat: beat) + left, 1)
    }

    /// `silent, bar 1 of 2, round 3`.
    package static func sentence(_ facts: [String: PlainValue], bpm: Double, at place: ToldPlace) -> String? {
        guard let passed = facts["passed"]?.int, let length = facts["length"]?.int, let round = facts["round"]?.int
        else { return nil }
        return (facts["silent"] == .bool(true) ? "silent" : "heard")
            + ", \(facts["unit"]?.text == "beats" ? "beat" : "bar") \(passed &+ 1) of \(length), round \(round)"
    }

    /// `gap: bar 1 of 2, silent`.
    package func words(at place: TrainerPlace) -> String? {
        guard place.hasBegun else { return nil }
        let stretch = self.stretch(at: place)
        return "gap: \(unit == .beats ? "beat" : "bar") \(stretch.passed + 1) of \(stretch.length)"
            + (stretch.isSilent ? ", silent" : "")
    }

    package func panel(at place: TrainerPlace) -> PracticePanel {
        let stretch = self.stretch(at: place)
        let growth = growth.multipliedReportingOverflow(by: stretch.round - 1)
        let silent = growth.overflow ? longest : min(longest, muted + growth.partialValue)
        let beats = Double(place.grid.beatInBar(ofBeat: place.beat) - 1) + place.position.phase
        let shape = PracticePanel.Shape.boxes(
            heard: Int(played), silent: Int(silent),
            now: place.isPlaying ? Int(stretch.isSilent ? played + stretch.passed : stretch.passed) : nil,
            part: unit == .bars ? beats / Double(place.grid.beatsPerBar) : place.position.phase)
        guard place.isPlaying else { return PracticePanel("gap", unit.rawValue, shape) }
        return PracticePanel(
            "gap", title: "round \(stretch.round)",
            "\(stretch.isSilent ? "silent" : "heard") \(stretch.passed + 1)/\(stretch.length)",
            isSilent: stretch.isSilent, shape)
    }

    /// `3 bars heard, 1 silent`.
    package static func told(_ words: String) -> String {
        let all = words.split(separator: " ").map(String.init)
        guard all.count > 2, let heard = Int(all[0]), Int(all[1]) != nil else { return words }
        let unit = heard == 1 ? String(all[2].dropLast()) : all[2]
        return (["\(heard) \(unit) heard, \(all[1]) silent"] + all.dropFirst(3)).joined(separator: " ")
    }
}
