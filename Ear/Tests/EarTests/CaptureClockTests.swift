// SPDX-License-Identifier: GPL-3.0-or-later

import Hearing
import Testing

struct CaptureClockTests {
    /// The error of a clock in ms, after a number of seconds of answers, each late by up to `lateMs`.
    private func errorMs(ppm: Double, lateMs: Double, quantum: Double = 1, seconds: Double = 30) -> Double {
        var (clock, chance) = (CaptureClock(rate: 48_000), UInt64(1))
        var time = 0.0
        while time < seconds {
            time += 0.01
            chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let late = Double(chance >> 40) / Double(1 << 24) * lateMs * 1e-3
            let frame = ((time - late) * 48_000 * (1 + ppm * 1e-6) / quantum).rounded(.down) * quantum
            clock.observe(frame: frame, atNs: Int64(time * 1e9))
        }
        let frame = seconds * 48_000 * (1 + ppm * 1e-6)
        return Double((clock.ns(ofFrame: frame) ?? 0) - Int64(seconds * 1e9)) / 1e6
    }

    @Test(arguments: [-300.0, 0, 80, 300])
    func `the crystal of the device is followed, and late answers are not`(ppm: Double) {
        #expect(abs(errorMs(ppm: ppm, lateMs: 0)) < 0.03)
        #expect(abs(errorMs(ppm: ppm, lateMs: 1)) < 0.25)
        #expect(abs(errorMs(ppm: ppm, lateMs: 0, quantum: 48)) < 0.6)
    }

    @Test func `before the first answer no frame has a time, and a restart forgets the line`() {
        var clock = CaptureClock(rate: 48_000)
        #expect(clock.ns(ofFrame: 0) == nil)
        clock.observe(frame: 480, atNs: 10_000_000)
        #expect(clock.ns(ofFrame: 0) == 0)
        clock.restart()
        #expect(clock.ns(ofFrame: 0) == nil)
    }
}
