// SPDX-License-Identifier: Apache-2.0

import Control
import Glibc
import Testing
import VirtualDevice

/// The events of a sound device that is unplugged and plugged in again.
@Suite(.waits, .serialized) struct AudioEventTests {
    @Test func `a device that goes away and comes back is told, and nothing that changes by the moment`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        try home.withDaemon(["--bpm", "600"]) { daemon in
            try card.waitUntilPlayed(0.2)
            let listener = try daemon.connect()
            let subscription = try listener.subscribe("audio")
            #expect(subscription.events == [.audio])
            card.control.pointee.unplugged = Int64(ENODEV)
            var states = [subscription.state.audio]
            var seq = subscription.seq
            func wait(for state: String) throws {
                while states.last?.state != state {
                    guard case .audio(let event) = try listener.nextEvent() else { continue }
                    #expect(event.seq > seq)
                    seq = event.seq
                    states.append(event.audio)
                }
            }
            try wait(for: "missing")
            card.control.pointee.unplugged = 0
            try wait(for: "running")
            for (state, next) in zip(states, states.dropFirst()) {
                var same = state
                (same.latencyMs, same.fillMs) = (next.latencyMs, next.fillMs)
                #expect(same != next, "told twice")
            }
            #expect(try daemon.status().audio.state == "running")
        }
    }

    @Test func `a reason that no longer holds is replaced`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        card.control.pointee.busy = Int64(EBUSY)
        try home.withDaemon(["--bpm", "600"]) { daemon in
            let client = try daemon.connect()
            #expect(try client.status().audio.reason == "another program holds the device")
            card.control.pointee.unplugged = Int64(ENOENT)
            try poll(for: "the new reason") {
                try client.status().audio.reason == "there is no such sound device" ? true : nil
            }
        }
    }

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
