// SPDX-License-Identifier: Apache-2.0

import MetronomeRhythm
import Testing

@testable import MetronomeSession

@Suite struct HeardClockTests {
    private let device = DeviceClock(
        frame: 48_000.5, time: ClockTime(nanoseconds: 5_000_000_000), framesPerSecond: 47_999, writtenFrame: 50_000)

    @Test(arguments: [-250, -0.0000011, 0, 12.5, 1000])
    func `a frame is heard the offset after it leaves the device`(offset: Double) {
        let heard = HeardClock(device, offsetMilliseconds: offset)
        for frame in [-1e6, 0, 48_000.5, 1e9] {
            let delay = heard.time(ofFrame: frame).nanoseconds - device.time(ofFrame: frame).nanoseconds
            #expect(delay == Int64((offset * 1e6).rounded()))
        }
        #expect(heard.writtenFrame == device.writtenFrame)
    }

    @Test func `time and frame are each other's inverse, to a nanosecond`() {
        let heard = HeardClock(device, offsetMilliseconds: -35.25)
        for frame in stride(from: -3e6, through: 3e6, by: 12_345.6) {
            #expect(abs(heard.frame(at: heard.time(ofFrame: frame)) - frame) < 48_000e-9)
        }
        #expect(heard.frame(at: ClockTime(nanoseconds: 4_964_750_000)) == 48_000.5)
    }
}
