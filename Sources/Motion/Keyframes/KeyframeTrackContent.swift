// SPDX-License-Identifier: Apache-2.0

/// One or more keyframes, as the builder of a track takes them.
public protocol KeyframeTrackContent<Value> {
    /// What moves.
    associatedtype Value: Animatable
    /// The step or steps it stands for, in order.
    var keyframes: [Keyframe<Value>] { get }
}

extension Keyframe: KeyframeTrackContent {
    /// The step itself.
    public var keyframes: [Keyframe<Value>] { [self] }
}

/// Goes to a value by a curve, as in SwiftUI; evenly unless another curve is given.
public struct LinearKeyframe<Value: Animatable>: KeyframeTrackContent {
    /// The step it stands for.
    public let keyframes: [Keyframe<Value>]

    /// A step to a value; the duration in seconds.
    public init(_ to: Value, duration: Double, timingCurve: UnitCurve = .linear) {
        keyframes = [.linear(to: to, duration: duration, timingCurve: timingCurve)]
    }
}

/// Goes to a value smoothly by a cubic polynomial, as in SwiftUI: neighbouring ones make a Catmull-Rom curve.
public struct CubicKeyframe<Value: Animatable>: KeyframeTrackContent {
    /// The step it stands for.
    public let keyframes: [Keyframe<Value>]

    /// A step to a value; the duration in seconds, velocities per second, from the neighbours where they are nil.
    public init(
        _ to: Value, duration: Double, startVelocity: Value.AnimatableData? = nil,
        endVelocity: Value.AnimatableData? = nil
    ) {
        keyframes = [.cubic(to: to, duration: duration, startVelocity: startVelocity, endVelocity: endVelocity)]
    }
}

/// Goes to a value by a spring, as in SwiftUI.
public struct SpringKeyframe<Value: Animatable>: KeyframeTrackContent {
    /// The step it stands for.
    public let keyframes: [Keyframe<Value>]

    /// A step to a value; the duration in seconds, or nil until the spring has settled.
    public init(
        _ to: Value, duration: Double? = nil, spring: Spring = Spring(), startVelocity: Value.AnimatableData? = nil
    ) {
        keyframes = [.spring(to: to, duration: duration, spring: spring, startVelocity: startVelocity)]
    }
}

/// Is at a value at once, as in SwiftUI.
public struct MoveKeyframe<Value: Animatable>: KeyframeTrackContent {
    /// The step it stands for.
    public let keyframes: [Keyframe<Value>]

    /// A jump to a value.
    public init(_ to: Value) {
        keyframes = [.move(to: to)]
    }
}

/// Collects the keyframes that are written one after the other in a track.
@resultBuilder
public enum KeyframeTrackContentBuilder<Value: Animatable> {
    /// One keyframe.
    public static func buildExpression(_ content: some KeyframeTrackContent<Value>) -> [Keyframe<Value>] {
        content.keyframes
    }

    /// All keyframes of the steps, in order.
    public static func buildBlock(_ steps: [Keyframe<Value>]...) -> [Keyframe<Value>] { steps.flatMap(\.self) }

    /// The keyframes of a loop.
    public static func buildArray(_ steps: [[Keyframe<Value>]]) -> [Keyframe<Value>] { steps.flatMap(\.self) }

    /// The keyframes of an `if`.
    public static func buildEither(first steps: [Keyframe<Value>]) -> [Keyframe<Value>] { steps }

    /// The keyframes of an `else`.
    public static func buildEither(second steps: [Keyframe<Value>]) -> [Keyframe<Value>] { steps }

    /// The keyframes of an `if` without `else`.
    public static func buildOptional(_ steps: [Keyframe<Value>]?) -> [Keyframe<Value>] { steps ?? [] }
}
