// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@Suite struct TimelineTests {
    private func timeline(_ random: inout SeededGenerator, changes: Int) throws -> (Timeline, [Int64]) {
        let first = try random.segment()
        var timeline = Timeline(first)
        var frames: [Int64] = []
        var frame = first.firstFrame
        for _ in 0..<changes {
            frame += Int64.random(in: 1...500_000, using: &random)
            // Every other change is aimed at an onset, as a change "at the next beat" is.
            if Bool.random(using: &random) {
                frame = timeline.segment(atFrame: frame).frame(
                    ofBeat: timeline.segment(atFrame: frame).firstBeat(atOrAfterFrame: frame))
            }
            timeline.changeTempo(to: try random.tempo(), atFrame: frame)
            frames.append(frame)
        }
        return (timeline, frames)
    }

    @Test func `through all changes the beats follow one another, each on its own frame`() throws {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<300 {
            let (timeline, frames) = try timeline(&random, changes: 12)
            let first = timeline.beat(atFrame: frames[0]) - 3
            let last = timeline.beat(atFrame: frames[11]) + 3
            var previous = timeline.frame(ofBeat: first - 1)
            for beat in first...last {
                let frame = timeline.frame(ofBeat: beat)
                #expect(frame > previous)
                #expect(timeline.beat(atFrame: frame) == beat)
                #expect(timeline.beat(atFrame: frame - 1) == beat - 1)
                previous = frame
            }
        }
    }

    @Test func `a change leaves the onsets before it where they were`() throws {
        var random = SeededGenerator(seed: 22)
        for _ in 0..<500 {
            var (timeline, frames) = try timeline(&random, changes: 5)
            let before = timeline
            let frame = frames[4] + Int64.random(in: 0...500_000, using: &random)
            timeline.changeTempo(to: try random.tempo(), atFrame: frame)
            let next = before.segment(atFrame: frame).firstBeat(atOrAfterFrame: frame)
            for beat in next - 40..<next {
                #expect(timeline.frame(ofBeat: beat) == before.frame(ofBeat: beat))
            }
            #expect(timeline.frame(ofBeat: next) >= frame)
        }
    }

    @Test func `the position never runs backwards across a change`() throws {
        var random = SeededGenerator(seed: 23)
        for _ in 0..<500 {
            let (timeline, frames) = try timeline(&random, changes: 8)
            for frame in frames {
                #expect(timeline.position(atFrame: frame - 1) < timeline.position(atFrame: frame))
                #expect(timeline.position(atFrame: frame) < timeline.position(atFrame: frame + 1))
            }
        }
    }

    @Test func `the segment in force is the last that has begun, and the first before all`() throws {
        var random = SeededGenerator(seed: 24)
        let (timeline, frames) = try timeline(&random, changes: 3)
        #expect(timeline.segments.count == 4)
        for (index, frame) in frames.enumerated() {
            #expect(timeline.segment(atFrame: frame) == timeline.segments[index + 1])
            #expect(timeline.segment(atFrame: frame - 1) == timeline.segments[index])
        }
        #expect(timeline.segment(atFrame: timeline.segments[0].firstFrame - 1) == timeline.segments[0])
        #expect(timeline.segment(atFrame: .max) == timeline.segments[3])
    }

    @Test func `a change drops those planned for later`() throws {
        var random = SeededGenerator(seed: 25)
        var (timeline, frames) = try timeline(&random, changes: 3)
        let tempo = try Tempo(100)
        timeline.changeTempo(to: tempo, atFrame: frames[1])
        #expect(timeline.segments.count == 3)
        #expect(timeline.segments[2].tempo == tempo && timeline.segments[2].firstFrame == frames[1])
        timeline.changeTempo(to: tempo, atFrame: timeline.segments[0].firstFrame - 1)
        #expect(timeline.segments.count == 1)
    }

    @Test func `forgetting keeps what is in force and after`() throws {
        var random = SeededGenerator(seed: 26)
        var (timeline, frames) = try timeline(&random, changes: 4)
        let before = timeline
        timeline.forget(beforeFrame: before.segments[0].firstFrame - 1)
        #expect(timeline == before)
        timeline.forget(beforeFrame: frames[1])
        #expect(timeline.segments == Array(before.segments[2...]))
        timeline.forget(beforeFrame: .max)
        #expect(timeline.segments == [before.segments[4]])
    }

    @Test func `beats counted anew are found where they fall last`() throws {
        var timeline = Timeline(
            TimelineSegment(
                originFrame: 0, originPosition: .zero, tempo: try Tempo(60), sampleRate: .hz48000))
        timeline.append(
            TimelineSegment(
                originFrame: 480_000, originPosition: .zero, tempo: try Tempo(120), sampleRate: .hz48000))
        #expect(timeline.frame(ofBeat: 2) == 528_000)
        #expect(timeline.beat(atFrame: 479_999) == 9)
        #expect(timeline.beat(atFrame: 480_000) == 0)
        #expect(timeline.frame(ofBeat: -1) == -48_000)
    }

    @Test(arguments: [(1, 192_000), (1000, 8000), (120, 48_000)])
    func `at the ends of the frames that can be told, the beats are still right`(bpm: Int64, hertz: Int) throws {
        let timeline = Timeline(
            TimelineSegment(
                originFrame: 0, originPosition: .zero, tempo: try Tempo(bpm),
                sampleRate: try #require(SampleRate(hertz: hertz))))
        // A beat has 11,520,000, 480 or 24,000 frames.
        let length = Int64(60 * hertz) / bpm
        for frame in [Int64.min, .min + 1, -1 << 62, 1 << 62, .max - 1, .max] {
            let beat = timeline.beat(atFrame: frame)
            #expect(beat == (frame >= 0 ? frame / length : -(-(frame + 1) / length) - 1), "\(frame)")
            let position = timeline.position(atFrame: frame)
            #expect(position.whole == beat, "\(frame)")
        }
        let last = timeline.beat(atFrame: .max)
        #expect(timeline.instant(ofID: last) == last * length && timeline.instant(ofID: last + 1) == nil)
        #expect(timeline.instant(ofID: .max - 1) == nil && timeline.instant(ofID: .min) == nil)
        #expect(timeline.frame(ofBeat: .max) == .max && timeline.frame(ofBeat: .min) == .min)
        #expect(timeline.next(after: .max) == nil && timeline.entry(atOrBefore: .max)?.id == last)
    }
}
