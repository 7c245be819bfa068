// SPDX-License-Identifier: Apache-2.0

/// The position of the rod at the moment of a status, and its movement.
public struct PendulumState: Sendable, Hashable, Codable {
    /// The angle in degrees, + is right.
    public var angle: Double
    /// The velocity in degrees per second.
    public var velocity: Double
    /// The movement under way; nil at rest.
    @OrNull public var segment: MotionSegment?

    /// All of its parts.
    public init(angle: Double, velocity: Double, segment: MotionSegment?) {
        self.angle = angle
        self.velocity = velocity
        self.segment = segment
    }
}
