// SPDX-License-Identifier: Apache-2.0

import Bridges
import Testing

@Suite struct MessageFramesTests {
    /// The frames of clocks, 1000 frames apart, of a server that loses so many frames before one.
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

    @Test func `messages of one moment stay in order`() {
        var frames = MessageFrames()
        #expect(frames.place(100, dueNs: 5, framesPerSecond: 48000) == 100)
        #expect(frames.place(90, dueNs: 5, framesPerSecond: 48000) == 100)
        frames.forget()
        #expect(frames.place(90, dueNs: 6, framesPerSecond: 48000) == 90)
    }
}
