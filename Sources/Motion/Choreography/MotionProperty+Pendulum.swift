// SPDX-License-Identifier: Apache-2.0

extension MotionProperty {
    /// The beat itself, evenly.
    public static let beatPhase = MotionProperty(
        "beat.phase", "how much of the beat is over", .fraction, 0...1, period: 1, rest: 0, maximumVelocity: 1
    ) { _ in [Segment(from: 0, to: 1, begin: 0, duration: 1, curve: .linear)] }

    /// The rod: at an end of its swing on every beat, on even ones at +30°.
    public static let pendulumAngle = MotionProperty(
        "pendulum.angle", "the rod, 0 upright, + to the right", .degrees, -30...30, rest: 0, transition: .swing,
        maximumVelocity: 104
    ) { beat in [Pendulum().swing(beat: beat.index, begin: 0, duration: 1)] }

    /// The weight on the rod, the higher the slower the tempo.
    public static let pendulumWeight = MotionProperty(
        "pendulum.weight", "how high above the pivot the weight sits, the higher the slower", .points, 100...310,
        transition: .spring(.smooth)
    ) { beat in .constant(Pendulum.weightHeight(bpm: beat.bpm)) }

    /// Three rolling digits: they spring to a new tempo.
    public static let counterValue = MotionProperty(
        "counter.value", "the number on the rolling digits", .bpm, 0...1100, transition: .spring(.smooth)
    ) { beat in .constant(beat.bpm) }

    /// The tempo from 40 to 208 bpm as a colour between two, to which it goes within a beat.
    public static let gradientMix = MotionProperty(
        "gradient.mix", "the tempo between slow, 40 bpm, and fast, 208 bpm", .fraction, 0...1,
        transition: .linear(beats: 1)
    ) { beat in .constant(.minimum(1, .maximum(0, (beat.bpm - 40) / 168))) }
}
