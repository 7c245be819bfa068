// SPDX-License-Identifier: Apache-2.0

extension MotionProperty {
    /// The beating heart.
    public static let heartScale = MotionProperty(
        "heart.scale", "how large the heart is", .scale, 0.5...2.5, rest: 1, maximumVelocity: 36
    ) { beat in Heart.segments(inBeat: beat.index) }
}
