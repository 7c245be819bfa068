// SPDX-License-Identifier: Apache-2.0

import Control
import Rhythm
import Testing

/// Lanes from the socket to the samples that a sound device is given.
@Suite(.waits, .serialized) struct LaneTests {
    /// The four channels of what the device was given.
    private func channels(_ raw: [UInt8]) -> [Capture] {
        let samples = stride(from: 0, to: raw.count - 3, by: 4).map { index in
            Float(bitPattern: raw[index..<index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
        return (0..<4).map { channel in
            Capture(samples: stride(from: channel, to: samples.count, by: 4).map { samples[$0] })
        }
    }

    @Test func `the cycle of 0.2, 0.2 and 0.4 seconds is one line, and is heard to the frame`() throws {
        let home = try Home(.capture)
        try home.withDaemon(["--volume", "1", "--bpm", "97.3", "--no-play"]) { daemon in
            let client = try daemon.connect()
            try client.say("lane click cycle 0.2 0.2 0.4 s 3 times")
            try client.say("lane beat mute")
            try client.say("start")
            try daemon.waitForBeat(5)
            try daemon.end()
        }
        let onsets = try home.captured().onsets
        let places = [0.2, 0.4, 0.8, 1.0, 1.2, 1.6, 1.8, 2.0].map { $0 * Double(Capture.rate) }
        try #require(onsets.count == 8)
        // Beat 0 falls on a frame, and is not heard.
        let begin = Double(onsets[0].frame) - places[0]
        for (onset, place) in zip(onsets, places) { #expect(abs(Double(onset.frame) - begin - place) <= 1) }
    }

    @Test func `a click on channel three is heard there, and only there`() throws {
        let home = try Home(.capture)
        try home.withDaemon(["--volume", "1", "--bpm", "240", "--no-play"]) { daemon in
            let client = try daemon.connect()
            try client.say("lanes beat channel=3 | pulse 3 per beat")
            try client.say("start")
            try daemon.waitForBeat(6)
            try daemon.end()
        }
        let channels = channels(try home.folder.bytes("capture.raw"))
        #expect(channels[0].onsets.count >= 18 && channels[0].onsets.count >= 3 * channels[2].onsets.count - 3)
        #expect(channels[2].onsets.count >= 6)
        let distances = zip(channels[2].onsets, channels[2].onsets.dropFirst()).map { $1.frame - $0.frame }
        #expect(distances.allSatisfy { $0 == 12_000 })
    }

    @Test func `lanes are told, changed at a bar, undone, and remembered`() throws {
        try withDaemon("--no-play", "--output", "clock") { daemon in
            let client = try daemon.connect()
            try client.say("groove rock")
            func names() throws -> [String] {
                (try client.status().otherSettings["lanes"]?.array ?? []).compactMap { $0["name"]?.string }
            }
            #expect(try names() == ["kick", "snare", "hat"])
            try client.say("lane remove snare")
            try client.say("lane hat x%30x.x gain=50% pan=-0.5 solo")
            #expect(try names() == ["kick", "hat"])
            try client.say("undo")
            try client.say("undo")
            #expect(try names() == ["kick", "snare", "hat"])
            try client.say("tempo 600")
            try client.say("start")
            let answer = try client.say("lane clave x..x..x. at bar")
            let beat = try #require(answer["at_beat"]?.number)
            #expect(beat.truncatingRemainder(dividingBy: 4) == 0 && answer["pending"]?.integer == 1)
            try daemon.waitForBeat(Int(beat) + 2)
            #expect(try names() == ["kick", "snare", "hat", "clave"])
            let lanes = try #require(try client.status().timeline?.wrappedValue?.lanes)
            #expect(lanes.last?.lanes.map(\.name) == ["kick", "snare", "hat", "clave"])
        }
    }

    @Test func `a lane that cannot be is refused with the column and what is allowed`() throws {
        try withDaemon("--no-play", "--output", "clock") { daemon in
            let client = try daemon.connect()
            for (words, reason, text) in [
                ("lane kick x..y", "invalid", "column 4"), ("lane kick x... sound=nowhere", "not_found", "nowhere"),
                ("lane kick mute", "invalid", "no lane"), ("lane remove kick", "invalid", "no lane"),
                ("lanes a xxxx | a xxxx", "invalid", "two lanes"), ("groove polka", "invalid", "rock"),
                ("lane kick x... sound=/etc/passwd", "invalid", "no sound"),
            ] {
                let error = try client.refusal(of: words)
                #expect(error.reason == reason && error.message.contains(text), "\(words): \(error.message)")
            }
        }
    }

    @Test func `a lane is told by its name, and one that is not there ends metroctl with 1`() throws {
        try withDaemon("--no-play", "--output", "clock") { daemon in
            try daemon.connect().say("lanes kick x...x... | hat xxxx gain=50%")
            func told(_ name: String) throws -> (end: ChildProcess.End, text: String) {
                let child = try ChildProcess(
                    Built.metroctl, ["lane", name], environment: daemon.home.environment, in: daemon.home.folder)
                return (try child.end(), child.stdout + child.stderr)
            }
            #expect(try told("hat").text == "hat  xxxx  hihat, 50 %\n" && told("hat").end == .exit(0))
            #expect(try told("beat").text == "beat  (the metronome's)\n")
            let missing = try told("snare")
            #expect(missing.end == .exit(1) && missing.text.contains("there are kick, hat"), "\(missing.text)")
        }
    }
}
