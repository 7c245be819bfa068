// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A track of keyframes made ready: value and velocity at any time, in closed form and without allocating.
///
/// Before time 0 it is at its first value. After its end it keeps its last one: what the last keyframe goes to, or
/// where a spring has got that was cut short.
public struct KeyframeCurve<Value: Animatable> {
    typealias Data = Value.AnimatableData

    enum Way {
        case curve(UnitCurve)
        case hermite
        case spring(Spring)
    }

    /// One keyframe with all that it takes from its neighbours. Its way is from `from` to `to`; it stops at
    /// `end`, which is not `to` where a spring is cut short.
    struct Step {
        var from: Data
        var to: Data
        var startVelocity: Data
        var endVelocity: Data
        var begin: Double
        var duration: Double
        var way: Way
        var end: Data
    }

    var steps: [Step] = []
    let initial: Value
    let last: Data

    /// How long it takes, in seconds.
    public let duration: Double

    /// A track from a value through keyframes.
    ///
    /// A cubic keyframe without velocities takes, between two others of its kind, (p[i+1] − p[i−1])/(d[i] + d[i+1]),
    /// the velocity of Catmull and Rom; beside a keyframe of another kind, that one's; at the ends of the track 0.
    public init(from initial: Value, _ keyframes: [Keyframe<Value>]) {
        self.initial = initial
        var builder = KeyframeCurveBuilder<Value>(keyframes: keyframes, initial: initial.animatableData)
        steps = builder.steps()
        last = builder.position
        duration = builder.time
    }

    /// The value at a time in seconds.
    public func value(at time: Double) -> Value { initial.with(data(at: time)) }

    /// The change of the value's data per second at a time; 0 before the start and after the end.
    public func velocity(at time: Double) -> Value.AnimatableData {
        guard time >= 0, time < duration, let step = steps.lastBegun({ $0.begin <= time }) else { return .zero }
        return step.velocity(at: time - step.begin)
    }

    func data(at time: Double) -> Data {
        if time >= duration { return last }
        guard time >= 0, let step = steps.lastBegun({ $0.begin <= time }) else { return initial.animatableData }
        return step.value(at: time - step.begin)
    }
}

extension KeyframeCurve: Sendable where Value: Sendable, Value.AnimatableData: Sendable {}
extension KeyframeCurve.Step: Sendable where Value: Sendable, Value.AnimatableData: Sendable {}
extension KeyframeCurve.Way: Sendable {}

extension KeyframeCurve.Step {
    /// The value `time` seconds after the beginning of the step.
    func value(at time: Double) -> Value.AnimatableData {
        switch way {
        case .curve(let curve): return from.interpolated(towards: to, amount: curve.value(at: time / duration))
        case .hermite:
            return Hermite.value(
                from: from, velocity: startVelocity, to: to, velocity: endVelocity, duration: duration,
                at: time / duration)
        case .spring(let spring):
            return from + spring.value(target: to - from, initialVelocity: startVelocity, time: time)
        }
    }

    /// The change of the value per second, `time` seconds after the beginning of the step.
    func velocity(at time: Double) -> Value.AnimatableData {
        switch way {
        case .curve(let curve): return (to - from).scaled(bySlope: curve.velocity(at: time / duration) / duration)
        case .hermite:
            return Hermite.velocity(
                from: from, velocity: startVelocity, to: to, velocity: endVelocity, duration: duration,
                at: time / duration)
        case .spring(let spring):
            return spring.velocity(target: to - from, initialVelocity: startVelocity, time: time)
        }
    }
}
