// SPDX-License-Identifier: Apache-2.0

extension Segment {
    /// A movement by a spring, which lasts until the spring has settled: within a thousandth of the way.
    ///
    /// A spring that never settles gets a day.
    public init(from: Double, to: Double, begin: Double, spring: Spring, initialVelocity: Double = 0) {
        let reach = 0.001 * Swift.max(abs(to - from), abs(initialVelocity) * spring.response)
        let settled =
            reach > 0
            ? spring.settlingDuration(target: to - from, initialVelocity: initialVelocity, epsilon: reach) : 0
        self.init(
            from: from, to: to, begin: begin, duration: .minimum(86_400, settled),
            curve: .spring(spring, initialVelocity: initialVelocity))
    }

    /// What replaces this movement at a time, on the way to another value: over a duration, to rest.
    ///
    /// Value and velocity go on without a jump: a cubic Hermite from both. Where the velocity is infinite it starts
    /// from rest. It may overshoot when the velocity is more than three times the mean velocity of the way.
    public func retargeted(to target: Double, at time: Double, duration: Double) -> Segment {
        let speed = velocity(at: time)
        return Segment(
            from: value(at: time), to: target, begin: time, duration: duration,
            curve: .hermite(startVelocity: speed.isFinite ? speed : 0, endVelocity: 0))
    }

    /// What replaces this movement at a time, on the way to another value: by a spring that carries the velocity on.
    public func retargeted(to target: Double, at time: Double, spring: Spring) -> Segment {
        let speed = velocity(at: time)
        return Segment(
            from: value(at: time), to: target, begin: time, spring: spring,
            initialVelocity: speed.isFinite ? speed : 0)
    }

    /// What is left of this movement after a time: the same values at the same times, begun later.
    ///
    /// A Bézier leaves a Bézier, a Hermite a Hermite, a spring a spring. Before its beginning it is unchanged, and after its
    /// end a rest on its target.
    public func tail(from time: Double) -> Segment {
        if time <= begin { return self }
        if time >= end { return Segment(from: to, to: to, begin: time, duration: 0, curve: .linear) }
        var tail = Segment(from: value(at: time), to: to, begin: time, duration: end - time, curve: curve)
        switch curve {
        case .unit(let curve): tail.curve = .unit(curve.tail(from: (time - begin) / duration))
        case .hermite(_, let last): tail.curve = .hermite(startVelocity: velocity(at: time), endVelocity: last)
        case .spring(let spring, _): tail.curve = .spring(spring, initialVelocity: velocity(at: time))
        }
        return tail
    }

    /// The same movement on another time axis: begun elsewhere and, with a factor above 1, slower.
    public func moved(to begin: Double, stretched factor: Double = 1) -> Segment {
        var moved = self
        (moved.begin, moved.duration) = (begin, duration * factor)
        guard factor != 1 else { return moved }
        switch curve {
        case .unit: break
        case .hermite(let start, let end):
            moved.curve = .hermite(startVelocity: start / factor, endVelocity: end / factor)
        case .spring(let spring, let velocity):
            let slow = Spring(
                mass: spring.mass, stiffness: spring.stiffness / (factor * factor), damping: spring.damping / factor)
            moved.curve = .spring(slow, initialVelocity: velocity / factor)
        }
        return moved
    }
}
