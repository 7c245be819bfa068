// SPDX-License-Identifier: Apache-2.0

extension Spring {
    /// How much of the initial displacement, and of the initial velocity, is displacement and velocity at a time.
    ///
    /// The motion is linear: y(t) = y0·`position` + v0·`impulse`, with y the displacement from the target.
    struct Response {
        /// y(t) for y0 = 1, v0 = 0.
        var position: Double
        /// y(t) for y0 = 0, v0 = 1; in seconds.
        var impulse: Double
        /// v(t) for y0 = 1, v0 = 0; per second.
        var positionSlope: Double
        /// v(t) for y0 = 0, v0 = 1.
        var impulseSlope: Double

        /// Nothing is left of either.
        static var settled: Response { Response(position: 0, impulse: 0, positionSlope: 0, impulseSlope: 0) }
    }

    /// The damped harmonic oscillator, m·y″ + c·y′ + k·y = 0, from time 0 on.
    ///
    /// With a = ζω0: for ζ < 1 y = e^(−at)(y0·cos ωd·t + (v0 + a·y0)/ωd·sin ωd·t); for ζ = 1
    /// y = e^(−at)(y0 + (v0 + a·y0)t); for ζ > 1 the exponentials of both roots −a ± b.
    @inline(__always)
    func response(at time: Double) -> Response {
        if time <= 0 || time.isNaN { return Response(position: 1, impulse: 0, positionSlope: 0, impulseSlope: 1) }
        if time == .infinity { return .settled }
        let square = frequency * frequency
        switch kind {
        case .rigid:
            return .settled
        case .under:
            let fade = Elementary.exp(-decay * time)
            // Where a Double cannot tell one swing from the next, the swings count as over, even without damping.
            if fade == 0 || split * time == .infinity { return .settled }
            let (sine, cosine) = (Elementary.sin(split * time), Elementary.cos(split * time))
            let part = fade * sine / split
            return Response(
                position: fade * cosine + decay * part, impulse: part, positionSlope: -square * part,
                impulseSlope: fade * cosine - decay * part)
        case .critical:
            let fade = Elementary.exp(-frequency * time)
            if fade == 0 { return .settled }
            return Response(
                position: fade * (1 + frequency * time), impulse: fade * time, positionSlope: -square * fade * time,
                impulseSlope: fade * (1 - frequency * time))
        case .over:
            // The slow root as −k/(fast root), so that nothing cancels when ζ is large, and the difference of the
            // exponentials by expm1, so that nothing cancels when ζ is next to 1.
            let fast = decay + split
            let slow = square / fast
            let fade = Elementary.exp(-slow * time)
            let part = -fade * Elementary.expm1(-2 * split * time) / (2 * split)
            return Response(
                position: fade + slow * part, impulse: part, positionSlope: -square * part,
                impulseSlope: Elementary.exp(-fast * time) - slow * part)
        }
    }

    /// Where it is after a time in seconds, on the way from 0 to a target, with a velocity at the start.
    @inline(__always)
    public func value(target: Double = 1, initialVelocity: Double = 0, time: Double) -> Double {
        let response = response(at: time)
        return target - target * response.position + initialVelocity * response.impulse
    }

    /// How fast it is after a time in seconds, on the way from 0 to a target, with a velocity at the start.
    @inline(__always)
    public func velocity(target: Double = 1, initialVelocity: Double = 0, time: Double) -> Double {
        let response = response(at: time)
        return initialVelocity * response.impulseSlope - target * response.positionSlope
    }

    /// Where a vector is after a time in seconds, on the way from zero to a target.
    @inlinable
    public func value<V: VectorArithmetic>(target: V, initialVelocity: V = .zero, time: Double) -> V {
        let (position, impulse, _, _) = weights(at: time)
        return target - target.scaled(by: position) + initialVelocity.scaled(by: impulse)
    }

    /// How fast a vector is after a time in seconds, on the way from zero to a target.
    @inlinable
    public func velocity<V: VectorArithmetic>(target: V, initialVelocity: V = .zero, time: Double) -> V {
        let (_, _, positionSlope, impulseSlope) = weights(at: time)
        return initialVelocity.scaled(by: impulseSlope) - target.scaled(by: positionSlope)
    }

    /// Where it is after a time in seconds, on the way from one value to another, by their data.
    @inlinable
    public func value<V: Animatable>(
        fromValue: V, toValue: V, initialVelocity: V.AnimatableData = .zero, time: Double
    ) -> V {
        let start = fromValue.animatableData
        let way = toValue.animatableData - start
        return toValue.with(start + value(target: way, initialVelocity: initialVelocity, time: time))
    }

    /// The force on it at a time: m·y″ = −k·y − c·v, with y the displacement from the target.
    @inlinable
    public func force<V: VectorArithmetic>(target: V, position: V, velocity: V) -> V {
        (target - position).scaled(by: stiffness) - velocity.scaled(by: damping)
    }

    /// The response, as numbers for generic callers in other modules.
    @usableFromInline
    func weights(at time: Double) -> (Double, Double, Double, Double) {
        let response = response(at: time)
        return (response.position, response.impulse, response.positionSlope, response.impulseSlope)
    }
}
