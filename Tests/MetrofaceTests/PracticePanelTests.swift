// SPDX-License-Identifier: Apache-2.0

import Faces
import MetronomeControl
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import metroface

@Suite struct PracticePanelTests {
    /// The panels of the trainers at a beat, by a status that was told when they began.
    private func panels(
        _ settings: [String: String], _ told: [String: [String: JSONValue]]?, beats: Double, atNs: Int64 = 0,
        isPlaying: Bool = true
    ) throws -> [PracticePanel] {
        var status = Status.silent
        (status.playing, status.settings.bpm) = (isPlaying, 90)
        status.practice = told.map { told in PracticeState { $0.trainers = told } }
        status.settings.others = settings.mapValues { .string($0) }
        let heard = HeardMoment(
            position: BeatPosition(beats: beats), bpm: 90, grid: BarGrid(beatsPerBar: 4), ringsBell: false,
            isPlaying: isPlaying, angle: 0)
        return Moment(heard, atNs: atNs, status, else: Moment(beats: 0, tempo: try Tempo(90))).practice
    }

    private struct Way {
        var words: String
        var tempi: [Double]
        var isStepped: Bool
        var part: Double
    }

    private func speed(_ text: String, from: JSONValue, bar: JSONValue = 1, beats: Double) throws -> Way {
        let panel = try #require(
            panels(["speed_trainer": text], ["speed": ["from_bar": bar, "from": from]], beats: beats).first)
        guard case .way(let tempi, let isStepped, let part, _) = panel.shape else { throw Missing() }
        return Way(words: panel.words, tempi: tempi, isStepped: isStepped, part: part)
    }

    private struct Missing: Error {}

    @Test func `bars that pass without a new status move the place of a speed trainer`() throws {
        for (beats, part, words) in [
            (0.0, 0.0, "70 in 2 bars"), (4, 0.125, "70 in 1 bar"), (9, 9.0 / 32, "80 in 2 bars"),
            (28, 0.875, "90 in 1 bar"), (40, 1, "90 reached"),
        ] {
            let speed = try speed("60 to 90 by 10 every 2", from: 60, beats: beats)
            #expect(speed.tempi == [60, 60, 70, 70, 80, 80, 90, 90] && speed.isStepped)
            #expect(speed.part == part && speed.words == words, "\(beats)")
        }
        let last = try speed("60 to 90 by 10 every 2 then stop", from: 60, beats: 28)
        #expect(last.words == "ends in 1 bar")
    }

    @Test func `it begins with the bar and the tempo that were told`() throws {
        let speed = try speed("to 80 by 10 every 1 then again", from: 60, bar: 3, beats: 24)
        // Two bars were before it, three are a way.
        #expect(speed.tempi == [60, 70, 80] && speed.part == 1.0 / 3 && speed.words == "80 in 1 bar")
        let waiting = try self.speed("to 80 by 10 every 1", from: 60, bar: 3, beats: 5)
        #expect(waiting.part == 0 && waiting.words == "60 in 1 bar")
        let there = try self.speed("to 80", from: 80, beats: 5)
        #expect(there.tempi.allSatisfy { $0 == 80 } && there.words == "80 in 3 bars")
    }

    @Test func `a tempo by hand beyond the last one stays, as the daemon plays it`() throws {
        let speed = try speed("60 to 90 by 10 every 2", from: 100, bar: 3, beats: 40)
        #expect(speed.tempi.allSatisfy { $0 == 100 })
    }

    @Test func `a tempo that changes with every beat is a curve, on which the place goes evenly`() throws {
        let speed = try speed("60 to 120 by 30 per minute", from: 60, beats: 45)
        // 180 beats at 90 on the mean take two minutes; it ends with a bar.
        #expect(!speed.isStepped && speed.part == 0.25 && speed.words.hasSuffix(" in 34 bars"))
        let (first, last) = (try #require(speed.tempi.first), try #require(speed.tempi.last))
        #expect(abs(first - 60) < 0.5 && abs(last - 120) < 0.5)
        #expect(zip(speed.tempi, speed.tempi.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `a gap trainer is followed from bar to bar, and as its silences grow`() throws {
        // Heard, heard, silent; heard, heard, silent, silent.
        for (beats, title, words, silent, now) in [
            (0.5, "round 1", "heard 1/2", 1, 0), (9, "round 1", "silent 1/1", 1, 2),
            (12, "round 2", "heard 1/2", 2, 0), (24, "round 2", "silent 2/2", 2, 3),
        ] as [(Double, String, String, Int, Int)] {
            let panels = try panels(
                ["gap_trainer": "2 1 growing to 3"], ["gap": ["from_bar": 1]], beats: beats)
            let part = (beats / 4).truncatingRemainder(dividingBy: 1)
            #expect(
                panels == [
                    PracticePanel(
                        "gap", title: title, words, isSilent: now >= 2,
                        .boxes(heard: 2, silent: silent, now: now, part: part))
                ])
        }
    }

    @Test func `the chance of a silence rises with the bars, and the seed says which beats are silent`() throws {
        var silent = 0
        for beat in 0..<400 {
            let mute = try #require(
                panels(["random_mute": "60% over 6 seed 7"], ["mute": ["from_bar": 1]], beats: Double(beat)).first)
            let percent = min(60, 10 * (beat / 4))
            #expect(mute.words == "\(percent)% of beats")
            #expect(mute.shape == .level(Double(percent) / 100, mark: percent < 60 ? 0.6 : nil))
            silent += mute.isSilent ? 1 : 0
        }
        #expect((200...270).contains(silent))
    }

    @Test func `a timer runs out by its own clock, and in beats by the beats`() throws {
        let told: [String: JSONValue] = ["from_bar": 1, "end_beat": 180, "end_ns": 120_000_000_000]
        #expect(
            try panels(["timer": "2 minutes"], ["timer": told], beats: 45, atNs: 30_000_000_000)
                == [PracticePanel("timer", "1:30", .level(0.75))])
        #expect(
            try panels(["timer": "45 bars"], ["timer": told], beats: 46, atNs: 30_000_000_000)
                == [PracticePanel("timer", "34 bars, 1:30", .level(134.0 / 180))])
        #expect(
            try panels(["timer": "45 bars"], ["timer": told], beats: 177, atNs: 118_000_000_000).first?.words
                == "1 bar, 0:02")
    }

    @Test func `while stopped, the trainers that are set wait at their begin`() throws {
        let settings = [
            "speed_trainer": "60 to 90 by 10 every 2", "gap_trainer": "2 1", "random_mute": "30%", "timer": "5 minutes",
        ]
        let waiting = try panels(settings, nil, beats: 17, isPlaying: false)
        #expect(waiting.map(\.words) == ["to 90", "bars", "0% of beats", "5:00"])
        #expect(waiting.map(\.title) == ["speed", "gap", "mute", "timer"] && !waiting.contains { $0.isSilent })
        let off = settings.mapValues { _ in "off" }
        #expect(try panels(off, nil, beats: 17, isPlaying: false).isEmpty)
        // One that is set, and has not begun to be told, waits for a place or for the end of a song.
        #expect(try panels(settings, nil, beats: 17).isEmpty && panels(settings, [:], beats: 17).isEmpty)
    }
}
