// SPDX-License-Identifier: Apache-2.0

import Testing
import VirtualDevice

/// What systemd's watchdog is told of the audio thread.
@Suite(.waits, .serialized) struct WatchdogTests {
    @Test func `an audio thread that hangs while it should play is not reported alive`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        let manager = try DatagramSocket(path: home.folder("n"))
        home.environment["NOTIFY_SOCKET"] = manager.path
        home.environment["WATCHDOG_USEC"] = "600000"
        let child = try home.metronomed(["--bpm", "300"])
        defer { child.kill() }
        #expect(try manager.next()["READY"] == "1")
        try card.waitUntilPlayed(0.5)
        // On a busy machine a look may be made late, or the hang be over too soon: then a longer one is tried.
        let isSilent = try [Int64(4000), 12_000, 36_000].contains { ms in
            card.control.pointee.hang_ms = ms
            try poll(for: "the hang") { card.control.pointee.hang_ms == 0 ? true : nil }
            // It may have woken after the look before the hang, and those that were sent have not been read.
            wait(milliseconds: 700)
            while (try? manager.next(within: 0)) != nil {}
            return (try? manager.next(within: 2)) == nil
        }
        #expect(isSilent)
        #expect(try manager.next(within: 60)["WATCHDOG"] == "1")
    }
}
