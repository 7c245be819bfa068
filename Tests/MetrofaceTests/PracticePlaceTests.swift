// SPDX-License-Identifier: Apache-2.0

import Control
import Faces
import Rhythm
import Testing

@testable import metroface

@Suite struct PracticePlaceTests {
    /// Where the trainers are at a beat, by a status that was told when they began.
    private func place(
        _ settings: [String: String], _ practice: PracticeState?, beats: Double, bpm: Double = 90, atNs: Int64 = 0,
        isPlaying: Bool = true
    ) -> PracticePlace? {
        var status = Status.silent
        (status.playing, status.practice, status.bpm) = (isPlaying, practice, bpm)
        status.otherSettings = settings.mapValues { .string($0) }
        let heard = HeardMoment(
            position: BeatPosition(beats: beats), bpm: bpm, grid: BarGrid(beatsPerBar: 4), ringsBell: false,
            isPlaying: isPlaying, angle: 0)
        return PracticePlace(heard, atNs: atNs, status)
    }

    private func speed(_ text: String, from: Double, to: Double, bar: Int = 1, beats: Double) throws
        -> PracticePlace.Speed
    {
        let told = PracticeState.Speed {
            $0.fromBar = bar; $0.from = from; $0.to = to; $0.ending = "hold"
        }
        return try #require(
            self.place(["speed_trainer": text], PracticeState { $0.speed = told }, beats: beats)?.speed)
    }

    @Test func `bars that pass without a new status move the place of a speed trainer`() throws {
        for (beats, part, next, bars, left) in [
            (0.0, 0.0, 70.0, 2, 8), (4, 0.125, 70, 1, 7), (9, 9.0 / 32, 80, 2, 6), (28, 0.875, nil, 0, 1),
            (40, 1, nil, 0, nil),
        ] as [(Double, Double, Double?, Int, Int?)] {
            let speed = try speed("60 to 90 by 10 every 2", from: 60, to: 90, beats: beats)
            #expect(speed.course == [60, 60, 70, 70, 80, 80, 90, 90] && speed.isStepped)
            #expect(speed.part == part && speed.barsLeft == left, "\(beats)")
            #expect(speed.next == next.map { PracticePlace.Speed.Next(bpm: $0, bars: bars) }, "\(beats)")
        }
    }

    @Test func `it begins with the bar and the tempo that were told`() throws {
        let speed = try speed("to 80 by 10 every 1 then again", from: 60, to: 80, bar: 3, beats: 24)
        // Two bars were before it, three are a way.
        #expect(speed.course == [60, 70, 80] && speed.part == 1.0 / 3 && speed.barsLeft == nil)
        #expect(speed.next == PracticePlace.Speed.Next(bpm: 80, bars: 1))
        let waiting = try self.speed("to 80 by 10 every 1", from: 60, to: 80, bar: 3, beats: 5)
        #expect(waiting.part == 0 && waiting.next == PracticePlace.Speed.Next(bpm: 60, bars: 1))
        let there = try self.speed("to 80", from: 80, to: 80, beats: 5)
        #expect(there.course.allSatisfy { $0 == 80 } && there.next == nil)
    }

    @Test func `a tempo that changes with every beat is a curve, on which the place goes evenly`() throws {
        let speed = try speed("60 to 120 by 30 per minute", from: 60, to: 120, beats: 45)
        // 180 beats at 90 on the mean take two minutes; it ends with a bar.
        #expect(!speed.isStepped && speed.part == 0.25 && speed.next == nil && speed.barsLeft == 34)
        let (first, last) = (try #require(speed.course.first), try #require(speed.course.last))
        #expect(abs(first - 60) < 0.5 && abs(last - 120) < 0.5)
        #expect(zip(speed.course, speed.course.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `a gap trainer is followed from bar to bar, and as its silences grow`() throws {
        let told = PracticeState.Gap {
            $0.fromBar = 1; $0.round = 1; $0.length = 2; $0.unit = "bars"; $0.nextBeat = 8
        }
        // Heard, heard, silent; heard, heard, silent, silent.
        for (beats, round, muted, passed) in [(0.5, 1, 1, 0), (9, 1, 1, 2), (12, 2, 2, 0), (24, 2, 2, 3)] {
            let place = try #require(
                self.place(["gap_trainer": "2 1 growing to 3"], PracticeState { $0.gap = told }, beats: beats))
            #expect(
                place.gap
                    == PracticePlace.Gap(round: round, played: 2, muted: muted, passed: passed, unit: .bars))
            #expect(place.isSilent == (passed >= 2))
        }
    }

    @Test func `the chance of a silence rises with the bars, and the seed says which beats are silent`() throws {
        let told = PracticeState.Mute {
            $0.fromBar = 1; $0.unit = "beats"; $0.seed = 7
        }
        var silent = 0
        for beat in 0..<400 {
            let place = try #require(
                self.place(
                    ["random_mute": "60% over 6 seed 7"], PracticeState { $0.mute = told }, beats: Double(beat))
            )
            let mute = try #require(place.mute)
            #expect(mute.percent == min(60, 10 * Double(beat / 4)) && mute.greatest == 60)
            #expect(mute.isSilent == place.isSilent)
            silent += mute.isSilent ? 1 : 0
        }
        #expect((200...270).contains(silent))
    }

    @Test func `a timer runs out by its own clock, and in beats by the beats`() throws {
        let told = PracticeState.Timer {
            $0.fromBar = 1; $0.length = 2; $0.unit = "minutes"; $0.endBeat = 180
            $0.endNs = 120_000_000_000; $0.leftS = 120
        }
        let minutes = try #require(
            self.place(
                ["timer": "2 minutes"], PracticeState { $0.timer = told }, beats: 45, atNs: 30_000_000_000))
        #expect(minutes.timer == PracticePlace.Timer(seconds: 90, part: 0.75))
        var bars = told
        (bars.unit, bars.length, bars.endBeat) = ("bars", 45, 180)
        let counted = try #require(
            self.place(["timer": "45 bars"], PracticeState { $0.timer = bars }, beats: 46, atNs: 30_000_000_000)
        )
        #expect(counted.timer == PracticePlace.Timer(seconds: 90, count: 34, unit: .bars, part: 134.0 / 180))
    }

    @Test func `while stopped, the trainers that are set wait at their begin`() throws {
        let settings = [
            "speed_trainer": "60 to 90 by 10 every 2", "gap_trainer": "2 1", "random_mute": "30%", "timer": "5 minutes",
        ]
        let place = try #require(self.place(settings, nil, beats: 17, isPlaying: false))
        #expect(place.speed?.part == 0 && place.gap?.passed == 0 && !place.isSilent)
        #expect(place.timer == PracticePlace.Timer(seconds: 300, part: 1))
        let off = settings.mapValues { _ in "off" }
        #expect(self.place(off, nil, beats: 17, isPlaying: false) == nil)
        // One that is set, and has not begun to be told, waits for a place or for the end of a song.
        #expect(self.place(settings, nil, beats: 17) == nil)
        #expect(self.place(settings, PracticeState(), beats: 17) == nil)
    }
}
