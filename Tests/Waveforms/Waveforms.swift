// SPDX-License-Identifier: Apache-2.0

/// Interleaved stereo, as renderers write it. This module is optimised for tests, too: a second is 96,000 numbers.
extension [Float] {
    /// The left channel.
    package var left: [Float] {
        [Float](unsafeUninitializedCapacity: count / 2) { buffer, initialized in
            for frame in 0..<count / 2 { buffer[frame] = self[2 * frame] }
            initialized = count / 2
        }
    }

    /// The frames whose left sample is farther from silence than a level.
    package func frames(louderThan level: Float = 0) -> [Int] {
        var frames: [Int] = []
        for frame in 0..<count / 2 where abs(self[2 * frame]) > level { frames.append(frame) }
        return frames
    }

    /// Appends frames that are no numbers, over which a renderer writes: one that it leaves out is seen.
    package mutating func append(unwritten frames: Int) {
        append(contentsOf: repeatElement(.nan, count: 2 * frames))
    }
}
