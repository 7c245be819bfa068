// SPDX-License-Identifier: Apache-2.0

import ControlSamples
import Testing

@testable import Control

@Suite struct PredictedMusicTests {
    private let second: Int64 = 1_000_000_000

    private func segment(
        beat: Int = 0, fraction: Double = 0, at seconds: Double, bpm: Int, over: Int = 1, ppm: Double = 0
    ) -> TimelineState.Segment {
        TimelineState.Segment {
            $0.origin = .init(beat: beat, fraction: fraction); $0.atNs = Int64(seconds * 1e9)
            $0.tempo = .init(numerator: bpm, denominator: over); $0.ratePPM = ppm
        }
    }

    private func bars(from beat: Int = 0, bar: Int = 1, beats: Int = 4, bell: BellState? = nil) -> TimelineState.Bars {
        TimelineState.Bars {
            $0.fromBeat = beat; $0.origin = .init(beat: beat, bar: bar); $0.beats = beats
            $0.bell = bell
        }
    }

    private func music(_ segments: [TimelineState.Segment], _ bars: [TimelineState.Bars]) -> PredictedMusic {
        var status = Status.allegro
        status.timeline = .some(TimelineState { ($0.run, $0.segments, $0.bars) = (3, segments, bars) })
        return PredictedMusic(Subscription(seq: 10, events: [.timeline], state: status))
    }

    @Test func `beats are as far apart as the tempo and the measured rate of the device say`() throws {
        let exact = music([segment(beat: 7, at: 5, bpm: 1373, over: 10)], [bars()])
        #expect(exact.beat(7)?.atNs == 5 * second)
        #expect(exact.beat(7 + 1373)?.atNs == 605 * second)
        #expect(exact.beat(1000)?.bpm == 137.3)
        // A device that is fast by 100 ppm plays ten minutes in 60 ms less.
        let fast = music([segment(beat: 7, at: 5, bpm: 120, ppm: 100)], [bars()])
        let early = 605 * second - (try #require(fast.beat(1207)).atNs)
        #expect(abs(early - 59_994_001) <= 1)
    }

    @Test func `after a change of tempo in mid-beat the rest of the beat is at the new tempo`() {
        let music = music(
            [segment(at: 10, bpm: 60), segment(beat: 3, fraction: 0.25, at: 13.25, bpm: 120)], [bars()])
        #expect([2, 3, 4, 5].map { music.beat($0)?.atNs } == [12, 13, 13.625, 14.125].map { Int64($0 * 1e9) })
        #expect(music.position(atNs: 13 * second) == 3 && music.position(atNs: 13_625_000_000) == 4)
        #expect(music.position(atNs: 9 * second) == -1)
        #expect(music.beat(3)?.bpm == 60 && music.beat(4)?.bpm == 120)
    }

    @Test func `bar, beat and bell follow from the bars that hold`() {
        let music = music(
            [segment(at: 10, bpm: 60)],
            [
                bars(bell: BellState(every: 4, on: 1)),
                bars(from: 6, bar: 3, beats: 3, bell: BellState(every: 2, on: 2)),
            ])
        let beats = (0..<10).compactMap { music.beat($0) }
        #expect(beats.map(\.bar) == [1, 1, 1, 1, 2, 2, 3, 3, 3, 4])
        #expect(beats.map(\.beat) == [1, 2, 3, 4, 1, 2, 1, 2, 3, 1])
        #expect(beats.map(\.bell) == [0, 4, 7, 9].reduce(into: Array(repeating: false, count: 10)) { $0[$1] = true })
    }

    @Test func `the next beat after any time is found, each once`() throws {
        let music = music([segment(beat: 2, at: 10, bpm: 997, over: 7, ppm: -83.1)], [bars()])
        var time = Int64(0)
        for index in 0..<500 {
            let beat = try #require(music.beat(after: time))
            #expect(beat.index == index && beat == music.beat(index))
            #expect(music.beat(after: beat.atNs - 1) == beat)
            time = beat.atNs
        }
        #expect(music.beat(-1) == nil)
    }

    private func event(_ seq: Int, run: Int = 3, _ timeline: TimelineState?) -> Event {
        .timeline(TimelineEvent { ($0.seq, $0.run, $0.timeline) = (seq, run, timeline) })
    }

    @Test func `the newest timeline holds, in whatever order they come, until a stop or a later run`() {
        var music = music([segment(at: 10, bpm: 60)], [bars()])
        let (old, new) = (
            TimelineState { ($0.run, $0.segments, $0.bars) = (3, [segment(at: 10, bpm: 90)], [bars()]) },
            TimelineState { ($0.run, $0.segments, $0.bars) = (3, [segment(at: 10, bpm: 100)], [bars()]) }
        )
        music.add(event(12, new))
        music.add(event(11, old))
        music.add(event(9, old))
        #expect(music.timeline == new)
        var stopped = Status.stopped
        stopped.playing = false
        music.add(.state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (13, 3, ["playing"], stopped) }))
        #expect(music.timeline == nil && music.beat(1) == nil && music.beat(after: 0) == nil)
        #expect(music.position(atNs: 0) == nil)
        music.add(event(15, run: 4, new))
        music.add(event(16, run: 3, old))
        #expect(music.timeline == new)
        music.add(event(17, run: 4, nil))
        #expect(music.timeline == nil)
        // A start that is told before its timeline.
        music.add(event(18, run: 4, new))
        music.add(.state(StateEvent { ($0.seq, $0.run, $0.changed, $0.state) = (19, 5, ["playing"], .allegro) }))
        #expect(music.timeline == nil)
    }

    @Test func `a timeline that no daemon of this protocol sends predicts nothing, and does no harm`() {
        let wild = [Int.min, -1, 0, Int.max]
        for number in wild {
            for other in wild {
                var strange = segment(beat: number, at: 10, bpm: other, over: number)
                strange.atNs = Int64(other)
                let bars = TimelineState.Bars {
                    $0.fromBeat = other; $0.origin = .init(beat: number, bar: other); $0.beats = number
                    $0.bell = BellState(every: other, on: number)
                }
                for music in [music([strange], [self.bars()]), music([segment(at: 10, bpm: 60)], [bars])] {
                    for time in [Int64.min, -1, 0, .max] { _ = music.beat(after: time) }
                    for index in wild { _ = music.beat(index) }
                }
            }
        }
        let lonely = music([segment(at: 10, bpm: 60)], [bars(bell: BellState(every: 4, on: .min))])
        #expect(lonely.beat(0)?.bell == false)
        let backwards = [segment(beat: 9, at: 10, bpm: 60), segment(beat: 5, at: 11, bpm: 60)]
        #expect(music(backwards, [bars()]).beat(after: 0) == nil)
        var ramp = segment(at: 10, bpm: 60)
        ramp.curve = "linear"
        #expect(music([ramp], [bars()]).beat(0) == nil)
        #expect(music([], []).beat(0) == nil)
    }
}
