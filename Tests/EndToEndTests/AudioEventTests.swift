// SPDX-License-Identifier: Apache-2.0

import Glibc
import MetronomeControl
import Testing
import VirtualDevice

/// The events of a sound device that is unplugged and plugged in again.
@Suite(.waits, .serialized) struct AudioEventTests {
    @Test func `watch says what is wrong, and when it is well again`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        try home.withDaemon(["--bpm", "600"]) { _ in
            try card.waitUntilPlayed(0.2)
            let watches = try [["watch"], ["watch", "--json"]].map {
                try ChildProcess(Built.metroctl, $0, environment: home.environment, in: home.folder)
            }
            defer { for watch in watches { watch.kill() } }
            try poll(for: "beats") { watches.allSatisfy { $0.stdout.contains("600") } ? true : nil }
            card.control.pointee.unplugged = Int64(ENODEV)
            try poll(for: "trouble") { watches[0].stdout.contains("no sound from 'default'") ? true : nil }
            card.control.pointee.unplugged = 0
            try poll(for: "its end") { watches[0].stdout.contains("the sound device is back") ? true : nil }
            try poll(for: "event") { watches[1].stdout.contains(#""method":"event.audio""#) ? true : nil }
            #expect(!watches[1].stdout.contains("is back"))
        }
    }
}
