// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeLinux
import Testing
import VirtualDevice

/// The daemon's own figures of its timing, on a card whose figures are known.
@Suite(.waits) struct TimingTests {
    private func timing(_ daemon: DaemonProcess) throws -> Timing {
        try JSONLine.decode(Timing.self, from: JSONLine.encode(try daemon.connect().say("timing")))
    }

    @Test func `a device that stands still for a while makes no beat late`() throws {
        // A thread that the machine wakes late says nothing of the device.
        for _ in 1...5 {
            var home = try Home(.capture)
            let card = try VirtualCard(in: &home)
            var isJudged = false
            try home.withDaemon(["--bpm", "600", "--no-play"]) { daemon in
                try daemon.connect().say("start")
                try card.waitUntilPlayed(3)
                let before = try timing(daemon).sinceStart.errorUs.count
                card.control.pointee.frozen_until = MonotonicClock.nowNs + 340_000_000
                try card.waitUntilPlayed(2)
                let after = try timing(daemon).sinceStart
                let (most, isLate) = (try #require(after.errorUs.max), (after.wakeLatenessUs.max ?? 0) > 10_000)
                isJudged = most <= 1000 || !isLate
                #expect(after.errorUs.count > before)
                #expect(most <= 1000 || isLate)
            }
            if isJudged { return }
        }
        try Test.cancel("the machine had no time for the daemon")
    }

    @Test func `by the clock alone beats are counted, and no error is made up`() throws {
        try withDaemon("--bpm", "600") { daemon in
            try daemon.waitForBeat(5)
            let timing = try timing(daemon)
            #expect(timing.sinceStart.beats >= 5 && timing.sinceStart.beats == timing.lastMinute.beats)
            #expect(timing.sinceStart.errorUs.count == 0 && timing.sinceStart.errorUs.max == nil)
            #expect(timing.ratePPM == nil && timing.sinceStart.residualUs == nil)
            #expect(timing.sinceStart.wakeLatenessUs.count > 0)
            #expect(timing.audio.output == "clock")
        }
    }
}
