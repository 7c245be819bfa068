// SPDX-License-Identifier: Apache-2.0

extension Animation {
    /// The state of a change at a time: value = from + way·`progress` + velocity at the start·`impulse`.
    struct Weights {
        var progress: Double
        /// The slope of the progress, per second.
        var slope: Double
        /// How far a start velocity of 1 per second has moved the value, in seconds; 0 for all but springs.
        var impulse = 0.0
        /// The part of a velocity at the start that is left.
        var impulseSlope = 0.0

        static let before = Weights(progress: 0, slope: 0)
        static let after = Weights(progress: 1, slope: 0)
    }

    /// How far the change has got `time` seconds after it was made: 0 at the start, 1 on the target and after the end. Springs
    /// and free curves leave 0...1 on the way.
    public func progress(at time: Double) -> Double { weights(at: time, slope: false).progress }

    /// The slope of the progress, per second; 0 before the start and after the end.
    public func velocity(at time: Double) -> Double { weights(at: time).slope }

    /// The part of a change that is made at a time, as SwiftUI's custom animations say it; nil when it is over.
    ///
    /// At its very end it is still the last value of the last pass, which may be the start.
    public func animate<V: VectorArithmetic>(value: V, time: Double) -> V? {
        time > duration ? nil : value.scaled(by: progress(at: time))
    }

    /// The value `time` seconds after the change; a spring starts from `initialVelocity`.
    public func value<V: VectorArithmetic>(from: V, to: V, initialVelocity: V = .zero, time: Double) -> V {
        let weights = weights(at: time, slope: false)
        let value = weights.progress == 1 ? to : from + (to - from).scaled(by: weights.progress)
        return weights.impulse == 0 ? value : value + initialVelocity.scaled(by: weights.impulse)
    }

    /// The change of the value per second, `time` seconds after the change.
    public func velocity<V: VectorArithmetic>(from: V, to: V, initialVelocity: V = .zero, time: Double) -> V {
        let weights = weights(at: time)
        return (to - from).scaled(bySlope: weights.slope) + initialVelocity.scaled(by: weights.impulseSlope)
    }

    /// The value `time` seconds after the change, of anything that can be animated: a point, a colour, a type that a program has
    /// made ``Animatable``.
    @_disfavoredOverload
    public func value<Value: Animatable>(
        from: Value, to: Value, initialVelocity: Value.AnimatableData = .zero, time: Double
    ) -> Value {
        to.with(
            value(
                from: from.animatableData, to: to.animatableData, initialVelocity: initialVelocity, time: time))
    }

    /// The change of the value's data per second, `time` seconds after the change.
    @_disfavoredOverload
    public func velocity<Value: Animatable>(
        from: Value, to: Value, initialVelocity: Value.AnimatableData = .zero, time: Double
    ) -> Value.AnimatableData {
        velocity(from: from.animatableData, to: to.animatableData, initialVelocity: initialVelocity, time: time)
    }

    /// The spring it is, which keeps the velocity of a change in flight; nil for all others.
    var spring: Spring? {
        if case .spring(let spring, _) = kind { return spring }
        return nil
    }

    /// The weights at a time; without the slope of a curve where only the value is asked for.
    func weights(at time: Double, slope: Bool = true) -> Weights {
        if time < 0 { return .before }
        if time > duration { return .after }
        return running(at: Double.maximum(0, time), slope)
    }

    /// The weights at a time in 0...duration.
    private func running(at time: Double, _ slope: Bool) -> Weights {
        switch kind {
        case .curve(let curve, let duration):
            guard duration > 0 else { return .after }
            let x = time / duration
            return Weights(progress: curve.value(at: x), slope: slope ? curve.velocity(at: x) / duration : 0)
        case .spring(let spring, let velocity):
            let response = spring.response(at: time)
            return Weights(
                progress: 1 - response.position + velocity * response.impulse,
                slope: velocity * response.impulseSlope - response.positionSlope,
                impulse: response.impulse, impulseSlope: response.impulseSlope)
        case .delay(let base, let delay): return base.weights(at: time - delay, slope: slope)
        case .speed(let base, let speed):
            guard speed > 0 else {
                return Weights(progress: base.weights(at: 0, slope: false).progress, slope: 0)
            }
            var weights = base.weights(at: time * speed, slope: slope)
            weights.slope *= speed
            weights.impulse /= speed
            return weights
        case .repetition(let base, let count, let autoreverses):
            guard base.duration > 0 else { return .after }
            guard base.duration.isFinite else { return base.weights(at: time, slope: slope) }
            // The pass by exact division: pass k starts at k durations, and the end belongs to the last pass.
            let rest = time.truncatingRemainder(dividingBy: base.duration)
            var pass = ((time - rest) / base.duration).rounded()
            var within = rest
            if let count, pass >= Double(count) { (pass, within) = (Double(count) - 1, base.duration) }
            var weights = base.weights(at: within, slope: slope)
            // A velocity at the start acts in the first pass only.
            if pass > 0 { (weights.impulse, weights.impulseSlope) = (0, 0) }
            if autoreverses, pass.truncatingRemainder(dividingBy: 2) == 1 {
                (weights.progress, weights.slope) = (1 - weights.progress, -weights.slope)
            }
            return weights
        }
    }
}
