// SPDX-License-Identifier: Apache-2.0

package import MetronomeMotion
package import MetronomeRhythm

/// One movement of one number, in heard time: from a value to a value, between two times.
package struct HeardMovement: Sendable, Hashable {
    /// The value until `begin`.
    package var from: Double
    /// The value from `end` on.
    package var to: Double
    /// When the movement begins.
    package var begin: ClockTime
    /// When the movement is over.
    package var end: ClockTime
    /// How the value progresses on the way; velocities in it are per second.
    package var curve: MotionCurve

    /// All of its parts.
    package init(from: Double, to: Double, begin: ClockTime, end: ClockTime, curve: MotionCurve) {
        self.from = from
        self.to = to
        self.begin = begin
        self.end = end
        self.curve = curve
    }

    /// How long it lasts, in nanoseconds.
    package var durationNs: Int64 { end.nanoseconds(since: begin) }

    /// A value that stays as it is from a time on.
    package init(resting value: Double, from time: ClockTime) {
        self.init(from: value, to: value, begin: time, end: time, curve: .linear)
    }
}
