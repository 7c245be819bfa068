// SPDX-License-Identifier: Apache-2.0

import SeededRandom
import Testing

@testable import Playback

@Suite struct TimingScaleTests {
    private func startNs(ofStep step: Int) -> Int64 { step == 0 ? 0 : TimingScale.endNs(ofStep: step - 1) }

    @Test func `every length of time lies in its step`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            // As many of each magnitude.
            let ns = Int64.random(in: 0...17_000_000_000, using: &random) >> Int64.random(in: 0...33, using: &random)
            let step = TimingScale.step(ofNs: ns)
            #expect((startNs(ofStep: step)..<TimingScale.endNs(ofStep: step)).contains(ns), "\(ns)")
        }
    }

    @Test func `the ends of a step are 64 ns or an eighth apart`() {
        for step in 0..<TimingScale.count {
            let (start, end) = (startNs(ofStep: step), TimingScale.endNs(ofStep: step))
            #expect(end - start <= max(64, start / 8), "\(start)...\(end)")
            #expect(TimingScale.step(ofNs: start) == step)
            #expect(TimingScale.step(ofNs: end - 1) == step)
        }
    }

    @Test func `less than nothing is nothing, and an age goes into the last step`() {
        #expect(TimingScale.step(ofNs: -1) == 0 && TimingScale.step(ofNs: .min) == 0)
        #expect(TimingScale.endNs(ofStep: TimingScale.count - 1) > 10_000_000_000)
        #expect(TimingScale.step(ofNs: .max) == TimingScale.count - 1)
    }
}
