// SPDX-License-Identifier: Apache-2.0

import Control
import Rhythm
import Testing

@testable import Daemon
@testable import Playback
@testable import Sound

@Suite struct AnnouncerTests {
    /// Frame f is heard at f / 48000 s.
    let clock = ClockRecord(
        monotonicNs: 0, heardFrame: 0, framesPerSecond: 48000, writtenFrame: 0, generation: 0, xruns: 0, wakes: 0,
        isOnDevice: false)

    func score(bpm: Int64) throws -> Score {
        let segment = TimelineSegment(
            originFrame: 4800, originBeat: BeatPosition(whole: 0), tempo: try Tempo(bpm), sampleRate: .hz48000)
        return Score(
            Adoption(
                revision: 1, frame: 0, run: 1, segment: segment, grid: BarGrid(beatsPerBar: 4), nextBeat: 0),
            bell: try BellPattern(every: 4, on: 1))
    }

    @Test func `every beat is told once, in order, as soon as it is due`() throws {
        let score = try score(bpm: 120)
        var announcer = Announcer()
        announcer.begin()
        var seq = 0
        var told: [BeatEvent] = []
        for millisecond in stride(from: Int64(0), to: 4000, by: 7) {
            let now = millisecond * 1_000_000
            let events = announcer.due(in: score, clock, now: now) {
                seq += 1
                return seq
            }
            for event in events where event.beatIndex > 0 {
                #expect(event.atNs - now <= Announcer.leadNs)
                #expect(event.atNs - now > Announcer.leadNs - 7_000_000)
            }
            told += events
        }
        #expect(told.map(\.beatIndex) == Array(0..<told.count))
        #expect(told.count == 9)
        #expect(told.map(\.seq) == Array(1...told.count))
        #expect(told.allSatisfy { $0.revision == 0 })
        #expect(told.map(\.bell) == told.map { $0.beatIndex % 4 == 0 })
        #expect(told.map(\.pendulum.beginNs) == told.map(\.atNs))
    }

    @Test func `a beat that moves is told again with its number and a higher revision`() throws {
        var score = try score(bpm: 60)
        var announcer = Announcer()
        announcer.begin()
        let before = announcer.due(in: score, clock, now: 950_000_000) { 1 }
        #expect(before.last?.beatIndex == 1)
        #expect(before.last?.atNs == 1_100_000_000)

        let frame: Int64 = 47_000
        let segment = score.timeline.segment(atFrame: frame).changing(to: try Tempo(30), atFrame: frame)
        score.adopt(
            Adoption(
                revision: 2, frame: frame, run: 1, segment: segment, grid: BarGrid(beatsPerBar: 4), nextBeat: 1),
            bell: nil)
        let again = announcer.due(in: score, clock, now: 960_000_000) { 2 }
        let moved = try #require(again.first { $0.beatIndex == 1 })
        #expect(moved.revision == 1)
        #expect(moved.atNs > 1_200_000_000)
        #expect(announcer.due(in: score, clock, now: 961_000_000) { 3 }.isEmpty)
    }

    @Test func `the next beat is due its lead before it is heard`() throws {
        let score = try score(bpm: 120)
        var announcer = Announcer()
        announcer.begin()
        _ = announcer.due(in: score, clock, now: 0) { 0 }
        #expect(announcer.nextDueNs(in: score, clock) == 600_000_000 - Announcer.leadNs)
    }

    @Test func `who begins to listen in the middle hears of the beats to come only`() throws {
        let score = try score(bpm: 120)
        var announcer = Announcer()
        announcer.begin()
        announcer.pause()
        let events = announcer.due(in: score, clock, now: 10_450_000_000) { 0 }
        #expect(events.map(\.beatIndex) == [21])
    }

    @Test func `who listens is told the beat that is heard, even if that is late`() throws {
        let score = try score(bpm: 120)
        var announcer = Announcer()
        announcer.begin()
        #expect(announcer.due(in: score, clock, now: 110_000_000) { 0 }.map(\.beatIndex) == [0])
        #expect(announcer.due(in: score, clock, now: 2_450_000_000) { 0 }.map(\.beatIndex) == [4, 5])
    }
}
