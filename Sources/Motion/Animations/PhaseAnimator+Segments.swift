// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

extension PhaseAnimator where Phase == Double {
    /// The movements of a cycle as segments, for the wire, on an axis that begins with the cycle.
    ///
    /// Each begins with its step and replaces what its predecessor would still have done. Cycles are counted from 0; the
    /// first starts at rest.
    public func segments(inCycle cycle: Int64) -> [Segment] {
        var segments: [Segment] = []
        var begin = 0.0
        for index in 1...steps.count {
            let length = steps[index.remainder(by: steps.count)].length
            // In the middle of the step, where a rounded sum of lengths cannot fall into another step.
            let time = Double(Swift.max(0, cycle)) * duration + begin
            if length > 0 {
                segments += movement(at: time + length / 2, .forever).0.segments(until: length).moved(by: begin)
            }
            begin += length
        }
        return segments
    }
}

extension Movement where Value == Double {
    /// The movement as segments from its beginning, at 0, up to a time after it.
    fileprivate func segments(until end: Double) -> [Segment] {
        switch way {
        case .rest: .constant(to)
        case .animation(let animation):
            animation.segments(from: from, to: to, initialVelocity: initialVelocity, until: end)
        case .hermite(let duration):
            [
                Segment(
                    from: from, to: to, begin: 0, duration: duration,
                    curve: .hermite(startVelocity: initialVelocity, endVelocity: 0))
            ]
        }
    }
}
