// SPDX-License-Identifier: Apache-2.0

extension Segment {
    /// The movement from a value and velocity to rest on a target, within a range that holds both.
    ///
    /// With s the initial slope of the unit curve, the cubic Hermite in time is `cubic-bezier(1/3, s/3, 2/3, 1)`. Where
    /// that would pass the target or leave the range, its first control point is pulled back along the tangent until it
    /// does not: the slope stays s, and a Bézier never leaves the hull of its control points. So towards the target
    /// with s > 3 it is `cubic-bezier(1/s, 1, 2/3, 1)`, monotone like the others with s ≥ 0. Without time it jumps to the
    /// target; on the target already it stops at once.
    public init(
        glidingFrom value: Double, velocity: Double, to target: Double, begin: Double, duration: Double,
        within range: ClosedRange<Double>
    ) {
        let way = target - value
        let duration = duration > 0 && duration.isFinite ? duration : 0
        self.init(from: value, to: target, begin: begin, duration: duration, curve: .linear)
        guard way != 0, duration > 0 else { return }

        let slope = velocity.isFinite ? velocity * duration / way : 0
        let behind = way > 0 ? value - range.lowerBound : range.upperBound - value
        let room = Double.maximum(0, behind / abs(way))
        let y1 = Double.maximum(-room, .minimum(slope / 3, 1))
        let x1 = abs(y1) < abs(slope / 3) ? y1 / slope : 1 / 3
        curve = .bezier(x1: x1, y1: y1, x2: 2 / 3, y2: 1)
    }
}
