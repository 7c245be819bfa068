// SPDX-License-Identifier: Apache-2.0

import MetronomeMotion
import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct FrameFeedTests {
    /// Frame f is heard at f / 48000 s.
    private static let clock = HeardClock(
        DeviceClock(frame: 0, time: ClockTime(nanoseconds: 0), framesPerSecond: 48_000, writtenFrame: 0),
        offsetMilliseconds: 0)

    private static func ms(_ milliseconds: Int64) -> ClockTime { ClockTime(nanoseconds: milliseconds * 1_000_000) }

    /// A run at 120 bpm whose beat 0 is heard at 1 s.
    private func run(endMs: Int64? = nil) throws -> HeardRun {
        let segment = TimelineSegment(
            originFrame: 48_000, originPosition: .zero, tempo: try Tempo(120), sampleRate: .hz48000)
        var record = RunRecord(
            AdoptedPlan(
                frame: 0, run: 1, segment: segment, grid: BarGrid(beatsPerBar: 4), nextBeat: 0), bell: nil)
        if let endMs { record.end(atFrame: endMs * 48, bpm: 120) }
        return HeardRun(record, Self.clock)
    }

    private func feed(_ properties: [MotionProperty] = [.pendulumAngle, .counterValue]) throws -> FrameFeed {
        try #require(FrameFeed(properties: properties, minimumIntervalMs: 20))
    }

    @Test func `the first frame comes at once, also while nothing plays`() throws {
        var feed = try feed()
        let step = feed.advance(to: Self.ms(1003), nil, bpm: 90)
        #expect(step.frame == FrameFeed.Frame(time: Self.ms(1000), beats: nil, values: [0, 90]))
        #expect(step.next == nil)
    }

    @Test func `a feed that stands still shows nothing until there is something to be seen`() throws {
        var feed = try feed()
        _ = feed.advance(to: Self.ms(1000), nil, bpm: 90)
        for time in [Int64(1010), 1020, 5000] {
            #expect(feed.advance(to: Self.ms(time), nil, bpm: 90) == FrameFeed.Step(frame: nil, next: nil))
        }
        #expect(feed.advance(to: Self.ms(6000), nil, bpm: 91).frame?.values == [0, 91])
        #expect(feed.advance(to: Self.ms(6020), nil, bpm: 91).frame == nil)
    }

    @Test func `while something moves every moment of the interval is shown once`() throws {
        var feed = try feed()
        let run = try run()
        var now = Self.ms(2005)
        var times: [ClockTime] = []
        for _ in 0..<50 {
            let step = feed.advance(to: now, run, bpm: 120)
            times.append(try #require(step.frame).time)
            #expect(step.frame?.beats ?? 0 > 1.9)
            now = try #require(step.next)
        }
        #expect(times == (100..<150).map { Self.ms($0 * 20) })
    }

    @Test func `a frame that comes late shows the latest moment that was due`() throws {
        var feed = try feed()
        #expect(feed.advance(to: Self.ms(2119), try run(), bpm: 120).frame?.time == Self.ms(2100))
        #expect(feed.advance(to: Self.ms(2119), try run(), bpm: 120).next == Self.ms(2120))
    }

    @Test func `after the end frames go on to the rest, whose values are the last, and a new run begins them again`()
        throws
    {
        var feed = try feed()
        let over = try run(endMs: 3000)
        var next: ClockTime? = Self.ms(3000)
        var last: FrameFeed.Frame?
        var count = 0
        while let now = next, count < 100 {
            let step = feed.advance(to: now, over, bpm: 120)
            (last, next, count) = (step.frame, step.next, count + 1)
        }
        #expect(last?.values == [0, 120] && last?.time == Self.ms(3500) && count == 26)
        #expect(feed.advance(to: Self.ms(9000), over, bpm: 120) == FrameFeed.Step(frame: nil, next: nil))
        let begun = feed.advance(to: Self.ms(9007), try run(), bpm: 120)
        #expect(begun.frame?.beats != nil && begun.next == Self.ms(9020))
    }

    @Test func `a start is shown also by a feed whose values stay`() throws {
        var feed = try feed([.counterValue])
        #expect(feed.advance(to: Self.ms(500), nil, bpm: 120).frame?.values == [120])
        let step = feed.advance(to: Self.ms(2000), try run(), bpm: 120)
        #expect(step.frame?.values == [120] && step.frame?.beats == 2)
    }

    @Test func `an interval that is not above 0 is refused`() {
        #expect(FrameFeed(properties: [.beatPhase], minimumIntervalMs: 0) == nil)
        #expect(FrameFeed(properties: [.beatPhase], minimumIntervalMs: -4) == nil)
    }
}
