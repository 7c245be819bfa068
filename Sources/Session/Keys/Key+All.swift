// SPDX-License-Identifier: Apache-2.0

extension Key {
    /// Every key. A source reads them in this order, and an edit is applied in it: a later key may build on an earlier one.
    public static let all = rhythm + practice + service

    /// What has a sound: `sounds.beat`, the key of the first.
    public static let sounding = ["beat", "bell", "accent", "ghost", "subdivision"]

    private static func sound(_ name: String, _ field: SettingField, _ summary: String) -> Key {
        Key(
            "sounds." + name, option: name + "-sound", field, effect: .sound, saved: "sounds." + name,
            status: "sounds." + name, related: sounding.filter { $0 != name }.map { "sounds." + $0 }, summary)
    }

    /// How the daemon begins, sounds, and is reached.
    private static let service: [Key] = [
        Key(
            "play", option: "play", .flag(\.play), effect: .restart,
            "Whether to play at once; else it waits for `metroctl start`."),
        Key(
            "resume", option: "resume", hasFlag: false, .flag(\.resumes), effect: .later,
            "Whether it plays on, on the same grid and in the same bar, after a crash, the watchdog or an upgrade has ended it."
        ),
        sound(
            "beat", .text(\.beatSound, .sound),
            "The sound of a beat: a name, `\"voice\"` for spoken numbers, or the path of an audio file, which has a slash."
        ),
        sound(
            "bell", .text(\.bellSound, .sound),
            "The sound of the bell: a name, `\"voice\"` likewise, or the path of an audio file, which has a slash."),
        sound(
            "accent", .soundOrBeat(\.accentSound), "The sound of an accent, likewise; or `\"auto\"`, that of the beat."),
        sound("ghost", .soundOrBeat(\.ghostSound), "The sound of a ghost, likewise; or `\"auto\"`, that of the beat."),
        sound(
            "subdivision", .soundOrBeat(\.subdivisionSound),
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
            "Milliseconds by which a device is heard later than it reports, \(OffsetChange.rangeText), where `metroctl offset` was not used."
        ),
        Key(
            "offsets", option: nil, .offsets, effect: .offset, saved: "offsets",
            "The same for each device, by its name; set by `metroctl offset`."),
        Key(
            "preset", option: nil, .preset, effect: .later, saved: "preset", status: "preset",
            "The preset that was loaded or saved last, whatever was changed since; empty for none."),
        Key(
            "journal", option: "journal", hasFlag: false, .flag(\.keepsJournal), effect: .later,
            "Whether each run is added to the journal, which `metroctl journal` shows."),
        Key(
            "socket", option: "socket",
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
