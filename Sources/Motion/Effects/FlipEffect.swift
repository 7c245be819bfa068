// SPDX-License-Identifier: Apache-2.0

/// A card that is turned over about its middle, with a front and a back. Which one shows follows from the angle alone.
public struct FlipEffect: GeometryEffect, Sendable, Hashable {
    /// How far it has been turned since it showed its front; 360° is once round.
    public var angle: Angle
    /// The direction of the axis, in the card's plane.
    public var axis: SIMD2<Double>

    /// A card turned about an axis in its plane.
    public init(_ angle: Angle, axis: (x: Double, y: Double) = (x: 0, y: 1)) {
        self.angle = angle
        self.axis = [axis.x, axis.y]
    }

    /// The angle.
    public var animatableData: Angle {
        get { angle }
        set { angle = newValue }
    }

    /// Whether the back shows: from 90° up to 270°, and so in every turn.
    public var isFlipped: Bool {
        let angle = angle.wrapped.degrees
        return angle >= 90 || angle < -90
    }

    /// How often it has been turned from front to back; a card that changes its picture then shows this one.
    public var flips: Int {
        let turns = ((angle.degrees + 270) / 360).rounded(.down)
        return Int(exactly: turns) ?? 0
    }

    /// The turn, with the eye as far away as the card's longer side.
    public func effectValue(size: Size) -> ProjectionTransform {
        Rotation3DEffect(angle, axis: (axis.x, axis.y, 0)).effectValue(size: size)
    }
}
