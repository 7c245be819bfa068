// SPDX-License-Identifier: Apache-2.0

/// Where the rod is at the moment of a status, and how it moves on.
public struct PendulumState: Sendable, Hashable, Codable {
    /// In degrees, + is right.
    public var angle: Double
    /// In degrees per second.
    public var velocity: Double
    /// The movement it is in; nil at rest.
    @OrNull public var segment: MotionSegment?

    /// All of its parts.
    public init(angle: Double, velocity: Double, segment: MotionSegment?) {
        self.angle = angle
        self.velocity = velocity
        self.segment = segment
    }
}
