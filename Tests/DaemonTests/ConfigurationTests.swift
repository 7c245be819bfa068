// SPDX-License-Identifier: Apache-2.0

import Control
import Logging
import Rhythm
import Testing

@testable import Daemon

@Suite struct ConfigurationTests {
    private func message(_ make: () throws -> Configuration) -> String? {
        do {
            _ = try make()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `every setting can be said by its variable`() throws {
        let configuration = try Configuration(environment: [
            "METRONOMED_BPM": "137.3", "METRONOMED_METER": "7/8", "METRONOMED_BELL_EVERY": "4",
            "METRONOMED_BELL_ON": "3", "METRONOMED_VOLUME": "0.25", "METRONOMED_PLAY": "no",
            "METRONOMED_BEAT_SOUND": "wood", "METRONOMED_BELL_SOUND": "/s/bell.flac", "METRONOMED_SOUNDS": "~/clicks",
            "METRONOMED_OUTPUT": "clock", "METRONOMED_DEVICE": "hw:0", "METRONOMED_FILL_MS": "12.5",
            "METRONOMED_FALLBACK_DEVICE": "hw:1", "METRONOMED_PREROLL_MS": "250", "METRONOMED_OFFSET_MS": "-40",
            "METRONOMED_LATENCY": "quiet", "METRONOME_SOCKET": "/run/x.sock", "METRONOMED_LOG_LEVEL": "notice",
            "HOME": "/home/me",
        ])
        var expected = Configuration()
        expected.tempo = try Tempo(1373, over: 10)
        expected.meter = try Meter(beats: 7, unit: 8)
        expected.bell = .every(try BellPattern(every: 4, on: 3))
        expected.volume = 0.25
        expected.play = false
        expected.beatSound = "wood"
        expected.bellSound = "/s/bell.flac"
        expected.soundsDirectory = "/home/me/clicks"
        expected.output = .clock
        expected.device = "hw:0"
        expected.fallbackDevice = "hw:1"
        expected.prerollMilliseconds = 250
        expected.fillMilliseconds = 12.5
        expected.latency = .quiet
        expected.offsetMilliseconds = -40
        expected.socket = "/run/x.sock"
        expected.logLevel = .notice
        #expect(configuration == expected)
    }

    @Test func `an empty variable says nothing`() throws {
        #expect(try Configuration(environment: ["METRONOMED_BPM": "", "METRONOME_SOCKET": ""]) == Configuration())
    }

    @Test func `a tempo among the flags starts playing, unless told not to`() throws {
        #expect(try Configuration(flags: ["--bpm": "90"], environment: [:]).play == true)
        #expect(try Configuration(flags: ["--bpm": "90", "--play": "false"], environment: [:]).play == false)
        #expect(try Configuration(flags: ["--meter": "3/4"], environment: [:]).play == nil)
        #expect(try Configuration(environment: ["METRONOMED_BPM": "90"]).play == nil)
    }

    @Test func `flags win over the environment, that over the file`() throws {
        let flags = try Configuration(flags: ["--volume": "0.1"], environment: [:])
        let environment = try Configuration(environment: ["METRONOMED_VOLUME": "0.2", "METRONOMED_METER": "3/4"])
        let file = try Configuration(
            toml: Array("volume = 0.3\nmeter = '5/4'\nbpm = 90".utf8), path: "/c.toml", home: nil)
        let merged = flags.merging(over: environment).merging(over: file)
        #expect(merged.volume == 0.1)
        #expect(merged.meter == (try Meter(beats: 3, unit: 4)))
        #expect(merged.tempo == (try Tempo(90)))
        #expect(merged.device == nil)
    }

    @Test func `merging forgets no setting`() throws {
        let all = Dictionary(
            uniqueKeysWithValues: Setting.all.map { setting in
                let text =
                    switch setting.key {
                    case "bpm", "volume", "play", "bell.every", "bell.on": "1"
                    case "meter": "3/4"
                    case "audio.output": "alsa"
                    case "audio.latency": "low"
                    case "audio.fill_ms", "audio.offset_ms", "audio.preroll_ms": "50"
                    case "log_level": "debug"
                    default: "/x"
                    }
                return (setting.variable, text)
            })
        let full = try Configuration(environment: all)
        #expect(full.merging(over: Configuration()) == full)
        #expect(Configuration().merging(over: full) == full)
        for child in Mirror(reflecting: full).children {
            #expect("\(child.value)" != "nil", "\(child.label ?? "") was not set")
        }
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
        let message = try #require(message { try Configuration(environment: [variable: text]) })
        #expect(message.hasPrefix("environment \(variable): "))
        #expect(!message.contains("\n"))
    }

    @Test func `an error among the flags names the flag`() {
        #expect(
            message { try Configuration(flags: ["--volume": "2"], environment: [:]) }
                == #"--volume: must be a number 0...1, not "2""#)
        #expect(
            message { try Configuration(flags: ["--vloume": "2"], environment: [:]) }
                == "--vloume: there is no such setting")
    }

    @Test func `a bell is said in one source as a whole`() throws {
        #expect(try Configuration(flags: ["--bell-every": "off"], environment: [:]).bell == .off)
        #expect(try Configuration(flags: ["--bell-every": "bar"], environment: [:]).bell == .bar)
        let pattern = try BellPattern(every: 4, on: 2)
        #expect(try Configuration(flags: ["--bell-every": "4 on 2"], environment: [:]).bell == .every(pattern))
        #expect(throws: ConfigurationError.self) {
            try Configuration(environment: ["METRONOMED_BELL_EVERY": "bar", "METRONOMED_BELL_ON": "2"])
        }
    }

    @Test func `a relative path among the flags starts in the working folder, and a name stays a name`() throws {
        let flags = try Configuration(
            flags: ["--beat-sound": "clicks/a.wav", "--bell-sound": "cowbell"], environment: [:])
        #expect(flags.beatSound?.hasPrefix("/") == true)
        #expect(flags.beatSound?.hasSuffix("/clicks/a.wav") == true)
        #expect(flags.bellSound == "cowbell")
    }
}
