// SPDX-License-Identifier: Apache-2.0

/// What is heard, whoever says it: the settings, a trainer, a preset or a song; while stopped, what a start plays first.
public struct HeardState: WireRecord {
    /// A lane that is played, whether it is muted or not.
    public struct Lane: WireRecord {
        /// Its name: `beat` and `subdivision` are the metronome's own.
        public var name = ""
        /// Its pattern as it is written; nil for the metronome's own.
        public var pattern: String?
        /// From where the pattern is counted: `bar`, `passage` or `run`; nil: as it suits the length of its cycle.
        public var from: String?
        /// The sound of its strokes.
        public var sound = ""
        /// The sound of those of the bell, `X`.
        public var bellSound = ""
        /// The sound of its accents, `A`.
        public var accentSound = ""
        /// The sound of its ghosts, `o`.
        public var ghostSound = ""
        /// The gain of an ordinary stroke: linear.
        public var gain = 0.0
        /// The gain of the bell.
        public var bellGain = 0.0
        /// -1 is left, 1 is right.
        public var pan = 0.0
        /// The first of the two output channels that it is played on, from 1.
        public var channel = 1
        /// Whether it is not heard: it is muted, or others are solo.
        public var muted = false

        /// Empty.
        public init() {}

        /// Its members on the wire.
        public static let record = Record<Lane>(
            "heard_lane", "A lane that is played, whether it is muted or not.",
            [
                .member("name", \.name, "As in [lane](#lane); `beat` and `subdivision` are the metronome's own."),
                .orNull("pattern", \.pattern, "As in [lane](#lane); `null` for the metronome's own."),
                .orNull("from", \.from, "As in [lane](#lane)."),
                .member("sound", \.sound, "Of its strokes."),
                .member("bell_sound", \.bellSound, "Of the strokes of the bell, `X`."),
                .member("accent_sound", \.accentSound, "Of the accents, `A`."),
                .member("ghost_sound", \.ghostSound, "Of the ghosts, `o`."),
                .member(
                    "gain", \.gain,
                    "Linear, of the stroke `x`, apart from `volume`; `A` is 1.5 times as loud, `o` 0.4 times."),
                .member("bell_gain", \.bellGain, "Likewise, of the bell."),
                .member("pan", \.pan, "-1 is left, 1 is right."),
                .member("channel", \.channel, "The first of the two output channels that it is played on, from 1."),
                .member("muted", \.muted, "Whether it is not heard: it is muted, or others are solo."),
            ])
    }

    /// Beats per minute.
    public var bpm = 0.0
    /// The meter as one writes it, such as `6/8`.
    public var meter = ""
    /// The felt beats of the bar.
    public var beats = 0
    /// How strongly the beats are played, a sign for each, from that on from which bars are counted; they repeat.
    public var accents = ""
    /// When the bell rings; nil for never.
    public var bell: BellState?
    /// Into how many parts each beat is divided.
    public var subdivision = 1
    /// How two of these share their time, such as `even` or `2:1`.
    public var swing = ""
    /// The gain of all of it, 0...1 and beyond: the volume, times that of the section; 0 while muted.
    public var volume = 0.0
    /// What is played, in the order of the lanes' numbers.
    public var lanes: [Lane] = []
    /// The section of the song, without its time; nil without a song, and while stopped.
    public var section: SectionState?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<HeardState>(
        "heard", "What is heard, whoever says it: the settings, a trainer, a preset or a song.",
        [
            .member("bpm", \.bpm, "Beats per minute, at the beat that is heard."),
            .member("meter", \.meter, "As one writes it: `6/8` for two dotted quarters."),
            .member("beats", \.beats, "Felt beats of the bar."),
            .member(
                "accents", \.accents,
                "How strongly the beats are played, apart from the bell: a sign for each beat of a bar, or of several."),
            .orNull("bell", \.bell, "When the bell rings; `null` for never."),
            .member("subdivision", \.subdivision, "Into how many parts each beat is divided."),
            .member("swing", \.swing, "How two of these share their time."),
            .member(
                "volume", \.volume,
                "Linear: the volume, times the section's; 0 while muted. All lanes are multiplied by it."),
            .member("lanes", \.lanes, "What is played; lanes that are muted, too."),
            .orNull("section", \.section, "The section of the song; `null` without one, and while stopped."),
        ])
}
