// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// A value that goes through phases, each entered by an animation of its own: the semantics of SwiftUI, in tempo.
///
/// At time 0 it shows the first phase and moves towards the second; the step into a phase takes that phase's length,
/// and then the next begins, from the value and velocity reached. Time is in any unit as long as lengths and
/// animations share it: for a cycle on the beat, ask for the beat's phase times `duration`.
public struct PhaseAnimator<Phase: Animatable> {
    /// A phase, and the step into it.
    public struct Step {
        /// The value of the phase.
        public var value: Phase
        /// How it is entered.
        public var animation: Animation
        /// How long the step into it takes.
        public var length: Double

        /// A phase entered by an animation; without a length its step takes as long as the animation.
        public init(_ value: Phase, length: Double? = nil, animation: Animation = .default) {
            self.value = value
            self.animation = animation
            self.length = length ?? animation.duration
        }
    }

    /// How often the phases are gone through.
    public enum Play: Sendable, Hashable {
        /// Without end, from time 0 on.
        case forever
        /// Once, begun by a trigger at time 0: through all phases and back to the first, where it stays.
        case once
    }

    /// Why phases are refused.
    public enum Fault: Error, Hashable {
        /// There is no phase.
        case none
        /// A length is negative, infinite or no number; an animation that never ends needs a length.
        case badLength(Double)
        /// All lengths are 0, so that no cycle would ever take time.
        case noDuration
    }

    let steps: [Step]
    /// The number of cycles after which a former value has no influence on any digit of a Double.
    private let memory: Double

    /// How long a cycle takes: all lengths.
    public let duration: Double

    /// Phases in their order, of which none has a negative length and not all have none.
    public init(_ phases: [Step]) throws(Fault) {
        guard !phases.isEmpty else { throw .none }
        for step in phases where !(step.length >= 0 && step.length.isFinite) { throw .badLength(step.length) }
        guard phases.contains(where: { $0.length > 0 }) else { throw .noDuration }
        self.init(checked: phases)
    }

    /// The caller knows that the phases are valid.
    init(checked phases: [Step]) {
        (steps, duration) = (phases, phases.reduce(0) { $0 + $1.length })
        memory = Self.memory(of: phases)
    }

    /// The value at a time; before 0 the first phase.
    public func value(at time: Double, _ play: Play = .forever) -> Phase {
        let (movement, local) = movement(at: time, play)
        return movement.value(at: local)
    }

    /// The change of the value's data per unit of time.
    public func velocity(at time: Double, _ play: Play = .forever) -> Phase.AnimatableData {
        let (movement, local) = movement(at: time, play)
        return movement.velocity(at: local)
    }

    /// The index of the phase it is in or on its way to.
    public func phase(at time: Double, _ play: Play = .forever) -> Int {
        guard time >= 0 else { return 0 }
        if play == .once, time >= duration { return 0 }
        var rest = time.truncatingRemainder(dividingBy: duration)
        for index in 1...steps.count {
            let entered = index.remainder(by: steps.count)
            if rest < steps[entered].length { return entered }
            rest -= steps[entered].length
        }
        return 0
    }

    /// The movement it is in, and the time since the start of the first cycle that is looked at.
    func movement(at time: Double, _ play: Play) -> (Movement<Phase>, Double) {
        var movement = Movement(steps[0].value)
        guard time >= 0 else { return (movement, 0) }
        let rest = time.truncatingRemainder(dividingBy: duration)
        let cycle = ((time - rest) / duration).rounded()
        let cycles = play == .once ? Double.minimum(cycle, 0) : Double.minimum(cycle, memory)
        let local = play == .once ? time : cycles * duration + rest
        for pass in 0...Int(clamping: cycles) {
            var begin = Double(pass) * duration
            for index in 1...steps.count {
                guard begin <= local else { return (movement, local) }
                let step = steps[index.remainder(by: steps.count)]
                movement = movement.retargeted(to: step.value, at: begin, animation: step.animation)
                begin += step.length
            }
        }
        return (movement, local)
    }

    /// The influence of the past decays at the rate of a spring's slower root. After a curve that is not cut short, or a
    /// jump, there is none: then the cycle before is enough, for the steps that follow it there.
    private static func memory(of phases: [Step]) -> Double {
        let steps = changes(of: phases)
        let isForgotten = steps.contains { step in
            step.length > 0 && step.animation.duration <= step.length && step.animation.isCurve
        }
        if steps.isEmpty || isForgotten { return 1 }
        let forgotten = steps.reduce(0) { sum, step in
            step.length > 0 ? sum + step.length * (step.animation.spring?.forgetting ?? 0) : sum
        }
        return Double.minimum(256, .maximum(1, (40 / forgotten).rounded(.up)))
    }

    /// The steps of a cycle that change the target, from any of them on. A step to the target that is there already
    /// changes nothing: the step before it goes on for its length, too.
    private static func changes(of phases: [Step]) -> [Step] {
        let isChange = zip(phases, phases.suffix(1) + phases).map { $0.value.animatableData != $1.value.animatableData }
        guard let first = isChange.firstIndex(of: true) else { return [] }
        var steps: [Step] = []
        for index in Array(first..<phases.count) + Array(0..<first) {
            if isChange[index] {
                steps.append(phases[index])
            } else {
                steps[steps.count - 1].length += phases[index].length
            }
        }
        return steps
    }
}

extension PhaseAnimator.Step: Sendable where Phase: Sendable {}
extension PhaseAnimator: Sendable where Phase: Sendable {}

extension Animation {
    /// Whether it is a curve alone, which ends on its target at rest.
    fileprivate var isCurve: Bool {
        if case .curve = kind { return true }
        return false
    }
}

extension Spring {
    /// The least rate, per second, at which a displacement decays.
    fileprivate var forgetting: Double {
        switch kind {
        case .rigid: .infinity
        case .under, .critical: decay
        case .over: frequency * frequency / (decay + split)
        }
    }
}
