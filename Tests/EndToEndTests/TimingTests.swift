// SPDX-License-Identifier: Apache-2.0

import Control
import Foundation
import Glibc
import Linux
import Testing
import VirtualDevice

/// The daemon's own figures of its timing, on a card whose figures are known.
@Suite(.waits) struct TimingTests {
    /// Of the card, at 600 bpm.
    private static let beatFrames: Int64 = 4800

    private func timing(_ daemon: DaemonProcess) throws -> Timing {
        try JSONLine.decode(Timing.self, from: JSONLine.encode(try daemon.connect().say("timing")))
    }

    @Test func `on a card that behaves the figures are believable, and its misfortunes are counted`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        try home.withDaemon(["--bpm", "600", "--no-play"]) { daemon in
            try daemon.connect().say("start")
            try card.waitUntilPlayed(3)
            let played = card.control.pointee.consumed / Self.beatFrames
            let calm = try timing(daemon)
            let playedSince = card.control.pointee.consumed / Self.beatFrames
            for range in [calm.sinceStart, calm.lastMinute] {
                // Silence comes first; the fill is 150 ms.
                #expect((played - 10...playedSince + 3).contains(Int64(range.beats)), "\(range.beats)")
                #expect(range.errorUs.count > 15 && range.errorUs.count <= range.beats)
                #expect(try #require(range.errorUs.p99) < 1000)
                #expect(try #require(range.errorUs.p50) <= #require(range.errorUs.p99))
                #expect(range.errorUs.histogram.map(\.count).reduce(0, +) == range.errorUs.count)
                #expect(range.wakeLatenessUs.count > 10)
                #expect(range.xruns == TimingXruns(count: 0, missedFrames: 0, recent: []) && range.losses == 0)
                #expect(range.seconds > 2.5 && range.seconds < 60)
            }
            #expect(calm.audio.state == "running" && calm.audio.device == "default")

            let before = MonotonicClock.nowNs
            card.control.pointee.xrun = 1
            try poll(for: "the xrun") { try timing(daemon).sinceStart.xruns.count > 0 ? true : nil }
            try card.waitUntilPlayed(0.7)
            let dry = try timing(daemon)
            let xruns = dry.sinceStart.xruns
            #expect(xruns.count == 1 && xruns == dry.lastMinute.xruns)
            let xrun = try #require(xruns.recent.first)
            #expect(xrun.atNs >= before && xrun.atNs < dry.nowNs)
            #expect(xrun.missedFrames == xruns.missedFrames)
            // After an xrun silence is played first, as much as is written ahead.
            let fill = Int64(home.environment["METRONOMED_FILL_MS"] ?? "") ?? 0
            #expect(xrun.missedFrames > fill * 48 / 2 && xrun.missedFrames < 96_000, "\(xrun.missedFrames)")

            card.control.pointee.unplugged = Int64(ENODEV)
            try poll(for: "the loss") { try timing(daemon).sinceStart.losses > 0 ? true : nil }
            card.control.pointee.unplugged = 0
            try card.waitUntilPlayed(3)
            let end = try timing(daemon)
            #expect(end.sinceStart.losses == 1 && end.sinceStart.xruns.count == 1)
            #expect(end.sinceStart.errorUs.count > dry.sinceStart.errorUs.count)
            #expect(end.sinceStart.beats > dry.sinceStart.beats)
        }
    }

    @Test func `what an xrun costs does not grow while nothing plays`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        try home.withDaemon(["--bpm", "600"]) { daemon in
            let client = try daemon.connect()
            try card.waitUntilPlayed(0.5)
            card.control.pointee.unprepared = Int64(EIO)
            card.control.pointee.xrun = 1
            try poll(for: "loss of the card") { try client.status().audio.state == "missing" ? true : nil }
            try client.say("stop")
            card.control.pointee.unprepared = 0
            wait(milliseconds: 1500)
            try client.say("start")
            try card.waitUntilPlayed(0.5)
            let xruns = try timing(daemon).sinceStart.xruns
            #expect(xruns.count == 1 && xruns.missedFrames < 48_000, "\(xruns.missedFrames)")
        }
    }

    @Test func `a device that stands still for a while makes no beat late`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        try home.withDaemon(["--bpm", "600", "--no-play"]) { daemon in
            try daemon.connect().say("start")
            try card.waitUntilPlayed(3)
            let before = try timing(daemon).sinceStart.errorUs.count
            card.control.pointee.frozen_until = MonotonicClock.nowNs + 340_000_000
            try card.waitUntilPlayed(2)
            let after = try timing(daemon).sinceStart.errorUs
            #expect(after.count > before)
            #expect(try #require(after.max) <= 1000)
        }
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

    @Test func `a device without a clock of its own tells no error either`() throws {
        try withDaemon("--bpm", "600", output: .capture) { daemon in
            try daemon.waitForBeat(5)
            let timing = try timing(daemon)
            #expect(timing.audio.output == "alsa")
            #expect(timing.sinceStart.beats >= 5 && timing.sinceStart.errorUs.count == 0)
        }
    }
}
