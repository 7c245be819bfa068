// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct AnnouncerTests {
    /// A listener, and what was announced to it.
    private final class Ear {
        let leadMs: Int64
        var heard: [AnnouncedBeat] = []
        /// The number of each announcement, counted over all listeners.
        var numbers: [Int] = []
        /// When each of them came.
        var came: [ClockTime] = []
        /// The revision of the movements in each of them.
        var motionRevisions: [Int] = []

        init(leadMs: Int64) { self.leadMs = leadMs }

        var id: ObjectIdentifier { ObjectIdentifier(self) }
        var indices: [Int] { heard.map { Int($0.beat.index) } }
        var latest: [Int: AnnouncedBeat] { Dictionary(heard.map { (Int($0.beat.index), $0) }) { $1 } }
        func revisions(of index: Int) -> [Int] { heard.filter { $0.beat.index == index }.map(\.revision) }
    }

    /// A run of beats, its listeners, and the time.
    private struct Stage {
        /// Frame f leaves the device at f / 48000 s.
        static let device = DeviceClock(
            frame: 0, time: ClockTime(nanoseconds: 0), framesPerSecond: 48000, writtenFrame: 0)

        var announcer = BeatAnnouncer()
        var record: RunRecord
        var device = Self.device
        var offsetMs = 0.0
        var now = ClockTime(nanoseconds: 0)
        var count = 0
        var ears: [Ear] = []

        var run: HeardRun { HeardRun(record, HeardClock(device, offsetMilliseconds: offsetMs)) }

        /// Beat 0 is heard 100 ms after the clock's origin.
        init(bpm: Int64) throws {
            let segment = TimelineSegment(
                originFrame: 4800, originPosition: .zero, tempo: try Tempo(bpm), sampleRate: .hz48000)
            record = RunRecord(
                AdoptedPlan(
                    frame: 0, run: 1, segment: segment, grid: BarGrid(beatsPerBar: 4), nextBeat: 0),
                bell: try BellPattern(every: 4, on: 1))
        }

        mutating func join(_ ear: Ear) {
            if !ears.contains(where: { $0 === ear }) { ears.append(ear) }
            announcer.listen(ear.id, lead: .milliseconds(ear.leadMs))
        }

        /// Begins the run with these listeners.
        mutating func begin(_ ears: Ear...) {
            for ear in ears { join(ear) }
            announcer.reset()
            announce()
        }

        mutating func announce() {
            for announcement in announcer.announcements(in: run, at: now) {
                count += 1
                for ear in ears where announcement.listeners.contains(ear.id) {
                    ear.heard.append(announcement.beat)
                    ear.numbers.append(count)
                    ear.came.append(now)
                    ear.motionRevisions.append(announcement.motionRevision)
                }
            }
        }

        /// Lets time pass, and announces whenever something is due, late by a pause.
        mutating func run(untilMs end: Int64, lateMs: Int64 = 0) {
            let end = AnnouncerTests.ms(end)
            while let due = announcer.nextDue(in: run), due + .milliseconds(lateMs) < end {
                now = max(now, due + .milliseconds(lateMs))
                announce()
            }
            now = max(now, end)
        }

        /// The music is over with a beat, or goes on.
        mutating func end(withBeat beat: Int64?) {
            let plan = AdoptedPlan(
                frame: run.frame(at: now), run: 1, segment: record.timeline.segment(atFrame: 0),
                grid: BarGrid(beatsPerBar: 4), nextBeat: 0)
            record.adopt(plan, accents: record.rules.rule(ofBeat: 0).accents, endBeat: beat)
        }

        mutating func change(toBPM bpm: Int64) throws { try change(to: try Tempo(bpm)) }

        mutating func change(to tempo: Tempo) throws {
            let frame = run.frame(at: now)
            let present = record.timeline.segment(atFrame: frame)
            record.adopt(
                AdoptedPlan(
                    frame: frame, run: 1, segment: present.changing(to: tempo, atFrame: frame),
                    grid: BarGrid(beatsPerBar: 4), nextBeat: 0),
                bell: try BellPattern(every: 4, on: 1))
        }
    }

    private static func ms(_ milliseconds: Int64) -> ClockTime { ClockTime(nanoseconds: milliseconds * 1_000_000) }

    @Test(arguments: [0, 50, 200, 1000, 10_000])
    func `every beat is announced once, in order, its lead ahead`(leadMs: Int64) throws {
        var stage = try Stage(bpm: 120)
        let ear = Ear(leadMs: leadMs)
        stage.begin(ear)
        stage.run(untilMs: 4000)
        #expect(ear.indices == Array(0..<ear.indices.count))
        #expect(ear.indices.count >= 8)
        #expect(ear.numbers == Array(1...ear.heard.count))
        #expect(ear.heard.allSatisfy { $0.revision == 0 })
        #expect(ear.heard.map(\.beat.bell) == ear.indices.map { $0 % 4 == 0 })
        #expect(ear.heard.map(\.swing.begin) == ear.heard.map(\.beat.time))
        for (beat, came) in zip(ear.heard, ear.came) where came > Self.ms(0) {
            #expect(beat.beat.time - came == .milliseconds(leadMs) + BeatAnnouncer.margin)
        }
    }

    @Test func `at a start all beats within the lead come at once, and never more than 10 s of them`() throws {
        var stage = try Stage(bpm: 1000)
        let (patient, usual) = (Ear(leadMs: 10_000), Ear(leadMs: 200))
        stage.begin(patient, usual)
        #expect(patient.indices == Array(0...165))
        #expect(usual.indices == [0, 1, 2])
    }

    @Test func `a beat is announced again as silent once the music ends before it, and back`() throws {
        var stage = try Stage(bpm: 240)
        let ear = Ear(leadMs: 1000)
        stage.begin(ear)
        #expect(ear.indices == [0, 1, 2, 3])
        stage.end(withBeat: 2)
        stage.announce()
        stage.run(untilMs: 500)
        #expect(ear.latest.filter { $0.value.beat.accent == .mute }.keys.sorted() == [2, 3])
        #expect(ear.indices.max() == 3)
        stage.end(withBeat: nil)
        stage.announce()
        stage.run(untilMs: 700)
        #expect(!ear.latest.values.contains { $0.beat.accent == .mute })
        #expect(ear.revisions(of: 3) == [0, 1, 2])
        #expect(ear.revisions(of: 5) == [0])
    }

    @Test func `each has its own lead, and hears the same`() throws {
        var stage = try Stage(bpm: 240)
        let ears = [0, 200, 3000].map { Ear(leadMs: $0) }
        for ear in ears { stage.join(ear) }
        stage.announcer.reset()
        stage.announce()
        stage.run(untilMs: 5000)
        for ear in ears {
            #expect(ear.indices == Array(0..<ear.indices.count))
            #expect(ear.numbers == ear.numbers.sorted())
            for beat in ear.heard { #expect(beat.beat.time == Self.ms(100 + beat.beat.index * 250)) }
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
        for (beat, came) in zip(ear.heard, ear.came) { #expect(beat.beat.time > came) }
    }

    @Test func `a beat that moves is announced again to those who know of it, with a higher revision`() throws {
        var stage = try Stage(bpm: 60)
        let (early, late) = (Ear(leadMs: 5000), Ear(leadMs: 200))
        stage.begin(early, late)
        stage.run(untilMs: 2500)
        #expect(early.indices == Array(0...7))
        #expect(late.indices == [0, 1, 2])
        try stage.change(toBPM: 30)
        stage.announce()
        // Beat 2 is the one that is heard, whose swing changes.
        #expect(early.indices.dropFirst(8) == [2, 3, 4, 5, 6, 7])
        #expect(late.indices.dropFirst(3) == [2])
        let tempi = early.heard.dropFirst(8).map(\.beat.bpm)
        #expect(tempi == [60, 30, 30, 30, 30, 30])
        #expect(early.heard.dropFirst(8).allSatisfy { $0.revision == 1 })
        #expect(early.numbers == early.numbers.sorted())
        // 0.6 of a beat was left at 60 bpm.
        for index in 3...7 { #expect(early.latest[index]?.beat.time == Self.ms(3700 + Int64(index - 3) * 2000)) }
        stage.announce()
        #expect(early.heard.count == 14, "what has not moved is not announced again")
        stage.run(untilMs: 9000)
        #expect(late.latest[3] == early.latest[3])
        #expect(late.indices.filter { $0 > 2 } == [3, 4, 5])
    }

    @Test func `a change of the offset announces the beats to come again`() throws {
        var stage = try Stage(bpm: 120)
        let ear = Ear(leadMs: 1000)
        stage.begin(ear)
        stage.run(untilMs: 3000)
        let before = ear.latest
        let count = ear.heard.count
        stage.offsetMs = 40
        stage.announce()
        let again = ear.heard.dropFirst(count)
        #expect(again.map(\.beat.index) == [5, 6, 7])
        for beat in again {
            #expect(beat.revision == 1)
            #expect(beat.beat.time - (before[Int(beat.beat.index)]?.beat.time ?? .earliest) == .milliseconds(40))
        }
    }

    @Test func `time that comes again doubles no beat and takes back no revision`() throws {
        var stage = try Stage(bpm: 240)
        let (ear, newcomer) = (Ear(leadMs: 300), Ear(leadMs: 300))
        stage.begin(ear)
        stage.run(untilMs: 1000)
        stage.offsetMs = 2000
        stage.announce()
        stage.join(newcomer)
        stage.announce()
        stage.run(untilMs: 6000)
        let first = ear.heard.filter { $0.revision == 0 }.map { Int($0.beat.index) }
        #expect(first == Array(0..<first.count))
        for (index, beat) in ear.latest {
            let revisions = ear.revisions(of: index)
            #expect(revisions == revisions.sorted() && Set(revisions).count == revisions.count)
            if index > 3 { #expect(beat.beat.time == Self.ms(2100 + Int64(index) * 250)) }
        }
        #expect(newcomer.indices == Array(0..<newcomer.indices.count))
    }

    @Test
    func
        `a device's rate as it becomes known announces far beats again only when they move by more than the tolerance`()
        throws
    {
        var stage = try Stage(bpm: 120)
        let ear = Ear(leadMs: 10_000)
        stage.begin(ear)
        let count = ear.heard.count
        stage.device.framesPerSecond *= 1 + 40e-6
        stage.announce()
        #expect(ear.heard.count == count)
        stage.device.framesPerSecond *= 1 + 100e-6
        stage.announce()
        #expect(ear.heard.count > count)
    }

    @Test func `a listener that comes in the middle gets the beats to come only`() throws {
        var stage = try Stage(bpm: 120)
        stage.announcer.reset()
        stage.now = Self.ms(10_450)
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
        stage.announcer.reset()
        stage.now = Self.ms(110)
        stage.announce()
        #expect(ear.indices == [0])
        stage.now = Self.ms(1450)
        stage.join(newcomer)
        stage.announce()
        #expect(ear.indices == [0, 1, 2, 3])
        #expect(newcomer.indices == [3])
        stage.now = Self.ms(9650)
        stage.announce()
        #expect(ear.indices == [0, 1, 2, 3, 18, 19])
        #expect(newcomer.indices == [3, 18, 19])
    }

    @Test func `a beat that a change moved before it could be announced is announced as it was`() throws {
        var stage = try Stage(bpm: 60)
        let ear = Ear(leadMs: 200)
        stage.begin(ear)
        stage.run(untilMs: 1050)
        #expect(ear.indices == [0, 1])
        // 0.05 of a beat is left, of a quarter of a second: beat 1 and two more are over by the time this is known.
        try stage.change(toBPM: 240)
        stage.now = Self.ms(1750)
        stage.announce()
        #expect(ear.indices == [0, 1, 1, 2, 3, 4])
        #expect(ear.latest[1]?.beat.time == ClockTime(nanoseconds: 1_062_500_000))
        #expect(ear.latest[1]?.revision == 1)
        #expect(ear.latest[3]?.beat.time == ClockTime(nanoseconds: 1_562_500_000))
    }

    @Test func `a clock that is corrected announces nothing of what was heard`() throws {
        var stage = try Stage(bpm: 600)
        let ear = Ear(leadMs: 50)
        stage.begin(ear)
        stage.run(untilMs: 1010)
        stage.offsetMs = -3
        stage.announce()
        #expect(ear.heard.filter { $0.revision > 0 }.map(\.beat.index) == [9])
    }

    @Test func `another lead holds from then on, and no beat comes twice for it`() throws {
        var stage = try Stage(bpm: 120)
        let ear = Ear(leadMs: 200)
        stage.begin(ear)
        stage.run(untilMs: 1000)
        stage.announcer.listen(ear.id, lead: .seconds(2))
        stage.announce()
        #expect(ear.indices == [0, 1, 2, 3, 4, 5])
        stage.announcer.listen(ear.id, lead: .zero)
        stage.run(untilMs: 4000)
        #expect(ear.indices == [0, 1, 2, 3, 4, 5, 6, 7])
    }

    @Test func `nothing is due without listeners, and a new run counts from 0`() throws {
        var stage = try Stage(bpm: 120)
        let ear = Ear(leadMs: 200)
        #expect(stage.announcer.nextDue(in: stage.run) == nil)
        stage.begin(ear)
        #expect(stage.announcer.nextDue(in: stage.run) == Self.ms(380))
        stage.announcer.leave(ear.id)
        #expect(stage.announcer.isIdle)
        #expect(stage.announcer.nextDue(in: stage.run) == nil)
        stage.announcer.listen(ear.id, lead: .milliseconds(200))
        stage.announcer.reset()
        stage.announce()
        #expect(ear.indices == [0, 0])
        #expect(ear.heard.allSatisfy { $0.revision == 0 })
    }

    @Test func `revisions rise also after the clock moved back`() throws {
        var stage = try Stage(bpm: 240)
        let ear = Ear(leadMs: 1000)
        stage.begin(ear)
        stage.run(untilMs: 2000)
        for tempo in [200, 240, 180, 240] as [Int64] {
            try stage.change(toBPM: tempo)
            stage.announce()
            stage.run(untilMs: 2000 + 100)
        }
        stage.run(untilMs: 6000)
        // Beats long over are heard again, and then move once more.
        stage.offsetMs = 3000
        stage.announce()
        try stage.change(toBPM: 90)
        stage.announce()
        stage.run(untilMs: 12_000)
        for index in Set(ear.indices) {
            let revisions = ear.revisions(of: index)
            #expect(revisions == revisions.sorted() && Set(revisions).count == revisions.count, "beat \(index)")
        }
        #expect(ear.heard.map(\.revision).max() ?? 0 >= 5)
    }

    @Test(arguments: [60, 240] as [Int64])
    func `a listener that leaves and comes back gets no lower revision`(bpm: Int64) throws {
        var stage = try Stage(bpm: bpm)
        let (ear, other) = (Ear(leadMs: 5000), Ear(leadMs: 0))
        stage.begin(ear, other)
        stage.run(untilMs: 1900)
        try stage.change(toBPM: bpm * 2)
        stage.announce()
        stage.announcer.leave(ear.id)
        stage.announcer.leave(other.id)
        stage.now = Self.ms(3500)
        stage.join(other)
        stage.announce()
        stage.run(untilMs: 4100)
        stage.join(ear)
        stage.announce()
        stage.run(untilMs: 8000)
        for index in Set(ear.indices) {
            let revisions = ear.revisions(of: index)
            #expect(revisions == revisions.sorted(), "beat \(index)")
            #expect(ear.latest[index] == other.latest[index] ?? ear.latest[index])
        }
        let last = other.indices.last ?? 0
        #expect(Array(other.indices.suffix(8)) == Array(last - 7...last))
    }

    @Test func `whose movements change without the beat gets the movements only, with a higher revision`() throws {
        var stage = try Stage(bpm: 60)
        let ear = Ear(leadMs: 1000)
        stage.begin(ear)
        stage.run(untilMs: 1500)
        let count = ear.heard.count
        // Bars of three from beat 3 on: beat 2 ends its bar now, and is where it was.
        stage.record.adopt(
            AdoptedPlan(
                frame: 76_800, run: 1, segment: stage.record.timeline.segment(atFrame: 76_800),
                grid: BarGrid(beatsPerBar: 4).changing(beatsPerBar: 3, atBeat: 3), nextBeat: 3),
            bell: try BellPattern(every: 4, on: 1))
        let announcements = stage.announcer.announcements(in: stage.run, at: stage.now)
        #expect(announcements.map(\.beat.beat.index) == [1, 2])
        #expect(announcements.allSatisfy { !$0.isBeatNew && $0.motionRevision == 1 && $0.beat.revision == 0 })
        #expect(ear.heard.count == count)
    }

    @Test func `a run that begins is announced from beat 0 to those who listened to the last, with revisions from 0`()
        throws
    {
        var stage = try Stage(bpm: 240)
        let (ear, newcomer) = (Ear(leadMs: 300), Ear(leadMs: 0))
        stage.begin(ear)
        stage.run(untilMs: 1500)
        for tempo in [200, 240, 180] as [Int64] { try stage.change(toBPM: tempo) }
        stage.announce()
        stage.run(untilMs: 6000)
        let count = ear.heard.count
        stage.record = try Stage(bpm: 240).record
        stage.now = Self.ms(0)
        stage.announcer.reset()
        stage.announce()
        #expect(Array(ear.indices.dropFirst(count)) == [0])
        stage.run(untilMs: 700)
        #expect(Array(ear.indices.dropFirst(count)) == [0, 1, 2, 3])
        stage.announcer.leave(ear.id)
        stage.announcer.reset()
        stage.join(newcomer)
        stage.announce()
        try stage.change(toBPM: 60)
        stage.announce()
        #expect(newcomer.indices == [2] && newcomer.heard.map(\.revision) == [1])
    }

    @Test func `a beat that moved before a listener came is not announced to it`() throws {
        var stage = try Stage(bpm: 240)
        let (ear, newcomer) = (Ear(leadMs: 100), Ear(leadMs: 100))
        stage.begin(ear)
        stage.run(untilMs: 1400)
        stage.join(newcomer)
        stage.announce()
        // Confirmed late: beat 4, from 1.1 s to 1.35 s, is over.
        let present = stage.record.timeline.segment(atFrame: 60_000)
        stage.record.adopt(
            AdoptedPlan(
                frame: 60_000, run: 1, segment: present.changing(to: try Tempo(250), atFrame: 60_000),
                grid: BarGrid(beatsPerBar: 4), nextBeat: 0),
            bell: try BellPattern(every: 4, on: 1))
        stage.announce()
        #expect(ear.heard.filter { $0.revision > 0 }.map(\.beat.index) == [4, 5])
        #expect(newcomer.heard.filter { $0.revision > 0 }.map(\.beat.index) == [5])
    }

    @Test func `a beat is announced again if only its bell, its tempo or its swing is another`() throws {
        var stage = try Stage(bpm: 120)
        let ear = Ear(leadMs: 600)
        stage.begin(ear)
        stage.run(untilMs: 1350)
        #expect(ear.indices == [0, 1, 2, 3])
        // The bell moves to the second beat of the bar, from beat 3 on.
        let segment = stage.record.timeline.segment(atFrame: 64_000)
        stage.record.adopt(
            AdoptedPlan(
                frame: 64_000, run: 1, segment: segment, grid: BarGrid(beatsPerBar: 4), nextBeat: 3),
            bell: try BellPattern(every: 4, on: 4))
        stage.announce()
        #expect(Array(ear.indices.dropFirst(4)) == [2, 3])
        #expect(ear.latest[2]?.revision == 0 && ear.latest[3]?.revision == 1 && ear.latest[3]?.beat.bell == true)
        // Half-way through beat 2 to half the tempo: what is left of the swing lasts as long as the whole one.
        try stage.change(toBPM: 60)
        stage.announce()
        let begin = try #require(ear.latest[2]).swing.begin
        #expect(ear.latest[2]?.revision == 1 && begin == Self.ms(1350))
        #expect(ear.latest[2]?.swing.durationNs == 500_000_000)
        // Another tempo at the same frame: only the end of the swing moves.
        try stage.change(toBPM: 61)
        stage.announce()
        #expect(ear.latest[2]?.revision == 2 && ear.latest[2]?.swing.begin == begin)
        #expect(ear.latest[2]?.swing.durationNs ?? 0 < 499_000_000)
        // A hundredth of a bpm moves nothing by more than the tolerance.
        let revision = ear.latest[3]?.revision ?? 0
        let tempo = try Tempo(6101, over: 100)
        try stage.change(to: tempo)
        stage.announce()
        #expect(ear.latest[3]?.revision == revision + 1 && ear.latest[3]?.beat.bpm == tempo.beatsPerMinute)
    }

    @Test func `after a pause without listeners the present beat is known again, and each lead gets its own beats`()
        throws
    {
        var stage = try Stage(bpm: 240)
        let (gone, near, far) = (Ear(leadMs: 0), Ear(leadMs: 0), Ear(leadMs: 800))
        stage.begin(gone)
        stage.run(untilMs: 1900)
        stage.announcer.leave(gone.id)
        stage.now = Self.ms(2500)
        for ear in [near, far] { stage.join(ear) }
        stage.announce()
        #expect(near.indices == [] && far.indices == [10, 11, 12])
        try stage.change(toBPM: 200)
        stage.announce()
        // Beat 9 is the one that is heard, whose swing changes.
        #expect(near.indices == [9] && near.heard.map(\.revision) == [1])
        stage.run(untilMs: 4000)
        #expect(near.indices == Array(9..<9 + near.indices.count))
        for (index, beat) in near.latest { #expect(far.latest[index] == beat) }
    }
}
