// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeSession

/// A run at 48 kHz that is changed at random, as the real-time thread would confirm it.
struct Rehearsal {
    var record: RunRecord
    var grid = BarGrid(beatsPerBar: 4)
    /// Seconds since frame 0.
    var now = 0.0

    init(bpm: Int64, at frame: Int64 = 48_000) throws {
        let segment = TimelineSegment(
            originFrame: frame, originPosition: .zero, tempo: try Tempo(bpm), sampleRate: .hz48000)
        record = RunRecord(Self.plan(at: 0, segment, grid, next: 0), bell: nil)
    }

    static func plan(
        at frame: Int64, _ segment: TimelineSegment, _ grid: BarGrid, next: Int64
    ) -> AdoptedPlan {
        AdoptedPlan(frame: frame, run: 1, segment: segment, grid: grid, nextBeat: next)
    }

    var frame: Int64 { Int64((now * 48_000).rounded()) }

    mutating func change(to tempo: Tempo) {
        let segment = record.timeline.segment(atFrame: frame).changing(to: tempo, atFrame: frame)
        record.adopt(Self.plan(at: frame, segment, grid, next: next), bell: nil)
    }

    mutating func change(beatsPerBar: Int) {
        grid = grid.changing(beatsPerBar: beatsPerBar, atBeat: next)
        record.adopt(
            Self.plan(at: frame, record.timeline.segment(atFrame: frame), grid, next: next), bell: nil)
    }

    var hasBegun: Bool { record.timeline.beat(atFrame: frame) >= 0 }

    private var next: Int64 { max(0, record.timeline.segment(atFrame: frame).firstBeat(atOrAfterFrame: frame)) }
}

@Suite struct MotionRecordTests {
    private func distance(_ one: Double, _ other: Double, _ property: MotionProperty) -> Double {
        property.period.map { abs((one - other).remainder(dividingBy: $0)) } ?? abs(one - other)
    }

    /// The most a property may move in a second at up to 300 bpm: as the beat moves it, or from end to end in 150 ms.
    private func limit(_ property: MotionProperty) -> Double {
        let span = property.range.upperBound - property.range.lowerBound
        return max(5 * property.maximumVelocity, 2 * span / 0.15)
    }

    @Test func `of a flood of changes the last ones are kept, and what moves goes by them`() throws {
        var run = try Rehearsal(bpm: 120)
        for change in 0..<1000 {
            run.now = 2 + Double(change) * 0.0005
            run.change(to: try Tempo(Int64(60 + change % 100)))
        }
        #expect(run.record.motion.plans.count <= 100)
        #expect(run.record.motion.plans.last?.begin == run.now)
        #expect(run.record.motion.plans.last?.segment == run.record.timeline.segments.last)
        #expect(zip(run.record.motion.plans, run.record.motion.plans.dropFirst()).allSatisfy { $0.serial < $1.serial })
    }

    @Test func `however many changes lie ahead, what moves now goes by the plan in force`() throws {
        let segment = TimelineSegment(
            originFrame: 48_000, originPosition: .zero, tempo: try Tempo(120), sampleRate: .hz48000)
        let tempi = try (1...300).map { beat in
            PlannedMusic.TempoPoint(
                from: try #require(Ratio(Int64(beat))), tempo: try Tempo(Int64(100 + beat % 50)))
        }
        let plan = Rehearsal.plan(at: 0, segment, BarGrid(beatsPerBar: 4), next: 0)
        let run = RunRecord(plan, accents: BeatAccents(bar: [.bell, .normal, .normal, .normal]), tempi: tempi)
        #expect(run.motion.plans.count > 300)
        // Beat 0 and half of it.
        #expect(abs(run.motion.beats(at: 1.25) - 0.5) < 1e-6)
        #expect(run.motion.serial(ofBeat: 0) < run.motion.serial(ofBeat: 1))
    }

    @Test(arguments: 1...8)
    func `while tempo, meter and play change at random no property jumps or leaves its range`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var run = try Rehearsal(bpm: 120)
        run.record.approach(fromFrame: 24_000) { $0.idle(bpm: 120) }
        let moving = Choreography.properties.filter { !$0.isDiscrete }
        var last = Dictionary(uniqueKeysWithValues: moving.map { ($0, $0.idle(bpm: 120)) })
        let step = 1.0 / 500
        run.now = 0.5
        var isOver = false
        var problems: [String] = []
        for _ in 0..<4000 {
            for property in moving {
                let value = run.record.motion.value(of: property, at: run.now)
                let way = distance(value, last[property] ?? value, property)
                let tolerance = 0.0011 * (property.range.upperBound - property.range.lowerBound)
                if way > limit(property) * step + tolerance {
                    problems.append("\(property) jumps from \(last[property] ?? 0) to \(value) at \(run.now)")
                }
                let slack = property.followsTempo ? 100.0 : 1e-9
                if value < property.range.lowerBound - slack || value > property.range.upperBound + slack {
                    problems.append("\(property) is \(value) at \(run.now)")
                }
                last[property] = value
            }
            if abs(run.record.motion.value(of: .pendulumAngle, at: run.now)) > 30 {
                problems.append("the rod at \(run.now)")
            }
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<4 where !isOver && run.hasBegun:
                run.change(to: try Tempo(Int64.random(in: 30...300, using: &random)))
            case 4..<6 where !isOver: run.change(beatsPerBar: Int.random(in: 1...7, using: &random))
            case 6 where !isOver && run.now > 4:
                run.record.end(atFrame: run.frame, bpm: 77)
                isOver = true
            case 7 where isOver:
                // A new run, which takes everything from where the last one has left it.
                var next = try Rehearsal(bpm: 77, at: Int64((run.now + 0.15) * 48_000))
                next.record.approach(fromFrame: run.now * 48_000) { [last = run.record.motion, now = run.now] in
                    last.value(of: $0, at: now)
                }
                next.now = run.now
                (run, isOver) = (next, false)
            default: break
            }
            run.now += step
        }
        #expect(problems.prefix(5) == [], "\(problems.count) in all")
    }

    @Test func `the swing of a beat is what the rod does in it, through every change`() throws {
        var run = try Rehearsal(bpm: 90)
        var random = SeededGenerator(seed: 9)
        run.now = 1
        for _ in 0..<40 {
            run.now += Double.random(in: 0.01...0.8, using: &random)
            run.change(to: try Tempo(Int64.random(in: 30...300, using: &random)))
            let beat = run.record.timeline.beat(atFrame: run.frame)
            for index in beat...beat + 2 {
                let swing = run.record.motion.swing(inBeat: index)
                for part in stride(from: 0.001, to: 1, by: 0.1) {
                    let time = swing.begin + part * swing.duration
                    let angle = run.record.motion.value(of: .pendulumAngle, at: time)
                    #expect(abs(swing.value(at: time) - angle) < 1e-9, "at \(time)")
                }
                // A change in the last millisecond of a beat leaves its swing as it is.
                #expect(abs(swing.end - Double(run.record.timeline.frame(ofBeat: index + 1)) / 48_000) < 1e-3)
            }
        }
    }

    @Test func `announced beat by beat, the movements give the values that hold`() throws {
        var run = try Rehearsal(bpm: 137)
        run.record.approach(fromFrame: 38_400) { $0.idle(bpm: 137) }
        run.now = 2.2
        run.change(beatsPerBar: 3)
        run.now = 3.05
        run.change(to: try Tempo(80))
        for property in Choreography.properties {
            for index in Int64(0)..<8 {
                let segments = run.record.motion.segments(of: property, inBeat: index)
                let (begin, end) = (
                    run.record.timeline.frame(ofBeat: index), run.record.timeline.frame(ofBeat: index + 1)
                )
                // A beat in which something changed is announced from the change on.
                let first = try #require(segments.first)
                for frame in stride(from: begin, to: end - 10, by: 100) where Double(frame) / 48_000 >= first.begin {
                    let time = Double(frame) / 48_000
                    let told = try #require(segments.value(at: time))
                    let holds = run.record.motion.value(of: property, at: time)
                    let slack = 1e-4 * max(1, property.range.upperBound - property.range.lowerBound)
                    #expect(
                        property.isDiscrete || distance(told, holds, property) < slack, "\(property) in beat \(index)")
                }
            }
        }
    }

    @Test func `a bar that a new meter cuts short is gone through by the next beat`() throws {
        var run = try Rehearsal(bpm: 60)
        run.now = 2.2
        run.change(beatsPerBar: 3)
        // Beat 1 of 4 was on, a quarter and a bit over.
        let ring = run.record.motion.segments(of: .ringProgress, inBeat: 1)
        #expect(ring.count == 1)
        #expect(abs((ring.first?.from ?? 0) - 0.3) < 1e-3)
        #expect(ring.first?.to == 1)
        #expect(abs((ring.first?.end ?? 0) - 3) < 1e-6)
        #expect(run.record.motion.value(of: .ringProgress, at: 3.5) < 0.2)
    }

    @Test func `the counter springs to a new tempo, and the gradient takes a beat`() throws {
        var run = try Rehearsal(bpm: 60)
        run.now = 2.2
        #expect(run.record.motion.value(of: .counterValue, at: 2.2) == 60)
        run.change(to: try Tempo(120))
        #expect(run.record.motion.value(of: .counterValue, at: 2.2) == 60)
        #expect((61...119).contains(run.record.motion.value(of: .counterValue, at: 2.3)))
        #expect(run.record.motion.value(of: .counterValue, at: 4) == 120)
        #expect(abs(run.record.motion.value(of: .gradientMix, at: 2.45) - (20 + 30) / 168) < 1e-9)
        #expect(abs(run.record.motion.value(of: .gradientMix, at: 2.71) - 80 / 168) < 1e-9)
    }

    @Test func `when the music stops everything comes to rest within half a second`() throws {
        var run = try Rehearsal(bpm: 100)
        run.now = 5.3
        #expect(run.record.motion.isMoving(at: 5.3))
        run.record.end(atFrame: run.frame, bpm: 100)
        #expect(run.record.motion.isMoving(at: 5.7))
        #expect(!run.record.motion.isMoving(at: 5.81))
        for property in Choreography.properties {
            guard let rest = property.rest else { continue }
            #expect(run.record.motion.value(of: property, at: 6) == rest, "\(property)")
        }
        run.record.changeRestingTempo(atFrame: 7 * 48_000, bpm: 50)
        #expect(run.record.motion.value(of: .counterValue, at: 7) == 100)
        #expect(run.record.motion.value(of: .counterValue, at: 8) == 50)
    }
}
