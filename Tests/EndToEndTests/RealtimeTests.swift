// SPDX-License-Identifier: Apache-2.0

import Control
import Foundation
import Testing

/// What the real-time thread does besides playing, counted in the daemon itself by a library that is preloaded into it.
@Suite struct RealtimeTests {
    private enum Sink: String, CaseIterable {
        /// The wall clock.
        case clock
        /// ALSA's own device that plays nothing, for which alsa-lib allocates nothing.
        case null
    }

    /// The account that the library has left.
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

    /// The library lies where the programs do.
    private static let library =
        URL(filePath: Built.metronomed).deletingLastPathComponent().appending(component: "libAllocationCounter.so").path

    @Test(arguments: Sink.allCases)
    private func `the real-time thread allocates nothing and takes no lock, whatever it is told`(sink: Sink) throws {
        try #require(FileManager.default.fileExists(atPath: Self.library), "\(Self.library) is not built")
        var home = try Home(.clock)
        home.environment["LD_PRELOAD"] = Self.library
        home.environment["ALLOCATION_COUNTER_FILE"] = home.folder("account")
        if sink == .null { home.environment["METRONOMED_OUTPUT"] = "alsa" }
        // alsa-lib holds a lock of its own, which nobody else takes, in every call of a plugin; off, it hides no other.
        home.environment["LIBASOUND_THREAD_SAFE"] = "0"
        try home.withDaemon(["--bpm", "240", "--device", "null_sink"]) { daemon in
            let client = try daemon.connect()
            for round in 0..<6 {
                try play(client, round: round)
                try client.say("stop")
                // Every other time the device is closed in between, and attached again at the next start.
                guard sink == .null, round % 2 == 0 else { continue }
                try poll(for: "closed device") { try client.status().audio.state == "closed" ? true : nil }
            }
            #expect(try client.status().audio.output == (sink == .null ? "alsa" : "clock"))
            try daemon.end()
        }
        let account = Account(String(decoding: try home.folder.bytes("account"), as: UTF8.self))
        // It was watched, and while it worked; and what others do is seen.
        #expect(try #require(account.calls["ppoll"]) > 300)
        #expect(try #require(account.calls["anywhere"]) > 1000)
        for call in [
            "malloc", "calloc", "realloc", "aligned_alloc", "free", "pthread_mutex_lock", "pthread_cond_wait",
        ] { #expect(account.calls[call] == 0, "\(call): \(account.callers)") }
    }

    /// Two seconds of beats, with everything changed that can be.
    private func play(_ client: ControlClient, round: Int) throws {
        try client.say("start")
        for step in 0..<10 {
            try client.say("tempo \(300 + 61 * step + round)")
            try client.say("volume \(10 * step + 5)%")
            try client.say("meter \(2 + step % 5)/4")
            try client.say(step % 3 == 0 ? "bell off" : "bell \(2 + step % 3)")
            try client.say(step % 2 == 0 ? "sound beat bell" : "sound beat beat")
            wait(milliseconds: 200)
        }
    }
}
