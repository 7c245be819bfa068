// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

/// The music's own schedules: bars over beats, beats over frames.
@Suite struct MusicalScheduleTests {
    @Test func `a bar's entry has the bar's number and lies on its first beat`() throws {
        let grid = BarGrid(originBeat: 8, originBar: 3, beatsPerBar: 3)
        let bars: PeriodicSchedule<BeatPosition> = .everyBar(in: grid)
        for entry in bars.entries(from: BeatPosition(whole: 0)).prefix(20) {
            #expect(entry.instant.fraction == 0)
            #expect(grid.bar(ofBeat: entry.instant.whole) == entry.id)
            #expect(grid.beatInBar(ofBeat: entry.instant.whole) == 1)
        }
        for beat: Int64 in 8..<40 {
            let current = bars.entry(atOrBefore: BeatPosition(whole: beat, fraction: .max))
            #expect(current?.id == grid.bar(ofBeat: beat))
        }
        #expect(bars.entry(atOrBefore: BeatPosition(whole: 7, fraction: .max)) == nil)
        #expect(bars.next(after: BeatPosition(whole: 0))?.id == 3)
    }

    @Test func `beats are entries of the timeline, each with its number as id, through all changes of tempo`() throws {
        var random = SeededGenerator(seed: 61)
        for _ in 0..<100 {
            var timeline = Timeline(
                TimelineSegment(
                    originFrame: 0, originPosition: .zero, tempo: try random.tempo(),
                    sampleRate: try random.sampleRate()))
            var frame: Int64 = 0
            for _ in 0..<6 {
                frame += Int64.random(in: 1...500_000, using: &random)
                timeline.changeTempo(to: try random.tempo(), atFrame: frame)
            }
            var now: Int64 = -100_000
            for entry in timeline.entries(from: now).prefix(50) {
                #expect(entry.instant == timeline.frame(ofBeat: entry.id))
                #expect(timeline.entry(atOrBefore: entry.instant) == entry)
                #expect(timeline.entry(atOrBefore: entry.instant - 1)?.id == entry.id - 1)
                if entry.instant > now { #expect(timeline.next(after: now) == entry) }
                now = entry.instant
            }
        }
    }

    @Test func `who sleeps through beats goes on with the one that sounds next`() throws {
        let timeline = Timeline(
            TimelineSegment(
                originFrame: 0, originPosition: .zero, tempo: try Tempo(120), sampleRate: .hz48000))
        #expect(timeline.next(after: 0) == timeline.entry(1))
        #expect(timeline.next(after: 23_999)?.instant == 24_000)
        #expect(timeline.next(after: 10 * 24_000 + 5)?.id == 11)
        #expect(timeline.entry(atOrBefore: 10 * 24_000 + 5)?.id == 10)
    }
}
