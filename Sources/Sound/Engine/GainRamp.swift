// SPDX-License-Identifier: Apache-2.0

/// A gain that changes in a straight line, so that no change of volume clicks. Real-time safe.
///
/// The level is computed from what is left of the ramp, so it does not depend on how the frames are cut into calls.
struct GainRamp: BitwiseCopyable {
    private(set) var target: Float = 0
    private var step: Float = 0
    private var left = 0
    private var length = 1

    @_noLocks init() {}

    /// A ramp that takes `frames` for each change.
    @_noLocks init(frames: Int) { length = max(1, frames) }

    /// Whether it is at zero and stays there.
    var isSilent: Bool { @_noLocks get { left == 0 && target == 0 } }

    /// Whether it stays where it is.
    var isSteady: Bool { @_noLocks get { left == 0 } }

    /// The gain `frames` frames further on.
    @_noLocks func level(after frames: Int) -> Float { target - step * Float(max(0, left - frames)) }

    /// The gain of the last frame.
    private var level: Float { @_noLocks get { target - step * Float(left) } }

    /// Moves to a target, at once or in a ramp from the present level.
    @_noLocks mutating func move(to target: Float, atOnce: Bool) {
        if atOnce {
            left = 0
        } else if target != self.target {
            step = (target - level) / Float(length)
            left = length
        }
        self.target = target
    }

    /// The gain of the next frame.
    @_noLocks mutating func next() -> Float {
        skip(1)
        return level
    }

    /// Goes on by `frames` frames.
    @_noLocks mutating func skip(_ frames: Int) {
        left = max(0, left - frames)
    }
}
