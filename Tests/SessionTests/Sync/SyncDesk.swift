// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm

@testable import MetronomeSession

/// A run on a simulated card, led along a clock by a follower, in virtual time.
struct SyncDesk {
    var settings = Settings()
    var music: PlannedMusic
    var run: HeardRun
    var follower: TempoFollower
    /// Frames written ahead of what is heard.
    var fill: Int64 = 4320
    /// The plans that were sent.
    private(set) var plans = 0
    /// The bridges among them, and the bars that were begun.
    private(set) var bridges: [PhaseBridge] = []
    private(set) var bars: [Int64] = []

    /// A run whose beat 0 is on frame 0, heard at `begin` from a card that is fast by `ppm`.
    init(bpm: Double, ppm: Double, begin: Double = 100, follow reference: TempoFollower.Reference? = nil) throws {
        settings.tempo = try Tempo(beatsPerMinute: bpm)
        music = PlannedMusic(settings)
        let segment = TimelineSegment(
            originFrame: 0, originPosition: .zero, tempo: settings.tempo, sampleRate: .hz48000)
        let plan = AdoptedPlan(
            frame: 0, run: 1, segment: segment, grid: BarGrid(beatsPerBar: 4), nextBeat: 0)
        let clock = DeviceClock(
            frame: 0, time: .seconds(begin), framesPerSecond: 48_000 * (1 + ppm / 1e6), writtenFrame: 0)
        run = HeardRun(
            RunRecord(plan, accents: BeatAccents(bell: nil)), HeardClock(clock, offsetMilliseconds: 0))
        follower = TempoFollower(reference ?? .time(of: .zero, .seconds(begin)))
    }

    /// When a beat is heard, in seconds, not rounded to a frame.
    func heard(_ beat: Int64) -> Double { run.time(of: Position(whole: beat)).seconds(since: .seconds(0)) }

    /// What has been decided when a beat is heard: the frames before it are written.
    private func written(_ now: ClockTime) -> Int64 { Int64(run.clock.frame(at: now)) + fill }

    /// Does what the daemon does when a beat is heard, or a line has come.
    mutating func wake(at now: ClockTime) {
        let frame = written(now)
        follower.look(at: run, now: now)
        for _ in 0..<3 {
            let nextBeat = run.record.timeline.beat(atFrame: frame) + 1
            follower.advance(to: nextBeat - 1, in: run)
            let former = music
            let bar = follower.bar(in: run, nextBeat: nextBeat)
            let step = follower.step(
                in: run, nextBeat: nextBeat, fromFrame: frame, steadyBeat: music.steadyBeat)
            guard step != .keep || bar != nil else { return }
            _ = music.change(to: settings, pending: [], nextBeat: nextBeat, barBeat: bar)
            if let bar { bars.append(bar) }
            switch step {
            case .keep: break
            case .slew(let beat, let factor, let then): music.correct(fromBeat: beat, by: factor, then: then)
            case .splice(let target, let first):
                guard let bridge = PhaseBridge(to: target, of: run, fromFrame: first, tempo: settings.tempo) else {
                    break
                }
                music.add(bridge.corrected(by: run.record), after: former)
                bridges.append(bridge)
            }
            adopt(run.record.timeline.segment(atFrame: frame), frame, nextBeat)
        }
    }

    /// Sound and clock go on later than they would have: the machine has slept, or the device is another one.
    mutating func sleep(seconds: Double) {
        let frame = run.clock.frame(at: .seconds(100))
        let clock = DeviceClock(
            frame: frame, time: .seconds(100 + seconds), framesPerSecond: run.clock.framesPerSecond, writtenFrame: 0)
        run.clock = HeardClock(clock, offsetMilliseconds: 0)
    }

    /// Plays by another tempo from what is written on.
    mutating func change(to tempo: Tempo, at now: ClockTime) {
        let frame = written(now)
        let nextBeat = run.record.timeline.beat(atFrame: frame) + 1
        settings.tempo = tempo
        _ = music.change(to: settings, pending: [], nextBeat: nextBeat)
        let segment = run.record.timeline.segment(atFrame: frame)
        let place = segment.position(atFrame: frame)
        let factor = run.record.correction(at: place)
        adopt(segment.changing(to: tempo.times(factor), atFrame: frame), frame, nextBeat)
    }

    private mutating func adopt(_ segment: TimelineSegment, _ frame: Int64, _ nextBeat: Int64) {
        plans += 1
        run.record.adopt(
            AdoptedPlan(
                frame: frame, run: 1, segment: segment, grid: music.rule(ofBeat: nextBeat).grid,
                nextBeat: nextBeat),
            accents: BeatAccents(bell: nil), rules: music.rules, tempi: music.tempi, corrections: music.corrections)
    }
}

extension ClockTime {
    static func seconds(_ seconds: Double) -> ClockTime { ClockTime(nanoseconds: Int64((seconds * 1e9).rounded())) }
}
