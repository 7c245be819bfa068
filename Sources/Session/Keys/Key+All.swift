// SPDX-License-Identifier: Apache-2.0

extension Key {
    /// Every key. A source reads them in this order, and an edit is applied in it: a later key may build on an earlier one.
    public static let all: [Key] = [
        Key(
            "bpm", option: "bpm", .tempo, effect: .tempo, saved: "tempo", status: "bpm",
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
                    + "8, 16, 32 or 64); `3/4+4/4` is a bar of both.",
                examples: [
                    ("meter 3/4", ""), ("meter 7/8", ""), ("meter 2+2+3/8", "seven eighths in three groups"),
                    ("meter 3/4+4/4", "bars of three and four in turn"),
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
                    "A sign for each beat of the bar, of `X` (bell), `A` (accent), `x`, `o` (soft) and `.` (silent); or `auto`.",
                examples: [
                    ("accents XxAx", ""), ("accents X.x.", "only the first and the third beat of four"),
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
            "The bell rings once every so many beats, 1...128; or `\"bar\"`, or `\"off\"`."),
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
        Key(
            "play", option: "play", .flag(\.play), effect: .restart,
            "Whether to play at once; else it waits for `metroctl start`."),
        Key(
            "resume", option: "resume", hasFlag: false, .flag(\.resumes), effect: .later,
            "Whether it plays on, on the same grid and in the same bar, after a crash, the watchdog or an upgrade has ended it."
        ),
        Key(
            "sounds.beat", option: "beat-sound", .text(\.beatSound, .sound), effect: .sound, saved: "sounds.beat",
            status: "sounds.beat", related: ["sounds.bell", "sounds.subdivision"],
            "The sound of a beat: a name, or the path of an audio file, which has a slash."),
        Key(
            "sounds.bell", option: "bell-sound", .text(\.bellSound, .sound), effect: .sound, saved: "sounds.bell",
            status: "sounds.bell", related: ["sounds.beat", "sounds.subdivision"],
            "The sound of the bell: a name, or the path of an audio file, which has a slash."),
        Key(
            "sounds.subdivision", option: "subdivision-sound", .subdivisionSound, effect: .sound,
            saved: "sounds.subdivision", status: "sounds.subdivision", related: ["sounds.beat", "sounds.bell"],
            "The sound of the parts of a beat, likewise; or `\"auto\"`, that of the beat."),
        Key(
            "sounds.directory", option: "sounds", .text(\.soundsDirectory, .path("the path of a folder")),
            effect: .restart, "The folder to look for sounds in before all others."),
        Key(
            "clock", option: "clock", .choice(\.clock), effect: .later,
            "Whose minute the tempo goes by: `\"audio\"`, the sound card's, or `\"system\"`, CLOCK_MONOTONIC, which the card is led along."
        ),
        Key(
            "audio.output", option: "output", .choice(\.output), effect: .output,
            "`\"alsa\"`, `\"clock\"` (silent, keeps time), or `\"auto\"`: alsa, and clock while there is no device."),
        Key(
            "audio.device", option: "device", .text(\.device, alsaDevice), effect: .output,
            "The name of the ALSA PCM; `aplay -L` lists them."),
        Key(
            "audio.fallback_device", option: "fallback-device", .text(\.fallbackDevice, alsaDevice), effect: .output,
            "The ALSA PCM that plays while the device is missing; the device is used again as soon as it is there."),
        Key(
            "audio.preroll_ms", option: "preroll-ms", hasFlag: false, .number(\.prerollMs, 0...5000), effect: .output,
            "Milliseconds of silence before the first beat, 0...5000, so that a sink that sleeps does not miss it; "
                + "if not set, 0 for a sound card and JACK, 100 for PulseAudio and PipeWire, 300 for Bluetooth, 400 for HDMI."
        ),
        Key(
            "audio.latency", option: "latency", .latency, effect: .fill, saved: "latency", unit: "audio.latency",
            command: KeyCommand(
                "latency", "Choose between prompt answers and few wake-ups",
                discussion: """
                    `low` writes 10 ms of sound ahead, `normal` 90 ms, `quiet` 250 ms. For 10 s after every change it is 30 ms \
                    in `normal` and `quiet`, so that the next one is heard soon. It is remembered.
                    """,
                summary: "The profile, in place of a fill that was configured in milliseconds.",
                examples: [("latency low", ""), ("latency quiet", "for hours on a battery")]),
            "How much sound is written ahead: `\"low\"`, 10 ms, answers soonest; `\"normal\"`, 90 ms; `\"quiet\"`, 250 ms, wakes least."
        ),
        Key(
            "audio.fill_ms", option: "fill-ms", hasFlag: false, .number(\.fixedFillMs, 5...500), effect: .fill,
            unit: "audio.latency", "The same in milliseconds, 5...500, in place of a profile, until one is chosen live."
        ),
        Key(
            "audio.offset_ms", option: "offset-ms", hasFlag: false, .number(\.defaultOffsetMs, OffsetChange.range),
            effect: .offset,
            "Milliseconds by which a device is heard later than it reports, -1000...2000, where `metroctl offset` was not used."
        ),
        Key(
            "offsets", option: nil, .offsets, effect: .offset, saved: "offsets",
            "The same for each device, by its name; set by `metroctl offset`."),
        Key(
            "journal", option: "journal", hasFlag: false, .flag(\.keepsJournal), effect: .later,
            "Whether each run is added to the journal, which `metroctl journal` shows."),
        Key(
            "socket", option: "socket", formerVariable: "METRONOME_SOCKET",
            .text(\.socket, .path("the path of a socket")), effect: .restart,
            fallback: "$XDG_RUNTIME_DIR/metronomed/control.sock", "The path of the control socket."),
        Key(
            "connections", option: "connections", .count(\.connections, 1...4096), effect: .restart,
            "How many clients are served at a time, 1...4096; one more is turned away. Each needs an open file."),
        Key(
            "log_level", option: "log-level", .choice(\.logLevel), effect: .restart,
            "The least severe messages that are logged: trace, debug, info, notice, warning, error or critical."),
    ]

    /// The keys that a person can state, in the configuration or as a flag or a variable.
    public static let configurable = all.filter { $0.variable != nil }

    private static let alsaDevice = SettingForm.text("the name of an ALSA device such as default or hw:0")
}
