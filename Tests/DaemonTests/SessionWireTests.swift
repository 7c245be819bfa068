// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeMotion
import MetronomeRhythm
import MetronomeSession
import Testing

@testable import Daemon

/// What clients are sent of the session's values.
@Suite struct SessionWireTests {
    private func run(bpm: Int64, offsetMs: Double) throws -> HeardRun {
        let segment = TimelineSegment(
            originFrame: 4800, originPosition: .zero, tempo: try Tempo(bpm), sampleRate: .hz48000)
        let record = RunRecord(
            AdoptedPlan(
                frame: 0, run: 1, segment: segment, grid: BarGrid(beatsPerBar: 3), nextBeat: 0),
            accents: BeatAccents(bar: [.normal], bell: try BellPattern(every: 3, on: 2)))
        let device = DeviceClock(
            frame: 0, time: ClockTime(nanoseconds: 1_000_000_000), framesPerSecond: 48_000, writtenFrame: 9000)
        return HeardRun(record, HeardClock(device, offsetMilliseconds: offsetMs))
    }

    @Test func `a beat is sent with its heard time, and its swing begins with it`() throws {
        let beat = BeatEvent(AnnouncedBeat(4, of: try run(bpm: 120, offsetMs: -30), revision: 2), seq: 17)
        #expect((beat.seq, beat.run, beat.beatIndex, beat.revision) == (17, 1, 4, 2))
        #expect((beat.bar, beat.beat, beat.bell, beat.bpm) == (2, 2, true, 120))
        #expect(beat.atNs == 1_000_000_000 + 2_100_000_000 - 30_000_000)
        #expect((beat.pendulum.from, beat.pendulum.to) == (30, -30))
        #expect((beat.pendulum.beginNs, beat.pendulum.durationNs) == (beat.atNs, 500_000_000))
        #expect(beat.pendulum.curve == .easeInOut)
    }

    @Test func `position and pendulum of a status are those of the same moment`() throws {
        let run = try run(bpm: 60, offsetMs: 0)
        let time = run.time(ofBeat: 5).advanced(byNanoseconds: 250_000_000)
        let (position, pendulum) = (PositionState(run.position(at: time)), PendulumState(run.rod(at: time)))
        #expect((position.beatIndex, position.bar, position.beat, position.bell) == (5, 2, 3, false))
        #expect(abs(position.phase - 0.25) < 1e-4)
        let segment = try #require(pendulum.segment)
        #expect(abs(segment.value(atNs: time.nanoseconds) - pendulum.angle) < 1e-9)
        #expect(abs(segment.velocity(atNs: time.nanoseconds) - pendulum.velocity) < 1e-6)
        #expect(segment.beginNs == run.time(ofBeat: 5).nanoseconds)
    }

    @Test func `from the timeline that is sent, clients compute the beats that are announced`() throws {
        let run = try run(bpm: 137, offsetMs: -30)
        let timeline = TimelineState(HeardTimeline(run, at: run.time(ofBeat: 9)), lanes: nil)
        #expect(timeline.segments[0].origin == .init(beat: 9, fraction: 0))
        let music = try #require(HeardTimeline(timeline))
        for index in Int64(9)..<200 {
            let (told, beat) = (run.beat(index), try #require(music.beat(index)))
            // A click is placed on the nearest frame.
            #expect(abs(beat.time.nanoseconds(since: told.time)) <= 10_417)
            #expect(beat.run == told.run && beat.bar == told.bar && beat.beat == told.beat && beat.bell == told.bell)
        }
    }

    @Test func `a frame names its values`() {
        let frame = FrameFeed.Frame(time: ClockTime(nanoseconds: 40), beats: -0.5, values: [3, 0.25])
        let event = FrameEvent(frame, of: [.pendulumAngle, .beatPhase], seq: 3, run: 1)
        #expect(
            event
                == FrameEvent {
                    $0.seq = 3; $0.run = 1; $0.atNs = 40; $0.atBeat = -0.5
                    $0.values = ["pendulum.angle": 3, "beat.phase": 0.25]
                })
    }
}
