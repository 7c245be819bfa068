// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import SeededRandom
import Testing

@testable import Playback

@Suite struct StreamClockTests {
    /// A device whose crystal is off, looked at every 18 ms or so through noise.
    private struct Device {
        let rate: Double
        var time = ClockTime.s(7)
        var frame = 5000.0
        var random: SeededGenerator
        /// Of a reading, in seconds.
        var noise = 0.0003

        init(partsPerMillion: Double, seed: UInt64) {
            rate = 48_000 * (1 + partsPerMillion * 1e-6)
            random = SeededGenerator(seed: seed)
        }

        mutating func pass(seconds: Double) {
            let step = Int64(seconds * 1e9)
            time = time.advanced(byNanoseconds: step)
            frame += Double(step) * 1e-9 * rate
        }

        /// The frame that the device says it plays: a whole one, and with noise.
        mutating func reading() -> Double {
            (frame + .random(in: -noise...noise, using: &random) * rate).rounded()
        }

        /// How far a clock is from the truth, in seconds.
        func error(of clock: StreamClock) -> Double { abs(clock.frame(at: time) - frame) / rate }

        mutating func steer(_ clock: inout StreamClock, seconds: Double, worst: (Double) -> Void = { _ in }) {
            let end = time.advanced(bySeconds: seconds)
            while time < end {
                pass(seconds: .random(in: 0.012...0.024, using: &random))
                _ = clock.observe(frame: reading(), at: time)
                worst(error(of: clock))
            }
        }
    }

    private func lock(partsPerMillion: Double, seed: UInt64) -> (StreamClock, Device) {
        var device = Device(partsPerMillion: partsPerMillion, seed: seed)
        var clock = StreamClock(rate: 48_000, frame: device.frame, time: device.time)
        device.steer(&clock, seconds: 20)
        return (clock, device)
    }

    @Test(arguments: [200.0, -200, 0, 1000], [UInt64(1), 2, 3])
    func `it follows a device to 50 µs through noise of 300 µs`(partsPerMillion: Double, seed: UInt64) {
        var (clock, device) = lock(partsPerMillion: partsPerMillion, seed: seed)
        var worst = 0.0
        device.steer(&clock, seconds: 60) { worst = max(worst, $0) }
        #expect(worst < 50e-6)
        #expect(clock.generation == 0)
    }

    @Test func `left alone it runs on at the rate it has learnt`() {
        var (clock, device) = lock(partsPerMillion: 200, seed: 4)
        device.steer(&clock, seconds: 40)
        #expect(abs(clock.framesPerSecond / device.rate - 1) < 10e-6)
        device.pass(seconds: 10)
        // At the nominal rate it would be 2 ms off.
        #expect(device.error(of: clock) < 150e-6)
    }

    @Test func `a reading off by more than a millisecond does not steer`() {
        var (clock, device) = lock(partsPerMillion: 200, seed: 5)
        for off in [0.0011, -0.0011, 0.3, -0.3, 1, -5, 20] {
            device.pass(seconds: 0.018)
            let before = clock.frame(at: device.time)
            #expect(abs(clock.observe(frame: device.frame + off * device.rate, at: device.time)) > 48)
            #expect(clock.frame(at: device.time) == before)
        }
        #expect(clock.generation == 0)
    }

    @Test func `a device that insists on being elsewhere does not move the line`() {
        var (clock, device) = lock(partsPerMillion: 0, seed: 6)
        let straight = clock
        for _ in 1...1000 {
            device.pass(seconds: 0.018)
            _ = clock.observe(frame: device.frame + 480, at: device.time)
            #expect(clock.frame(at: device.time) == straight.frame(at: device.time))
        }
        #expect(clock.generation == 0)
    }

    @Test func `a reading from a device that moves in bursts may be off by as much as its blur`() {
        var (clock, device) = lock(partsPerMillion: 0, seed: 7)
        let before = clock.framesPerSecond
        device.pass(seconds: 0.018)
        _ = clock.observe(frame: device.frame + 100, blur: 60, at: device.time)
        #expect(clock.framesPerSecond > before)
    }

    @Test func `no device pulls it further than half a per cent from the nominal rate`() {
        var device = Device(partsPerMillion: 20_000, seed: 8)
        var clock = StreamClock(rate: 48_000, frame: device.frame, time: device.time)
        device.steer(&clock, seconds: 30)
        #expect(abs(clock.framesPerSecond / 48_000 - 1) <= 0.005)
    }

    @Test func `after an hour's rest it follows a new device as readily as at first`() {
        var (clock, device) = lock(partsPerMillion: -100, seed: 9)
        device.pass(seconds: 3600)
        clock.unlock()
        // Another device goes on from where this one is thought to be.
        var other = Device(partsPerMillion: 200, seed: 10)
        other.time = device.time
        other.frame = clock.frame(at: device.time)
        other.steer(&clock, seconds: 10)
        var worst = 0.0
        other.steer(&clock, seconds: 30) { worst = max(worst, $0) }
        #expect(worst < 60e-6)
    }

    @Test func `a change of rate keeps the frame that is heard`() {
        var (clock, device) = lock(partsPerMillion: 200, seed: 11)
        device.pass(seconds: 0.5)
        let before = clock.frame(at: device.time)
        let heard = clock.change(rate: 44_100, at: device.time)
        #expect(heard == Int64(before))
        #expect(clock.frame(at: device.time) == Double(heard))
        #expect(clock.framesPerSecond == 44_100)
        #expect(clock.frame(at: device.time.advanced(bySeconds: 1)) == Double(heard) + 44_100)
        #expect(clock.generation == 1)
    }
}
