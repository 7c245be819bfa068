// SPDX-License-Identifier: Apache-2.0

extension KeyframeCurve {
    /// The movement of one component as segments, for the wire: `\.self` of a number, `\.x` of a point.
    ///
    /// The first begins at `begin`, in seconds; together the segments have the values of this curve at all times.
    public func segments(
        of component: KeyPath<Value.AnimatableData, Double>, begin: Double = 0
    ) -> [Segment] {
        var segments = steps.map { step in
            let curve: MotionCurve =
                switch step.way {
                case .curve(let curve): .unit(curve)
                case .hermite:
                    .hermite(
                        startVelocity: step.startVelocity[keyPath: component],
                        endVelocity: step.endVelocity[keyPath: component])
                case .spring(let spring): .spring(spring, initialVelocity: step.startVelocity[keyPath: component])
                }
            return Segment(
                from: step.from[keyPath: component], to: step.to[keyPath: component], begin: begin + step.begin,
                duration: step.duration, curve: curve)
        }
        // A jump at the end, or a spring that was cut short, is somewhere else than the last segment's target.
        let rest = last[keyPath: component]
        if segments.last?.to != rest {
            segments.append(Segment(from: rest, to: rest, begin: begin + duration, duration: 0, curve: .hold))
        }
        // After a jump at the start, the first segment begins somewhere else than the curve.
        let first = initial.animatableData[keyPath: component]
        if let next = segments.first, next.from != first {
            segments.insert(Segment(from: first, to: next.from, begin: begin, duration: 0, curve: .hold), at: 0)
        }
        return segments
    }
}
