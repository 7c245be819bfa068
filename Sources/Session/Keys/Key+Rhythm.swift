// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

extension Key {
    /// What is played in each bar, and how loud.
    static let rhythm: [Key] = [
        Key(
            "bpm", option: "bpm", .tempo, effect: .tempo, saved: "bpm", status: "bpm",
            command: KeyCommand(
                "tempo", parameter: "bpm", "Set the tempo, or change it",
                discussion: """
                    The phase is kept: a change in mid-beat moves the next beat, not the present one. A beat is the note below the \
                    line of the meter, an eighth in 6/8, unless `beat` says otherwise; a tempo may state its note. \
                    `quarter=dotted-eighth` makes a quarter as long as a dotted eighth was.
                    """,
                summary:
                    "Beats per minute; as a text also with a unit (`500ms`, `7200bph`), of a note (`dotted-quarter=60`), a change "
                    + "(`+5`, `-2.5`, `+10%`, `x2`, `/2`, `quarter=dotted-eighth`) or a name.",
                examples: [
                    ("tempo 120", ""), ("tempo 137.3", ""), ("tempo +5", "five bpm faster"),
                    ("tempo -10%", "a tenth slower"), ("tempo x2", "double time"),
                    ("tempo Allegro", "by name, in any letter case"), ("tempo 500ms", "from beat to beat"),
                    ("tempo dotted-quarter=60", "of a note, whatever a beat is"),
                    ("tempo quarter=dotted-eighth", "metric modulation"),
                ]),
            "Beats per minute, 1...1000, a name such as `\"Allegro\"`, or of a note: `\"dotted-quarter=60\"`. As a flag it also starts playing."
        ),
        Key(
            "meter", option: "meter", .meter, effect: .planFromNextBeat, saved: "meter", status: "meter",
            related: ["bell.every", "accents", "beat", "bpm"],
            command: KeyCommand(
                "meter", "Set how many beats make a bar",
                discussion: """
                    The tempo counts these beats: 6/8 at 120 is six beats a bar, each an eighth, at 120 a minute. It holds from \
                    the next beat, which begins a new bar; groups of the bell are counted from there. Groups of beats are joined \
                    by plus signs: the first beat of each is played with an accent. 6/8, 9/8 and 12/8 are in groups of three.
                    """,
                summary:
                    "Beats in a bar (1...64), or groups of them with `+` between, a slash, the note value of a beat (1, 2, 4, "
                    + "8, 16, 32 or 64); `3/4+4/4` is a bar of both; `+1` is a beat more than now, `-1` one less.",
                examples: [
                    ("meter 3/4", ""), ("meter 7/8", ""), ("meter 2+2+3/8", "seven eighths in three groups"),
                    ("meter 3/4+4/4", "bars of three and four in turn"), ("meter +1", "a beat more"),
                ]),
            "Beats in a bar and the note value of a beat, such as `\"7/8\"`, or in groups, such as `\"2+2+3/8\"`."),
        Key(
            "beat", option: "beat", .beat, effect: .planFromNextBeat, saved: "beat", status: "beat",
            related: ["bell.every", "accents", "bpm"],
            command: KeyCommand(
                "beat", "Set which note a beat is",
                discussion: """
                    6/8 has six beats, each an eighth, or two of a dotted quarter. The number of beats a minute stays: the tempo \
                    counts the new ones. `auto` is the note below the line of the meter; so is a meter whose bar is no whole \
                    number of them.
                    """,
                summary:
                    "A note value (`half`, `quarter`, `eighth`, `sixteenth`, with `dotted-` or `triplet-` in front if need be), "
                    + "of which a whole number makes a bar; or `auto`.",
                examples: [
                    ("beat dotted-quarter", "6/8 in two, 9/8 in three, 12/8 in four"),
                    ("beat auto", "as the meter has it"),
                ]),
            "Which note a beat is, such as `\"dotted-quarter\"`; or `\"auto\"`, the one below the line of the meter."),
        Key(
            "accents", option: "accents", .accents, effect: .planFromNextBeat, saved: "accents", status: "accents",
            related: ["bell.every"],
            command: KeyCommand(
                "accents", "Set how strongly each beat of the bar is played",
                discussion: """
                    A sign for each beat: `X` rings the bell, `A` is an accent, `x` an ordinary beat, `o` a soft one, and `.` is \
                    silent. They take the place of what the bell was set to. `auto` is back to the bell, with an accent on the \
                    first beat of each group of the meter; so is a meter with another number of beats.
                    """,
                summary:
                    "A sign for each beat of the bar, of `X` (bell), `A` (accent), `x`, `o` (soft) and `.` (silent); `2=A` is one beat of it; "
                    + "or `auto`.",
                examples: [
                    ("accents XxAx", ""), ("accents X.x.", "only the first and the third beat of four"),
                    ("accents 2=A", "the second beat, and all others as they are"),
                    ("accents auto", "by the meter and the bell"),
                ]),
            "How strongly each beat of the bar is played, a sign for each, such as `\"XxAx\"`; or `\"auto\"`."),
        Key(
            "subdivision", option: "subdivision", .count(\.subdivision, 1...9), effect: .parts,
            saved: "subdivision", status: "subdivision",
            command: KeyCommand(
                "subdivision", "Divide each beat into equal parts that are heard",
                discussion:
                    "They are played with the sound of the beat, or with that of `sound subdivision`, softer; "
                    + "`volume subdivision` says by how much.",
                summary: "Parts of a beat, 1 (none are heard) to 9.",
                examples: [("subdivision 3", "triplets"), ("subdivision 1", "the beats alone")]),
            "Into how many parts a beat is divided, 1...9."),
        Key(
            "swing", option: "swing", .swing, effect: .parts, saved: "swing", status: "swing",
            command: KeyCommand(
                "swing", "Set how two parts of a beat share their time",
                discussion: "It moves every second part where a beat is divided into 2, 4, 6 or 8.",
                summary:
                    "How long the first of two parts is: percent of both, `50%` to `75%`; a ratio such as `2:1`; or `even`.",
                examples: [
                    ("swing 2:1", "as in triplets"), ("swing 58%", "a light one"), ("swing even", "straight"),
                ]),
            "How two parts of a beat share their time, such as `\"2:1\"` or `\"58%\"`; `\"even\"` for none."),
        Key(
            "bell.every", option: "bell-every", .bell, effect: .planFromNextBeat, saved: "bell", status: "bell",
            "Every how many beats the bell rings, \(BellPattern.range); or `\"bar\"`, or `\"off\"`."),
        Key(
            "bell.on", option: "bell-on", hasFlag: false, .bellBeat, effect: .planFromNextBeat, fallback: "1",
            "Which beat of that many it rings on; needs a number in `bell.every`."),
        Key(
            "lanes", option: "lanes", .lanes, effect: .lanes, saved: "lanes", status: "lanes",
            "Rhythms beside the beats, such as `\"kick x...x...; hat x.x.x.x. gain=50%\"`; `\"off\"` for none."),
        Key(
            "volume", option: "volume", .gain(\.volume), effect: .planFromNextFrame, saved: "volume",
            status: "volume",
            command: KeyCommand(
                "volume", "Set how loud it plays, or change it",
                discussion: "A change beyond silence or full volume ends there.",
                summary:
                    "A gain from 0 (silent) to 1 (full); as a text also percent (`80%`) or a change (`+10%`, `-10%`).",
                examples: [("volume 0.8", ""), ("volume 80%", "the same"), ("volume -10%", "from 80% to 70%")]),
            "The gain of every sound, 0...1, or percent such as `\"80%\"`."),
        Key(
            "bell.volume", option: "bell-volume", .gain(\.bellVolume), effect: .planFromNextFrame,
            saved: "bell_volume", status: "bell_volume",
            command: KeyCommand(
                "volume bell", method: "bell_volume.set", parameter: "bell_volume",
                "Set how loud the bell is beside the beat",
                summary: "A gain from 0 to 1, beside that of every sound; as a text likewise.",
                examples: [("volume bell 50%", "half as loud as the volume says")]),
            "The gain of the bell, 0...1 or percent, beside that of every sound."),
        Key(
            "subdivision_volume", option: "subdivision-volume", .gain(\.subdivisionVolume), effect: .planFromNextFrame,
            saved: "subdivision_volume", status: "subdivision_volume",
            command: KeyCommand(
                "volume subdivision", method: "subdivision_volume.set", parameter: "subdivision_volume",
                "Set how loud the parts of a beat are beside the beat",
                summary: "A gain from 0 to 1, beside that of every sound; as a text likewise.",
                examples: [("volume subdivision 30%", "")]),
            "The gain of the parts of a beat, 0...1 or percent, beside that of every sound."),
        Key(
            "muted", option: nil, .flag(\.isMuted), effect: .planFromNextFrame, status: "muted", "Whether it is muted."),
    ]
}
