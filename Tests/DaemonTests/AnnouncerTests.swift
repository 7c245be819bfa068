// SPDX-License-Identifier: Apache-2.0

import Control
import Rhythm
import Testing

@testable import Daemon
@testable import Playback
@testable import Sound

@Suite struct AnnouncerTests {
    /// Somebody who listens.
    private final class Ear {
        let leadMs: Int64
        var heard: [BeatEvent] = []
        /// When each of them came.
        var cameNs: [Int64] = []

        init(leadMs: Int64) { self.leadMs = leadMs }

        var id: ObjectIdentifier { ObjectIdentifier(self) }
        var indices: [Int] { heard.map(\.beatIndex) }
        var latest: [Int: BeatEvent] { Dictionary(heard.map { ($0.beatIndex, $0) }) { $1 } }
    }

    /// A run of beats, those who listen to it, and the time.
    private struct Stage {
        /// Frame f is heard at f / 48000 s.
        static let clock = ClockRecord(
            monotonicNs: 0, heardFrame: 0, framesPerSecond: 48000, writtenFrame: 0, generation: 0, xruns: 0, wakes: 0,
            isOnDevice: false)

        var announcer = Announcer()
        var score: Score
        var clock = Self.clock
        var now: Int64 = 0
        var sequence = 0
        var ears: [Ear] = []

        /// Beat 0 is heard 100 ms after the beginning of time.
        init(bpm: Int64) throws {
            let segment = TimelineSegment(
                originFrame: 4800, originBeat: BeatPosition(whole: 0), tempo: try Tempo(bpm), sampleRate: .hz48000)
            score = Score(
                Adoption(revision: 1, frame: 0, run: 1, segment: segment, grid: BarGrid(beatsPerBar: 4), nextBeat: 0),
                bell: try BellPattern(every: 4, on: 1))
        }

        mutating func join(_ ear: Ear) {
            ears.append(ear)
            announcer.listen(ear.id, leadNs: ear.leadMs * 1_000_000)
        }

        /// Begins the run before these.
        mutating func begin(_ ears: Ear...) {
            for ear in ears { join(ear) }
            announcer.begin()
            announce()
        }

        mutating func announce() {
            var next = sequence
            let tellings = announcer.due(in: score, clock, now: now) {
                next += 1
                return next
            }
            sequence = next
            for telling in tellings {
                for ear in ears where telling.listeners.contains(ear.id) {
                    ear.heard.append(telling.beat)
                    ear.cameNs.append(now)
                }
            }
        }

        /// Lets time go by, waking up when there is something to tell, and late by some of these pauses.
        mutating func run(untilMs end: Int64, lateMs: Int64 = 0) {
            while let due = announcer.nextDueNs(in: score, clock), due + lateMs * 1_000_000 < end * 1_000_000 {
                now = max(now, due + lateMs * 1_000_000)
                announce()
            }
            now = max(now, end * 1_000_000)
        }

        mutating func change(toBPM bpm: Int64) throws {
            let frame = Int64(clock.frame(atNanoseconds: now))
            let present = score.timeline.segment(atFrame: frame)
            score.adopt(
                Adoption(
                    revision: 2, frame: frame, run: 1, segment: present.changing(to: try Tempo(bpm), atFrame: frame),
                    grid: BarGrid(beatsPerBar: 4), nextBeat: 0),
                bell: try BellPattern(every: 4, on: 1))
        }
    }

    @Test(arguments: [0, 50, 200, 1000, 10_000])
    func `every beat is told once, in order, its lead ahead`(leadMs: Int64) throws {
        var stage = try Stage(bpm: 120)
        let ear = Ear(leadMs: leadMs)
        stage.begin(ear)
        stage.run(untilMs: 4000)
        #expect(ear.indices == Array(0..<ear.indices.count))
        #expect(ear.indices.count >= 8)
        #expect(ear.heard.map(\.seq) == Array(1...ear.heard.count))
        #expect(ear.heard.allSatisfy { $0.revision == 0 })
        #expect(ear.heard.map(\.bell) == ear.indices.map { $0 % 4 == 0 })
        #expect(ear.heard.map(\.pendulum.beginNs) == ear.heard.map(\.atNs))
        for (beat, came) in zip(ear.heard, ear.cameNs) where came > 0 {
            #expect(beat.atNs - came == leadMs * 1_000_000 + Announcer.marginNs)
        }
    }

    @Test func `at a start all beats within the lead come at once, and never more than 10 s of them`() throws {
        var stage = try Stage(bpm: 1000)
        let (patient, usual) = (Ear(leadMs: Int64(Lead.range.upperBound)), Ear(leadMs: 200))
        stage.begin(patient, usual)
        #expect(patient.indices == Array(0...165))
        #expect(usual.indices == [0, 1, 2])
    }

    @Test func `each has its own lead, and hears the same`() throws {
        var stage = try Stage(bpm: 240)
        let ears = [0, 200, 3000].map { Ear(leadMs: $0) }
        for ear in ears { stage.join(ear) }
        stage.announcer.begin()
        stage.announce()
        stage.run(untilMs: 5000)
        for ear in ears {
            #expect(ear.indices == Array(0..<ear.indices.count))
            #expect(ear.heard.map(\.seq) == ear.heard.map(\.seq).sorted())
            for beat in ear.heard { #expect(beat.atNs == 100_000_000 + Int64(beat.beatIndex) * 250_000_000) }
        }
        #expect(ears[0].indices.count < ears[1].indices.count && ears[1].indices.count < ears[2].indices.count)
    }

    @Test func `a stall shorter than the lead makes no beat late`() throws {
        var stage = try Stage(bpm: 600)
        let ear = Ear(leadMs: 500)
        stage.begin(ear)
        stage.run(untilMs: 8000, lateMs: 499)
        #expect(ear.indices == Array(0..<ear.indices.count))
        #expect(ear.indices.count > 70)
        for (beat, came) in zip(ear.heard, ear.cameNs) { #expect(beat.atNs > came) }
    }

    @Test func `a beat that moves is told again to those who know of it, with a higher revision`() throws {
        var stage = try Stage(bpm: 60)
        let (early, late) = (Ear(leadMs: 5000), Ear(leadMs: 200))
        stage.begin(early, late)
        stage.run(untilMs: 2500)
        #expect(early.indices == Array(0...7))
        #expect(late.indices == [0, 1, 2])
        try stage.change(toBPM: 30)
        stage.announce()
        // Beat 2 is the one that is heard, whose swing bends.
        #expect(early.indices.dropFirst(8) == [2, 3, 4, 5, 6, 7])
        #expect(late.indices.dropFirst(3) == [2])
        #expect(early.heard.dropFirst(8).allSatisfy { $0.revision == 1 && $0.bpm == ($0.beatIndex == 2 ? 60 : 30) })
        #expect(early.heard.map(\.seq) == early.heard.map(\.seq).sorted())
        // 0.6 of a beat was left at 60 bpm.
        for index in 3...7 { #expect(early.latest[index]?.atNs == 3_700_000_000 + Int64(index - 3) * 2_000_000_000) }
        stage.announce()
        #expect(early.heard.count == 14, "what has not moved is not told again")
        stage.run(untilMs: 9000)
        #expect(
            late.latest[3]
                == early.latest[3].map { beat in
                    var same = beat
                    same.seq = late.latest[3]?.seq ?? 0
                    return same
                })
        #expect(late.indices.filter { $0 > 2 } == [3, 4, 5])
    }

    @Test func `a change of the offset tells the beats to come again`() throws {
        var stage = try Stage(bpm: 120)
        let ear = Ear(leadMs: 1000)
        stage.begin(ear)
        stage.run(untilMs: 3000)
        let before = ear.latest
        let count = ear.heard.count
        stage.clock = Stage.clock.later(byMilliseconds: 40)
        stage.announce()
        let again = ear.heard.dropFirst(count)
        #expect(again.map(\.beatIndex) == [5, 6, 7])
        for beat in again {
            #expect(beat.revision == 1)
            #expect(beat.atNs - (before[beat.beatIndex]?.atNs ?? 0) == 40_000_000)
        }
    }

    @Test func `time that comes again doubles no beat and takes back no revision`() throws {
        var stage = try Stage(bpm: 240)
        let (ear, newcomer) = (Ear(leadMs: 300), Ear(leadMs: 300))
        stage.begin(ear)
        stage.run(untilMs: 1000)
        stage.clock = Stage.clock.later(byMilliseconds: 2000)
        stage.announce()
        stage.join(newcomer)
        stage.announce()
        stage.run(untilMs: 6000)
        let first = ear.heard.filter { $0.revision == 0 }.map(\.beatIndex)
        #expect(first == Array(0..<first.count))
        for (index, beat) in ear.latest {
            let revisions = ear.heard.filter { $0.beatIndex == index }.map(\.revision)
            #expect(revisions == revisions.sorted() && Set(revisions).count == revisions.count)
            if index > 3 { #expect(beat.atNs == 2_100_000_000 + Int64(index) * 250_000_000) }
        }
        #expect(newcomer.indices == Array(0..<newcomer.indices.count))
    }

    @Test func `a device's rate as it settles tells far beats again only when it matters`() throws {
        var stage = try Stage(bpm: 120)
        let ear = Ear(leadMs: 10_000)
        stage.begin(ear)
        let count = ear.heard.count
        stage.clock.framesPerSecond *= 1 + 20e-6
        stage.announce()
        #expect(ear.heard.count == count)
        stage.clock.framesPerSecond *= 1 + 100e-6
        stage.announce()
        #expect(ear.heard.count > count)
    }

    @Test func `who begins to listen in the middle hears of the beats to come only`() throws {
        var stage = try Stage(bpm: 120)
        stage.announcer.begin()
        stage.now = 10_450_000_000
        let (usual, patient) = (Ear(leadMs: 200), Ear(leadMs: 1000))
        stage.join(usual)
        stage.announce()
        #expect(usual.indices == [21])
        stage.join(patient)
        stage.announce()
        #expect(patient.indices == [21, 22])
        #expect(usual.indices == [21])
    }

    @Test func `a stall of up to a second loses no beat, one of longer no more than it has to`() throws {
        var stage = try Stage(bpm: 120)
        let (ear, newcomer) = (Ear(leadMs: 200), Ear(leadMs: 200))
        stage.join(ear)
        stage.announcer.begin()
        stage.now = 110_000_000
        stage.announce()
        #expect(ear.indices == [0])
        stage.now = 1_450_000_000
        stage.join(newcomer)
        stage.announce()
        #expect(ear.indices == [0, 1, 2, 3])
        #expect(newcomer.indices == [3])
        stage.now = 9_650_000_000
        stage.announce()
        #expect(ear.indices == [0, 1, 2, 3, 18, 19])
        #expect(newcomer.indices == [3, 18, 19])
    }

    @Test func `a beat that a change had moved before anybody could say so is told as it was`() throws {
        var stage = try Stage(bpm: 60)
        let ear = Ear(leadMs: 200)
        stage.begin(ear)
        stage.run(untilMs: 1050)
        #expect(ear.indices == [0, 1])
        // 0.05 of a beat is left, of a quarter of a second: beat 1 and two more are over by the time this is known.
        try stage.change(toBPM: 240)
        stage.now = 1_750_000_000
        stage.announce()
        #expect(ear.indices == [0, 1, 1, 2, 3, 4])
        #expect(ear.latest[1]?.atNs == 1_062_500_000)
        #expect(ear.latest[1]?.revision == 1)
        #expect(ear.latest[3]?.atNs == 1_562_500_000)
    }

    @Test func `a clock that is set right says nothing new of what was heard`() throws {
        var stage = try Stage(bpm: 600)
        let ear = Ear(leadMs: 50)
        stage.begin(ear)
        stage.run(untilMs: 1010)
        stage.clock = Stage.clock.later(byMilliseconds: -3)
        stage.announce()
        #expect(ear.heard.filter { $0.revision > 0 }.map(\.beatIndex) == [9])
    }

    @Test func `another lead holds from then on, and nobody is told twice for it`() throws {
        var stage = try Stage(bpm: 120)
        let ear = Ear(leadMs: 200)
        stage.begin(ear)
        stage.run(untilMs: 1000)
        stage.announcer.listen(ear.id, leadNs: 2_000_000_000)
        stage.announce()
        #expect(ear.indices == [0, 1, 2, 3, 4, 5])
        stage.announcer.listen(ear.id, leadNs: 0)
        stage.run(untilMs: 4000)
        #expect(ear.indices == [0, 1, 2, 3, 4, 5, 6, 7])
    }

    @Test func `nothing is due while nobody listens, and a new run counts from 0`() throws {
        var stage = try Stage(bpm: 120)
        let ear = Ear(leadMs: 200)
        #expect(stage.announcer.nextDueNs(in: stage.score, stage.clock) == nil)
        stage.begin(ear)
        #expect(stage.announcer.nextDueNs(in: stage.score, stage.clock) == 380_000_000)
        stage.announcer.leave(ear.id)
        #expect(stage.announcer.isIdle)
        #expect(stage.announcer.nextDueNs(in: stage.score, stage.clock) == nil)
        stage.announcer.listen(ear.id, leadNs: 200_000_000)
        stage.announcer.begin()
        stage.announce()
        #expect(ear.indices == [0, 0])
        #expect(ear.heard.allSatisfy { $0.revision == 0 })
    }
}
