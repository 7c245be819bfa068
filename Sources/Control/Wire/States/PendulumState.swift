// SPDX-License-Identifier: Apache-2.0

/// The position of the rod at the moment of a status, and its movement.
public struct PendulumState: WireRecord {
    /// The angle in degrees, + is right.
    public var angle = 0.0
    /// The velocity in degrees per second.
    public var velocity = 0.0
    /// The movement under way; nil at rest.
    public var segment: MotionSegment?

    /// Empty.
    public init() {}

    /// Its members on the wire.
    public static let record = Record<PendulumState>(
        "pendulum", "Where the rod is.",
        [
            .member("angle", \.angle, "In degrees, + is right."),
            .member("velocity", \.velocity, "In degrees per second."),
            .orNull("segment", \.segment, "Its movement; `null` while it rests."),
        ])
}
