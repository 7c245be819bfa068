// SPDX-License-Identifier: Apache-2.0

/// One movement of one number: from a value to a value over a duration, on a time axis in seconds the caller chooses.
///
/// A pure function of time: before `begin` the value is `from`, from `end` on it is `to`. Nothing ticks, so a segment
/// that arrives late or twice is still right. Evaluation is real-time safe.
public struct Segment: Sendable, Hashable, Codable {
    /// The value until `begin`.
    public var from: Double
    /// The value from `end` on.
    public var to: Double
    /// When the movement begins, in seconds.
    public var begin: Double
    /// How long it lasts, in seconds; 0 or less is a jump at `begin`.
    public var duration: Double
    /// How the value progresses on the way.
    public var curve: MotionCurve

    /// A movement of a number; times in seconds.
    public init(from: Double, to: Double, begin: Double, duration: Double, curve: MotionCurve) {
        self.from = from
        self.to = to
        self.begin = begin
        self.duration = duration
        self.curve = curve
    }

    /// When the movement is over, in seconds: `begin` + `duration`.
    public var end: Double { begin + duration }

    /// The value at a time; where the time is not a number, the value before the beginning.
    public func value(at time: Double) -> Double {
        guard time >= begin else { return from }
        if time >= end { return to }
        switch curve {
        case .unit(let curve):
            return from + (to - from) * curve.value(at: (time - begin) / duration)
        case .hermite(let start, let end):
            return Hermite.value(
                from: from, velocity: start, to: to, velocity: end, duration: duration, at: (time - begin) / duration)
        case .spring(let spring, let velocity):
            return from + spring.value(target: to - from, initialVelocity: velocity, time: time - begin)
        }
    }

    /// The change of value per second at a time; 0 outside `begin` ..< `end`.
    public func velocity(at time: Double) -> Double {
        guard time >= begin, time < end else { return 0 }
        switch curve {
        case .unit(let curve):
            return from == to ? 0 : (to - from) / duration * curve.velocity(at: (time - begin) / duration)
        case .hermite(let start, let end):
            return Hermite.velocity(
                from: from, velocity: start, to: to, velocity: end, duration: duration, at: (time - begin) / duration)
        case .spring(let spring, let velocity):
            return spring.velocity(target: to - from, initialVelocity: velocity, time: time - begin)
        }
    }
}
