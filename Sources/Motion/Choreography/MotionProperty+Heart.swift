// SPDX-License-Identifier: Apache-2.0

/// The beating heart: scales 1.6, 2.0 and 1.0, for a quarter, a quarter and half of the beat.
///
/// Its spring, of response 0.10 and damping 0.24 in a cycle of 0.8, has not settled when the next one pulls: value and
/// velocity are carried on, from step to step and from beat to beat.
enum Heart {
    /// What pulls, for which part of the beat.
    static let steps: [(target: Double, begin: Double, duration: Double)] = [
        (1.6, 0, 0.25), (2, 0.25, 0.25), (1, 0.5, 0.5),
    ]
    /// On an axis of beats.
    static let spring = Spring(response: 0.1 / 0.8, dampingRatio: 0.24)

    // The movements last longer than their steps, for a spring at its end is taken to be at its target.

    /// Value and velocity at the begin of beat 0, 1, …, which starts at rest. The last one holds for all that follow:
    /// what is left of the start fades by 400 in a beat.
    private static let begins: [(value: Double, velocity: Double)] = (1...12).reduce(into: [(1, 0)]) { begins, _ in
        let last = segments(from: begins[begins.count - 1])[steps.count - 1]
        begins.append(
            (
                last.from
                    + spring.value(target: last.to - last.from, initialVelocity: velocity(of: last), time: 0.5),
                spring.velocity(target: last.to - last.from, initialVelocity: velocity(of: last), time: 0.5)
            ))
    }

    static func segments(inBeat index: Int64) -> [Segment] {
        segments(from: begins[Int(Swift.min(Swift.max(0, index), Int64(begins.count - 1)))])
    }

    private static func segments(from start: (value: Double, velocity: Double)) -> [Segment] {
        var (value, speed) = start
        return steps.map { step in
            let segment = Segment(
                from: value, to: step.target, begin: step.begin, duration: 1,
                curve: .spring(spring, initialVelocity: speed))
            let way = step.target - value
            (value, speed) = (
                value + spring.value(target: way, initialVelocity: speed, time: step.duration),
                spring.velocity(target: way, initialVelocity: speed, time: step.duration)
            )
            return segment
        }
    }

    private static func velocity(of segment: Segment) -> Double {
        if case .spring(_, let velocity) = segment.curve { velocity } else { 0 }
    }
}

extension MotionProperty {
    /// The beating heart.
    public static let heartScale = MotionProperty(
        "heart.scale", "how large the heart is", .scale, 0.5...2.5, rest: 1, maximumVelocity: 36
    ) { beat in Heart.segments(inBeat: beat.index) }
}
