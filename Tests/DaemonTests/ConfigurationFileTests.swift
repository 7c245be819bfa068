// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

@Suite struct ConfigurationFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ text: String) throws -> Edit {
        try ConfigurationFile(toml: Array(text.utf8), path: "/c/config.toml", home: "/home/me").stated
    }

    private func message(_ make: () throws -> Edit) -> String? {
        do {
            _ = try make()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `every setting can be said in the file`() throws {
        let edit = try read(
            """
            bpm = 137.3
            meter = "7/8"
            volume = 1
            play = true
            socket = "~/x.sock"
            log_level = "trace"
            [bell]
            on = 2
            every = 3
            [sounds]
            beat = "wood"
            bell = "clicks/bell.wav"
            directory = "clicks"
            [audio]
            output = "alsa"
            device = "plughw:1"
            fallback_device = "hw:3"
            preroll_ms = 0
            fill_ms = 50
            """)
        var expected = Settings()
        expected.tempo = try Tempo(1373, over: 10)
        expected.meter = try Meter(beats: 7, unit: 8)
        expected.volume = 1
        expected.play = true
        expected.socket = "/home/me/x.sock"
        expected.logLevel = .trace
        expected.bell = .every(try BellPattern(every: 3, on: 2))
        expected.beatSound = "wood"
        expected.bellSound = "/c/clicks/bell.wav"
        expected.soundsDirectory = "/c/clicks"
        expected.output = .alsa
        expected.device = "plughw:1"
        expected.fallbackDevice = "hw:3"
        expected.prerollMs = 0
        expected.fixedFillMs = 50
        #expect(try edit.applied(to: Settings()) == expected)
    }

    @Test func `a tempo may be a number or a text, and is exact`() throws {
        #expect(try read("bpm = 137.3") == .tempo(.to(Tempo(1373, over: 10))))
        #expect(try read("bpm = 90") == .tempo(.to(Tempo(90))))
        #expect(try read("bpm = 90.0") == .tempo(.to(Tempo(90))))
        #expect(try read("bpm = 'Allegro'") == .tempo(.to(Tempo(parsing: "Allegro"))))
    }

    @Test func `empty sections are allowed`() throws {
        #expect(try read("[audio]\n[bell]\n") == Edit())
    }

    @Test(arguments: [
        ("bmp = 90", "/c/config.toml:1:1: unknown key bmp: did you mean bpm?"),
        ("\n[audio]\n  devise = 'x'", "/c/config.toml:3:3: unknown key audio.devise: did you mean audio.device?"),
        ("device = 'x'", "/c/config.toml:1:1: unknown key device: did you mean audio.device?"),
        ("[adio]\ndevice = 'x'", "/c/config.toml:2:1: unknown key adio.device: did you mean audio.device?"),
        ("'audio.device' = 'x'", "/c/config.toml:1:1: unknown key \"audio.device\": did you mean audio.device?"),
        ("audio = 'x'", "/c/config.toml:1:1: audio is a table: write its settings below [audio]"),
        ("bpm.x = 1", "/c/config.toml:1:5: bpm is a value and holds no other settings"),
        (
            "[bpm]",
            "/c/config.toml:1:2: bpm: must be beats per minute, 1...1000, a note such as dotted-quarter=60, or a name such as Allegro, not a table"
        ),
        ("\nvolume = 'loud'", "/c/config.toml:2:1: volume: must be a gain 0...1, or percent such as 80%, not \"loud\""),
        ("volume = true", "/c/config.toml:1:1: volume: must be a gain 0...1, or percent such as 80%, not true"),
        ("play = 1", "/c/config.toml:1:1: play: must be true or false, not 1"),
        ("[bell]\nevery = 2.5", "/c/config.toml:2:1: bell.every: must be a whole number 1...128, bar or off, not 2.5"),
        ("meter = [3, 4]", "/c/config.toml:1:1: meter: must be a meter such as 3/4, 7/8 or 2+2+3/8, not a list"),
        (
            "[audio]\ndevice = ''",
            "/c/config.toml:2:1: audio.device: must be the name of an ALSA device such as default or hw:0, not \"\""
        ),
    ])
    func `a mistake is named with line, column and what is allowed`(text: String, expected: String) {
        #expect(message { try read(text) } == expected)
    }

    @Test(arguments: ["bpm = 0", "bpm = 1000.5", "bpm = 'fast'", "meter = '4/3'", "bell.on = 2", "bell.every = 0"])
    func `a value that makes no music is refused where it stands`(text: String) {
        #expect(message { try read(text) }?.hasPrefix("/c/config.toml:1:") == true)
    }

    @Test func `a broken text is refused with line and column`() {
        #expect(
            message { try read("bpm = 90\nbpm = 91") }?.hasPrefix("/c/config.toml:2:7: in this key-value pair") == true)
        #expect(message { try read("bpm = nan") }?.hasPrefix("/c/config.toml:1:7: ") == true)
    }

    @Test func `an unknown key that resembles nothing gets the list of all`() {
        let message = message { try read("zzzzzzzz = 1") } ?? ""
        for key in Key.configurable { #expect(message.contains(key.name)) }
    }

    @Test func `the default file may be missing, one that was named may not`() throws {
        let environment = ["XDG_CONFIG_HOME": folder.path]
        #expect(try ConfigurationFile(named: nil, environment: environment).stated == Edit())
        #expect(try ConfigurationFile(named: nil, environment: [:]).stated == Edit())
        let missing = folder.path + "/none.toml"
        #expect(
            message { try ConfigurationFile(named: missing, environment: environment).stated }
                == "--config: cannot read \(missing): No such file or directory")
    }

    @Test func `a default file that is there and cannot be read is a mistake`() throws {
        let file = folder.path + "/metronomed/config.toml"
        mkdir(folder.path + "/metronomed", 0o700)
        mkdir(file, 0o700)
        #expect(
            message { try ConfigurationFile(named: nil, environment: ["XDG_CONFIG_HOME": folder.path]).stated }
                == "configuration: cannot read \(file): it is a folder, not a file")
    }

    @Test func `the default file is found by XDG_CONFIG_HOME, else by HOME`() throws {
        for (base, environment) in [
            (folder.path, ["XDG_CONFIG_HOME": folder.path, "HOME": "/nowhere"]),
            (folder.path + "/.config", ["HOME": folder.path, "XDG_CONFIG_HOME": ""]),
            (folder.path + "/.config", ["HOME": folder.path, "XDG_CONFIG_HOME": "relative"]),
        ] {
            mkdir(base, 0o700)
            mkdir(base + "/metronomed", 0o700)
            let file = base + "/metronomed/config.toml"
            #expect(ConfigurationFile.defaultPath(environment: environment) == file)
            try folder.write("bpm = 77", to: String(file.dropFirst(folder.path.count + 1)))
            #expect(try ConfigurationFile(named: nil, environment: environment).stated == .tempo(.to(Tempo(77))))
        }
    }

    @Test func `a folder, a pipe and a huge file are refused`() throws {
        #expect(
            message { try ConfigurationFile(named: folder.path, environment: [:]).stated }?.contains("folder") == true)
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(
            message { try ConfigurationFile(named: pipe, environment: [:]).stated }?.contains("ordinary file") == true)
        let fits = try folder.write([UInt8](repeating: 0x20, count: 1 << 20), to: "fits")
        #expect(try ConfigurationFile(named: fits, environment: [:]).stated == Edit())
        let huge = try folder.write([UInt8](repeating: 0x20, count: (1 << 20) + 1), to: "huge")
        #expect(
            message { try ConfigurationFile(named: huge, environment: [:]).stated }?.contains("larger than 1 MiB")
                == true)
    }

    @Test func `broken UTF-8 in the file is refused with its place`() throws {
        let file = try folder.write(Array("meter = \"".utf8) + [0xC3, 0x28], to: "broken.toml")
        #expect(
            message { try ConfigurationFile(named: file, environment: [:]).stated }?.hasPrefix("\(file):1:") == true)
    }

    @Test func `an empty device file stands for no configuration`() throws {
        #expect(try ConfigurationFile(named: "/dev/null", environment: [:]).stated == Edit())
    }
}
