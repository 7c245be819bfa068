// SPDX-License-Identifier: Apache-2.0

internal import MetronomeRhythm

/// The gains of one lane on its two channels, which change in straight lines. Real-time safe.
struct LaneGains: BitwiseCopyable {
    private(set) var left: GainRamp
    private(set) var right: GainRamp
    /// The first of its two channels.
    private(set) var channel = 0

    /// Full level, with ramps of `frames` frames.
    @_noLocks init(frames: Int) {
        left = GainRamp(frames: frames)
        right = GainRamp(frames: frames)
        left.move(to: 1, atOnce: true)
        right.move(to: 1, atOnce: true)
    }

    /// Moves to a mix: at once, or in a ramp. A lane changes its channels at once.
    ///
    /// A pan takes from one side only, so that the middle is as recorded.
    @_noLocks mutating func move(to mix: LaneMix, atOnce: Bool) {
        let gain = mix.isMuted ? 0 : mix.gain
        left.move(to: gain * min(1, 1 - mix.pan), atOnce: atOnce)
        right.move(to: gain * min(1, 1 + mix.pan), atOnce: atOnce)
        channel = mix.channel
    }

    @_noLocks mutating func skip(_ frames: Int) {
        left.skip(frames)
        right.skip(frames)
    }

    /// Whether both sides have one level each, and stay there.
    var isSteady: Bool { @_noLocks get { left.isSteady && right.isSteady } }
}
