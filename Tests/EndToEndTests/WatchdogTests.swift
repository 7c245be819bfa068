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
        card.control.pointee.hang_ms = 4000
        try poll(for: "the hang") { card.control.pointee.hang_ms == 0 ? true : nil }
        // It may have woken after the look before the hang, and those that were sent have not been read.
        wait(milliseconds: 700)
        while (try? manager.next(within: 0)) != nil {}
        #expect(throws: HarnessError.self) { try manager.next(within: 2) }
        #expect(try manager.next(within: 5)["WATCHDOG"] == "1")
    }
}
