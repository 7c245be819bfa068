// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

/// Whole numbers may come from anywhere. None of them traps.
@Suite struct ExtremeNumbersTests {
    static let odd: [Int64] = [
        .min, .min + 1, -1 << 62, -1_000_000_007, -60, -1, 0, 1, 2, 3, 64, 1_000_000_007, 1 << 40, 1 << 62, .max - 1,
        .max,
    ]

    private func drawn(_ random: inout SeededGenerator) -> Int64 { Self.odd.randomElement(using: &random) ?? 0 }

    private func ratio(_ random: inout SeededGenerator) -> Ratio? {
        Ratio(drawn(&random), over: drawn(&random))
    }

    /// Asks everything of a schedule, at places of all sizes.
    private func ask<S: Schedule>(_ schedule: S, at instants: [S.Instant]) {
        for id in Self.odd { _ = schedule.entry(id) }
        for instant in instants {
            let current = schedule.entry(atOrBefore: instant)
            #expect(current.map { $0.instant <= instant } ?? true)
            #expect(schedule.next(after: instant).map { $0.instant > instant } ?? true)
            #expect(Array(schedule.entries(from: instant).prefix(3)).count <= 3)
        }
    }

    private func check<Axis: ExactInstant>(_ axis: Axis.Type, _ places: [Axis], seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            guard let anchor = places.randomElement(using: &random), let one = ratio(&random), let two = ratio(&random),
                let other = ratio(&random)
            else { continue }
            if let periodic = try? PeriodicSchedule(from: anchor, by: one, firstID: drawn(&random)) {
                ask(periodic, at: places)
                if let canon = try? periodic.canon(voices: 3, delay: two) { ask(canon, at: Array(places.prefix(6))) }
                if let late = try? periodic.delayed(by: two) { ask(late, at: places) }
            }
            let loops = Bool.random(using: &random) ? nil : Int(drawn(&random))
            if let cycle = try? CyclicSchedule(from: anchor, offsets: [one, two, other], loops: loops) {
                ask(cycle, at: places)
                for place in places { #expect((0..<3).contains(cycle.step(at: place))) }
            }
        }
    }

    @Test func `schedules over beats and over clock time`() {
        check(BeatPosition.self, Self.odd.map { BeatPosition(whole: $0, fraction: .max / 3) }, seed: 1)
        check(ClockTime.self, Self.odd.map(ClockTime.init), seed: 2)
    }

    @Test(arguments: odd)
    func `schedules on the wall clock`(offset: Int64) {
        let places = Self.odd.map(ClockTime.init)
        let (minutes, hours): (PeriodicSchedule<ClockTime>, PeriodicSchedule<ClockTime>) = (
            .everyMinute(realtimeOffsetNs: offset), .everyHour(realtimeOffsetNs: offset, secondsFromUTC: Int(offset))
        )
        ask(minutes, at: places)
        ask(hours, at: places)
    }

    @Test func `tempi, changes of tempo, meters and bells`() {
        for one in Self.odd {
            for two in Self.odd {
                let tempo = (try? Tempo(one, over: two)) ?? (try? Tempo(999_999_999, over: 1_000_000))
                if let tempo, let ratio = Ratio(one, over: two) {
                    #expect((1...1000).contains(tempo.beatsPerMinute))
                    for change in [TempoChange.by(ratio), .times(ratio)] {
                        if let changed = try? change.applied(to: tempo) {
                            #expect((try? Tempo(parsing: "\(changed)")) != nil)
                        }
                    }
                    _ = (Cadence(secondsApart: ratio), Cadence(beatsApart: ratio, beatsPerBar: Int(one)))
                }
                _ = (try? Meter(beats: Int(one), unit: Int(two)), try? BellPattern(every: Int(one), on: Int(two)))
                _ = (try? Meter(parsing: "\(one)/\(two)"), try? TempoChange(parsing: "+\(one)%"))
            }
        }
        for number in [0, -0.0, .nan, .infinity, 1e300, 5e-300, 1000.0.nextUp, 1.0.nextDown, 123.456_789_012_345_6] {
            if let tempo = try? Tempo(beatsPerMinute: number) { #expect(abs(tempo.beatsPerMinute - number) < 1e-6) }
        }
    }

    @Test func `a timeline at any frame and beat`() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            let far = Int64(1) << 61
            var timeline = Timeline(
                TimelineSegment(
                    originFrame: drawn(&random), originPosition: Position(whole: max(-far, min(far, drawn(&random)))),
                    tempo: try random.tempo(), sampleRate: try random.sampleRate()))
            timeline.changeTempo(to: try random.tempo(), atFrame: drawn(&random))
            for number in Self.odd {
                let beat = timeline.beat(atFrame: number)
                // Exact within 2⁶³ frames of the segment's origin.
                let origin = timeline.segment(atFrame: number).firstFrame
                if !number.subtractingReportingOverflow(origin).overflow {
                    #expect(timeline.frame(ofBeat: beat) <= number)
                }
                _ = (timeline.position(atFrame: number), timeline.frame(ofBeat: number), timeline.entry(number))
                _ = (timeline.next(after: number), timeline.entry(atOrBefore: number))
            }
        }
    }
}
