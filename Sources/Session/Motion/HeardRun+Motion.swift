// SPDX-License-Identifier: Apache-2.0

package import MetronomeMotion
package import MetronomeRhythm

extension HeardRun {
    /// Where the rod is, in degrees, + is right.
    package struct Rod: Sendable, Hashable {
        /// The angle, in degrees.
        package var angle: Double
        /// The velocity, in degrees per second.
        package var velocity: Double
        /// The movement it is in; nil at rest.
        package var movement: HeardMovement?

        /// Upright and at rest.
        package static var upright: Rod { Rod(angle: 0, velocity: 0, movement: nil) }
    }

    /// The moment on the axis of the record's motion.
    private func seconds(at time: ClockTime) -> Double { record.seconds(ofFrame: clock.frame(at: time)) }

    /// A movement of the record, in heard time.
    private func heard(_ segment: Segment) -> HeardMovement {
        HeardMovement(
            from: segment.from, to: segment.to, begin: clock.time(ofFrame: segment.begin * record.rate),
            end: clock.time(ofFrame: segment.end * record.rate), curve: segment.curve)
    }

    /// The value of a property at a time.
    package func value(of property: MotionProperty, at time: ClockTime) -> Double {
        record.motion.value(of: property, at: seconds(at: time))
    }

    /// The rod at a time.
    package func rod(at time: ClockTime) -> Rod {
        let seconds = seconds(at: time)
        let segment = record.motion.movement(of: .pendulumAngle, at: seconds)
        return Rod(
            angle: segment.value(at: seconds), velocity: segment.velocity(at: seconds),
            movement: segment.end > seconds ? heard(segment) : nil)
    }

    /// How the rod leaves a beat: its whole swing, or what is left of it after the last change in that beat.
    package func swing(inBeat index: Int64) -> HeardMovement { heard(record.motion.swing(inBeat: index)) }

    /// What a property does in a beat, from the last change in it on; in beat 0 also how it gets there.
    package func movements(of property: MotionProperty, inBeat index: Int64) -> [HeardMovement] {
        record.motion.segments(of: property, inBeat: index).map(heard)
    }

    /// What a property does from the beat on that is heard at a time; after the end, how it comes to rest.
    package func movements(of property: MotionProperty, at time: ClockTime) -> [HeardMovement] {
        guard record.isEnded else { return movements(of: property, inBeat: Swift.max(0, beat(at: time))) }
        return [heard(record.motion.movement(of: property, at: Swift.max(seconds(at: time), record.motion.last.begin)))]
    }

    /// When everything begins to come to rest, or what shows the tempo goes to a new one; for a run that has ended.
    package var restBegin: ClockTime { clock.time(ofFrame: record.motion.last.begin * record.rate) }

    /// How a property comes to rest, for a run that has ended.
    package func rest(of property: MotionProperty) -> HeardMovement {
        heard(record.motion.movement(of: property, at: record.motion.last.begin))
    }

    /// The exact position at a time, in beats since the start; below 0 before it, nil for a run that has ended.
    package func beats(at time: ClockTime) -> Double? {
        record.isEnded ? nil : record.motion.beats(at: seconds(at: time))
    }

    /// Whether anything moves at a time or later.
    package func isMoving(at time: ClockTime) -> Bool { record.motion.isMoving(at: seconds(at: time)) }
}
