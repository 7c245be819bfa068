// SPDX-License-Identifier: Apache-2.0

/// One sample that sounds.
struct Voice: BitwiseCopyable {
    var sample: Sample.View
    /// The next frame of the sample to be mixed.
    var position: Int
    /// Of the plan that it was started by, which must outlive it.
    var revision: UInt64
    /// Frames left of the fade that ends it; negative: it plays to its own end.
    var fadeLeft: Int = -1

    @_noLocks init(sample: Sample.View, position: Int, revision: UInt64) {
        self.sample = sample
        self.position = position
        self.revision = revision
    }
}
