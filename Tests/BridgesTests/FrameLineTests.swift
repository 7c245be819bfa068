// SPDX-License-Identifier: Apache-2.0

import Bridges
import SeededRandom
import Testing

@Suite struct FrameLineTests {
    /// The line through cycles of a card that is fast by `ppm` and whose wake-ups are late by up to `lateNs`.
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

    @Test func `once it has settled, a late wake-up moves it by less than a tenth of a frame`() {
        var last: Double?
        var worst = 0.0
        _ = line(ppm: 50, lateNs: 100_000, seconds: 60) { line, index in
            let now = line.frame(atNs: 65_000_000_000)
            if index > 30 * 187.5 { worst = max(worst, abs(now - (last ?? now))) }
            last = now
        }
        #expect(worst < 0.1 && worst > 0)
    }

    /// Cycles of 256 frames from one on, each late by what is returned for it.
    private func add(_ range: Range<Int>, to line: inout FrameLine, lateNs: (Int) -> Double) {
        for index in range {
            let ns = 1e9 + Double(index) * 256e9 / 48000 + lateNs(index)
            line.add(JACKCycle(frame: Int64(index) * 256, timeNs: Int64(ns), frames: 256, rate: 48000))
        }
    }

    private func begun(lateNs: Double = 0) -> FrameLine {
        FrameLine(JACKCycle(frame: 0, timeNs: 1_000_000_000 + Int64(lateNs), frames: 256, rate: 48000))
    }

    @Test func `wake-ups that are late by milliseconds now and then do not move it`() {
        var line = begun()
        add(1..<5000, to: &line) { $0 % 5 == 0 ? 400_000 + Double($0 % 7) * 2e6 : 20_000 }
        let truth = 1e9 + 5000 * 256e9 / 48000
        let off = Double(line.ns(ofFrame: 5000 * 256)) - truth
        #expect(abs(off) < 30_000, "\(off)")
        #expect(abs(line.framesPerSecond / 48000 - 1) < 1e-6)
    }

    @Test func `begun at a late wake-up, it is right with the next that is in time`() {
        var line = begun(lateNs: 7e6)
        add(1..<2, to: &line) { _ in 0 }
        #expect(abs(line.frame(atNs: 1_000_000_000)) < 0.1)
    }

    @Test(arguments: [400_000.0, 6.4e6, 2e9])
    func `a server that has lost time is taken up within a quarter of a second, at its rate`(lostNs: Double) {
        var line = begun()
        add(1..<5000, to: &line) { _ in 0 }
        let rate = line.framesPerSecond
        add(5000..<5040, to: &line) { lostNs + Double($0 % 3) * 90_000 }
        let truth = 1e9 + 5000 * 256e9 / 48000 + lostNs
        let off = Double(line.ns(ofFrame: 5000 * 256)) - truth
        #expect(abs(off) < 30_000, "\(off)")
        #expect(abs(line.framesPerSecond - rate) < 0.01)
    }

    @Test func `what came before is no news`() {
        var line = begun()
        add(1..<200, to: &line) { _ in 0 }
        let before = line.ns(ofFrame: 1_000_000)
        add(150..<151, to: &line) { _ in -3e6 }
        #expect(line.ns(ofFrame: 1_000_000) == before)
    }

    @Test func `no clock is off its rate by more than two thousandths`() {
        var line = begun()
        add(1..<4000, to: &line) { -Double($0) * 40_000 }
        #expect(abs(line.framesPerSecond / 48000 - 1) < 0.00201)
    }
}
