// SPDX-License-Identifier: Apache-2.0

import Control
import Testing
import VirtualDevice

/// A start while the real-time thread still has a device that it was asked to give back.
@Suite(.waits, .serialized) struct DetachWindowTests {
    private static let toleranceNs: Int64 = 1_000_000

    @Test func `a start while the device is given back waits for it, and is heard from its first beat`() throws {
        var home = try Home(.capture)
        // The card plays on through the hang.
        home.environment["METRONOMED_FILL_MS"] = "480"
        let card = try VirtualCard(in: &home)
        try home.withDaemon(["--bpm", "120", "--no-play"]) { daemon in
            let client = try daemon.connect()
            try client.say("start")
            try card.waitUntilPlayed(0.5)
            try client.say("stop")
            // The device is asked back 2 s after the stop; the thread that has it hangs from before that until after
            // the start.
            wait(milliseconds: 1800)
            card.control.pointee.hang_ms = 400
            wait(milliseconds: 280)
            let first = Int64(try #require(try client.say("start")["at_ns"]?.integer))
            try card.waitUntilPlayed(1.5)
            #expect(try daemon.end() == .exit(0))
            let onsets = try card.heard().onsets.map { card.nanoseconds(ofFrame: $0.frame) }
            for beat in 0..<2 {
                let atNs = first + Int64(beat) * 500_000_000
                let isHeard = onsets.contains { abs($0 - atNs) <= Self.toleranceNs }
                #expect(isHeard, "beat \(beat), answered for \(atNs), of \(onsets)")
            }
        }
    }
}
