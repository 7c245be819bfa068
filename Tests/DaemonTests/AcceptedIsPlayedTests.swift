// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Songs
import Sound
import Testing
import Waveforms

/// What a request or a song may say at most is heard, onset by onset.
@Suite struct AcceptedIsPlayedTests {
    private static let rate = SampleRate.hz48000

    /// What commands lead to, one after the other.
    private func settings(_ lines: String...) throws -> Settings {
        try lines.reduce(Settings()) { settings, line in
            guard
                case .change(let edit, _, _) = try CommandTable.call(words: line.split(separator: " ").map(String.init))
            else { throw ControlError(.invalid, "\(line) is no change") }
            return try edit.applied(to: settings)
        }
    }

    /// The frames of the onsets of the first seconds, as the engine plays them.
    private func onsets(_ settings: Settings, song: LoadedSong? = nil, seconds: Double) throws -> [Int] {
        let music = PlannedMusic(settings, song: song)
        let choices = Array(Set(music.parts.flatMap(\.choices)))
        let click = try Sample(
            DecodedAudio(sampleRate: Self.rate.hertz, channels: 1, frames: [0.01]), rate: Self.rate.hertz, name: "click"
        )
        return try withExtendedLifetime(click) {
            let kits = KitSet(Array(repeating: Kit(Kit.Sound(click.view)), count: max(1, choices.count)))
            let render = try OfflineRender(
                music.arrangement(kits: choices), kits: kits, sampleRate: Self.rate, mixes: music.parts[0].mixes)
            let memory = try render.memory(frames: Int(seconds * Double(Self.rate.hertz)))
            return memory.frames()
        }
    }

    /// Onsets that lie a number of frames apart.
    private func even(_ frames: Double, seconds: Double) -> [Int] {
        (0..<Int((seconds * 48_000 / frames).rounded(.up))).map { Int((Double($0) * frames).rounded()) }
    }

    @Test func `the slowest and the fastest tempo`() throws {
        #expect(try onsets(settings("tempo 1"), seconds: 121) == [0, 60 * 48_000, 120 * 48_000])
        #expect(try onsets(settings("tempo 1000"), seconds: 6) == even(2880, seconds: 6))
    }

    @Test func `a bar of 64 beats, and each beat in nine parts at the fastest tempo`() throws {
        let settings = try settings("tempo 1000", "meter 64/4", "subdivision 9")
        #expect(PlannedMusic(settings).parts[0].grid.beatsPerBar == 64)
        let areAllHeard = try onsets(settings, seconds: 8) == even(320, seconds: 8)
        #expect(areAllHeard)
    }

    @Test func `as many lanes as there may be, each with its own step`() throws {
        let most = LaneRoster.most
        let lanes = (0..<most).map { lane in
            "n\(lane) \(String(repeating: ".", count: lane))x\(String(repeating: ".", count: most - 1 - lane)) over 1 bar"
        }
        let settings = try settings("tempo 60", "lanes " + lanes.joined(separator: " | "))
        let bar = 4 * 48_000.0
        let steps = (0..<2 * most).map { Int((Double($0) * bar / Double(most)).rounded()) }
        let beats = (0..<8).map { $0 * 48_000 }
        #expect(try Set(onsets(settings, seconds: 8)) == Set(steps + beats))
    }

    @Test func `as many steps and as many entries as a lane may have`() throws {
        let steps = try settings("tempo 60", "meter 1/4", "lane a (x)*1024 over 64 beats from=run")
        #expect(try onsets(steps, seconds: 30) == even(3000, seconds: 30))
        // 4,096 entries of 1/240 of a beat, then none.
        let entries = Array(repeating: "1/240", count: 16).joined(separator: " ")
        let dense = try settings("tempo 60", "lane a cycle \(entries) beats 256 times")
        let areAllHeard = try onsets(dense, seconds: 18) == (0..<4096).map { $0 * 200 }
        #expect(areAllHeard)
    }

    @Test func `a song of 2^40 quarter notes, from its begin and to its last beat`() throws {
        // Bars of 64 whole notes are 2⁸ quarter notes; 2³² of them are written.
        let counts = Array(repeating: (100_000, 1000), count: 42) + [(94_967, 1000), (296, 1)]
        let sections = counts.map { "[[section]]\nbars = \($0)\ntimes = \($1)\nmeter = \"64/1\"\ntempo = 1000\n" }
        let reading = SongReading(Array(sections.joined().utf8), format: .toml)
        let course = try SongCourse(#require(reading.song))
        #expect(course.map.length.value == 0x1p40)
        let fromBegin = try onsets(Settings(), song: LoadedSong(course, path: "/a.toml"), seconds: 3)
        let beat = try #require(fromBegin.dropFirst().first)
        #expect(beat > 0 && fromBegin == even(Double(beat), seconds: 3))
        let atEnd = LoadedSong(course, path: "/a.toml", start: course.length - 3)
        #expect(try onsets(Settings(), song: atEnd, seconds: 3) == (0..<3).map { $0 * beat })
    }
}
