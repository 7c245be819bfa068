// SPDX-License-Identifier: Apache-2.0

extension Key {
    /// Trainers, the timer and the count-in.
    package static let practice: [Key] =
        Trainer.Kind.allCases.map { $0.rules.key } + [
            Key(
                "count_in", option: "count-in", .count(\.countIn, 0...16), effect: .sound, saved: "count_in",
                status: "count_in",
                command: KeyCommand(
                    "count-in", method: "count_in.set", parameter: "count_in",
                    "Count bars before the first one",
                    discussion: """
                        In the meter and the tempo of the first bar, and with its accents. Bar 1 comes after it: the last bar of the \
                        count is bar 0, and trainers and timer begin with bar 1. It holds from the next start.
                        """,
                    summary: "Bars, 0 (none) to 16.",
                    examples: [("count-in 1", "one bar"), ("count-in 0", "none")]),
                "How many bars are counted before the first one, 0...16."),
            Key(
                "sounds.count_in", option: "count-in-sound", .text(\.countInSound, .sound), effect: .sound,
                saved: "count_in_sound", status: "count_in_sound",
                command: KeyCommand(
                    "count-in sound", method: "count_in_sound.set", parameter: "count_in_sound",
                    "Choose what is counted with before the first bar",
                    summary: "A sound by its name, `voice` for spoken numbers, or `auto` for beat and bell.",
                    examples: [("count-in sound voice", "one, two, three, four"), ("count-in sound auto", "")]),
                "What the count-in is played with: a sound, `\"voice\"` for spoken numbers, or `\"auto\"` for beat and bell."
            ),
        ]

    /// The key of a trainer, which is set by the words `trainer gap`; the timer by `timer`. `member` is its member in `status`.
    convenience init(
        trainer kind: Trainer.Kind, member: String, _ abstract: String, discussion: String, summary: String,
        examples: [(words: String, note: String)], _ keySummary: String
    ) {
        let words = (kind.standsAlone ? [] : ["trainer"]) + [kind.rawValue]
        self.init(
            words.joined(separator: "."), option: words.joined(separator: "-"), .trainer(kind),
            effect: .planFromNextBeat, status: member,
            command: KeyCommand(
                words.joined(separator: " "), method: member + ".set", parameter: member, abstract,
                discussion: discussion, summary: summary, examples: examples), keySummary)
    }
}
