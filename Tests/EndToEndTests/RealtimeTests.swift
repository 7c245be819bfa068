// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import MetronomeControl
import MetronomeLinux
import Testing
import VirtualDevice

/// Allocations and locks of the real-time thread, counted by a library that is preloaded into the daemon.
@Suite(.waits) struct RealtimeTests {
    private enum Sink: String, CaseIterable {
        /// The wall clock.
        case clock
        /// ALSA's own device that plays nothing, for which alsa-lib allocates nothing.
        case null
        /// The virtual card, which runs dry, is suspended, and is lost and found again.
        case card

        /// How often all is changed; a device is closed after the third time, and has all its troubles in five.
        var rounds: Int { self == .card ? 5 : 4 }
    }

    /// The counts that the library has written.
    private struct Account {
        var calls: [String: Int] = [:]
        var callers: [Substring] = []

        init(_ text: String) {
            for line in text.split(separator: "\n") {
                if line.hasPrefix("#") {
                    callers.append(line)
                    continue
                }
                let words = line.split(separator: " ")
                calls[String(words[0])] = Int(words[1])
            }
        }
    }

    /// The library is in the folder of the programs.
    private static let library =
        URL(filePath: Built.metronomed).deletingLastPathComponent().appending(component: "libAllocationCounter.so").path

    @Test(arguments: Sink.allCases)
    private func `the real-time thread allocates nothing and takes no lock, whatever happens`(sink: Sink) throws {
        try #require(FileManager.default.fileExists(atPath: Self.library), "\(Self.library) is not built")
        var home = try Home(.clock)
        home.environment["LD_PRELOAD"] = Self.library
        home.environment["ALLOCATION_COUNTER_FILE"] = home.folder("account")
        if sink == .null { home.environment["METRONOMED_OUTPUT"] = "alsa" }
        let card = sink == .card ? try VirtualCard(in: &home) : nil
        try home.withDaemon(["--bpm", "240", "--device", sink == .null ? "null_sink" : "default"]) { daemon in
            let client = try daemon.connect()
            for round in 0..<sink.rounds {
                try play(client, round: round)
                if let card { try trouble(card, client, round: round) }
                try client.say("stop")
                // Once the device is closed in between, and attached again at the next start.
                guard sink != .clock, round == 2 else { continue }
                try poll(for: "closed device") { try client.status().audio.state == "closed" ? true : nil }
            }
            #expect(try client.status().audio.output == (sink == .clock ? "clock" : "alsa"))
            try daemon.end()
        }
        let account = Account(String(decoding: try home.folder.bytes("account"), as: UTF8.self))
        // The thread was counted while it worked, and so were the other threads.
        #expect(try #require(account.calls["ppoll"]) > 30 * sink.rounds)
        #expect(try #require(account.calls["anywhere"]) > 1000)
        if let card {
            #expect(card.control.pointee.xruns >= 3)
            #expect(card.control.pointee.opens >= 3)
            // alsa-lib guards each PCM by a lock of its own.
            #expect(try #require(account.calls["device.pthread_mutex_lock"]) > 1000)
        }
        for call in [
            "malloc", "calloc", "realloc", "aligned_alloc", "free", "pthread_mutex_lock", "pthread_cond_wait",
        ] { #expect(account.calls[call] == 0, "\(call): \(account.callers)") }
        // alsa-lib allocates nothing either while the device is open.
        #expect(account.calls["device.malloc"] == 0)
    }

    /// A second of beats, in which every setting is changed.
    private func play(_ client: ControlClient, round: Int) throws {
        try client.say("start")
        for step in 0..<10 {
            try client.say("tempo \(300 + (61 * step + round) % 700)")
            try client.say("volume \(10 * step + 5)%")
            try client.say("meter \(2 + step % 5)/4")
            try client.say(step % 3 == 0 ? "bell off" : "bell \(2 + step % 3)")
            try client.say(step % 2 == 0 ? "sound beat bell" : "sound beat beat")
            wait(milliseconds: 100)
        }
    }

    /// Causes a fault of the card, and waits until it plays again.
    private func trouble(_ card: VirtualCard, _ client: ControlClient, round: Int) throws {
        switch round % 4 {
        case 0, 1: card.control.pointee.xrun = 1
        case 2: card.control.pointee.suspend = 2
        default:
            card.control.pointee.unplugged = Int64(ENODEV)
            try poll(for: "loss of the card") { try client.status().audio.output == "clock" ? true : nil }
            card.control.pointee.unplugged = 0
        }
        try poll(for: "sound from the card again") { try client.status().audio.state == "running" ? true : nil }
        try card.waitUntilPlayed(0.3)
    }
}
