// SPDX-License-Identifier: Apache-2.0

import Bridges
import SeededRandom
import Testing

@Suite struct FrameLineTests {
    /// Cycles of a card that is so many millionths fast and whose wake-ups are late by up to so much, each so many seconds.
    private func line(
        ppm: Double, lateNs: Double, every: Int = 4, seconds: Double, _ check: (FrameLine, Double) -> Void = { _, _ in }
    ) -> FrameLine? {
        var random = SeededGenerator(seed: 7)
        var line: FrameLine?
        let length = 256e9 / 48000 / (1 + ppm * 1e-6)
        for index in stride(from: 0, to: Int(seconds * 48000 / 256), by: every) {
            let time = 5e9 + Double(index) * length
            let cycle = JACKCycle(
                frame: 1000 + Int64(index) * 256, timeNs: Int64(time + Double.random(in: 0...lateNs, using: &random)),
                frames: 256, rate: 48000)
            if line == nil { line = FrameLine(cycle) } else { line?.add(cycle) }
            line.map { check($0, Double(index)) }
        }
        return line
    }

    @Test(arguments: [-200.0, 0, 35, 200])
    func `a clock that is off is known to a few millionths, and its frames to a part of one`(ppm: Double) throws {
        let line = try #require(self.line(ppm: ppm, lateNs: 60_000, seconds: 60))
        #expect(abs(line.framesPerSecond / 48000 - 1 - ppm * 1e-6) < 5e-6)
        // Wake-ups are never early: half of what they are late at most is in the line.
        let begin = 5e9 + 60 * 1e9 / (1 + ppm * 1e-6)
        #expect(abs(line.frame(atNs: Int64(begin + 30_000)) - (1000 + 60 * 48000)) < 0.5)
        #expect(abs(line.frame(atNs: line.ns(ofFrame: 2_881_000)) - 2_881_000) < 1e-3)
    }

    @Test func `once it has settled, a late wake-up moves it by less than a frame`() {
        var last: Double?
        var worst = 0.0
        _ = line(ppm: 50, lateNs: 100_000, seconds: 60) { line, index in
            let now = line.frame(atNs: 65_000_000_000)
            if index > 30 * 187.5 { worst = max(worst, abs(now - (last ?? now))) }
            last = now
        }
        #expect(worst < 1 && worst > 0)
    }

    @Test func `a server that has lost time is taken up where it is`() throws {
        var line = FrameLine(JACKCycle(frame: 0, timeNs: 0, frames: 256, rate: 48000))
        line.add(JACKCycle(frame: 48000, timeNs: 1_000_000_000, frames: 256, rate: 48000))
        line.add(JACKCycle(frame: 96000, timeNs: 3_000_000_000, frames: 256, rate: 48000))
        #expect(line.frame(atNs: 3_000_000_000) == 96000)
        #expect(line.framesPerSecond == 48000)
        // What came before is no news.
        line.add(JACKCycle(frame: 90000, timeNs: 2_000_000_000, frames: 256, rate: 48000))
        #expect(line.frame(atNs: 3_000_000_000) == 96000)
    }
}
