// SPDX-License-Identifier: Apache-2.0

import MetronomeControl
import Testing
import VirtualDevice

/// When a change is heard, and when its answer said it would be.
@Suite(.waits, .serialized) struct ChangeTimeTests {
    private static let toleranceNs: Int64 = 1_000_000

    /// The answer to a change in mid-beat.
    private struct Answer {
        let atNs: Int64
        let atBeat: Double

        init(_ value: JSONValue) throws {
            atNs = Int64(try #require(value["at_ns"]?.integer))
            atBeat = try #require(value["at_beat"]?.number)
        }
    }

    /// Frames as they were heard on a card.
    private struct Recording {
        let card: VirtualCard
        let samples: [Float]

        /// How much later than `at_ns` the level changes, in nanoseconds.
        func lateness(of changeNs: Int64) throws -> Int64 {
            let origin = card.control.pointee.origin_ns
            let from = Int(Double(changeNs - 20_000_000 - origin) / 1e9 * Double(Capture.rate))
            try #require(samples.indices.contains(from))
            let frame = try #require(samples[from...].firstIndex { abs($0 - samples[from]) > 1e-5 })
            return card.nanoseconds(ofFrame: frame) - changeNs
        }
    }

    @Test(arguments: [250]) func `every change is heard when its answer says, less the offset`(offset: Int) throws {
        try untilSettled { try isHeardAsTold(offset: offset) }
    }

    /// Changes what plays. False where the card ran dry, so that there are gaps in what was heard.
    private func isHeardAsTold(offset: Int) throws -> Bool {
        var home = try Home(.capture)
        // A constant level, so that every change shows in the capture.
        let tone = WAVFile(samples: [Int16](repeating: 8000, count: 7 * Capture.rate), rate: Capture.rate)
        try home.folder.write(tone.bytes, to: "sounds/beat.wav")
        let card = try VirtualCard(in: &home)
        let offsetNs = Int64(offset) * 1_000_000
        var volume: [Answer] = []
        var (tempo, stop): (Answer?, Answer?)
        var beat: BeatEvent?
        try home.withDaemon(["--bpm", "8", "--bell-every", "off"]) { daemon in
            let client = try daemon.connect()
            try client.say("offset \(offset)")
            try card.waitUntilPlayed(0.9)
            for level in [0.4, 0.6] {
                volume.append(try Answer(client.say("volume \(level)")))
                try card.waitUntilPlayed(0.3)
            }
            tempo = try Answer(client.say("tempo 16"))
            let listener = try daemon.connect()
            _ = try listener.subscribe("beat")
            beat = try listener.nextBeat()
            try card.waitUntilPlayed(0.9)
            stop = try Answer(client.say("stop"))
            try card.waitUntilPlayed(0.4)
            try daemon.end()
        }
        if card.control.pointee.xruns > 0 { return false }
        let recording = Recording(card: card, samples: try card.heard().samples)
        for answer in volume {
            // The change begins between beats.
            #expect(0.05 < answer.atBeat && answer.atBeat < 0.95)
            let late = try recording.lateness(of: answer.atNs - offsetNs)
            #expect(abs(late) <= Self.toleranceNs, "volume: \(late) ns")
        }
        let (change, next) = (try #require(tempo), try #require(beat))
        #expect(0.05 < change.atBeat && change.atBeat < 0.95 && next.beatIndex == 1)
        let exact = Double(change.atNs) + (1 - change.atBeat) * 3.75e9
        #expect(abs(Double(next.atNs) - exact) <= Double(Self.toleranceNs))
        #expect(abs(try recording.lateness(of: next.atNs - offsetNs)) <= Self.toleranceNs)
        let end = try #require(stop)
        #expect(abs(try recording.lateness(of: end.atNs - offsetNs)) <= Self.toleranceNs)
        return true
    }
}
