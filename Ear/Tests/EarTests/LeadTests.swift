// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// `metroear lead`, from a player without a click to the beats of the metronome.
@Suite(.serialized) struct LeadTests {
    private struct Status: Decodable {
        struct Sync: Decodable {
            let source: String
            let bpm: Double
        }
        let playing: Bool
        let sync: Sync?
    }

    /// A player who plays quarter notes and eighths, loud and soft, from second 1 on, at 48,000 Hz.
    private func groove(bpm: Double, seconds: Int) -> [Float] {
        var frames = [Float](repeating: 0, count: seconds * 48_000)
        for stroke in 0..<Int(Double(seconds - 2) * bpm / 30) {
            let begin = 48_000 + Int((Double(stroke) * 30 / bpm * 48_000).rounded())
            let peak = stroke.isMultiple(of: 2) ? 0.6 : 0.25
            for frame in 0..<2400 {
                frames[begin + frame] = Float(peak * exp(-Double(frame) / 300) * sin(Double(frame) * 0.3))
            }
        }
        return frames
    }

    @Test func `a player leads: the metronome starts with him, at his tempo, on his beats`() throws {
        let room = try Room(groove(bpm: 96, seconds: 120), microphone: "gain 0 noise 500")
        try room.metroctl("tempo", "105")
        try room.lead("--for", "drums", "--start")
        func status() throws -> Status {
            try JSONDecoder().decode(Status.self, from: Data(try room.metroctl("status", "--json").output.utf8))
        }
        try wait(for: "the beat") { try status().playing }
        usleep(6_000_000)
        let status = try status()
        #expect(status.sync?.source == "ear" && abs((status.sync?.bpm ?? 0) - 96) < 0.2)
        #expect(abs(try room.distance(toSecond: 1, bpm: 96)) < 5)
        #expect(try room.metroctl("tempo", "90").status == 1)
    }
}
