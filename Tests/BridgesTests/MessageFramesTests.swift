// SPDX-License-Identifier: Apache-2.0

import Bridges
import Testing

@Suite struct MessageFramesTests {
    /// The frames of clocks, 1000 frames apart, of a server that loses a number of frames before one of the clocks.
    private func frames(losing lost: Double, before index: Int) -> [Int64] {
        var frames = MessageFrames()
        return (0..<12).map { number in
            let frame = Double(number) * 1000 - (number >= index ? lost : 0)
            return frames.place(frame, dueNs: Int64(number) * 20_000_000, framesPerSecond: 50_000)
        }
    }

    @Test func `a message is on its own frame`() {
        #expect(frames(losing: 0, before: 0) == (0..<12).map { $0 * 1000 })
    }

    @Test func `after lost time clocks come by half their distance until they are in time, and none is left out`() {
        let frames = frames(losing: 1700, before: 4)
        #expect(frames == [0, 1000, 2000, 3000, 3500, 4000, 4500, 5300, 6300, 7300, 8300, 9300])
    }

    @Test func `a line that is a little off moves no clock to and fro, nor one far from its place`() {
        var frames = MessageFrames()
        var last: Int64?
        var odd = 0
        for number in 0..<5000 {
            // 137.3 bpm, by a line that is off by up to 0.04 frames.
            let frame = Double(number) * 873.998
            let told = frame + [0.04, -0.03, 0.01, -0.04, 0.02][number % 5]
            let placed = frames.place(told, dueNs: Int64(frame * 1e9 / 48000), framesPerSecond: 48000)
            #expect(abs(Double(placed) - frame) < 0.65)
            if let last, placed - last != 874 { odd += 1 }
            last = placed
        }
        // As often as whole frames make it.
        #expect(odd <= 11, "\(odd)")
        // Distances that are no whole frames, as on a ramp.
        var exact = MessageFrames()
        for number in 0..<100 {
            let frame = Double(number * number) * 0.37 + 900.4 * Double(number)
            let placed = exact.place(frame, dueNs: Int64(frame * 1e9 / 48000), framesPerSecond: 48000)
            #expect(abs(Double(placed) - frame) <= 0.6)
        }
    }

    @Test func `messages of one moment stay in order`() {
        var frames = MessageFrames()
        #expect(frames.place(100, dueNs: 5, framesPerSecond: 48000) == 100)
        #expect(frames.place(90, dueNs: 5, framesPerSecond: 48000) == 100)
        frames.forget()
        #expect(frames.place(90, dueNs: 6, framesPerSecond: 48000) == 90)
    }
}
