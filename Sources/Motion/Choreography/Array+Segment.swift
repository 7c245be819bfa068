// SPDX-License-Identifier: Apache-2.0

internal import MetronomeBounds

/// Movements in the order of their begins, each superseding what its predecessor would still have done.
extension [Segment] {
    /// The segment that counts at a time: the last that has begun, or the first; nil without any.
    public func segment(at time: Double) -> Segment? {
        lastBegun { $0.begin <= time }
    }

    /// The value at a time; nil without any segment.
    public func value(at time: Double) -> Double? {
        segment(at: time)?.value(at: time)
    }

    /// The change of value per unit of time; 0 where nothing moves.
    public func velocity(at time: Double) -> Double {
        segment(at: time)?.velocity(at: time) ?? 0
    }

    /// What is left from a time on: the rest of the movement under way, and all that follow.
    public func tail(from time: Double) -> [Segment] {
        guard let present = segment(at: time) else { return [] }
        return [present.tail(from: time)] + filter { $0.begin > time && $0.begin > present.begin }
    }

    /// The same movements begun later by a shift, and after that slower by a factor.
    func moved(by shift: Double, stretched factor: Double = 1) -> [Segment] {
        map { $0.moved(to: ($0.begin + shift) * factor, stretched: factor) }
    }
}
