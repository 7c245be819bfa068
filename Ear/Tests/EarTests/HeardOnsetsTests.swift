// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Testing

@testable import Hearing

@Suite struct HeardOnsetsTests {
    @Test(arguments: [Float(0.1), .nan, .infinity, 1e30])
    func `the metronome's own click is learnt, also where a frame of it was no sound`(_ frame: Float) throws {
        let (rate, clicks) = (48_000, stride(from: 1.0, to: 8, by: 0.5))
        var chance = SystemRandomNumberGenerator()
        var sound = (0..<(9 * rate)).map { _ in Float.random(in: -0.001...0.001, using: &chance) }
        for at in Array(clicks) + [8.25] {
            let first = Int(at * Double(rate))
            for index in 0..<4800 {
                sound[first + index] += Float(0.5 * sin(0.3 * Double(index))) * exp(-Float(index) / 600)
            }
        }
        sound[rate + 480] = frame

        var onsets = try #require(HeardOnsets(rate: UInt32(rate), for: nil))
        var heard: [HeardOnsets.Heard] = []
        for first in stride(from: 0, to: sound.count, by: 480) {
            let piece = Array(sound[first..<(first + 480)])
            let now = Int64(first + 480) * 1_000_000_000 / Int64(rate)
            heard += onsets.take(piece, position: (frames: 480, ns: now)) { stretch in
                clicks.map { (ns: Int64($0 * 1e9), sound: "click") }.filter { stretch.contains($0.ns) }
            }
        }
        #expect(heard.count == 1)
        #expect(abs((heard.first?.ns ?? 0) - 8_250_000_000) < 2_000_000)
    }
}
