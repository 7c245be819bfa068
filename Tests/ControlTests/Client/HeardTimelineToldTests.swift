// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import MetronomeRhythm
import SeededRandom
import Testing

@testable import MetronomeControl
@testable import MetronomeSession

@Suite struct HeardTimelineToldTests {
    private func ramp(
        from: (Int, Int), to: (Int, Int), _ curve: String, length: Double, begin: TimelineState.Segment.Origin? = nil
    ) -> TimelineState.Segment {
        var segment = TimelineState.Segment.sample(beat: 8, 0.5, atNs: 10_000_000_000, bpm: from.0, over: from.1)
        segment.curve = curve
        segment.curveBegin = begin
        segment.to = .init(numerator: to.0, denominator: to.1)
        segment.length = length
        return segment
    }

    @Test(arguments: TempoCurve.Shape.allCases.dropFirst())
    func `a client computes from a curve what the engine plays by`(shape: TempoCurve.Shape) throws {
        let ramps: [(from: Int, to: Int, length: Int, note: (Int64, Int64))] = [
            (60, 180, 32, (1, 1)), (180, 60, 8, (1, 1)), (100, 101, 400, (1, 1)), (1, 1000, 3, (1, 1)),
            (400, 399, 1, (1, 1)),
            // Of a song that counts in other notes: the beats are slower or faster than a tempo may be.
            (900, 1000, 20, (3, 1)), (60, 180, 32, (2, 3)), (1, 5, 4, (1, 2)),
        ]
        for (from, to, length, note) in ramps {
            let note = try #require(Ratio(note.0, over: note.1))
            let course = TimelineSegment(
                originPlace: FramePlace(frame: 0), originPosition: Position(whole: 8, fraction: 1 << 63),
                curve: TempoCurve(
                    from: try Tempo(Int64(from)), to: try Tempo(Int64(to)), shape,
                    length: try #require(Ratio(Int64(length)))),
                curveBegin: Position(whole: 8), beat: note, sampleRate: .hz48000)
            func wire(_ tempo: Int) throws -> (Int, Int) {
                let ratio = try #require(Ratio(Int64(tempo))?.multiplied(by: note))
                return (Int(ratio.numerator), Int(ratio.denominator))
            }
            let segment = ramp(
                from: try wire(from), to: try wire(to), shape.name, length: Double(length),
                begin: .init(beat: 8, fraction: 0))
            let timeline = try #require(HeardTimeline(.sample([segment])))
            for beat in Int64(4)..<Int64(length + 16) {
                let heard = try #require(timeline.beat(beat))
                let seconds = course.place(of: Position(whole: beat)).frames / 48_000
                #expect(abs(heard.time.seconds(since: ClockTime(nanoseconds: 10_000_000_000)) - seconds) < 2e-9)
                #expect(abs(heard.bpm - course.beatsPerMinute(ofBeat: beat)) < 1e-6)
                #expect(abs(timeline.position(at: heard.time).beats - Double(beat)) < 1e-7)
            }
        }
    }

    @Test func `one tempo is exact, however it is written`() throws {
        for (bpm, over) in [(1373, 10), (120, 1), (240, 2), (2_000_003, 3000), (1, 3), (5000, 7), (999_999, 1)] {
            let timeline = try #require(HeardTimeline(.sample([.sample(bpm: bpm, over: over)])))
            let beat = try #require(timeline.beat(Int64(bpm)))
            #expect(beat.time.nanoseconds == 2_000_000_000 + Int64(over) * 60_000_000_000)
            #expect(abs(beat.bpm * Double(over) / Double(bpm) - 1) < 1e-15)
        }
    }

    @Test func `accents and the bell, the length of a beat and the place in a song are those that are told`() throws {
        var bars = TimelineState.Bars.sample(beats: 3, bell: BellState(every: 4, on: 2), length: (3, 2), song: (9, 4))
        bars.accents = "Ao."
        let timeline = try #require(HeardTimeline(.sample([.sample()], [bars])))
        let accents: [Accent] = [.accent, .bell, .mute, .accent, .ghost, .bell, .accent]
        #expect((0..<7).map { timeline.beat($0)?.accent } == accents)
        #expect(timeline.rules[0].songQuarters(ofBeats: 2) == 5.25)
        bars.accents = "?"
        bars.bell = BellState(every: 4, on: .min)
        let strange = try #require(HeardTimeline(.sample([.sample()], [bars])))
        #expect(strange.beat(0)?.accent == .normal && strange.beat(1)?.bell == false)
    }

    @Test func `a timeline that cannot be calculated with is none`() {
        #expect(HeardTimeline(.sample([])) == nil && HeardTimeline(.sample([.sample()], [])) == nil)
        let backwards = [TimelineState.Segment.sample(beat: 9), .sample(beat: 5, atNs: 3_000_000_000)]
        #expect(HeardTimeline(.sample(backwards)) == nil)
        #expect(HeardTimeline(.sample([ramp(from: (60, 1), to: (90, 1), "linear_in_beats", length: 4)])) != nil)
        for strange in [
            // Of a newer daemon.
            ramp(from: (60, 1), to: (90, 1), "spline", length: 4),
            ramp(from: (60, 1), to: (90, 1), "linear_in_beats", length: 0),
            ramp(from: (60, 1), to: (90, 1), "linear_in_time", length: .nan),
            ramp(from: (60, 1), to: (90, 0), "linear_in_time", length: 4),
            ramp(from: (60, 1), to: (90_000, 1), "linear_in_time", length: 4),
            ramp(from: (1, 1000), to: (1, 1001), "linear_in_time", length: 1e9),
            ramp(from: (60, 1), to: (90, 1), "linear_in_beats", length: 8, begin: .init(beat: .min, fraction: 0)),
            ramp(from: (60, 1), to: (90, 1), "linear_in_beats", length: 8, begin: .init(beat: 9, fraction: 0)),
        ] {
            #expect(HeardTimeline(.sample([strange])) == nil)
        }
        var loud = TimelineState.Bars.sample()
        loud.volume = .infinity
        #expect(HeardTimeline(.sample([.sample()], [loud])) == nil)
        #expect(HeardTimeline(.sample(end: .max)) == nil && HeardTimeline(.sample(end: 100)) != nil)
    }

    @Test func `at the bounds of what is calculated with nothing overflows, and times and places are in order`() throws
    {
        var random = SeededGenerator(seed: 9)
        func one<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }
        let beats: [Int] = [-1 << 53, -1 << 40, -1, 0, 1, 7, 1 << 40, 1 << 53 - 1]
        let tempi: [(Int, Int)] = [
            (1, 1000), (1, 3), (1, 1), (120, 1), (1000, 1), (999_999, 7), (1_000_000, 1), (.max, .max - 1),
        ]
        let lengths: [Double] = [1e-9, 1 / 3, 1, 32, 1e6, 0x1p31]
        var decoded = 0
        for _ in 0..<20_000 {
            let origin = TimelineState.Segment.Origin(beat: one(beats), fraction: one([0, 0.5, 1.0.nextDown]))
            var segment = ramp(
                from: one(tempi), to: one(tempi), one(["constant", "linear_in_beats", "linear_in_time"]),
                length: one(lengths),
                begin: one([
                    nil, origin, .init(beat: one(beats), fraction: 0), .init(beat: origin.beat - 1, fraction: 0),
                ]))
            (segment.origin, segment.atNs, segment.ratePPM) = (
                origin, one([0, 1 << 61 - 1]), one([-99_999, 0, 99_999])
            )
            let bars = TimelineState.Bars.sample(
                from: one(beats), origin: one(beats), bar: one([-1 << 42, 1, 1 << 42 - 1]), beats: one([1, 4, 1 << 20]))
            guard let timeline = HeardTimeline(.sample([segment], [bars])) else { continue }
            decoded += 1
            let times = [Int64.min, 0, 1 << 60, 1 << 61, .max].map { ClockTime(nanoseconds: $0) }
            let places = times.map { timeline.position(at: $0) }
            #expect(places == places.sorted())
            let heard = ([.min] + beats.map { Int64($0) } + [.max]).map { timeline.time(of: BeatPosition(whole: $0)) }
            #expect(heard == heard.sorted())
            for time in times {
                _ = (timeline.place(at: time), timeline.swing(at: time), timeline.beat(after: time))
            }
            for beat in beats { _ = timeline.beat(ofBar: Int64(beat), 1, from: 0) }
        }
        #expect(decoded > 1000, "\(decoded)")
    }

    @Test func `a lane that cannot be calculated with is left out, and the others are heard`() throws {
        func lane(_ name: String, _ change: (inout TimelineState.Lane) -> Void) -> TimelineState.Lane {
            var lane = TimelineState.Lane {
                $0.name = name; $0.id = 2; $0.denominator = 2; $0.cycle = 2; $0.places = [0, 1]; $0.accents = "xX"
            }
            change(&lane)
            return lane
        }
        var told = TimelineState.sample(end: 4)
        told.lanes = [
            .init {
                $0.lanes = [
                    lane("plain") { _ in }, lane("none") { $0.denominator = 0 }, lane("short") { $0.accents = "x" },
                    lane("dense") { $0.denominator = 2_000_000_000 }, lane("far") { $0.origin.beat = 1 << 60 },
                    lane("numbered") { $0.id = -1 }, lane("unordered") { $0.places = [1, 0] },
                    lane("never") { $0.chances = [0, 0] }, lane("ended") { ($0.first, $0.end) = (9, 8) },
                    lane("later") { ($0.first, $0.end) = (3, 5) }, lane("muted") { $0.muted = true },
                    lane("loud") { $0.gain = 1e9 }, lane("ringing") { $0.bellGain = -1 }, lane("aside") { $0.pan = 2 },
                ]
            }
        ]
        let onsets = try #require(HeardTimeline(told)).onsets(from: .earliest, before: .latest)
        #expect(onsets.filter { $0.lane == "plain" }.map(\.place.beats) == [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5])
        #expect(onsets.filter { $0.lane == "later" }.map(\.place.beats) == [1.5, 2])
        #expect(Set(onsets.map(\.lane)) == ["plain", "later"])
    }
}
