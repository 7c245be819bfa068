// SPDX-License-Identifier: Apache-2.0

/// One sample that sounds.
struct Voice: BitwiseCopyable {
    var sample: Sample.View
    /// The next frame of the sample to be mixed.
    var position: Int
    /// The gain of the accent; the gain of the lane is multiplied with it.
    var gain: Float
    /// The lane that it is mixed by.
    var lane: UInt8
    /// Where the plan is kept that it was started by, which must outlive it.
    var slot: UInt8
    /// Frames left of the fade that ends it; negative: it plays to its own end.
    var fadeLeft: Int = -1

    @_noLocks init(sample: Sample.View, position: Int, gain: Float, lane: UInt8, slot: UInt8) {
        self.sample = sample
        self.position = position
        self.gain = gain
        self.lane = lane
        self.slot = slot
    }
}
