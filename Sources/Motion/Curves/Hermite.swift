// SPDX-License-Identifier: Apache-2.0

/// The cubic Hermite polynomial: from one value to another with a velocity at either end, over a duration.
///
/// With s the progress: p(s) = h00·p0 + h10·D·v0 + h01·p1 + h11·D·v1, h00 = (1+2s)(1−s)², h10 = s(1−s)²,
/// h01 = s²(3−2s), h11 = s²(s−1).
enum Hermite {
    /// The value at a progress; `duration` in the time of the velocities.
    @inline(__always)
    static func value<V: VectorArithmetic>(
        from start: V, velocity startVelocity: V, to end: V, velocity endVelocity: V, duration: Double, at s: Double
    ) -> V {
        let r = 1 - s
        // From the start on, so that the start is exact; at s = 1 h01 is 1, and the end is exact to an ulp.
        return start + (end - start).scaled(by: s * s * (3 - 2 * s))
            + startVelocity.scaled(by: duration * s * r * r) - endVelocity.scaled(by: duration * s * s * r)
    }

    /// The change of value per unit of time at a progress.
    @inline(__always)
    static func velocity<V: VectorArithmetic>(
        from start: V, velocity startVelocity: V, to end: V, velocity endVelocity: V, duration: Double, at s: Double
    ) -> V {
        let r = 1 - s
        return (end - start).scaled(by: 6 * s * r / duration) + startVelocity.scaled(by: r * (1 - 3 * s))
            + endVelocity.scaled(by: s * (3 * s - 2))
    }
}
