// SPDX-License-Identifier: Apache-2.0

/// A step of a track of keyframes: a value to reach, and how.
///
/// The four of SwiftUI. Durations in seconds; what is not above 0 is a jump.
public enum Keyframe<Value: Animatable> {
    /// Goes there by a curve.
    case linear(to: Value, duration: Double, timingCurve: UnitCurve)
    /// Goes there smoothly by a cubic polynomial. A velocity that is nil comes from the neighbours.
    case cubic(to: Value, duration: Double, startVelocity: Value.AnimatableData?, endVelocity: Value.AnimatableData?)
    /// Goes there by a spring. Without a duration it takes the time the spring needs to settle; a velocity that is nil
    /// is the one at which the step before ends.
    case spring(to: Value, duration: Double?, spring: Spring, startVelocity: Value.AnimatableData?)
    /// Is there at once.
    case move(to: Value)
}

extension Keyframe: Sendable where Value: Sendable, Value.AnimatableData: Sendable {}
