// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// `metroear start`, from four strokes to the beat.
@Suite(.serialized) struct CountInTests {
    private struct Told: Decodable {
        let playing: Bool
        let bpm: Double
    }

    /// Strokes every `step` seconds from second 1 on, at 48,000 Hz.
    private func strokes(_ count: Int, step: Double) -> [Float] {
        var frames = [Float](repeating: 0, count: 48_000 + Int(Double(count + 2) * step * 48_000))
        for stroke in 0..<count {
            let begin = 48_000 + Int((Double(stroke) * step * 48_000).rounded())
            for frame in 0..<2400 {
                frames[begin + frame] = Float(0.5 * exp(-Double(frame) / 300) * sin(Double(frame) * 0.3))
            }
        }
        return frames
    }

    @Test func `four strokes start it, and its beats go on with theirs`() throws {
        let room = try Room(strokes(40, step: 0.6), microphone: "gain 0 noise 500")
        let outcome = try room.startByEar("--for", "drums", "--json")
        try #require(outcome.status == 0, "\(outcome.errors)")
        let told = try JSONDecoder().decode(Told.self, from: Data(outcome.output.utf8))
        #expect(told.playing && abs(told.bpm - 100) < 0.1)
        try wait(for: "the beat") { try room.metroctl("status", "--json").output.contains("\"playing\":true") }
        usleep(1_500_000)
        #expect(abs(try room.distance(toSecond: 1, bpm: told.bpm)) < 3)
    }

    @Test func `while it plays nothing is started`() throws {
        let room = try Room(strokes(4, step: 0.5), microphone: "gain 0")
        try room.metroctl("start")
        let outcome = try room.startByEar()
        #expect(outcome.status == 1 && outcome.errors.contains("it plays already: stop it first"), "\(outcome.errors)")
    }
}
