// SPDX-License-Identifier: Apache-2.0

/// The metronome's rod, which points up from its pivot: angles in degrees, + is right, 0 is upright.
///
/// It is at an extreme on every beat and swings through upright half-way between two.
public struct Pendulum: Sendable, Hashable {
    /// How far the rod leans on a beat, in degrees.
    public var amplitude: Double = 30

    /// A rod that leans this far on a beat, in degrees.
    public init(amplitude: Double = 30) {
        self.amplitude = amplitude
    }

    /// The swing that starts on a beat and ends on the next; even beats, also negative ones, start on the right.
    ///
    /// Times in seconds. Even and odd count from the start of the run, so bars do not matter.
    public func swing(beat: Int64, begin: Double, duration: Double) -> Segment {
        let start = beat & 1 == 0 ? amplitude : -amplitude
        return Segment(from: start, to: -start, begin: begin, duration: duration, curve: .easeInOut)
    }

    /// The movement that replaces a swing from a time on when the next beat has moved: to the same target, at rest there
    /// on the beat.
    ///
    /// Angle and angular velocity are continuous, and the rod never leaves ±`amplitude`. With no time left it jumps.
    public func retargeted(_ swing: Segment, at time: Double, arrivingAt end: Double) -> Segment {
        glide(from: swing, at: time, to: swing.to, over: end - time)
    }

    /// The movement that replaces a swing from a time on when the beat stops: upright and at rest after 0.5 s, never beyond ±`amplitude`.
    ///
    /// Angle and angular velocity are continuous, so a rod that moves away from upright brakes, turns and comes back.
    /// A rod exactly upright stops at once, because a segment from 0 to 0 cannot move.
    public func settling(_ swing: Segment, at time: Double) -> Segment {
        glide(from: swing, at: time, to: 0, over: 0.5)
    }

    /// How high above the pivot the weight sits, in points of a rod 320 long: 260 at 60 bpm, 76 less for every doubling
    /// of the tempo, and never off the rod. A tempo below 1 bpm counts as 1.
    public static func weightHeight(bpm: Double) -> Double {
        let doublings = Elementary.log(Swift.max(1, bpm) / 60) / Elementary.log(2)
        return .minimum(298, .maximum(120, 260 - 76 * doublings))
    }

    /// The point of the rod at a length from its pivot, when the rod leans by an angle in degrees; y grows downwards.
    public func point(at length: Double, angle: Double, pivot: (x: Double, y: Double)) -> (x: Double, y: Double) {
        let lean = Angle.degrees(angle)
        return (pivot.x + length * lean.sine, pivot.y - length * lean.cosine)
    }

    /// The movement from a swing's angle and angular velocity at a time to rest on a target.
    private func glide(from swing: Segment, at time: Double, to target: Double, over duration: Double) -> Segment {
        let angle = swing.value(at: time)
        let most = Double.maximum(0, .maximum(abs(amplitude), abs(angle)))
        return Segment(
            glidingFrom: angle, velocity: swing.velocity(at: time), to: target, begin: time, duration: duration,
            within: -most...most)
    }
}
