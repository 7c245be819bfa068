// SPDX-License-Identifier: Apache-2.0

/// Walks along keyframes once and joins them.
struct KeyframeCurveBuilder<Value: Animatable> {
    typealias Step = KeyframeCurve<Value>.Step
    typealias Data = Value.AnimatableData

    let keyframes: [Keyframe<Value>]
    var position: Data
    var time = 0.0
    /// The velocity at which the step before ended, and at which a spring starts.
    private var velocity = Data.zero

    init(keyframes: [Keyframe<Value>], initial: Data) {
        self.keyframes = keyframes
        position = initial
    }

    mutating func steps() -> [Step] {
        var steps: [Step] = []
        var start = position
        for (index, keyframe) in keyframes.enumerated() {
            let previous = start
            start = position
            guard let step = step(index, keyframe, cameFrom: index == 0 ? nil : previous) else {
                velocity = .zero
                continue
            }
            position = step.end
            velocity = step.way.isSettled ? .zero : step.velocity(at: step.duration)
            time += step.duration
            steps.append(step)
        }
        return steps
    }

    /// The step of a keyframe from here; nil for a jump, which moves only the position.
    private mutating func step(_ index: Int, _ keyframe: Keyframe<Value>, cameFrom before: Data?) -> Step? {
        let to = keyframe.target
        let duration = keyframe.duration(from: position, velocity: velocity)
        guard duration > 0, duration.isFinite else {
            position = to
            return nil
        }
        var step = Step(
            from: position, to: to, startVelocity: .zero, endVelocity: .zero, begin: time, duration: duration,
            way: .hermite, end: to)
        switch keyframe {
        case .linear(_, _, let curve):
            step.way = .curve(curve)
        case .spring(_, let given, let spring, let start):
            step.way = .spring(spring)
            step.startVelocity = start ?? velocity
            if given != nil { step.end = step.value(at: duration) }
        case .cubic(_, _, let start, let end):
            step.startVelocity = start ?? startVelocity(index, before, to, duration)
            step.endVelocity = end ?? endVelocity(index, to, duration)
        case .move: break
        }
        return step
    }

    /// The velocity at which a cubic keyframe starts when none is given.
    private func startVelocity(_ index: Int, _ before: Data?, _ to: Data, _ duration: Double) -> Data {
        guard let before, index > 0 else { return .zero }
        guard case .cubic(_, let length, _, let end) = keyframes[index - 1], length > 0 else { return velocity }
        return end ?? (to - before).scaled(by: 1 / (length + duration))
    }

    /// The velocity at which a cubic keyframe ends when none is given.
    private func endVelocity(_ index: Int, _ to: Data, _ duration: Double) -> Data {
        guard index + 1 < keyframes.count else { return .zero }
        let next = keyframes[index + 1]
        switch next {
        case .cubic(let target, let length, let start, _):
            guard length > 0 else { return .zero }
            return start ?? (target.animatableData - position).scaled(by: 1 / (duration + length))
        case .linear(let target, let length, let curve):
            let slope = curve.velocity(at: 0) / length
            return length > 0 && slope.isFinite ? (target.animatableData - to).scaled(by: slope) : .zero
        case .spring(let target, let length, _, let start):
            // A spring takes over any velocity: here the one that a cubic keyframe of its length would have.
            let length = length ?? next.duration(from: to, velocity: .zero)
            guard length > 0, length.isFinite else { return start ?? .zero }
            return start ?? (target.animatableData - position).scaled(by: 1 / (duration + length))
        case .move: return .zero
        }
    }
}

extension KeyframeCurve.Way {
    /// Whether what follows starts at rest, since the velocity at its end is infinite, as on an upright curve.
    fileprivate var isSettled: Bool {
        if case .curve(let curve) = self { return !curve.velocity(at: 1).isFinite }
        return false
    }
}

extension Keyframe {
    /// The data of the value it goes to.
    var target: Value.AnimatableData {
        switch self {
        case .linear(let to, _, _), .cubic(let to, _, _, _), .spring(let to, _, _, _), .move(let to): to.animatableData
        }
    }

    /// How long it takes from a place, in seconds.
    func duration(from start: Value.AnimatableData, velocity: Value.AnimatableData) -> Double {
        switch self {
        case .linear(_, let duration, _), .cubic(_, let duration, _, _): duration
        case .move: 0
        case .spring(let to, let duration, let spring, let given):
            duration
                ?? spring.settlingDuration(
                    target: to.animatableData - start, initialVelocity: given ?? velocity,
                    epsilon: 0.001 * Swift.max(1e-9, (to.animatableData - start).magnitudeSquared.squareRoot()))
        }
    }
}
