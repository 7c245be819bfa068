// SPDX-License-Identifier: Apache-2.0

internal import Control
internal import Logging
internal import Rhythm

/// One thing that can be configured: how each source calls it, and how it is read.
package struct Setting: Sendable {
    /// Its dotted name in the file: `audio.device`.
    package let key: String
    /// Its environment variable.
    package let variable: String
    /// Its command-line flag, if it has one.
    package let flag: String?
    /// What holds where no source says anything, in words.
    package let fallback: String
    /// What it means and what is allowed, in one sentence.
    package let summary: String

    let read: @Sendable (SettingValue, inout Configuration) throws(SettingValue.Refusal) -> Void

    /// Every setting. Later ones may build on earlier ones of the same source.
    package static let all: [Setting] = [
        Setting(
            key: "bpm", variable: "METRONOMED_BPM", flag: "--bpm", fallback: "120",
            summary: "Beats per minute, 1...1000, or a name such as `\"Allegro\"`. As a flag it also starts playing."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.tempo = try value.tempo()
        },
        Setting(
            key: "meter", variable: "METRONOMED_METER", flag: "--meter", fallback: "4/4",
            summary: "Beats in a bar and the note value of a beat, such as `\"7/8\"`."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.meter = try value.meter()
        },
        Setting(
            key: "bell.every", variable: "METRONOMED_BELL_EVERY", flag: "--bell-every", fallback: "bar",
            summary: "The bell rings once every so many beats, 1...128; or `\"bar\"`, or `\"off\"`."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.bell = try value.bell()
        },
        Setting(
            key: "bell.on", variable: "METRONOMED_BELL_ON", flag: nil, fallback: "1",
            summary: "Which beat of that many it rings on; needs a number in `bell.every`."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.bell = try value.bell(of: configuration.bell)
        },
        Setting(
            key: "volume", variable: "METRONOMED_VOLUME", flag: "--volume", fallback: "0.8",
            summary: "The gain of every sound, 0...1."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.volume = try value.number(0...1)
        },
        Setting(
            key: "play", variable: "METRONOMED_PLAY", flag: "--play, --no-play", fallback: "false",
            summary: "Whether to play at once; else it waits for `metroctl start`."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.play = try value.flag()
        },
        Setting(
            key: "sounds.beat", variable: "METRONOMED_BEAT_SOUND", flag: "--beat-sound", fallback: "beat",
            summary: "The sound of a beat: a name, or the path of an audio file, which has a slash."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.beatSound = try value.sound()
        },
        Setting(
            key: "sounds.bell", variable: "METRONOMED_BELL_SOUND", flag: "--bell-sound", fallback: "bell",
            summary: "The sound of the bell: a name, or the path of an audio file, which has a slash."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.bellSound = try value.sound()
        },
        Setting(
            key: "sounds.directory", variable: "METRONOMED_SOUNDS", flag: "--sounds", fallback: "",
            summary: "The folder to look for sounds in before all others."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.soundsDirectory = try value.path("the path of a folder")
        },
        Setting(
            key: "audio.output", variable: "METRONOMED_OUTPUT", flag: "--output", fallback: "auto",
            summary:
                "`\"alsa\"`, `\"clock\"` (silent, keeps time), or `\"auto\"`: alsa, and clock while there is no device."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.output = try value.choice(OutputChoice.self)
        },
        Setting(
            key: "audio.device", variable: "METRONOMED_DEVICE", flag: "--device", fallback: "default",
            summary: "The name of the ALSA PCM; `aplay -L` lists them."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.device = try value.string("the name of an ALSA device such as default or hw:0")
        },
        Setting(
            key: "audio.fallback_device", variable: "METRONOMED_FALLBACK_DEVICE", flag: "--fallback-device",
            fallback: "",
            summary:
                "The ALSA PCM that plays while the device is missing; that one is taken back as soon as it is there."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.fallbackDevice = try value.string("the name of an ALSA device such as default or hw:0")
        },
        Setting(
            key: "audio.preroll_ms", variable: "METRONOMED_PREROLL_MS", flag: nil, fallback: "",
            summary:
                "Milliseconds of silence before the first beat, 0...5000, so that a sink that sleeps does not miss it; "
                + "if not set, 0 for a sound card and JACK, 100 for PulseAudio and PipeWire, 300 for Bluetooth, 400 for HDMI."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.prerollMilliseconds = try value.number(0...5000)
        },
        Setting(
            key: "audio.latency", variable: "METRONOMED_LATENCY", flag: "--latency", fallback: "normal",
            summary:
                "How much sound is written ahead: `\"low\"`, 10 ms, answers soonest; `\"normal\"`, 30 ms; `\"quiet\"`, 250 ms, wakes least."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.latency = try value.choice(LatencyProfile.self)
        },
        Setting(
            key: "audio.fill_ms", variable: "METRONOMED_FILL_MS", flag: nil, fallback: "",
            summary: "The same in milliseconds, 5...500, in place of a profile, until one is chosen live."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.fillMilliseconds = try value.number(5...500)
        },
        Setting(
            key: "audio.offset_ms", variable: "METRONOMED_OFFSET_MS", flag: nil, fallback: "0",
            summary:
                "Milliseconds by which a device is heard later than it says, -1000...2000, where `metroctl offset` was not used."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.offsetMilliseconds = try value.number(OffsetChange.range)
        },
        Setting(
            key: "socket", variable: "METRONOME_SOCKET", flag: "--socket",
            fallback: "$XDG_RUNTIME_DIR/metronomed/control.sock",
            summary: "The path of the control socket."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.socket = try value.path("the path of a socket")
        },
        Setting(
            key: "log_level", variable: "METRONOMED_LOG_LEVEL", flag: "--log-level", fallback: "info",
            summary: "The least that is logged: trace, debug, info, notice, warning, error or critical."
        ) { (value, configuration) throws(SettingValue.Refusal) in
            configuration.logLevel = try value.choice(Logger.Level.self)
        },
    ]
}
