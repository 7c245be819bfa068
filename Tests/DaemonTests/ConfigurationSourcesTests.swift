// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

@Suite struct ConfigurationSourcesTests {
    private static let dense = (0..<60).map { "l\($0) x over 1/8 beats" }.joined(separator: " | ")

    private func sources(
        saved: String = "{}", file: String = "", environment: [String: String] = [:], flags: [String: String] = [:]
    ) throws -> ConfigurationSources {
        var sources = ConfigurationSources()
        sources.saved = try #require(Edit.saved(Array(saved.utf8))).edit
        sources.file = try ConfigurationFile(toml: Array(file.utf8), path: "/c.toml", home: nil).stated
        sources.environment = try Edit(environment: environment)
        sources.flags = try Edit(flags: flags, environment: [:])
        return sources
    }

    @Test func `what is remembered gives way to what is stated and does not fit with it, by its name`() throws {
        for (saved, file, name) in [
            (#"{"meter": "3/4", "volume": 0.5}"#, "accents = 'XxAx'", "meter 3/4"),
            (#"{"meter": "3/4", "volume": 0.5}"#, "beat = 'half'", "meter 3/4"),
            (#"{"accents": "XxAx", "volume": 0.5}"#, "meter = '3/4'", "accents XxAx"),
            (#"{"beat": "half", "volume": 0.5}"#, "accents = 'XxAx'", "beat half"),
            (#"{"bpm": "999", "volume": 0.5}"#, "lanes = '\(Self.dense)'", "bpm 999"),
        ] {
            var sources = try sources(saved: saved, file: file)
            let lines = sources.yieldSaved()
            try #require(lines.count == 1, "\(saved) \(file): \(lines)")
            #expect(
                lines[0].replacing("\"", with: "").hasPrefix(name + ", remembered from the last run, is not used: "))
            let settings = try sources.settings()
            #expect(settings.volume == 0.5)
            #expect(sources.yieldSaved().isEmpty)
        }
    }

    @Test func `remembered lanes give way to a tempo at which they cannot be played`() throws {
        var sources = try sources(
            saved: #"{"lanes": "\#(Self.dense)", "meter": "5/4"}"#, flags: ["--bpm": "999", "--play": "false"])
        #expect(throws: SettingError.self) { try sources.settings() }
        let lines = sources.yieldSaved()
        #expect(lines.count == 1 && lines[0].hasPrefix("lanes "))
        let settings = try sources.settings()
        #expect(settings.lanes.lanes.isEmpty && settings.meter.beats == 5 && settings.tempo.beatsPerMinute == 999)
        let lanes = try #require(Key.named("lanes"))
        #expect(sources.origin(of: lanes) == "default")
    }

    @Test func `a trainer without a beginning begins with the tempo that holds at last, whoever states it`() throws {
        let file = "bpm = 100\ntrainer.speed = 'to 120 by 5 every 4'\n"
        for (environment, flags, from) in [
            ([:], [:], 100.0), (["METRONOMED_BPM": "80"], [:], 80), ([:], ["--bpm": "90"], 90),
            ([:], ["--bpm": "90", "--trainer-speed": "to 110"], 90),
        ] as [([String: String], [String: String], Double)] {
            let settings = try sources(file: file, environment: environment, flags: flags).settings()
            let speed = try #require(Key.named("trainer.speed"))
            #expect(
                speed.text(in: settings)?.hasPrefix("\(Int(from)) to 1") ?? false, "\(speed.text(in: settings) ?? "")")
        }
    }

    @Test func `what is stated and does not fit together is told with its place`() throws {
        let sources = try sources(flags: ["--meter": "3/4", "--accents": "XxAx"])
        do throws(SettingError) {
            _ = try sources.settings()
            Issue.record("4 signs for 3 beats")
        } catch {
            #expect(sources.text(error).hasPrefix("--accents: accents: 4 signs"), "\(sources.text(error))")
        }
    }

    @Test func `remembered accents that the bell replaces fit the meter, and the reason says so`() throws {
        var sources = try sources(saved: #"{"accents": "XxAx"}"#, flags: ["--bell-every": "2"])
        #expect(sources.yieldSaved().map { $0.hasSuffix("the bell takes their place") } == [true])
    }

    @Test func `a meter of a flag takes the accents away that are remembered for another, and says so`() throws {
        for (environment, flags) in [([:], ["--meter": "3/4"]), (["METRONOMED_METER": "3/4"], [:])] {
            var sources = try sources(saved: #"{"accents": "XxAx"}"#, environment: environment, flags: flags)
            #expect(sources.yieldSaved().map { $0.hasPrefix("accents \"XxAx\", remembered") } == [true])
            #expect(try sources.settings().accents.isEmpty)
        }
    }

    @Test func `what was remembered and does not fit with itself gives way too`() throws {
        var sources = try sources(saved: #"{"meter": "3/4", "accents": "XxAx", "beat": "half", "count_in": 2}"#)
        #expect(sources.yieldSaved().count == 2)
        let settings = try sources.settings()
        #expect(settings.meter.beats == 3 && settings.accents.isEmpty && settings.countIn == 2)
    }

    @Test func `what is stated and does not fit with itself stays a mistake, whatever is remembered`() throws {
        for saved in ["{}", #"{"meter": "5/4"}"#] {
            var sources = try sources(saved: saved, file: "meter = '3/4'\naccents = 'XxAx'")
            #expect(sources.yieldSaved().isEmpty)
            #expect(throws: SettingError.self) { try sources.settings() }
        }
    }

    @Test func `what fits is used as it is remembered`() throws {
        var sources = try sources(
            saved: #"{"meter": "6/8", "beat": "dotted-quarter", "accents": "Xo", "bpm": "400/3", "latency": "low"}"#,
            file: "volume = 0.3\n[audio]\nfill_ms = 20", environment: ["METRONOMED_METER": "6/8"])
        let saved = sources.saved
        #expect(sources.yieldSaved().isEmpty)
        #expect(sources.saved == saved)
        let settings = try sources.settings()
        #expect(settings.countedMeter.beats == 2 && settings.latency == .low && settings.fillMs == 20)
    }
}
