// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

/// A run whose beat 0 is at frame 1000.
private func run(bpm: Int64, bell: BellPattern? = nil, at rate: SampleRate = .hz48000) throws -> RunRecord {
    let segment = TimelineSegment(
        originFrame: 1000, originPosition: .zero, tempo: try Tempo(bpm), sampleRate: rate)
    return RunRecord(plan(at: 400, segment, BarGrid(beatsPerBar: 4), next: 0), bell: bell)
}

private func plan(
    at frame: Int64, _ segment: TimelineSegment, _ grid: BarGrid, next: Int64
) -> AdoptedPlan {
    AdoptedPlan(frame: frame, run: 1, segment: segment, grid: grid, nextBeat: next)
}

extension RunRecord {
    fileprivate func rod(at frame: Double) -> Segment {
        motion.movement(of: .pendulumAngle, at: seconds(ofFrame: frame))
    }

    fileprivate func angle(at frame: Double) -> Double { rod(at: frame).value(at: seconds(ofFrame: frame)) }

    fileprivate func velocity(at frame: Double) -> Double { rod(at: frame).velocity(at: seconds(ofFrame: frame)) }

    fileprivate mutating func change(to bpm: Int64, at frame: Int64) throws {
        let segment = timeline.segment(atFrame: frame).changing(to: try Tempo(bpm), atFrame: frame)
        let next = Swift.max(0, segment.firstBeat(atOrAfterFrame: frame))
        adopt(plan(at: frame, segment, BarGrid(beatsPerBar: 4), next: next), bell: nil)
    }
}

@Suite struct RunRecordTests {
    @Test func `of a beat before a plan its former lanes are told, until that beat is forgotten`() throws {
        let pattern = Pattern(BeatAccents(bar: [.normal]), fromBeat: 0)
        func rule(_ beat: Int64, _ name: String?) -> LaneRule {
            let entry = name.map { LaneRule.Entry(name: $0, lane: Lane(id: 2, pattern: pattern), isMuted: false) }
            return LaneRule(from: Position(whole: beat), entries: entry.map { [$0] } ?? [])
        }
        var record = try run(bpm: 120)
        let segment = record.timeline.segments[0]
        func adopt(_ rules: [LaneRule], next: Int64) {
            record.adopt(
                plan(at: segment.frame(ofBeat: next), segment, BarGrid(beatsPerBar: 4), next: next),
                accents: BeatAccents(bar: [.normal]), lanes: rules)
        }
        // Before the first lanes there are none.
        let without = record
        adopt([rule(0, nil), rule(2, "a")], next: 0)
        #expect(record.lanes == [rule(0, nil), rule(2, "a")])
        record = without
        adopt([rule(2, "a")], next: 2)
        #expect(record.lanes == [rule(0, nil), rule(2, "a")])
        record.forget(beforeFrame: segment.frame(ofBeat: 2))
        // The same lanes, and what holds at once.
        adopt([rule(3, "a")], next: 3)
        #expect(record.lanes == [rule(2, "a")])
        adopt([rule(2, "b"), rule(6, "a")], next: 4)
        // That with beat 4, which begins within half a frame of it.
        var new = rule(2, "b")
        new.from = segment.firstPosition(atOrAfterFrame: segment.frame(ofBeat: 4))
        #expect(record.lanes == [rule(2, "a"), new, rule(6, "a")])
        adopt([rule(6, "c")], next: 6)
        #expect(record.lanes == [rule(2, "a"), new, rule(6, "c")])
        adopt([rule(8, nil)], next: 8)
        #expect(record.lanes == [rule(2, "a"), new, rule(6, "c"), rule(8, nil)])
        record.forget(beforeFrame: segment.frame(ofBeat: 7))
        #expect(record.lanes == [rule(6, "c"), rule(8, nil)])
        record.forget(beforeFrame: segment.frame(ofBeat: 9))
        #expect(record.lanes.isEmpty)
    }

    @Test func `lanes that are changed at once hold from where their plan was adopted, as they are heard`() throws {
        let pattern = Pattern(BeatAccents(bar: [.normal]), fromBeat: 0)
        func rule(_ place: Position, _ name: String) -> LaneRule {
            let entry = LaneRule.Entry(name: name, lane: Lane(id: 2, pattern: pattern), isMuted: false)
            return LaneRule(from: place, entries: [entry])
        }
        var record = try run(bpm: 120)
        let segment = record.timeline.segments[0]
        func adopt(_ rules: [LaneRule], atFrame frame: Int64, next: Int64) {
            record.adopt(
                plan(at: frame, segment, BarGrid(beatsPerBar: 4), next: next), accents: BeatAccents(bar: [.normal]),
                lanes: rules)
        }
        adopt([rule(.zero, "a")], atFrame: segment.firstFrame, next: 0)
        let frame = segment.frame(ofBeat: 3) - 6000
        let place = segment.firstPosition(atOrAfterFrame: frame)
        adopt([rule(.zero, "b"), rule(Position(whole: 8), "c")], atFrame: frame, next: 3)
        #expect(record.lanes == [rule(.zero, "a"), rule(place, "b"), rule(Position(whole: 8), "c")])
        // What was to come is replaced, and what is the same goes on.
        adopt([rule(.zero, "b")], atFrame: frame + 1000, next: 3)
        #expect(record.lanes == [rule(.zero, "a"), rule(place, "b")])
    }

    @Test func `a segment that begins after its plan, past a sound that has begun, changes nothing before`() throws {
        let before = try run(bpm: 1000)
        let onset = before.timeline.frame(ofBeat: 4)
        let segment = before.timeline.segment(atFrame: onset).changing(to: try Tempo(10), atFrame: onset + 1)
        var record = before
        for frame in [onset - 1500, onset - 1000] {
            // The second plan brings no other segment, so nothing moves by it.
            record.adopt(plan(at: frame, segment, BarGrid(beatsPerBar: 4), next: 5), bell: nil)
            #expect(record.motion.plans.count == 2)
        }
        for frame in stride(from: onset - 2000, through: onset, by: 100) {
            let time = record.seconds(ofFrame: Double(frame))
            #expect(record.rod(at: Double(frame)) == before.rod(at: Double(frame)))
            #expect(record.motion.beats(at: time) == before.motion.beats(at: time))
        }
        #expect(record.beat(4) == before.beat(4))
        #expect(record.timeline.frame(ofBeat: 5) == segment.frame(ofBeat: 5))
    }

    @Test func `a new meter begins a bar at the next beat and leaves the beats before it alone`() throws {
        var record = try run(bpm: 120, bell: try BellPattern(every: 4, on: 1))
        let grid = BarGrid(beatsPerBar: 4).changing(beatsPerBar: 3, atBeat: 6)
        let segment = record.timeline.segment(atFrame: 100_000)
        record.adopt(plan(at: 130_000, segment, grid, next: 6), bell: try BellPattern(every: 3, on: 1))
        #expect((record.beat(5).bar, record.beat(5).beat, record.beat(5).bell) == (2, 2, false))
        #expect((record.beat(6).bar, record.beat(6).beat, record.beat(6).bell) == (3, 1, true))
        #expect((record.beat(9).bar, record.beat(9).beat, record.beat(9).bell) == (4, 1, true))
        #expect(record.beat(4).bell)
    }

    @Test func `of a flood of changes the last ones are kept, and no beat from them on moves`() throws {
        let most = RunRecord.mostSegments
        var record = try run(bpm: 100)
        var whole = record.timeline
        for change in Int64(1)...Int64(2 * most) {
            try record.change(to: 60 + change % 100, at: 1000 + change * 20)
            whole.changeTempo(to: try Tempo(60 + change % 100), atFrame: 1000 + change * 20)
        }
        #expect(record.timeline.segments == whole.segments.suffix(most))
        #expect((0..<20).allSatisfy { record.timeline.frame(ofBeat: $0 + 1) == whole.frame(ofBeat: $0 + 1) })
    }

    @Test func `forgetting what is over changes nothing that is to come`() throws {
        var record = try run(bpm: 100, bell: try BellPattern(every: 4, on: 1))
        for change in Int64(1)...20 {
            let frame = change * 40_000
            let segment = record.timeline.segment(atFrame: frame).changing(to: try Tempo(100 + change), atFrame: frame)
            let next = segment.firstBeat(atOrAfterFrame: frame)
            record.adopt(plan(at: frame, segment, BarGrid(beatsPerBar: 4), next: next), bell: nil)
        }
        var lean = record
        lean.forget(beforeFrame: 790_000)
        let present = record.timeline.beat(atFrame: 790_000)
        for index in present..<(present + 20) { #expect(lean.beat(index) == record.beat(index)) }
        let time = 795_000 / record.rate
        for property in Choreography.properties {
            #expect(lean.motion.movement(of: property, at: time) == record.motion.movement(of: property, at: time))
        }
        #expect(lean.motion.plans.count < 4)
        #expect(lean.timeline.segments.count < 3)
        #expect(lean.rules.count == 1)
    }

    @Test func `a run plays until its end is heard, then comes to rest, then is at rest`() throws {
        var record = try run(bpm: 60)
        func isMoving(_ frame: Double) -> Bool { record.motion.isMoving(at: record.seconds(ofFrame: frame)) }
        #expect(!record.isEnded && isMoving(0) && isMoving(1e9))
        record.end(atFrame: 100_000, bpm: 60)
        #expect(record.isEnded && record.endFrame == 100_000)
        #expect(isMoving(100_000) && isMoving(100_000 + 24_000 - 1) && !isMoving(100_000 + 24_000 + 1))
        // A new tempo at rest moves the digits once more.
        record.changeRestingTempo(atFrame: 200_000, bpm: 90)
        #expect(isMoving(200_001) && !isMoving(224_001))
        #expect(record.motion.value(of: .counterValue, at: 5) == 90)
    }

    @Test func `a tempo set before the end is heard moves nothing until then, and one of a run that plays nothing`()
        throws
    {
        var record = try run(bpm: 60)
        record.changeRestingTempo(atFrame: 50_000, bpm: 90)
        #expect(!record.isEnded && record.motion.plans.count == 1)
        record.end(atFrame: 100_000, bpm: 60)
        record.changeRestingTempo(atFrame: 50_000, bpm: 90)
        #expect(record.motion.last.begin == 100_000.0 / 48_000.0)
        #expect(record.angle(at: 99_999) != 0 && record.angle(at: 124_001) == 0)
    }

    @Test func `frames and beats keep their places when the device changes its rate`() throws {
        var record = try run(bpm: 120)
        let before = record
        let segment = record.timeline.segment(atFrame: 100_000)
        // The same frame number on, as the real-time thread counts on.
        let rebased = segment.rebased(to: .hz44100, atFrame: 100_000, newFrame: 100_000)
        record.adopt(plan(at: 100_000, rebased, BarGrid(beatsPerBar: 4), next: 5), bell: nil)
        #expect(record.rate == 44_100)
        #expect(record.beat(5).index == 5 && record.beat(5).bar == 2)
        #expect(record.timeline.segments.count == 1)
        let second = record.timeline.frame(ofBeat: 5) - record.timeline.frame(ofBeat: 3)
        #expect(abs(second - 44_100) < 1)
        let way = Double(before.timeline.frame(ofBeat: 5) - 100_000) / 48_000
        #expect(abs(Double(record.timeline.frame(ofBeat: 5) - 100_000) / 44_100 - way) < 1.0 / 44_100)
        let position = record.timeline.position(atFrame: 100_000).beats
        // Half a frame at 120 bpm, the longer of the two.
        #expect(abs(position - before.timeline.position(atFrame: 100_000).beats) < 1.0 / 44_100)
    }
}

/// The rod is the property `pendulum.angle`: what holds for it on top of what holds for all properties.
@Suite struct RodTests {
    @Test func `before beat 0 the rod waits where the first swing begins`() throws {
        let record = try run(bpm: 60)
        #expect(record.angle(at: 0) == 30)
        #expect(record.velocity(at: 0) == 0)
        #expect(record.rod(at: 0) == record.motion.swing(inBeat: 0))
    }

    @Test(arguments: [90, 137, 233] as [Int64])
    func `the rod stands at an end of its swing on every beat, and each swing lasts from onset to onset`(bpm: Int64)
        throws
    {
        let record = try run(bpm: bpm)
        for index in Int64(0)..<8 {
            let (begin, end) = (
                Double(record.timeline.frame(ofBeat: index)), Double(record.timeline.frame(ofBeat: index + 1))
            )
            #expect(abs(record.angle(at: begin) - (index.isMultiple(of: 2) ? 30 : -30)) < 1e-9)
            let swing = record.motion.swing(inBeat: index)
            #expect(swing == record.rod(at: (begin + end) / 2))
            #expect(swing.begin == begin / record.rate && abs(swing.end - end / record.rate) < 1e-12)
            #expect(swing.curve == .easeInOut)
        }
    }

    @Test(arguments: [(60, 120), (120, 60), (90, 91), (240, 40), (40, 1000)] as [(Int64, Int64)])
    func `a tempo change in mid-swing keeps angle and velocity and arrives on the beat`(from: Int64, to: Int64) throws {
        var record = try run(bpm: from)
        let onset = record.timeline.frame(ofBeat: 3)
        let frame = onset + (record.timeline.frame(ofBeat: 4) - onset) / 3
        let before = record
        try record.change(to: to, at: frame)

        #expect(abs(record.angle(at: Double(frame)) - before.angle(at: Double(frame))) < 1e-6)
        #expect(abs(record.velocity(at: Double(frame)) - before.velocity(at: Double(frame))) < 1e-3)
        let after = record.rod(at: Double(frame))
        #expect(after == record.motion.swing(inBeat: 3))
        let next = Double(record.timeline.frame(ofBeat: 4))
        #expect(abs(after.end - next / record.rate) < 1e-9)
        #expect(abs(after.value(at: after.end) - 30) < 1e-9)
        // What was heard before the change stays as it was, and the next swing is whole.
        #expect(record.rod(at: Double(frame) - 1) == before.rod(at: Double(frame) - 1))
        #expect(record.motion.swing(inBeat: 4).begin == next / record.rate)
        #expect(record.motion.swing(inBeat: 4).curve == .easeInOut)
        #expect(record.motion.segments(of: .pendulumAngle, inBeat: 3) == [after])
        #expect(record.motion.segments(of: .pendulumAngle, inBeat: 4) == [record.motion.swing(inBeat: 4)])
    }

    @Test func `the way to the first beat ends where the first whole swing begins`() throws {
        // The sum of begin and duration may differ from the onset in the last digit.
        for frame in stride(from: -20_000.0, to: 950, by: 123.4) {
            var record = try run(bpm: 137)
            record.approach(fromFrame: frame) { $0.idle(bpm: 137) }
            let segments = record.motion.segments(of: .pendulumAngle, inBeat: 0)
            #expect(segments.map(\.to) == [30, -30] && segments.last == record.motion.swing(inBeat: 0))
            #expect(segments.last?.begin == 1000.0 / 48_000 && segments.last?.curve == .easeInOut)
        }
    }

    @Test func `of two changes at one frame the later holds`() throws {
        var record = try run(bpm: 100)
        try record.change(to: 60, at: 50_000)
        try record.change(to: 200, at: 50_000)
        let tempo = try Tempo(200)
        #expect(record.motion.plans.count == 2 && record.motion.last.segment.tempo == tempo)
        let beat = record.timeline.beat(atFrame: 50_000)
        #expect(abs(record.rod(at: 50_000).end - Double(record.timeline.frame(ofBeat: beat + 1)) / record.rate) < 1e-9)
    }

    @Test func `a tempo set while the rod comes to rest leaves it alone`() throws {
        var record = try run(bpm: 100)
        record.end(atFrame: 60_000, bpm: 100)
        let rest = record.rod(at: 60_000)
        record.changeRestingTempo(atFrame: 70_000, bpm: 140)
        #expect(record.rod(at: 71_000) == rest)
        #expect(record.motion.value(of: .counterValue, at: 3) == 140)
    }

    @Test func `two small changes in one swing still arrive on the beat`() throws {
        var record = try run(bpm: 60)
        try record.change(to: 61, at: record.timeline.frame(ofBeat: 2) + 10_000)
        try record.change(to: 60, at: record.timeline.frame(ofBeat: 2) + 20_000)
        try record.change(to: 61, at: record.timeline.frame(ofBeat: 2) + 47_000)
        #expect(abs(record.motion.swing(inBeat: 2).end - Double(record.timeline.frame(ofBeat: 3)) / record.rate) < 1e-9)
    }

    @Test(arguments: [30, 99, 137, 138, 240] as [Int64])
    func `a change on a beat leaves the beat before alone and begins a whole swing`(to: Int64) throws {
        var record = try run(bpm: 137)
        let before = record
        try record.change(to: to, at: record.timeline.frame(ofBeat: 5))
        #expect(record.motion.swing(inBeat: 4) == before.motion.swing(inBeat: 4))
        let swing = record.motion.swing(inBeat: 5)
        #expect(swing.curve == .easeInOut && swing.from == -30)
        #expect(swing.begin == Double(record.timeline.frame(ofBeat: 5)) / record.rate)
        #expect(abs(swing.end - Double(record.timeline.frame(ofBeat: 6)) / record.rate) < 1e-12)
    }

    @Test func `a change of the meter leaves the rod alone`() throws {
        var record = try run(bpm: 90)
        try record.change(to: 100, at: 50_000)
        let before = record
        let grid = BarGrid(beatsPerBar: 4).changing(beatsPerBar: 3, atBeat: 2)
        record.adopt(plan(at: 52_000, before.timeline.segment(atFrame: 52_000), grid, next: 2), bell: nil)
        #expect(record.motion.plans.count == before.motion.plans.count + 1)
        for frame in stride(from: 40_000.0, to: 200_000, by: 500) {
            #expect(record.angle(at: frame) == before.angle(at: frame))
        }
    }

    @Test(arguments: 1...8)
    func `through changes before and after the first beat and an end, the rod neither jumps nor passes 30 degrees`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let segment = TimelineSegment(
            originFrame: 24_000, originPosition: .zero, tempo: try Tempo(100), sampleRate: .hz48000)
        var record = RunRecord(plan(at: 1000, segment, BarGrid(beatsPerBar: 4), next: 0), bell: nil)
        record.approach(fromFrame: 1200) { $0.idle(bpm: 100) }
        var changes = [3000, 9000, 20_000].map { Int64($0) + .random(in: -1500...1500, using: &random) }
        for _ in 0..<20 { changes.append((changes.last ?? 0) + .random(in: 30...40_000, using: &random)) }
        let end = (changes.last ?? 0) + 10_000
        var last = 0.0
        var problems: [String] = []
        for frame in stride(from: Int64(1200), to: end + 48_000, by: 10) {
            while let change = changes.first, change <= frame {
                try record.change(to: .random(in: 30...240, using: &random), at: change)
                changes.removeFirst()
            }
            if record.endFrame == nil, frame >= end { record.end(atFrame: end, bpm: 100) }
            let angle = record.angle(at: Double(frame))
            // 1000 degrees a second is more than any swing at 240 bpm needs, or the shortest way to an onset.
            let isShort = record.rod(at: Double(frame)).duration < 0.05
            if abs(angle - last) > (isShort ? 60 : 0.25) { problems.append("from \(last) to \(angle) at \(frame)") }
            if abs(angle) > 30 { problems.append("\(angle) at \(frame)") }
            last = angle
        }
        #expect(problems.prefix(3) == [])
        #expect(record.angle(at: Double(end) + 24_001) == 0)
        #expect(record.velocity(at: Double(end) + 24_001) == 0)
    }

    @Test(arguments: [300, 1000, 9000, 111_400] as [Int64])
    func `half a second after the end the rod rests upright, also of a run before its first beat`(frame: Int64) throws {
        let segment = TimelineSegment(
            originFrame: 10_000, originPosition: .zero, tempo: try Tempo(60), sampleRate: .hz48000)
        var record = RunRecord(plan(at: 100, segment, BarGrid(beatsPerBar: 4), next: 0), bell: nil)
        record.approach(fromFrame: 200) { $0.idle(bpm: 60) }
        let before = record
        record.end(atFrame: frame, bpm: 60)
        #expect(abs(record.angle(at: Double(frame)) - before.angle(at: Double(frame))) < 1e-9)
        #expect(abs(record.velocity(at: Double(frame)) - before.velocity(at: Double(frame))) < 1e-6)
        let rest = record.rod(at: Double(frame))
        #expect(abs(rest.end - (Double(frame) / 48_000 + 0.5)) < 1e-9)
        #expect((rest.to, rest.velocity(at: rest.end)) == (0, 0))
        #expect(record.rod(at: Double(frame) - 1) == before.rod(at: Double(frame) - 1))
    }

    @Test(arguments: [120, 90] as [Int64])
    func `across a change of rate the rod is where it was, and arrives with the beat`(bpm: Int64) throws {
        var record = try run(bpm: 120)
        // In the same swing, so that what is left of it is under way.
        if bpm != 120 { try record.change(to: bpm, at: 98_000) }
        let before = record
        let rebased = record.timeline.segment(atFrame: 100_000)
            .rebased(to: .hz44100, atFrame: 100_000, newFrame: 100_000)
        record.adopt(plan(at: 100_000, rebased, BarGrid(beatsPerBar: 4), next: 5), bell: nil)
        // Onsets are rounded to frames at both rates, by which the rod moves no more than 1/500 of a degree.
        #expect(abs(record.angle(at: 100_000) - before.angle(at: 100_000)) < 2e-3)
        #expect(abs(record.velocity(at: 100_000) - before.velocity(at: 100_000)) < 2e-2)
        for index in Int64(4)...8 {
            let swing = record.motion.swing(inBeat: index)
            #expect(abs(swing.end - Double(record.timeline.frame(ofBeat: index + 1)) / 44_100) < 1.0 / 44_100)
        }
    }
}
