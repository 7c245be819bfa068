// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct HeardTimelineTests {
    private func segment(
        beat: Int64 = 0, fraction: Double = 0, at seconds: Double, bpm: Int64, over: Int64 = 1, ppm: Double = 0
    ) throws -> HeardTimeline.Segment {
        HeardTimeline.Segment(
            TimelineSegment(
                originPlace: FramePlace(frame: 0),
                originPosition: Position(whole: beat, fraction: UInt64(fraction * 0x1p64)),
                curve: TempoCurve(try Tempo(bpm, over: over)), sampleRate: .hz48000),
            time: time(seconds), rate: 1 + ppm * 1e-6)
    }

    private func bars(
        from beat: Int64 = 0, origin: Int64? = nil, bar: Int64 = 1, beats: Int = 4, bell: BellPattern? = nil
    ) -> BarRules.Rule {
        BarRules.Rule(
            fromBeat: beat, grid: BarGrid(originBeat: origin ?? beat, originBar: bar, beatsPerBar: beats),
            accents: BeatAccents(bar: [.normal], bell: bell))
    }

    private func timeline(
        _ segments: [HeardTimeline.Segment], _ rules: [BarRules.Rule]? = nil, lanes: [LaneRule] = [],
        end: Int64? = nil
    ) -> HeardTimeline {
        HeardTimeline(run: 3, segments: segments, rules: rules ?? [bars()], lanes: lanes, endBeat: end)
    }

    private func time(_ seconds: Double) -> ClockTime { ClockTime(nanoseconds: Int64((seconds * 1e9).rounded())) }

    // MARK: beats

    @Test func `a silent beat, a count-in and the end of a timer have no parts`() throws {
        let strokes = LaneRule.Entry(
            name: "beat",
            lane: Lane(id: 0, pattern: try Pattern(beats: [.bell, .bell]), anchor: .position(.zero)),
            isMuted: false)
        let rests = BarRules.Rule(
            fromBeat: 0, grid: BarGrid(originBeat: 2, beatsPerBar: 2),
            accents: BeatAccents(bar: [.normal, .mute], bell: nil))
        let timeline = timeline(
            [try segment(at: 10, bpm: 60)], [rests],
            lanes: [LaneRule(from: .zero, entries: []), LaneRule(from: Position(whole: 6), entries: [strokes])], end: 7)
        let beats = (0..<7).compactMap { timeline.beat($0) }
        #expect(beats.map { timeline.hasParts($0) } == [false, false, true, false, true, false, false])
        #expect(beats.map { timeline.isEnd($0) } == [false, false, false, false, false, false, true])
    }

    @Test func `beats are as far apart as the tempo and the measured rate of the device say`() throws {
        let exact = timeline([try segment(beat: 7, at: 5, bpm: 1373, over: 10)])
        #expect(exact.beat(7)?.time == time(5) && exact.beat(7 + 1373)?.time == time(605))
        #expect(exact.beat(1000)?.bpm == 137.3)
        // A device that is fast by 100 ppm plays ten minutes in 60 ms less.
        let fast = timeline([try segment(beat: 7, at: 5, bpm: 120, ppm: 100)])
        let early = time(605).nanoseconds(since: try #require(fast.beat(1207)).time)
        #expect(abs(early - 59_994_001) <= 1)
    }

    @Test func `after a change of tempo in mid-beat the rest of the beat is at the new tempo`() throws {
        let timeline = timeline([
            try segment(at: 10, bpm: 60), try segment(beat: 3, fraction: 0.25, at: 13.25, bpm: 120),
        ])
        #expect([2, 3, 4, 5].map { timeline.beat($0)?.time } == [12, 13, 13.625, 14.125].map { time($0) })
        #expect([13, 13.625, 9].map { timeline.position(at: time($0)).beats } == [3, 4, -1])
        #expect(timeline.beat(3)?.bpm == 60 && timeline.beat(4)?.bpm == 120)
        #expect([13.2, 13.3].map { timeline.bpm(inBeat: 3, at: time($0)) } == [60, 120])
    }

    @Test func `bar, beat and bell follow from the bars that hold`() throws {
        let rules = [
            bars(bell: try BellPattern(every: 4, on: 1)),
            bars(from: 6, bar: 3, beats: 3, bell: try BellPattern(every: 2, on: 2)),
        ]
        let timeline = timeline([try segment(at: 10, bpm: 60)], rules)
        let beats = (0..<10).compactMap { timeline.beat($0) }
        #expect(beats.map(\.bar) == [1, 1, 1, 1, 2, 2, 3, 3, 3, 4])
        #expect(beats.map(\.beat) == [1, 2, 3, 4, 1, 2, 1, 2, 3, 1])
        #expect(beats.indices.filter { beats[$0].bell } == [0, 4, 7, 9])
        #expect(beats.allSatisfy { $0.run == 3 })
    }

    @Test func `the next beat after any time is found, each once`() throws {
        let timeline = timeline([try segment(beat: 2, at: 10, bpm: 997, over: 7, ppm: -83.1)])
        var now = ClockTime(nanoseconds: 0)
        for index in Int64(0)..<500 {
            let beat = try #require(timeline.beat(after: now))
            #expect(beat.index == index && beat == timeline.beat(index))
            #expect(timeline.beat(after: beat.time.advanced(byNanoseconds: -1)) == beat)
            now = beat.time
        }
        #expect(timeline.beat(-1) == nil)
    }

    @Test func `there is no beat from the end of the music on, and it ends when that beat would be heard`() throws {
        let timeline = timeline([try segment(at: 10, bpm: 60)], end: 8)
        #expect(timeline.beat(7) != nil && timeline.beat(8) == nil && timeline.end == time(18))
        #expect(timeline.beat(after: time(16.5))?.index == 7 && timeline.beat(after: time(17)) == nil)
        let place = timeline.place(at: time(30))
        #expect(place.whole == 7 && place.phase > 0.999_99)
    }

    @Test(arguments: [TempoCurve.Shape.linearInBeats, .linearInTime])
    func `along a change of tempo each place is heard when it is at its place, and found again`(shape: TempoCurve.Shape)
        throws
    {
        for (from, to, length) in [(60, 180, 32), (180, 60, 8), (100, 101, 400), (1, 1000, 3), (1000, 1, 9)] {
            let course = TimelineSegment(
                originPlace: FramePlace(frame: 0), originPosition: Position(whole: 3),
                curve: TempoCurve(
                    from: try Tempo(Int64(from)), to: try Tempo(Int64(to)), shape,
                    length: try #require(Ratio(Int64(length)))),
                curveBegin: Position(whole: 2), sampleRate: .hz44100)
            let timeline = timeline([HeardTimeline.Segment(course, time: time(100), rate: 1.0001)])
            for half in -4...2 * (length + 8) {
                let place = BeatPosition(beats: Double(half) / 2)
                let seconds = course.place(of: Position(ticks: place.ticks)).frames / 44_100 / 1.0001
                #expect(abs(timeline.time(of: place).seconds(since: time(100)) - seconds) < 1e-9)
                #expect(abs(timeline.position(at: timeline.time(of: place)).beats - place.beats) < 2e-8)
                guard half >= 0, half.isMultiple(of: 2), let beat = timeline.beat(place.whole) else { continue }
                let bpm = course.beatsPerMinute(at: Position(whole: place.whole))
                #expect(beat.bpm == bpm && timeline.place(at: beat.time) >= place)
            }
        }
    }

    // MARK: places

    @Test func `the next bar line of a bar of a million beats is found at once, and that of other bars before it`()
        throws
    {
        let rules = [
            bars(beats: 1 << 20), bars(from: 10, beats: 4), bars(from: 11, origin: 9, beats: 1 << 20),
        ]
        let timeline = timeline([try segment(at: 10, bpm: 120)], rules)
        #expect(timeline.barLine(from: 1)?.index == 10)
        #expect(timeline.barLine(from: 11)?.index == 1_048_585)
    }

    @Test func `a section is found by its label, from a beat on, and a count-in is none`() throws {
        func rule(_ beat: Int64, _ index: Int?, _ label: String?, from begin: Int64) -> BarRules.Rule {
            var rule = bars(from: beat)
            rule.section = SectionPlace(index: index, label: label, pass: 1, times: 1, fromBeat: begin)
            return rule
        }
        let rules = [
            rule(0, nil, nil, from: 0), rule(4, 0, "verse", from: 4), rule(8, 0, "verse", from: 4),
            rule(12, 1, nil, from: 12), rule(16, 0, "verse", from: 16),
        ]
        let timeline = timeline([try segment(at: 10, bpm: 120)], rules)
        #expect([0, 5, 13, 17].map { timeline.sectionBegin(nil, from: $0)?.index } == [4, 12, 16, nil])
        #expect([0, 5].map { timeline.sectionBegin("verse", from: $0)?.index } == [4, 16])
        #expect(timeline.sectionBegin("coda", from: 0) == nil)
    }

    // MARK: lanes

    @Test func `onsets of a lane are heard at their places, in its beats, unless it is muted or over`() throws {
        let triplets = try Pattern(
            cycle: 6, denominator: 3,
            onsets: [.init(place: 0, accent: .accent), .init(place: 2, accent: .mute), .init(place: 4, accent: .ghost)])
        let origin = Lane.Anchor.position(try #require(Ratio(1, over: 2)))
        func rule(_ beat: Int64, muted: Bool = false, onsets: Range<Int64>? = nil) -> LaneRule {
            let lane = Lane(id: 2, pattern: triplets, anchor: origin, onsets: onsets)
            let entry = LaneRule.Entry(name: "hat", lane: lane, isMuted: muted)
            return LaneRule(from: Position(whole: beat), entries: [entry])
        }
        let timeline = timeline(
            [try segment(at: 10, bpm: 60)], lanes: [rule(0, onsets: 0..<5), rule(6, muted: true), rule(8)], end: 11)
        let onsets = timeline.onsets(from: time(10), before: time(30))
        // The sixth is one of those that are not played, and beat 11 is the end.
        let places = [0.5, 0.5 + 4 / 3.0, 2.5, 8.5, 8.5 + 4 / 3.0, 10.5]
        #expect(onsets.map(\.accent) == [.accent, .ghost, .accent, .accent, .ghost, .accent])
        try #require(onsets.count == places.count)
        for (onset, place) in zip(onsets, places) {
            #expect(onset.lane == "hat" && abs(onset.place.beats - place) < 1e-12)
            #expect(abs(onset.time.seconds(since: time(10)) - place) < 2e-9)
        }
        #expect(timeline.onsets(from: time(20), before: time(20)).isEmpty)
        let two = timeline.onsets(from: time(12.5), before: time(18.500_000_001))
        #expect(two.map(\.place.beats) == [2.5, 8.5])
    }

    @Test func `of very many onsets those of a moment are found without looking at the others`() throws {
        // One cycle of a minute, of which each onset is a 8192nd.
        let pattern = try Pattern(
            cycle: 8192, denominator: 8192, onsets: (0..<8192).map { .init(place: $0, accent: .normal) })
        let entry = LaneRule.Entry(name: "hat", lane: Lane(id: 1, pattern: pattern), isMuted: false)
        let timeline = timeline(
            [try segment(at: 0, bpm: 1)], lanes: [LaneRule(from: .zero, entries: [entry])])
        var left = 100
        let onsets = timeline.onsets(from: time(90), before: time(90.1), &left)
        #expect(onsets.first?.place.beats == 1.5 && onsets.count == 14 && left > 80)
        // What is not looked at any more is left out.
        var few = 10
        #expect(timeline.onsets(from: time(90), before: time(90.1), &few).count < 11 && few == 0)
    }
}
