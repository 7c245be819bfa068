// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// `metroear join`, from the microphone to the score of the daemon.
@Suite(.serialized) struct JoinTests {
    /// Claps every half second from second 1 on, at 48,000 Hz.
    private func claps(_ count: Int) -> [Float] {
        var frames = [Float](repeating: 0, count: 48_000 + count * 24_000)
        var random = SystemRandomNumberGenerator()
        for clap in 0..<count {
            for frame in 0..<2400 {
                let level = 0.5 * exp(-Float(frame) / 400) * min(1, Float(frame) / 20)
                frames[48_000 + clap * 24_000 + frame] = level * Float.random(in: -1...1, using: &random)
            }
        }
        return frames
    }

    @Test func `strokes are scored as they were played, to 0.3 ms`() throws {
        // The player has headphones.
        let room = try Room(claps(90), microphone: "gain 0 noise 500")
        #expect(try room.metroctl("start", "120").status == 0)
        try room.join("--headphones", "--for", "claps")
        try wait(for: "sound") { FileManager.default.fileExists(atPath: room.folder + "/origin") }
        // The beats come to lie 12 ms before the claps.
        let off = try room.distance(toSecond: 1, bpm: 120)
        try room.metroctl("nudge", "\(((-off - 12) * 1000).rounded() / 1000)")
        usleep(3_000_000)
        let late = -(try room.distance(toSecond: 1, bpm: 120))
        #expect(abs(late - 12) < 1)
        try room.metroctl("score", "on")
        try wait(for: "strokes; it says \(room.joinSaid)") { try room.score().total.taps >= 12 }
        let score = try room.score()
        #expect(abs((score.total.mean_ms ?? 0) - late) < 0.3)
        #expect(score.total.scatter_ms ?? 9 < 0.3)
        #expect(score.missed == 0 && score.strays == 0)

        // A daemon that goes is waited for.
        try room.restartDaemon()
        try wait(for: "return") { try room.metroctl("bridges").output.contains("room") }
        #expect(room.joinSaid.contains("the daemon is there again"))
    }

    @Test func `the metronome's own clicks are no strokes`() throws {
        // What the card has played is in its file a little later, on a busy machine.
        let room = try Room(microphone: "delay_us 250000 noise 3000")
        try room.metroctl("offset", "247")
        try room.join()
        try room.metroctl("score", "on")
        try room.metroctl("tempo", "200")
        try room.metroctl("start")
        // Of some 30 clicks the first four bells and the first four beats are learnt.
        usleep(9_000_000)
        let score = try room.score()
        // On a busy machine the card runs dry, and clicks break off.
        let (told, lost) = (score.total.taps + score.strays, try room.xruns())
        #expect(lost > 0 ? told < 10 : told == 0, "\(told) of some 30 clicks, \(lost) xruns; \(room.joinSaid)")
    }
}
