// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

@Suite struct TimelineAnnouncerTests {
    /// A sound card that is off its nominal rate, and the clock that is measured of it: readings that are off by some
    /// microseconds steer a loop that settles in ten seconds, as the real-time thread has it.
    private struct Card {
        let ppm: Double
        let jitterNs: Double
        var generator: SeededGenerator
        /// The offset in force.
        var offsetMs = 0.0
        private var anchorSeconds = 0.0
        private var anchorFrame = 0.0
        private var rate = 48_000.0

        init(ppm: Double, jitterNs: Double = 20_000, seed: UInt64) {
            (self.ppm, self.jitterNs, generator) = (ppm, jitterNs, SeededGenerator(seed: seed))
        }

        /// When a frame is truly heard, in nanoseconds.
        func ns(ofFrame frame: Double) -> Double { frame / (48_000 * (1 + ppm * 1e-6)) * 1e9 + offsetMs * 1e6 }

        /// Takes readings until a time.
        mutating func observe(until seconds: Double) {
            while anchorSeconds + 0.03 <= seconds {
                let now = anchorSeconds + 0.03
                let jitter = Double.random(in: -jitterNs...jitterNs, using: &generator) * 1e-9
                let predicted = anchorFrame + 0.03 * rate
                let error = (now + jitter) * 48_000 * (1 + ppm * 1e-6) - predicted
                let omega = 2 * Double.pi * max(0.05, 0.5 / (1 + 0.9 * now))
                anchorFrame = predicted + 1.4142135623730951 * omega * 0.03 * error
                rate += omega * omega * 0.03 * error
                anchorSeconds = now
            }
        }

        /// The clock as it is measured.
        var clock: HeardClock {
            let time = ClockTime(nanoseconds: Int64(anchorSeconds * 1e9))
            let device = DeviceClock(frame: anchorFrame, time: time, framesPerSecond: rate, writtenFrame: 0)
            return HeardClock(device, offsetMilliseconds: offsetMs)
        }
    }

    /// A run on a card, its announcer, and the timelines that were told.
    private struct Stage {
        var card: Card
        var record: RunRecord
        var announcer = TimelineAnnouncer()
        var now = 0.0
        var told: [(at: Double, timeline: HeardTimeline)] = []
        var looks = 0

        init(_ card: Card, bpm: Int64 = 120) throws {
            self.card = card
            let segment = TimelineSegment(
                originFrame: 4800, originPosition: .zero, tempo: try Tempo(bpm), sampleRate: .hz48000)
            record = RunRecord(
                AdoptedPlan(
                    frame: 0, run: 1, segment: segment, grid: BarGrid(beatsPerBar: 4), nextBeat: 0),
                bell: nil)
        }

        var run: HeardRun { HeardRun(record, card.clock) }
        var time: ClockTime { ClockTime(nanoseconds: Int64(now * 1e9)) }

        /// Looks at the clock; returns whether the timeline was told again.
        @discardableResult
        mutating func look() -> Bool {
            looks += 1
            guard announcer.look(at: run, at: time) else { return false }
            told.append((now, announcer.timeline(of: run, at: time)))
            return true
        }

        /// Looks a number of times in a row.
        mutating func looks(times count: Int) -> [Bool] { (0..<count).map { _ in look() } }

        /// Whether clients are told that nothing plays.
        mutating func stops() -> Bool { announcer.look(at: nil, at: time) }

        /// Lets time pass, and looks at the clock whenever that is due. Calls `check` every 10 ms.
        mutating func run(until end: Double, check: (Stage) -> Void = { _ in }) {
            look()
            var due = now
            while now < end {
                now += 0.01
                card.observe(until: now)
                if now >= due {
                    look()
                    due =
                        announcer.nextLook(at: run, after: time).map { $0.seconds(since: ClockTime(nanoseconds: 0)) }
                        ?? end
                }
                check(self)
            }
        }

        /// How far a told timeline is off in the beat that follows a time, in nanoseconds.
        func error(of timeline: HeardTimeline, at seconds: Double) -> Double {
            let beat = record.timeline.beat(atFrame: Int64(seconds * 48_000 * (1 + card.ppm * 1e-6))) + 1
            let exact = card.ns(ofFrame: Double(record.timeline.frame(ofBeat: beat)))
            return abs(Double(timeline.time(of: BeatPosition(whole: beat)).nanoseconds) - exact)
        }
    }

    @Test(arguments: [-200.0, -100, 0, 12, 100, 200], UInt64(0)..<3)
    func `a client that follows is never off by 0.2 ms, from the start on`(ppm: Double, seed: UInt64) throws {
        var stage = try Stage(Card(ppm: ppm, seed: seed))
        var worst = 0.0
        stage.run(until: 120) { stage in
            if let timeline = stage.told.last?.timeline { worst = max(worst, stage.error(of: timeline, at: stage.now)) }
        }
        #expect(worst < 200_000, "\(worst) ns, \(stage.told.count) times told")
        #expect(stage.told.count < 40)
    }

    @Test(arguments: [-100.0, 100], UInt64(0)..<4)
    func `a client that stopped listening ten minutes ago is not off by 1 ms`(ppm: Double, seed: UInt64) throws {
        var stage = try Stage(Card(ppm: ppm, seed: seed))
        var worst = 0.0
        stage.run(until: 300) { stage in
            guard stage.now > 30, let timeline = stage.told.last?.timeline else { return }
            worst = max(worst, stage.error(of: timeline, at: stage.now + 600))
        }
        #expect(worst < 1_000_000, "\(worst) ns")
    }

    @Test func `it is told again before it is off the measured clock by 0.1 ms`() throws {
        var stage = try Stage(Card(ppm: 100, jitterNs: 0, seed: 1))
        var worst: Int64 = 0
        stage.run(until: 60) { stage in
            guard let timeline = stage.told.last?.timeline, stage.now > 1 else { return }
            let run = stage.run
            let beat = run.beat(at: stage.time) + 1
            worst = max(
                worst, abs(timeline.time(of: BeatPosition(whole: beat)).nanoseconds(since: run.time(ofBeat: beat))))
        }
        // And by half a frame, on which the click is placed.
        #expect(worst < TimelineAnnouncer.limitNs + 10_500, "\(worst) ns")
    }

    @Test func `on a clock that is known nothing is told again, and looks are a second apart`() throws {
        var stage = try Stage(Card(ppm: 0, jitterNs: 0, seed: 1))
        stage.run(until: 100)
        #expect(stage.told.count == 1)
        #expect(stage.looks <= 125)
    }

    @Test func `a change of tempo, meter or bell, another offset and another run are told at once`() throws {
        var looked: [Bool]
        var stage = try Stage(Card(ppm: 50, seed: 3))
        stage.run(until: 40)
        let before = stage.told.count
        func adopt(_ segment: TimelineSegment, beats: Int, bell: BellPattern?, run: UInt64 = 1, in stage: inout Stage) {
            stage.record.adopt(
                AdoptedPlan(
                    frame: segment.firstFrame, run: run, segment: segment,
                    grid: BarGrid(originBeat: 82, originBar: 21, beatsPerBar: beats), nextBeat: 82), bell: bell)
        }
        let present = stage.record.timeline.segment(atFrame: 0)
        let faster = present.changing(to: try Tempo(180), atFrame: Int64(40.02 * 48_000))
        adopt(faster, beats: 3, bell: nil, in: &stage)
        looked = stage.looks(times: 2)
        #expect(looked == [true, false])
        let timeline = try #require(stage.told.last?.timeline)
        #expect(timeline.segments.map(\.course.tempo) == [try Tempo(120), try Tempo(180)])
        #expect(timeline.segments[1].origin.ticks == faster.originPosition.ticks)
        #expect(timeline.rules.map(\.grid.beatsPerBar) == [4, 3])
        adopt(faster, beats: 3, bell: try BellPattern(every: 3, on: 1), in: &stage)
        looked = stage.looks(times: 2)
        #expect(looked == [true, false])
        stage.card.offsetMs = 40
        looked = stage.looks(times: 2)
        #expect(looked == [true, false])
        #expect(stage.error(of: try #require(stage.told.last?.timeline), at: 41) < 200_000)
        // What is over is no change.
        stage.now = 42
        stage.card.observe(until: 42)
        looked = stage.looks(times: 1)
        #expect(looked == [false])
        #expect(stage.told.count == before + 3)
    }

    @Test func `a stop is told once, and then nothing until a start`() throws {
        var looked: [Bool]
        var stage = try Stage(Card(ppm: 0, seed: 1))
        looked = [stage.stops()]
        #expect(looked == [false])
        looked = stage.looks(times: 2)
        #expect(looked == [true, false])
        looked = [stage.stops()]
        #expect(looked == [true])
        looked = [stage.stops()]
        #expect(looked == [false])
        #expect(stage.announcer.nextLook(at: stage.run, after: stage.time) == nil)
        looked = stage.looks(times: 1)
        #expect(looked == [true])
    }

    @Test func `a timeline counts from the beat that is heard, so that hours change nothing`() throws {
        var stage = try Stage(Card(ppm: 0, jitterNs: 0, seed: 1), bpm: 137)
        stage.now = 100_000
        let day = DeviceClock(
            frame: 4.8e9, time: ClockTime(nanoseconds: 100_000_000_000_000), framesPerSecond: 48_000, writtenFrame: 0)
        let timeline = HeardTimeline(HeardRun(stage.record, HeardClock(day, offsetMilliseconds: 0)), at: stage.time)
        let origin = try #require(timeline.segments.first?.origin)
        #expect(origin.fraction == 0 && abs(Double(origin.whole) - 99_999.9 * 137 / 60) < 1.01)
        #expect(stage.error(of: timeline, at: 100_600) < 10_500)
        #expect(timeline.rules.map(\.fromBeat) == [0])
    }
}
