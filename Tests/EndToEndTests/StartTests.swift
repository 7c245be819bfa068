// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import MetronomeLinux
import Testing
import VirtualDevice

/// What a start waits for, and which requests wait for the start.
@Suite(.waits, .serialized) struct StartTests {
    private static let bpm = 600

    @Test func `after a rest, a card that stands still at first is no reason to begin in the past`() throws {
        var home = try Home(.capture)
        let card = try VirtualCard(in: &home)
        try home.withDaemon(["--bpm", "\(Self.bpm)", "--no-play"]) { daemon in
            let client = try daemon.connect()
            wait(milliseconds: 1500)
            // Longer than a start waits for the device.
            card.control.pointee.frozen_until = MonotonicClock.nowNs + 1_500_000_000
            let asked = MonotonicClock.nowNs
            let atNs = try #require(try client.say("start")["at_ns"]?.integer)
            #expect(atNs > asked, "\((asked - Int64(atNs)) / 1_000_000) ms before it was asked for")
            try card.waitUntilPlayed(0.5)
        }
    }

    @Test func `metroctl waits for a start as long as the silence before it takes`() throws {
        var home = try Home(.capture)
        home.environment["METRONOMED_PREROLL_MS"] = "2500"
        let card = try VirtualCard(in: &home)
        let daemon = DaemonProcess(home: home, child: try home.metronomed(["--bpm", "\(Self.bpm)", "--no-play"]))
        defer { daemon.child.kill() }
        try daemon.waitUntilItAnswers()
        // What is changed meanwhile holds with the first beat.
        let changes = try [["start"], ["tempo", "700"]].map {
            try ChildProcess(Built.metroctl, $0, environment: home.environment, in: home.folder)
        }
        for change in changes { #expect(try change.end() == .exit(0), "\(change.stderr)") }
        try card.waitUntilPlayed(0.1)
        #expect(try daemon.end() == .exit(0))
    }

    @Test(arguments: [0, 400])
    func `so much silence goes before the first beat as was asked for`(milliseconds: Int) throws {
        try trials(3) { _ in
            var home = try Home(.capture)
            home.environment["METRONOMED_FILL_MS"] = "30"
            home.environment["METRONOMED_PREROLL_MS"] = "\(milliseconds)"
            let card = try VirtualCard(in: &home)
            let daemon = DaemonProcess(home: home, child: try home.metronomed(["--bpm", "\(Self.bpm)", "--no-play"]))
            defer { daemon.child.kill() }
            try daemon.waitUntilItAnswers()
            try daemon.connect().say("start")
            try card.waitUntilPlayed(Double(milliseconds) / 1000 + 0.5)
            #expect(try daemon.end() == .exit(0))
            // The card begins to capture when it is started. A busy machine may be late, and may have it started anew within the
            // silence, but seldom.
            guard let first = try card.heard().onsets.first else { throw SpoiltTrial(description: "nothing is heard") }
            let frames = milliseconds * 48..<milliseconds * 48 + 24_000
            try ensure(frames.contains(first.frame), "the first beat is at frame \(first.frame)")
        }
    }
}
