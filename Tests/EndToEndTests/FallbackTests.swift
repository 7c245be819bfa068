// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import Testing
import VirtualDevice

/// Two sound cards, of which one stands in for the other.
@Suite(.waitsFirst, .serialized) struct FallbackTests {
    private static let flags = ["--bpm", "600", "--fallback-device", "second"]

    @Test func `a fallback that is missing too is tried as rarely as the card itself`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        let second = try VirtualCard(in: &home, name: "second")
        card.control.pointee.busy = Int64(EBUSY)
        second.control.pointee.busy = Int64(EBUSY)
        try home.withDaemon(Self.flags) { daemon in
            // 0.25 + 0.5 + 1 s, and the first try.
            try poll(for: "four tries") { card.control.pointee.opens >= 4 ? true : nil }
            #expect((3...5).contains(second.control.pointee.opens), "\(second.control.pointee.opens) tries")
            #expect(try daemon.status().audio.output == "clock")
        }
    }

    @Test func `a card that is ready again and fails once more leaves the fallback its place`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        let second = try VirtualCard(in: &home, name: "second")
        try home.withDaemon(Self.flags) { daemon in
            try card.waitUntilPlayed(0.3)
            // Longer than the daemon waits for it before the fallback plays.
            card.control.pointee.slow_prepare_ms = 1200
            card.control.pointee.xrun = 2
            try second.waitUntilPlayed(0.1)
            let tries = card.control.pointee.starts
            try poll(for: "another start of the card") { card.control.pointee.starts > tries ? true : nil }
            card.control.pointee.unplugged = Int64(ENODEV)
            try poll(for: "loss of the card") { try daemon.status().audio.state == "missing" ? true : nil }
            try second.waitUntilPlayed(0.5)
            #expect(try daemon.status().audio.trying?.hasSuffix("playing on 'second' meanwhile") == true)
        }
    }

    /// How the card is slower than its fallback.
    private enum Delay: CaseIterable {
        case opening, recovering
    }

    @Test(arguments: Delay.allCases)
    private func `sounds are at the rate of the card that plays, whichever was ready first`(delay: Delay) throws {
        // On a busy machine the card may play again before its fallback is looked at.
        try trials(3) { number in
            var home = try Home(.capture)
            let card = try VirtualCard(in: &home, second: "rate 44100")
            let second = try VirtualCard(in: &home, name: "second", second: "rate 44100")
            let delayMs = Int64(375 << (2 * number))
            if delay == .opening { card.control.pointee.slow_open_ms = delayMs }
            try home.withDaemon(Self.flags) { daemon in
                if delay == .recovering {
                    try card.waitUntilPlayed(0.3)
                    card.control.pointee.slow_prepare_ms = delayMs
                    card.control.pointee.xrun = 1
                }
                try inTime { try second.waitUntilPlayed(0.1, within: .seconds(30)) }
                let rate = try daemon.status().audio.rate
                try ensure(rate == 44_100, "it is not the rate of the second card")
                let played = card.control.pointee.consumed
                try poll(for: "the card") { card.control.pointee.consumed > played + 24_000 ? true : nil }
                let audio = try daemon.status().audio
                #expect(audio.state == "running" && audio.rate == 48_000)
            }
        }
    }
}
