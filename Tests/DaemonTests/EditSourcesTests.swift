// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

@Suite struct EditSourcesTests {
    private func message(_ make: () throws -> Edit) -> String? {
        do {
            _ = try make()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `every setting can be said by its variable`() throws {
        let edit = try Edit(environment: [
            "METRONOMED_BPM": "137.3", "METRONOMED_METER": "7/8", "METRONOMED_BELL_EVERY": "4",
            "METRONOMED_BELL_ON": "3", "METRONOMED_VOLUME": "0.25", "METRONOMED_PLAY": "no",
            "METRONOMED_BEAT_SOUND": "wood", "METRONOMED_BELL_SOUND": "/s/bell.flac",
            "METRONOMED_SUBDIVISION_SOUND": "rim", "METRONOMED_ACCENT_SOUND": "clave", "METRONOMED_GHOST_SOUND": "auto",
            "METRONOMED_LANES": "hat xxxxxxx", "METRONOMED_SOUNDS": "~/clicks",
            "METRONOMED_OUTPUT": "clock", "METRONOMED_DEVICE": "hw:0", "METRONOMED_FILL_MS": "12.5",
            "METRONOMED_FALLBACK_DEVICE": "hw:1", "METRONOMED_PREROLL_MS": "250", "METRONOMED_OFFSET_MS": "-40",
            "METRONOMED_LATENCY": "quiet", "METRONOMED_BELL_VOLUME": "60%", "METRONOMED_SOCKET": "/run/x.sock",
            "METRONOMED_LOG_LEVEL": "notice", "METRONOMED_JOURNAL": "off", "METRONOMED_RESUME": "yes",
            "METRONOMED_CONNECTIONS": "256",
            "METRONOMED_BEAT": "eighth", "METRONOMED_ACCENTS": "Xxxxxxo", "METRONOMED_SUBDIVISION": "3",
            "METRONOMED_SWING": "66.7", "METRONOMED_SUBDIVISION_VOLUME": "30%",
            "METRONOMED_TRAINER_SPEED": "60 to 90", "METRONOMED_TRAINER_GAP": "3 1",
            "METRONOMED_TRAINER_MUTE": "30% seed 7", "METRONOMED_TIMER": "5 minutes",
            "METRONOMED_PROMPT": "C, F every 2",
            "METRONOMED_CLOCK": "system", "METRONOMED_COUNT_IN": "2", "METRONOMED_COUNT_IN_SOUND": "voice",
            "HOME": "/home/me",
        ])
        var expected = Settings()
        expected.tempo = try Tempo(1373, over: 10)
        expected.meter = try Meter(beats: 7, unit: 8)
        expected.beatNote = try NoteValue.length(named: "eighth")
        expected.bell = .every(try BellPattern(every: 4, on: 3))
        expected.volume = 0.25
        expected.accents = [.bell] + Array(repeating: .normal, count: 5) + [.ghost]
        expected.subdivision = 3
        expected.swing = try Swing(parsing: "66.7%")
        expected.subdivisionVolume = 0.3
        expected.practice = Practice(
            SpeedTrainer(from: 60_000, to: 90_000, pace: .steps(of: 5000, bars: 4)), GapTrainer(played: 3, muted: 1),
            RandomMute(percent: 30, seed: 7), PracticeTimer(5, .minutes), try PromptList(parsing: "C, F every 2"))
        (expected.countIn, expected.countInSound) = (2, "voice")
        expected.play = false
        expected.beatSound = "wood"
        expected.bellSound = "/s/bell.flac"
        (expected.subdivisionSound, expected.accentSound) = ("rim", "clave")
        expected.soundsDirectory = "/home/me/clicks"
        expected.clock = .system
        expected.output = .clock
        expected.device = "hw:0"
        expected.fallbackDevice = "hw:1"
        expected.prerollMs = 250
        expected.fixedFillMs = 12.5
        expected.latency = .quiet
        expected.bellVolume = 0.6
        expected.defaultOffsetMs = -40
        expected.socket = "/run/x.sock"
        expected.logLevel = .notice
        expected.keepsJournal = false
        expected.resumes = true
        expected.connections = 256
        var lanes = Edit()
        let source = SettingForm.Source(folder: "/", home: nil)
        try #require(Key.named("lanes")).read(.string("hat xxxxxxx"), from: source, into: &lanes)
        expected = try lanes.applied(to: expected)
        #expect(expected.lanes.lanes.map(\.name) == ["hat"])
        #expect(try edit.applied(to: Settings()) == expected)
        #expect(edit.keys.count == Key.configurable.count - 1)  // The beat of the bell is part of the bell.
    }

    @Test func `an empty variable says nothing`() throws {
        #expect(try Edit(environment: ["METRONOMED_BPM": "", "METRONOMED_SOCKET": ""]).isEmpty)
    }

    @Test func `a tempo among the flags starts playing, unless told not to`() throws {
        let play = try #require(Key.named("play"))
        #expect(try Edit(flags: ["--bpm": "90"], environment: [:])[play] == .flag(true))
        #expect(try Edit(flags: ["--bpm": "90", "--play": "false"], environment: [:])[play] == .flag(false))
        #expect(try Edit(flags: ["--meter": "3/4"], environment: [:])[play] == nil)
        #expect(try Edit(environment: ["METRONOMED_BPM": "90"])[play] == nil)
    }

    @Test func `flags go before the environment, that before the file, that before what is remembered`() throws {
        var sources = ConfigurationSources()
        sources.flags = try Edit(flags: ["--volume": "0.1"], environment: [:])
        sources.environment = try Edit(environment: ["METRONOMED_VOLUME": "0.2", "METRONOMED_METER": "3/4"])
        sources.file = try ConfigurationFile(
            toml: Array("volume = 0.3\nmeter = '5/4'\nbpm = 90".utf8), path: "/c.toml", home: nil
        ).stated
        sources.saved = try #require(Edit.saved(Array(#"{"volume": 0.4, "bpm": "60", "bell": "off"}"#.utf8))).edit
        let settings = try sources.settings()
        #expect(settings.volume == 0.1)
        #expect(settings.meter == (try Meter(beats: 3, unit: 4)))
        #expect(settings.tempo == (try Tempo(90)))
        #expect(settings.bell == .off)
        #expect(settings.device == "default")
    }

    @Test func `a new text of the file changes what it states anew, but nothing that a flag or a variable states`()
        throws
    {
        var sources = ConfigurationSources()
        sources.flags = try Edit(flags: ["--volume": "0.1"], environment: [:])
        sources.environment = try Edit(environment: ["METRONOMED_METER": "3/4"])
        sources.file = try ConfigurationFile(
            toml: Array("bpm = 90\n[audio]\ndevice = 'a'".utf8), path: "/c.toml", home: nil
        ).stated
        let text = "bpm = 90\nvolume = 0.5\nmeter = '7/8'\nbell.every = 4\n[audio]\ndevice = 'b'"
        let file = try ConfigurationFile(toml: Array(text.utf8), path: "/c.toml", home: nil).stated
        #expect(sources.changes(by: file).keys.map(\.name) == ["bell.every", "audio.device"])
        // Refused, it is no part of what was stated: the same text is a change again.
        #expect(sources.changes(by: file) == sources.changes(by: file))
        sources.file = file
        #expect(sources.changes(by: file).isEmpty)
        #expect(sources.changes(by: Edit()).isEmpty)
    }

    @Test(arguments: [
        ("METRONOMED_BPM", "fast"), ("METRONOMED_BPM", "0"), ("METRONOMED_BPM", "-5"), ("METRONOMED_BPM", "1001"),
        ("METRONOMED_BPM", "nan"), ("METRONOMED_METER", "0/4"), ("METRONOMED_METER", "4/3"), ("METRONOMED_METER", "4"),
        ("METRONOMED_BELL_EVERY", "0"), ("METRONOMED_BELL_EVERY", "4 on 5"), ("METRONOMED_BELL_EVERY", "often"),
        ("METRONOMED_BELL_ON", "2"), ("METRONOMED_VOLUME", "1.1"), ("METRONOMED_VOLUME", "nan"),
        ("METRONOMED_VOLUME", "0x1p-1"), ("METRONOMED_VOLUME", "loud"), ("METRONOMED_PLAY", "maybe"),
        ("METRONOMED_SOUNDS", "~/x"), ("METRONOMED_OUTPUT", "jack"), ("METRONOMED_DEVICE", "a\0b"),
        ("METRONOMED_FILL_MS", "4"), ("METRONOMED_FILL_MS", "501"), ("METRONOMED_OFFSET_MS", "2001"),
        ("METRONOMED_LATENCY", "loud"),
        ("METRONOMED_LOG_LEVEL", "loud"),
    ])
    func `a value that is not allowed is refused by the name of its variable`(variable: String, text: String) throws {
        let message = try #require(message { try Edit(environment: [variable: text]) })
        #expect(message.hasPrefix("environment \(variable): "))
        #expect(!message.contains("\n"))
    }

    @Test func `an error among the flags names the flag`() {
        #expect(
            message { try Edit(flags: ["--volume": "2"], environment: [:]) }
                == #"--volume: must be a gain 0...1, or percent such as 80%, not "2""#)
        #expect(
            message { try Edit(flags: ["--vloume": "2"], environment: [:]) }
                == "--vloume: there is no such setting")
    }

    @Test func `a bell is said in one source as a whole`() throws {
        #expect(try Edit(flags: ["--bell-every": "off"], environment: [:]) == .bell(.off))
        #expect(try Edit(flags: ["--bell-every": "bar"], environment: [:]) == .bell(.bar))
        let pattern = try BellPattern(every: 4, on: 2)
        #expect(try Edit(flags: ["--bell-every": "4 on 2"], environment: [:]) == .bell(.every(pattern)))
        #expect(throws: ConfigurationError.self) {
            try Edit(environment: ["METRONOMED_BELL_EVERY": "bar", "METRONOMED_BELL_ON": "2"])
        }
    }

    @Test func `a relative path among the flags starts in the working folder, and a name stays a name`() throws {
        let flags = try Edit(
            flags: ["--beat-sound": "clicks/a.wav", "--bell-sound": "cowbell"], environment: [:])
        let settings = try flags.applied(to: Settings())
        #expect(settings.beatSound.hasPrefix("/"))
        #expect(settings.beatSound.hasSuffix("/clicks/a.wav"))
        #expect(settings.bellSound == "cowbell")
    }
}
