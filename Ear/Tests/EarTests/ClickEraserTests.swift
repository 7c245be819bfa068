// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Hearing

@Suite struct ClickEraserTests {
    /// What is heard of a take without the clicks of a metronome in it, whose times are known but for a delay, in seconds.
    private func heard(_ take: Take, jitter: Double, delay: Double) throws -> [Double] {
        let file = try SoundFile(take.path)
        let rate = Double(file.rate)
        guard let detector = OnsetDetector(rate: file.rate, for: .drums) else { throw HarnessError("no detector") }
        var frames: [Float] = []
        while case let more = file.read(), !more.isEmpty { frames += more }
        var random = SystemRandomNumberGenerator()
        var clicks = take.clicks.map { at in
            let other = Double.random(in: -jitter...jitter, using: &random)
            return ClickEraser.Click(frame: (at - delay + other) * rate, sound: "click")
        }
        var (eraser, found, end) = (ClickEraser(rate: rate), [Onset](), 0)
        func isUnknown(_ onset: Onset) -> Bool { eraser.isOfUnknown(onset.frame) }
        for first in stride(from: 0, to: frames.count, by: 960) {
            let piece = Array(frames[first..<min(frames.count, first + 960)])
            end += piece.count
            let told = clicks.prefix { $0.frame < Double(end + eraser.ahead) }
            clicks.removeFirst(told.count)
            let rest = eraser.take(piece, clicks: Array(told))
            found += detector.take(rest, isNone: eraser.isRest(_:edge:)).filter { !isUnknown($0) }
        }
        return (found + detector.end()).map { $0.frame / rate }
    }

    @Test(arguments: ["stick", "snare", "claps", "hand_drum", "kick"])
    func `the metronome's own click is left out, and a beat on which both fall is found`(_ kind: String) throws {
        for seed in 21...22 {
            let take = try Take(kind, seed: seed, hits: 68, noise: -45, click: 6, intro: 8)
            defer { take.remove() }
            let all = try heard(take, jitter: 5e-6, delay: 0.004)
            // The first clicks are learnt.
            let begin = take.clicks[ClickEraser.toLearn] - 0.1
            let later = take.comparison(all.filter { $0 > begin }, from: begin)
            #expect(later.missed <= 1 && later.extra.count <= 1)
            #expect(abs(later.meanMs) < 2 && later.spreadMs < 3)
        }
    }

    @Test func `the last 32 are kept, and a sound that comes again stays`() {
        var eraser = ClickEraser(rate: 8000)
        for beat in 0..<400 {
            let name = beat % 2 == 0 ? "often" : "\(beat)"
            let click = ClickEraser.Click(frame: Double(beat) * 8000 + 4000, sound: name)
            _ = eraser.take([Float](repeating: 0.1, count: 8000), clicks: [click])
        }
        #expect(eraser.sounds.count == 32)
        #expect(eraser.sounds["often"] != nil && eraser.sounds["399"] != nil && eraser.sounds["1"] == nil)
    }
}
