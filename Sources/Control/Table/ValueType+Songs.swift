// SPDX-License-Identifier: Apache-2.0

extension ValueType {
    /// A song, and its sections.
    static let songs: [ValueType] = [
        ValueType(
            "song", "The song that plays, or that the next start plays.",
            [
                .init("path", .text, "The absolute path of its file."),
                .init(
                    "format", .choice(["toml", "klick", "ctronome", "smf"]),
                    "How the file is read, by its name or as `song.load` was told."),
                .init("title", .orNull(.text), "What it is called, in at most 64 characters."),
                .init("bars", .integer, "As they are written."),
                .init("start_bar", .integer, "With which a start begins."),
                .init("scale", .number, "How many times as fast as it is written it is played."),
                .init(
                    "loop",
                    .orNull(
                        .object([
                            .init("from_bar", .integer, "The first bar."), .init("to_bar", .integer, "The last one."),
                        ])), "What is repeated."),
                .init("beats", .integer, "Felt beats of the present bar; while stopped, of the first one."),
                .init("accents", .text, "How strongly these are played, a sign for each."),
                .init("lanes", .list(.type("lane")), "Its named lanes in that bar, at most one with a name each."),
                .init("section", .orNull(.type("section")), "That is heard; `null` while stopped."),
                .init(
                    "next", .orNull(.type("section")),
                    "That follows; `null` while stopped, before the end, and where it is far away."),
                .init(
                    "trouble", .text, isOptional: true,
                    "Why what the file says now is not what plays, by line and column."),
            ]),
        ValueType(
            "song_section", "A section of a song as it is written.",
            [
                .init("label", .orNull(.text), "What it is called."),
                .init("bar", .integer, "Its first bar."),
                .init("bars", .integer, "How many it has, those of its endings too."),
                .init("times", .integer, "How often it is played."),
                .init("meter", .text, "As `7/8`."),
                .init("bpm", .number, "The tempo at its begin, in felt beats a minute, as fast as the song is played."),
                .init("to_bpm", .number, "The tempo at its end."),
                .init(
                    "from_s", .number,
                    "When it is played first, in seconds from the begin of the song, at the tempo that is written."),
                .init("begin", ValueType.quarters, "The same in quarter notes, as `song_begin`."),
            ]),
        ValueType(
            "section", "A section of a song in one of its passes.",
            [
                .init("index", .orNull(.integer), "From 0; `null` for a count-in."),
                .init("label", .orNull(.text), "What it is called."),
                .init("pass", .integer, "Which time it is played, from 1."),
                .init("times", .integer, "How often it is played."),
                .init("from_beat", .integer, "Its first beat, since the start."),
                .init(
                    "at_ns", .integer, isOptional: true,
                    "When that is heard, CLOCK_MONOTONIC. Not in a timeline, from which it follows."),
            ]),
        ValueType(
            "preset", "A preset.",
            [
                .init("name", .text, "By which it is loaded."),
                .init("summary", .text, "What it is, for people."),
                .init("trouble", .text, isOptional: true, "Why it cannot be loaded, by line and column."),
            ]),
        ValueType(
            "setlist", "The set list that is loaded, and the place in it.",
            [
                .init("name", .text, "By which it is loaded."),
                .init("title", .orNull(.text), "What it is called."),
                .init(
                    "place", .integer,
                    "The number of the entry that plays, or that the next start plays, from 1; of the one before it where it was taken out meanwhile, 0 for none."
                ),
                .init("count", .integer, "How many entries there are."),
                .init("entry", .type("setlist_entry"), "The one that plays, or that the next start plays."),
                .init("next", .orNull(.type("setlist_entry")), "The one that follows; `null` at the end."),
            ]),
        ValueType(
            "setlist_entry", "An entry of a set list.",
            [
                .init("name", .text, "The name of the preset, or that of the file of the song without its ending."),
                .init("preset", .text, isOptional: true, "The preset."),
                .init("song", .text, isOptional: true, "The absolute path of the song."),
                .init("trouble", .text, isOptional: true, "Why it could not be played when it was looked at."),
            ]),
        ValueType(
            "setlist_file", "A set list.",
            [
                .init("name", .text, "By which it is loaded."),
                .init("title", .orNull(.text), "What it is called."),
                .init("count", .integer, "How many entries it has."),
                .init("trouble", .text, isOptional: true, "Why it cannot be loaded, by line and column."),
            ]),
    ]
}
