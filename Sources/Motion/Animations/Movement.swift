// SPDX-License-Identifier: Apache-2.0

/// A value on its way to another by an animation; its target may change at any time.
///
/// A pure function of time, in seconds on an axis the caller chooses. To send it elsewhere, go on from its value and
/// velocity at that time: no clock, no state and no frame is involved.
public struct Movement<Value: Animatable> {
    enum Way: Sendable {
        case rest
        case animation(Animation)
        /// From the velocity found to rest, for an animation by a curve.
        case hermite(duration: Double)
    }

    /// The value it comes from.
    public let from: Value
    /// The value it goes to.
    public let to: Value
    /// When it begins, in seconds.
    public let begin: Double
    let initialVelocity: Value.AnimatableData
    let way: Way

    /// A value that rests.
    public init(_ value: Value) {
        self.init(from: value, to: value, begin: 0, initialVelocity: .zero, way: .rest)
    }

    /// A value that goes to another; a spring starts from a velocity, per second.
    public init(
        from: Value, to: Value, begin: Double, animation: Animation, initialVelocity: Value.AnimatableData = .zero
    ) {
        self.init(from: from, to: to, begin: begin, initialVelocity: initialVelocity, way: .animation(animation))
    }

    private init(from: Value, to: Value, begin: Double, initialVelocity: Value.AnimatableData, way: Way) {
        (self.from, self.to, self.begin) = (from, to, begin)
        (self.initialVelocity, self.way) = (initialVelocity, way)
    }

    /// When it is over, in seconds; perhaps never.
    public var end: Double {
        switch way {
        case .rest: begin
        case .animation(let animation): begin + animation.duration
        case .hermite(let duration): begin + duration
        }
    }

    /// The value at a time.
    public func value(at time: Double) -> Value {
        let (start, target) = (from.animatableData, to.animatableData)
        switch way {
        case .rest: return to
        case .animation(let animation):
            return to.with(
                animation.value(from: start, to: target, initialVelocity: initialVelocity, time: time - begin))
        case .hermite(let duration):
            if time >= begin + duration { return to }
            return to.with(
                Hermite.value(
                    from: start, velocity: initialVelocity, to: target, velocity: .zero, duration: duration,
                    at: Double.maximum(0, time - begin) / duration))
        }
    }

    /// The change of the value's data per second at a time; zero before it begins and after its end.
    public func velocity(at time: Double) -> Value.AnimatableData {
        guard time >= begin, time < end else { return .zero }
        let (start, target) = (from.animatableData, to.animatableData)
        switch way {
        case .rest: return .zero
        case .animation(let animation):
            return animation.velocity(from: start, to: target, initialVelocity: initialVelocity, time: time - begin)
        case .hermite(let duration):
            return Hermite.velocity(
                from: start, velocity: initialVelocity, to: target, velocity: .zero, duration: duration,
                at: (time - begin) / duration)
        }
    }

    /// What replaces this movement at a time, on the way to another value.
    ///
    /// A spring carries the velocity on. By a curve it becomes, where it moves, a cubic Hermite of the animation's
    /// duration to rest, so that the velocity does not jump either; at rest it is the curve itself. Animations
    /// with a delay, a speed or repeats start from the value at rest. A change to the value it goes to already has no effect.
    public func retargeted(to target: Value, at time: Double, animation: Animation) -> Movement {
        if target.animatableData == to.animatableData { return self }
        let (here, speed) = (value(at: time), velocity(at: time))
        let moves = speed != .zero && speed.magnitudeSquared.isFinite
        if moves, case .curve(_, let duration) = animation.kind, duration > 0 {
            return Movement(
                from: here, to: target, begin: time, initialVelocity: speed, way: .hermite(duration: duration))
        }
        return Movement(
            from: here, to: target, begin: time, animation: animation,
            initialVelocity: moves && animation.spring != nil ? speed : .zero)
    }
}

extension Movement: Sendable where Value: Sendable, Value.AnimatableData: Sendable {}
