// SPDX-License-Identifier: Apache-2.0

extension Spring {
    /// When it has settled from 0 to 1, in seconds: within 0.001 from then on.
    ///
    /// Infinite without damping. SwiftUI's figure comes from another bound and is larger or in steps of 0.1 s.
    public var settlingDuration: Double { settlingDuration(target: 1) }

    /// When it has settled from 0 to a target, in seconds: from then on within `epsilon`, by the envelope.
    ///
    /// For ζ < 1 the envelope is A·e^(−at), A = √(y0² + ((v0 + a·y0)/ωd)²), so that the time is ln(A/ε)/a; else it
    /// is (|y0| + |v0 + ω0·y0|·t)e^(−ω0·t) or the sum of the two exponentials, solved by bisection.
    public func settlingDuration(target: Double, initialVelocity: Double = 0, epsilon: Double = 0.001) -> Double {
        guard target.isFinite, initialVelocity.isFinite, epsilon > 0 else { return 0 }
        let (y, v) = (-target, initialVelocity)
        switch kind {
        case .rigid:
            return 0
        case .under:
            let amplitude = Elementary.hypot(y, (v + decay * y) / split)
            if amplitude <= epsilon { return 0 }
            return decay > 0 ? Elementary.log(amplitude / epsilon) / decay : .infinity
        case .critical:
            let (still, rise) = (abs(y), abs(v + frequency * y))
            return settling(under: epsilon, from: Double.maximum(0, rise == 0 ? 0 : 1 / frequency - still / rise)) {
                (still + rise * $0) * Elementary.exp(-frequency * $0)
            }
        case .over:
            let fast = decay + split
            let slow = frequency * frequency / fast
            // y = C1·e^(−slow·t) + C2·e^(−fast·t).
            let c2 = -(v + slow * y) / (fast - slow)
            let c1 = y - c2
            return settling(under: epsilon, from: 0) {
                abs(c1) * Elementary.exp(-slow * $0) + abs(c2) * Elementary.exp(-fast * $0)
            }
        }
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

    /// The time at which an envelope that falls from a time on falls below a bound, by doubling and bisection.
    private func settling(under epsilon: Double, from peak: Double, envelope: (Double) -> Double) -> Double {
        if envelope(peak) <= epsilon { return 0 }
        var (low, step) = (peak, 1 / frequency)
        while envelope(low + step) > epsilon {
            low += step
            step *= 2
            if !step.isFinite { return .infinity }
        }
        var high = low + step
        while high - low > 2 * high.ulp {
            let middle = low + (high - low) / 2
            if envelope(middle) > epsilon { low = middle } else { high = middle }
        }
        return high
    }
}
