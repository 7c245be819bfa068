// SPDX-License-Identifier: Apache-2.0

extension Key {
    /// Trainers, the timer and the count-in.
    static let practice: [Key] = [
        Key(
            "trainer.speed", option: "trainer-speed", .trainer(.speed), effect: .planFromNextBeat,
            status: "speed_trainer",
            command: KeyCommand(
                "trainer speed", method: "speed_trainer.set", parameter: "speed_trainer",
                "Practise at a tempo that goes from one to another",
                discussion: """
                    It begins with the next bar, and anew with each start: by 5 bpm every 4 bars, or by 10 per minute, unless \
                    given. `and back` goes the same way back; then the last tempo goes on, or the music ends (`then stop`), or \
                    it begins again (`then again`). A tempo that is set by hand meanwhile is where it goes on from.
                    """,
                summary:
                    "`[FROM] to TO [by STEP] [every BARS | per minute] [and back] [then stop | then again]`, or `off`; FROM is "
                    + "the present tempo unless given.",
                examples: [
                    ("trainer speed 60 to 120 by 5 every 4", "from 60 bpm, 5 more every four bars"),
                    ("trainer speed to 140 by 8 per minute", "from the present tempo, a little with every beat"),
                    ("trainer speed 80 to 120 and back then stop", ""), ("trainer speed off", ""),
                ]),
            "A tempo that goes from one to another, such as `\"60 to 120 by 5 every 4\"`; or `\"off\"`."),
        Key(
            "trainer.gap", option: "trainer-gap", .trainer(.gap), effect: .planFromNextBeat, status: "gap_trainer",
            command: KeyCommand(
                "trainer gap", method: "gap_trainer.set", parameter: "gap_trainer",
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
                ]),
            "Silences that come again and again, such as `\"3 1\"`: three bars are heard, one is not; or `\"off\"`."),
        Key(
            "trainer.mute", option: "trainer-mute", .trainer(.mute), effect: .planFromNextBeat, status: "random_mute",
            command: KeyCommand(
                "trainer mute", method: "random_mute.set", parameter: "random_mute",
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
                ]),
            "Beats or bars that are silent by chance, such as `\"30% beats seed 7\"`; or `\"off\"`."),
        Key(
            "timer", option: "timer", .trainer(.timer), effect: .planFromNextBeat, status: "timer",
            command: KeyCommand(
                "timer", "Practise for so long; the end is heard",
                discussion: """
                    It begins with the next bar, and anew with each start, when the count-in is over. A time is over with the end of \
                    the bar that is under way. Then three strokes of the bell are heard within a beat, and the music stops.
                    """,
                summary:
                    "So many `minutes`, `seconds`, `bars` or `beats`; `5m` and `90s` too, and a number alone is minutes; or `off`.",
                examples: [
                    ("timer 5 minutes", ""), ("timer 90s", ""), ("timer 32 bars", ""), ("timer off", ""),
                ]),
            "How long it plays, such as `\"5 minutes\"` or `\"32 bars\"`; or `\"off\"`."),
        Key(
            "count_in", option: "count-in", .count(\.countIn, 0...16), effect: .sound, saved: "count_in",
            status: "count_in",
            command: KeyCommand(
                "count-in", method: "count_in.set", parameter: "count_in", "Count so many bars before the first one",
                discussion: """
                    In the meter and the tempo of the first bar, and with its accents. Bar 1 comes after it: the last bar of the \
                    count is bar 0, and trainers and timer begin with bar 1. It holds from the next start.
                    """,
                summary: "Bars, 0 (none) to 16.",
                examples: [("count-in 1", "one bar"), ("count-in 0", "none")]),
            "How many bars are counted before the first one, 0...16."),
        Key(
            "sounds.count_in", option: "count-in-sound", .text(\.countInSound, .sound), effect: .sound,
            saved: "sounds.count_in", status: "count_in_sound",
            command: KeyCommand(
                "count-in sound", method: "count_in_sound.set", parameter: "count_in_sound",
                "Choose what is counted with before the first bar",
                summary: "A sound by its name, `voice` for spoken numbers, or `auto` for beat and bell.",
                examples: [("count-in sound voice", "one, two, three, four"), ("count-in sound auto", "")]),
            "What the count-in is played with: a sound, `\"voice\"` for spoken numbers, or `\"auto\"` for beat and bell."
        ),
    ]
}
