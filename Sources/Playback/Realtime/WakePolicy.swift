// SPDX-License-Identifier: Apache-2.0

/// How many of the frames written ahead may be played before the thread wakes to write more. Real-time safe.
struct WakePolicy: BitwiseCopyable {
    /// Frames that the device may take out of its ring at once.
    let burst: Int
    /// Whether another program takes them, which is late itself at times.
    let isServed: Bool

    @_noLocks init(burst: Int, isServed: Bool = false) {
        self.burst = burst
        self.isServed = isServed
    }

    /// Two thirds of a level, in frames: late wakes of an ordinary thread on a busy machine fit into the rest. Of a
    /// short ring, and of any that is served, a burst is left out first, since it may be taken at any moment.
    @_noLocks func frames(ofLevel level: Int) -> Int {
        let sure = isServed || level < 3 * burst ? max(level - burst, level / 4) : level
        return sure * 2 / 3
    }
}
