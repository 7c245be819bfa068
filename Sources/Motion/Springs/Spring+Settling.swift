// SPDX-License-Identifier: Apache-2.0

extension Spring {
    /// When it has settled from 0 to 1, in seconds: within 0.001 from then on.
    ///
    /// Infinite without damping. SwiftUI's figure comes from another bound and is larger or in steps of 0.1 s.
    public var settlingDuration: Double { settlingDuration(target: 1) }

    /// When it has settled from 0 to a target, in seconds: from then on within `epsilon`.
    ///
    /// For ζ < 1 by the envelopes A·e^(−at), A = √(y0² + ((v0 + a·y0)/ωd)²), so that the time is ln(A/ε)/a, and
    /// (|y0| + |v0 + a·y0|·t)e^(−at), which is the lower one next to ζ = 1; from there on exactly. By bisection where
    /// there is no formula.
    public func settlingDuration(target: Double, initialVelocity: Double = 0, epsilon: Double = 0.001) -> Double {
        guard target.isFinite, initialVelocity.isFinite, epsilon > 0 else { return 0 }
        let (y, v) = (-target, initialVelocity)
        switch kind {
        case .rigid:
            return 0
        case .under:
            let amplitude = Elementary.hypot(y, (v + decay * y) / split)
            if amplitude <= epsilon { return 0 }
            guard decay > 0 else { return .infinity }
            let (still, rise) = (abs(y), abs(v + decay * y))
            let peak = Double.maximum(0, rise == 0 ? 0 : 1 / decay - still / rise)
            let straight = settling(under: epsilon, from: peak) {
                (still + rise * $0) * Elementary.exp(-decay * $0)
            }
            return Double.minimum(Elementary.log(amplitude / epsilon) / decay, straight)
        case .critical, .over:
            func distance(_ time: Double) -> Double {
                let response = response(at: time)
                return abs(y * response.position + v * response.impulse)
            }
            // It turns back once at most. If it is further away than epsilon there, it settles after that.
            let turn = turningTime(y, v)
            return settling(under: epsilon, from: distance(turn) > epsilon ? turn : 0, distance)
        }
    }

    /// When a spring that does not swing turns back, having begun with a displacement and a velocity; 0 if it never does.
    private func turningTime(_ y: Double, _ v: Double) -> Double {
        if split == 0 {
            let turn = v / (frequency * (v + frequency * y))
            return turn > 0 ? turn : 0
        }
        // The velocity is 0 where e^(−2·split·t) is the quotient of its parts by the two exponentials.
        let fast = decay + split
        let slow = frequency * frequency / fast
        let quotient = slow * (v + fast * y) / (fast * (v + slow * y))
        return quotient > 0 && quotient < 1 ? -Elementary.log(quotient) / (2 * split) : 0
    }

    /// When it has settled from zero to a vector, in seconds: the length of what is left bounds every component.
    public func settlingDuration<V: VectorArithmetic>(
        target: V, initialVelocity: V = .zero, epsilon: Double = 0.001
    ) -> Double {
        // The displacement is y0·p(t) + v0·i(t); its length is at most that of numbers with these lengths and signs.
        let (way, speed) = (target.magnitudeSquared.squareRoot(), initialVelocity.magnitudeSquared.squareRoot())
        return Double.maximum(
            settlingDuration(target: way, initialVelocity: speed, epsilon: epsilon),
            settlingDuration(target: way, initialVelocity: -speed, epsilon: epsilon))
    }

    /// The spring with a damping ratio that settles from 0 to 1 in a time: within `epsilon` from then on.
    ///
    /// Time scales with the response, so the response is the time over what a response of 1 takes. A ratio of 0, or a
    /// time that is not above 0, gives a spring that jumps.
    public init(settlingDuration: Double, dampingRatio: Double, epsilon: Double = 0.001) {
        let unit = Spring(response: 1, dampingRatio: dampingRatio).settlingDuration(target: 1, epsilon: epsilon)
        let response = unit > 0 && unit.isFinite ? settlingDuration / unit : 0
        self.init(response: response, dampingRatio: dampingRatio)
    }

    /// When a distance that falls below a bound only once after a time has done so, by doubling and bisection.
    private func settling(under epsilon: Double, from start: Double, _ distance: (Double) -> Double) -> Double {
        if distance(start) <= epsilon { return 0 }
        var (low, step) = (start, 1 / frequency)
        while distance(low + step) > epsilon {
            low += step
            step *= 2
            if !step.isFinite { return .infinity }
        }
        var high = low + step
        while high - low > 2 * high.ulp {
            let middle = low + (high - low) / 2
            if distance(middle) > epsilon { low = middle } else { high = middle }
        }
        return high
    }
}
