// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import Playback

private let rate = 48_000

/// The probe, shown a device whose clock is known.
@Suite struct TimingProbeTests {
    /// A device that plays frame 0 at 1 s, and a clock that is off by some time.
    private struct Scene {
        let cell: TimingCell
        var probe: TimingProbe
        let clock: StreamClock
        /// By how much the device is later than the clock has it.
        let lateNs: Int64
        /// In how large steps its position moves, in frames.
        let burst: Double

        /// Every how many looks it says that it is 10 ms further than it is.
        let lieEvery: Int

        init(lateNs: Int64, burst: Double = 1, lieEvery: Int = .max) {
            cell = TimingCell(start: .zero)
            probe = TimingProbe(cell, at: .zero)
            clock = StreamClock(rate: rate, frame: 0, time: .s(1))
            self.lateNs = lateNs
            self.burst = burst
            self.lieEvery = lieEvery
        }

        /// Plays a beat every 100 ms for so long, looked at every 18 ms and a little.
        mutating func play(seconds: Int) {
            var random = SeededGenerator(seed: 5)
            var now = ClockTime.s(1)
            var beat: Int64 = 0
            var looks = 0
            while now < .s(Int64(1 + seconds)) {
                now = now.advanced(byNanoseconds: .random(in: 17_000_000...19_000_000, using: &random))
                probe.woke(at: now)
                while beat * 4800 < Int64(clock.frame(at: now)) + 1440 {
                    probe.beat(onset: .init(frame: beat * 4800, expected: clock.time(ofFrame: beat * 4800)))
                    beat += 1
                }
                let position = clock.frame(at: now.advanced(byNanoseconds: -lateNs))
                looks += 1
                let lie = looks % lieEvery == 0 ? 480.0 : 0
                let reported = (position / burst).rounded(.down) * burst + lie
                probe.heard(ahead: reported - clock.frame(at: now), clock: clock)
            }
        }

        var figures: TimingFigures { cell.record.pointee.snapshot(at: .s(100)).sinceStart }
    }

    @Test(arguments: [0, 100_000, -100_000, 3_000_000] as [Int64])
    func `the error is what the device is later or earlier than expected`(lateNs: Int64) {
        var scene = Scene(lateNs: lateNs)
        scene.play(seconds: 20)
        let figures = scene.figures
        #expect((199...201).contains(figures.beats))
        #expect(figures.errors.count > 190)
        // A position in whole frames is up to one behind.
        let frame = 1_000_000_000 / Int64(rate)
        let truth = abs(lateNs)
        #expect(figures.errors.longestNs <= truth + frame + 1)
        #expect(figures.errors.percentileNs(0.01) >= truth - frame)
    }

    @Test(arguments: [64.0, 256, 1024])
    func `a device that moves in bursts is not taken for a late one`(burst: Double) {
        var scene = Scene(lateNs: 0, burst: burst)
        scene.play(seconds: 60)
        // Of 16 readings the one furthest ahead lags by a seventeenth of a burst on the average.
        let burstNs = Int64(burst / Double(rate) * 1e9)
        #expect(scene.figures.errors.count > 500)
        #expect(scene.figures.errors.percentileNs(0.5) < burstNs / 8)
        #expect(scene.figures.errors.percentileNs(0.99) < burstNs / 2)
    }

    @Test func `a single reading that disagrees is left out`() {
        var scene = Scene(lateNs: 0, lieEvery: 23)
        scene.play(seconds: 60)
        #expect(scene.figures.errors.count > 550)
        #expect(scene.figures.errors.longestNs < 100_000)
    }

    private static func seconds(_ seconds: Double) -> ClockTime { .ns(Int64(seconds * 1e9)) }

    @Test func `beats that were written before a device was started again are dropped`() {
        var scene = Scene(lateNs: 0)
        scene.probe.beat(onset: .init(frame: 100, expected: .ns(5)))
        scene.probe.started()
        scene.play(seconds: 2)
        #expect(scene.figures.errors.longestNs < 100_000)
    }

    @Test func `an xrun costs what lies between where it broke off and where it goes on`() {
        var scene = Scene(lateNs: 0)
        scene.probe.woke(at: Self.seconds(3))
        scene.probe.ranDry(atFrame: 96_000)
        #expect(scene.figures.xruns == 1)
        scene.probe.started()
        scene.probe.woke(at: Self.seconds(3.05))
        scene.probe.returned(atFrame: 98_400)
        #expect(scene.figures.xruns == 1 && scene.figures.missedFrames == 2400)
        #expect(scene.figures.recentXruns.map(\.missedFrames) == [2400])
        // Put back on the clock without having run dry.
        scene.probe.returned(atFrame: 200_000)
        #expect(scene.figures.missedFrames == 2400)
    }

    @Test func `a device that is lost counts, one that is handed back does not`() {
        var scene = Scene(lateNs: 0)
        for reason in [LossReason.detached, .vanished, .detached, .stalled, .unrecoverable] {
            scene.probe.released(reason)
        }
        #expect(scene.figures.losses == 3)
    }

    @Test func `only a wait that ended by the time can be late`() {
        var scene = Scene(lateNs: 0)
        scene.probe.slept(until: Self.seconds(2))
        scene.probe.woke(at: Self.seconds(2.00006))
        scene.probe.woke(at: Self.seconds(9))
        scene.probe.slept(until: nil)
        scene.probe.woke(at: Self.seconds(10))
        #expect(scene.figures.lateness.count == 1 && scene.figures.lateness.longestNs == 60_000)
    }

    @Test func `the rate is recorded once the clock has had ten seconds to lock`() {
        var scene = Scene(lateNs: 0)
        func steer(at seconds: Double, nominal: Int, clockIsOfThen: Bool = true) {
            let time = Self.seconds(seconds)
            scene.probe.woke(at: time)
            let clock = StreamClock(rate: 48_000, frame: 0, time: clockIsOfThen ? time : .zero)
            scene.probe.steered(error: 1, clock: clock, nominal: nominal, at: time)
        }
        scene.probe.woke(at: Self.seconds(20))
        scene.probe.started()
        steer(at: 29.9, nominal: 48_000)
        #expect(scene.figures.ppm == nil)
        // An outlier, which leaves the clock as it was.
        steer(at: 30, nominal: 48_000, clockIsOfThen: false)
        #expect(scene.figures.ppm == nil)
        steer(at: 30.1, nominal: 47_999)
        let ppm = scene.figures.ppm?.lowerBound ?? 0
        #expect(abs(ppm - 20.834) < 0.001)
        #expect(abs((scene.figures.residualNs ?? 0) - 20_833.3) < 0.1)
    }
}

@Suite struct AwaitedOnsetsTests {
    @Test func `they are taken in turn, once their frame has been passed`() {
        var onsets = AwaitedOnsets()
        for frame in [10, 20, 30] as [Int64] { onsets.add(.init(frame: frame, expected: .ns(frame * 7))) }
        #expect(onsets.take(passedBy: 9.9)?.frame == nil)
        #expect(onsets.take(passedBy: 25)?.expected == .ns(70))
        #expect(onsets.take(passedBy: 25)?.expected == .ns(140))
        #expect(onsets.take(passedBy: 25)?.frame == nil)
        onsets.clear()
        #expect(onsets.take(passedBy: 1000)?.frame == nil)
    }

    @Test func `of more than 64 the oldest are forgotten`() {
        var onsets = AwaitedOnsets()
        for frame in 1...100 as ClosedRange<Int64> { onsets.add(.init(frame: frame, expected: .zero)) }
        var taken: [Int64] = []
        while let onset = onsets.take(passedBy: 1000) { taken.append(onset.frame) }
        #expect(taken == Array(37...100))
    }
}
