// SPDX-License-Identifier: Apache-2.0

import Motion
import Testing

@testable import Control

@Suite struct BeatScheduleTests {
    private let half: Int64 = 500_000_000

    /// Beat `index` at 120 bpm from time 0, unless it was moved.
    private func beat(_ index: Int, revision: Int = 0, at time: Int64? = nil) -> BeatEvent {
        let at = time ?? Int64(index) * half
        let side = index % 2 == 0 ? 30.0 : -30.0
        return BeatEvent(
            seq: index, beatIndex: index, revision: revision, bar: index / 4 + 1, beat: index % 4 + 1,
            bell: index % 4 == 0, bpm: 120, atNs: at,
            pendulum: SwingSegment(from: side, to: -side, beginNs: at, durationNs: half, curve: .easeInOut))
    }

    private func state(playing: Bool, at now: Int64, segment: SwingSegment? = nil) -> Event {
        var status = playing ? Status.allegro : .stopped
        status.nowNs = now
        status.pendulum.segment = segment
        return .state(StateEvent(seq: 0, changed: ["playing"], state: status))
    }

    /// A schedule of a daemon that has just begun to play at time 0.
    private var playing: BeatSchedule {
        var schedule = BeatSchedule(status: .stopped)
        schedule.take(state(playing: true, at: 0), atNs: 0)
        return schedule
    }

    @Test func `every beat is due once, in its order, when it is heard and not before`() {
        var schedule = playing
        for index in [1, 0, 2, 1, 0] { schedule.take(.beat(beat(index)), atNs: 0) }
        #expect(schedule.nextNs == 0)
        #expect(schedule.due(atNs: 0).map(\.beatIndex) == [0])
        #expect(schedule.due(atNs: half - 1).isEmpty)
        #expect(schedule.place == .init(bar: 1, beat: 1, bell: true))
        schedule.take(.beat(beat(0)), atNs: half - 1)
        #expect(schedule.due(atNs: 2 * half).map(\.beatIndex) == [1, 2])
        #expect(schedule.nextNs == nil)
        #expect(schedule.place == .init(bar: 1, beat: 3, bell: false))
    }

    @Test func `a beat told again with a higher revision moves, with a lower one it does not`() {
        var schedule = playing
        schedule.take(.beat(beat(1)), atNs: 0)
        schedule.take(.beat(beat(1, revision: 1, at: 300)), atNs: 0)
        #expect(schedule.nextNs == 300)
        schedule.take(.beat(beat(1, revision: 0, at: 200)), atNs: 0)
        #expect(schedule.nextNs == 300)
        schedule.take(.beat(beat(1, revision: 2, at: 900)), atNs: 0)
        #expect(schedule.due(atNs: 800).isEmpty)
        #expect(schedule.due(atNs: 900).map(\.revision) == [2])
    }

    @Test func `a beat told again after it was heard is not heard again, but its swing holds`() {
        var schedule = playing
        schedule.take(.beat(beat(0)), atNs: 0)
        #expect(schedule.due(atNs: 10).count == 1)
        var again = beat(0, revision: 1)
        let angle = again.pendulum.angle(atNs: half / 2)
        again.pendulum = SwingSegment(from: angle, to: -30, beginNs: half / 2, durationNs: half, curve: .linear)
        schedule.take(.beat(again), atNs: half / 4)
        #expect(schedule.due(atNs: half).isEmpty)
        #expect(schedule.angle(atNs: half / 4) == beat(0).pendulum.angle(atNs: half / 4))
        #expect(schedule.angle(atNs: half) == again.pendulum.angle(atNs: half))
    }

    @Test func `stopping cancels what was told for later, and not what was told for sooner`() {
        var schedule = playing
        for index in 0...3 { schedule.take(.beat(beat(index)), atNs: 0) }
        schedule.take(state(playing: false, at: half + 1), atNs: half + 1)
        #expect(schedule.due(atNs: 10 * half).map(\.beatIndex) == [0, 1])
        #expect(schedule.place == nil)
        #expect(!schedule.isMoving(atNs: 10 * half))
    }

    @Test func `after a new start the beats count from 0 again`() {
        var schedule = playing
        schedule.take(.beat(beat(411, at: 100)), atNs: 0)
        #expect(schedule.due(atNs: 100).map(\.beatIndex) == [411])
        schedule.take(state(playing: false, at: 200), atNs: 200)
        schedule.take(.beat(beat(0, at: 300)), atNs: 250)
        schedule.take(state(playing: true, at: 260), atNs: 260)
        #expect(schedule.due(atNs: 300).map(\.beatIndex) == [0])
    }

    @Test func `the rod follows the swing that has begun last`() {
        var schedule = playing
        for index in 0...3 { schedule.take(.beat(beat(index)), atNs: 0) }
        for time in stride(from: Int64(0), to: 4 * half, by: 12_345_678) {
            #expect(schedule.angle(atNs: time) == beat(Int(time / half)).pendulum.angle(atNs: time))
        }
    }

    @Test func `an event twice changes nothing`() {
        var once = playing
        var twice = playing
        for index in 0...3 {
            for _ in 0...1 { twice.take(.beat(beat(index)), atNs: 0) }
            once.take(.beat(beat(index)), atNs: 0)
        }
        for time in stride(from: Int64(0), to: 4 * half, by: 99_999_999) {
            #expect(once.angle(atNs: time) == twice.angle(atNs: time))
            #expect(once.due(atNs: time) == twice.due(atNs: time))
        }
    }

    @Test func `a stopped rod settles as the state says, then rests`() {
        var schedule = playing
        schedule.take(.beat(beat(0)), atNs: 0)
        let settling = SwingSegment(from: 12, to: 0, beginNs: 50, durationNs: 100, curve: .linear)
        schedule.take(state(playing: false, at: 50, segment: settling), atNs: 60)
        #expect(schedule.angle(atNs: 100) == 6)
        #expect(schedule.isMoving(atNs: 149) && !schedule.isMoving(atNs: 150))
        #expect(schedule.angle(atNs: 1000) == 0)
    }

    @Test func `it keeps no past`() {
        var schedule = playing
        for index in 0..<10_000 {
            let now = Int64(index) * half
            schedule.take(.beat(beat(index)), atNs: now)
            #expect(schedule.due(atNs: now).count == 1)
        }
        for child in Mirror(reflecting: schedule).children {
            if let list = child.value as? [Any] { #expect(list.count <= 2) }
        }
    }
}
